"""How fast vflog is beside what it can be measured by: `python benchmarks/run.py [--quick]`.

Everything runs on this machine in this one run: each job in a fresh process, the jobs of a comparison by turns,
the median of three rounds. What counts are the ratios, not the rates: by the clock and, which a busy machine
disturbs less, by processor time (a job of several threads counts them all there).
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import corpora

HERE = Path(__file__)
LOGS, ONE, PGN, PHH = "games.jsonl", "one.jsonl", "games.pgn", "hands.phhs"
#: How many games, chess games and poker hands, and how many rounds (starts: their square).
FULL, QUICK = (3000, 300, 400, 3), (20, 3, 5, 1)
EMPTY = "import typer\napp = typer.Typer()\n@app.command()\ndef main() -> None: ...\napp()\n"


class Ratio(NamedTuple):
    """A comparison: our job beside another; `least` or `most` is what is asked for, `goal` what is wished for."""

    ours: str
    theirs: str
    least: float | None = None
    goal: float | None = None
    most: float | None = None


class Speed(NamedTuple):
    """Units a second (or, of a start, seconds) by the clock on the wall and by the time of the processor."""

    wall: float
    cpu: float


RATIOS = (
    Ratio("validate", "python-chess", least=5),
    Ratio("validate", "pokerkit", least=20),
    Ratio("validate", "pokerkit (parsing only)"),
    Ratio("validate", "msgspec", least=0.12, goal=0.25),
    Ratio("load", "read_json", least=0.25, goal=0.75),
    Ratio("--help", "empty", most=1.5),
    Ratio("validate one", "empty", most=2),
)


# -- the jobs: each makes ready, outside the clock, and gives the work, which says how many units it did ----

Work = Callable[[], int]


def validate(folder: Path) -> Work:
    """Judge all games, as `vflog validate` does, in one process."""
    import vflog

    vflog.validate(folder / ONE)

    def work() -> int:
        totals = vflog.validate(folder / LOGS, collect=False, digests=False).totals
        assert totals.by_status == {"valid": totals.games}, totals
        return totals.records

    return work


def bare_msgspec(folder: Path) -> Work:
    """Decode the same lines, one by one, into our own record types; the result is dropped."""
    from typing import Union

    import msgspec

    from vflog.games.veiled_fate.records import PLAYS, VeiledFateEnd, VeiledFateHeader

    decode = msgspec.json.Decoder(Union[(VeiledFateHeader, *PLAYS, VeiledFateEnd)]).decode
    lines = (folder / LOGS).read_bytes().splitlines()

    def work() -> int:
        for line in lines:
            decode(line)
        return len(lines)

    return work


def python_chess(folder: Path) -> Work:
    """Read all games of a PGN file."""
    import chess.pgn

    def work() -> int:
        moves = 0
        with (folder / PGN).open() as lines:
            while (game := chess.pgn.read_game(lines)) is not None:
                moves += game.end().ply()
        return moves

    return work


def pokerkit(folder: Path, *, play: bool = True) -> Work:
    """Read all hands of a PHH file and, unless told otherwise, play each through its states."""
    import warnings

    from pokerkit import HandHistory

    warnings.simplefilter("ignore", UserWarning)

    def work() -> int:
        actions = 0
        with (folder / PHH).open("rb") as lines:
            for hand in HandHistory.load_all(lines):
                actions += len(hand.actions)
                for _ in hand if play else ():
                    pass
        return actions

    return work


def load(folder: Path) -> Work:
    """Judge all games and put them into a new database (its libraries are there, as for `read_json`)."""
    import vflog
    import vflog.store.load

    def work() -> int:
        with TemporaryDirectory() as new:
            return vflog.load(folder / LOGS, Path(new, "x.duckdb")).report.totals.records

    return work


def read_json(folder: Path) -> Work:
    """DuckDB puts the same lines into a new database with its own reader."""
    import duckdb

    question = "CREATE TABLE lines AS SELECT * FROM read_json(?, format = 'newline_delimited', sample_size = -1)"

    def work() -> int:
        with TemporaryDirectory() as new:
            with duckdb.connect(str(Path(new, "x.duckdb"))) as connection:
                connection.execute(question, [str(folder / LOGS)])
                found = connection.execute("SELECT count(*) FROM lines").fetchone()
            return found[0] if found is not None else 0

    return work


JOBS: dict[str, Callable[[Path], Work]] = {
    "validate": validate,
    "msgspec": bare_msgspec,
    "python-chess": python_chess,
    "pokerkit": pokerkit,
    "pokerkit (parsing only)": lambda folder: pokerkit(folder, play=False),
    "load": load,
    "read_json": read_json,
}
NEEDS = {"python-chess": "chess", "pokerkit": "pokerkit", "pokerkit (parsing only)": "pokerkit"}
UNITS = {"python-chess": "moves", "pokerkit": "actions", "pokerkit (parsing only)": "actions"}
OURS = ("-c", "import sys; from vflog.cli import main; sys.exit(main())")
#: Commands that are run from start to end, each in the folder of the data.
STARTS: dict[str, tuple[str, ...]] = {
    "empty": ("empty.py",),
    "--help": (*OURS, "--help"),
    "validate one": (*OURS, "validate", ONE),
}


# -- one run ---------------------------------------------------------------------------------------------


def compiled() -> bool:
    """Whether the rules that are measured were compiled when vflog was installed."""
    found = find_spec("vflog.engine.judge")
    return found is not None and not str(found.origin).endswith(".py")


def there(job: str) -> bool:
    """Whether what a job needs is installed."""
    return find_spec(NEEDS.get(job, "vflog")) is not None


def make(folder: Path, sizes: tuple[int, int, int, int]) -> None:
    """Write what is measured on."""
    print(f"vflog is {'compiled' if compiled() else 'plain Python'}; ", end="")
    print(f"{corpora.logs(folder / LOGS, sizes[0]):,} records of {sizes[0]:,} games", end="", flush=True)
    corpora.one_log(folder / ONE)
    (folder / "empty.py").write_text(EMPTY)
    if there("python-chess"):
        print(f", {corpora.chess_games(folder / PGN, sizes[1]):,} chess moves", end="", flush=True)
    if there("pokerkit"):
        print(f", {corpora.poker_hands(folder / PHH, sizes[2]):,} poker actions", end="", flush=True)
    print()


def measure(name: str, folder: Path) -> Speed:
    """The rates of a job, by the clock on the wall and by the processor's."""
    work = JOBS[name](folder)
    wall, cpu = time.perf_counter(), time.process_time()
    units = work()
    return Speed(units / (time.perf_counter() - wall), units / (time.process_time() - cpu))


