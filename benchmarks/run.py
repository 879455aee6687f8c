"""How fast vflog is beside what it can be measured by: `python benchmarks/run.py [--quick] [--page FILE]`.

Everything runs on this machine in this one run: each job in a fresh process, the jobs of a comparison by turns,
the median of the rounds and the lowest and highest of them. What counts are the ratios, not the rates: by the clock
and, which a busy machine disturbs less, by processor time (a job of several threads counts them all there).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import corpora
import kinds

HERE = Path(__file__)
LOGS, ONE, PGN, PHH = "games.jsonl", "one.jsonl", "games.pgn", "hands.phhs"
#: How many games, chess games and poker hands, and how many rounds (starts: their square).
FULL, QUICK = (3000, 300, 400, 5), (20, 3, 5, 1)
#: How many games of each kind of log, at once, four times, sixteen times; so many records of a single game at once.
GROWTH = (1, 4, 16)
KIND_GAMES, KIND_LENGTH = 10, 400
EMPTY = "import typer\napp = typer.Typer()\n@app.command()\ndef main() -> None: ...\napp()\n"


class Ratio(NamedTuple):
    """A comparison: our job beside another; `least` or `most` is what is asked for, `goal` what is wished for, by the
    processor's time or by the `clock`."""

    ours: str
    theirs: str
    least: float | None = None
    goal: float | None = None
    most: float | None = None
    clock: bool = False


class Speed(NamedTuple):
    """Units a second (or, of a start, seconds) by the clock on the wall and by the time of the processor."""

    wall: float
    cpu: float