def measure_start(name: str, folder: Path) -> Speed:
    """The seconds that a command takes from start to end, by both clocks."""
    wall, cpu = time.perf_counter(), _children()
    run = subprocess.run([sys.executable, *STARTS[name]], cwd=folder, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    return Speed(time.perf_counter() - wall, _children() - cpu)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def speeds(folder: Path, rounds: int) -> dict[str, Speed]:
    """The medians of every job and start, by turns in each round."""
    found: dict[str, list[Speed]] = {}
    for _ in range(rounds):
        for name in filter(there, JOBS):
            call = [sys.executable, str(HERE), "--job", name, str(folder)]
            told = subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout
            found.setdefault(name, []).append(Speed(*json.loads(told)))
    for _ in range(rounds * rounds):
        for name in STARTS:
            found.setdefault(name, []).append(measure_start(name, folder))
    return {name: Speed(*map(median, zip(*values, strict=True))) for name, values in found.items()}


def verdict(ratio: Ratio, value: float) -> str:
    """What was asked for, and whether it is so."""
    if ratio.most is not None:
        return f"at most {ratio.most:g}: {'yes' if value <= ratio.most else 'NO'}"
    if ratio.least is None:
        return "for comparison"
    goal = f", goal {ratio.goal:g}: {'yes' if value >= ratio.goal else 'no'}" if ratio.goal is not None else ""
    return f"at least {ratio.least:g}: {'yes' if value >= ratio.least else 'NO'}{goal}"


def show(found: dict[str, Speed]) -> None:
    """Print rates and ratios."""
    print()
    for name, speed in found.items():
        wall, unit = (speed.wall * 1000, "ms") if name in STARTS else (speed.wall, f"{UNITS.get(name, 'records')}/s")
        print(f"{name:<36}{wall:>10,.0f} {unit}")
    print(f"\n{'':36}{'clock':>8}{'cpu':>8}")
    for ratio in RATIOS:
        what = f"{ratio.ours} / {ratio.theirs}"
        if ratio.theirs not in found:
            print(f"{what:<36}{'–':>8}{'–':>8}  {ratio.theirs} is not installed: pip install -e '.[bench]'")
            continue
        ours, theirs = found[ratio.ours], found[ratio.theirs]
        wall, cpu = ours.wall / theirs.wall, ours.cpu / theirs.cpu
        print(f"{what:<36}{wall:>8.2f}{cpu:>8.2f}  {verdict(ratio, wall)}")


def main() -> None:
    """Make the data, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="Little data and one round: only to see that it runs.")
    parser.add_argument("--job", nargs=2, metavar=("NAME", "FOLDER"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.job:
        print(json.dumps(measure(given.job[0], Path(given.job[1]))))
        return
    sizes = QUICK if given.quick else FULL
    with TemporaryDirectory() as folder:
        make(Path(folder), sizes)
        show(speeds(Path(folder), sizes[3]))


if __name__ == "__main__":
    main()