RATIOS = (
    Ratio("validate", "python-chess", least=7, goal=10),
    Ratio("validate", "pokerkit", least=30, goal=50),
    Ratio("validate", "pokerkit (parsing only)"),
    Ratio("validate", "msgspec", least=0.14, goal=0.25),
    Ratio("load", "read_json", least=0.28, goal=0.75),
    Ratio("load, 2 processes", "read_json", least=0.35, goal=0.75, clock=True),
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


def load(folder: Path, jobs: int = 1) -> Work:
    """Judge all games and put them into a new database (its libraries are there, as for `read_json`)."""
    import vflog
    import vflog.store.load

    def work() -> int:
        with TemporaryDirectory() as new:
            return vflog.load(folder / LOGS, Path(new, "x.duckdb"), jobs=jobs).report.totals.records

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
    "load, 2 processes": lambda folder: load(folder, jobs=2),
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
    wall, cpu = time.perf_counter(), time.process_time() + _children()
    units = work()
    return Speed(units / (time.perf_counter() - wall), units / (time.process_time() + _children() - cpu))


def measure_start(name: str, folder: Path) -> Speed:
    """The seconds that a command takes from start to end, by both clocks."""
    wall, cpu = time.perf_counter(), _children()
    run = subprocess.run([sys.executable, *STARTS[name]], cwd=folder, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    return Speed(time.perf_counter() - wall, _children() - cpu)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def speeds(folder: Path, rounds: int) -> dict[str, list[Speed]]:
    """What every job and start took, by turns in each round."""
    found: dict[str, list[Speed]] = {}
    for _ in range(rounds):
        for name in filter(there, JOBS):
            call = [sys.executable, str(HERE), "--job", name, str(folder)]
            told = subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout
            found.setdefault(name, []).append(Speed(*json.loads(told)))
        for name in STARTS:
            found.setdefault(name, []).append(measure_start(name, folder))
    return found


# -- logs as they really are, and what each stage takes ------------------------------------------------------


def microseconds(path: Path) -> float:
    """Microseconds of processor time a record, judging as the command does."""
    import vflog

    began = time.process_time()
    totals = vflog.validate(path, collect=False, digests=False).totals
    assert set(totals.by_status) == {"valid"}, (path, totals)
    return (time.process_time() - began) / totals.records * 1e6


def of_kinds(folder: Path, rounds: int) -> dict[str, dict[int, list[float]]]:
    """Of each kind of log, and each size, what a record took in each round."""
    games = corpora.games_of(folder / LOGS)
    Random(1).shuffle(games)
    if len(games) < KIND_GAMES * GROWTH[-1]:
        games = games * GROWTH[-1]
    paths: dict[tuple[str, int], Path] = {}
    for times in GROWTH:
        place = folder / f"kinds-{times}"
        place.mkdir()
        for kind in kinds.KINDS:
            paths[kind, times] = kinds.write(place, kind, games[: KIND_GAMES * times])
        for kind in kinds.LONG:
            paths[kind, times] = kinds.write_long(place, kind, (folder / ONE).read_bytes(), KIND_LENGTH * times)
    found: dict[str, dict[int, list[float]]] = {}
    microseconds(folder / ONE)
    for _ in range(rounds):
        for (kind, times), path in paths.items():
            found.setdefault(kind, {}).setdefault(times, []).append(microseconds(path))
    return found


def of_stages(folder: Path) -> dict[str, float]:
    """Microseconds a record of what can be done alone: reading lines, decoding and proving, headers, the rules.

    Each game goes through them all and is dropped, as when a log is judged.
    """
    from vflog.engine.ruleset import dialect_named
    from vflog.engine.settings import Settings
    from vflog.log.header import key_of_game, look_header
    from vflog.log.problems import Place
    from vflog.log.reader import Block, Reader
    from vflog.log.sources import Source
    from vflog.reading.game_opener import GameOpener
    from vflog.reading.garbage import collected_seldom

    path = folder / LOGS
    source, opener = Source(str(path), str(path)), GameOpener(Settings(digests=False))
    dialect = dialect_named("veiled-fate")
    assert dialect is not None
    found: defaultdict[str, float] = defaultdict(float)

    def timed(name: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        out = work()
        found[name] += (time.process_time() - began) * 1e6
        return out

    def read() -> int:
        return sum(len(block.lines) for block in Reader(source.chunks()) if isinstance(block, Block))

    with collected_seldom():
        lines = timed("reading: chunks to lines", read)
        for game in (log.splitlines() for log in corpora.games_of(path)):
            opening = timed("headers: looked at", partial(look_header, game[0], dialect_named))
            key = key_of_game(game[0], opening.header)
            judge = timed(
                "headers: games opened",
                partial(
                    opener.judge, opening, raw=game[0], source=source, place=Place(line=1), game_key=key, on_record=None
                ),
            )
            block = timed("decoding: lines to records, proved", partial(dialect.block, game[1:]))
            offsets = [0] * len(block.items)
            timed("rules, and the loop around them", partial(judge.records, block.items, game[1:], 2, offsets))
            timed("verdicts", judge.finish)
    return {name: value / lines for name, value in found.items()}


def verdict(ratio: Ratio, value: float) -> str:
    """What was asked for, and whether it is so."""
    if ratio.most is not None:
        return f"at most {ratio.most:g}: {'yes' if value <= ratio.most else 'NO'}"
    if ratio.least is None:
        return "for comparison"
    goal = f", goal {ratio.goal:g}: {'yes' if value >= ratio.goal else 'no'}" if ratio.goal is not None else ""
    return f"at least {ratio.least:g}: {'yes' if value >= ratio.least else 'NO'}{goal}"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table of the page."""
    line = "| --- |" + " ---: |" * (len(head) - 1)
    return "\n".join(["| " + " | ".join(head) + " |", line, *("| " + " | ".join(row) + " |" for row in rows)])


def of_ratios(found: dict[str, list[Speed]]) -> str:
    """The comparisons: medians by the clock and by the processor, the lowest and the highest of the rounds."""
    rows = []
    for ratio in RATIOS:
        what = f"{ratio.ours} / {ratio.theirs}"
        if ratio.theirs not in found:
            rows.append((what, "–", "–", "–", "not installed: pip install -e '.[bench]'"))
            continue
        pairs = list(zip(found[ratio.ours], found[ratio.theirs], strict=True))
        wall = median(ours.wall / theirs.wall for ours, theirs in pairs)
        cpu = [ours.cpu / theirs.cpu for ours, theirs in pairs]
        spread = f"{min(cpu):.3g} to {max(cpu):.3g}"
        told = f"by the clock {verdict(ratio, wall)}" if ratio.clock else verdict(ratio, median(cpu))
        rows.append((what, f"{wall:.3g}", f"{median(cpu):.3g}", spread, told))
    return table(("beside", "clock", "processor", "of the rounds", "asked for"), rows)


def of_rates(found: dict[str, list[Speed]]) -> str:
    """What each job does in a second, by the processor."""
    rows = []
    for name, rounds in found.items():
        cpu = median(speed.cpu for speed in rounds)
        rows.append((name, f"{cpu * 1000:,.0f} ms" if name in STARTS else f"{cpu:,.0f} {UNITS.get(name, 'records')}/s"))
    return table(("job", "by the processor"), rows)


def of_logs(found: dict[str, dict[int, list[float]]]) -> str:
    """What a record of each kind of log takes, beside a bare one, and as the log grows."""
    rows = []
    for kind, sizes in found.items():
        beside = [mine / bare for mine, bare in zip(sizes[GROWTH[-1]], found["bare"][GROWTH[-1]], strict=True)]
        grown = [median(sizes[times]) for times in GROWTH]
        spread = f"{min(beside):.2f} to {max(beside):.2f}"
        rows.append((kind, f"{grown[-1]:.2f}", f"{median(beside):.2f}", spread, *(f"{each:.2f}" for each in grown)))
    return table(("log", "µs", "× bare", "of the rounds", *(f"{times}×" for times in GROWTH)), rows)


PAGE = """# Performance

This page is made by `make bench` (`benchmarks/run.py --page docs/performance.md`) in one run on one machine:
{machine}. All figures are processor time (user and system, all threads), medians of {rounds} rounds in which the jobs
took turns; what counts are the ratios. [benchmarks/README.md](../benchmarks/README.md) says what each job does.

## Beside others

{ratios}

{rates}

## Logs as they really are

Microseconds a record, beside a bare log, and for {games} games, four and sixteen times as many (single games: so many
times {length} records). What grows as the log does stays the same in the last three columns.

{logs}

## What each stage takes

Microseconds a record of bare logs, each stage alone; the whole, with hashes, copies and all that lies between, is
{whole:.2f}.

{stages}
"""


def main() -> None:
    """Make the data, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="Little data and one round: only to see that it runs.")
    parser.add_argument("--page", type=Path, help="Write the page there instead of printing it.")
    parser.add_argument("--games", type=int, help="So many simulated games, and of others in proportion.")
    parser.add_argument("--rounds", type=int, help="So many rounds.")
    parser.add_argument("--job", nargs=2, metavar=("NAME", "FOLDER"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.job:
        print(json.dumps(measure(given.job[0], Path(given.job[1]))))
        return
    games, chess, poker, rounds = QUICK if given.quick else FULL
    if given.games:
        games, chess, poker = (max(3, given.games * size // FULL[0]) for size in FULL[:3])
    rounds = given.rounds or rounds
    with TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, (games, chess, poker, rounds))
        found = speeds(folder, rounds)
        if given.quick:
            print(f"\n{of_ratios(found)}\n\n{of_rates(found)}")
            return
        logs = of_kinds(folder, rounds)
        stages = of_stages(folder)
    version = ".".join(map(str, sys.version_info[:2]))
    page = PAGE.format(
        machine=f"{os.cpu_count()} cores, Python {version}, vflog {'compiled' if compiled() else 'as plain Python'}",
        rounds=rounds,
        ratios=of_ratios(found),
        rates=of_rates(found),
        games=KIND_GAMES,
        length=KIND_LENGTH,
        logs=of_logs(logs),
        whole=1e6 / median(speed.cpu for speed in found["validate"]),
        stages=table(("stage", "µs a record"), [(name, f"{value:.2f}") for name, value in stages.items()]),
    )
    if given.page is None:
        print(f"\n{page}")
    else:
        given.page.write_text(page)


if __name__ == "__main__":
    main()
