"""A large corpus judged and loaded by one process and by two, with time, memory and size; killed midway, completed.

    python -m tests.scale.trial [--games N] [--of N] [--jobs N] [--out DIR]

N games are made by many processes, in files of a thousand games (or twenty files), each out of so many simulated ones
of its own (`--of`) under other ids, and thrown away in the end. Prints a table, what a million games would come to, and
exit code 1 where bytes or digests differ, or memory grows with the corpus.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from vflog import services
from vflog.games import DEFAULT

ROOT = Path(__file__).parents[2]
IN_A_FILE = 1000
#: A smaller corpus, to see whether memory grows; what may be kept of each game in each process; how much else.
SMALLER, A_GAME, GROWTH = 20, 128, 1.1
_READ = """\
import duckdb, sys, time
begun = time.monotonic()
connection = duckdb.connect(sys.argv[1])
connection.execute("SET threads = 2")
read = "SELECT * FROM read_json(?, format = 'newline_delimited', sample_size = -1)"
connection.execute(f"CREATE TABLE lines AS {read}", [sys.argv[2]])
connection.close()
print(time.monotonic() - begun)
"""


def file_of(folder: Path, of: int, games: int, each: int, number: int) -> int:
    """A file with `each` of so many games, or the rest; the number of its bytes."""
    logs = [data for _, data in services.simulate(of, 1 + number, game="sim", ruleset=DEFAULT)]
    ids = [data.split(b'"game":"', 1)[1].split(b'"', 1)[0] for data in logs]
    size, first = 0, number * each
    with open(folder / f"{number:06}.jsonl", "wb") as file:
        for count in range(first, min(first + each, games)):
            log, id = logs[count % of], ids[count % of]
            size += file.write(log.replace(b'"game":"' + id + b'"', b'"game":"g%d"' % count))
    return size


def made(folder: Path, games: int, of: int, jobs: int) -> int:
    """Files with so many games, made by many processes; the number of their bytes."""
    each = max(1, min(IN_A_FILE, games // SMALLER))
    with ProcessPoolExecutor(jobs) as pool:
        return sum(pool.map(partial(file_of, folder, of, games, each), range(-(-games // each))))


def memory(process: int) -> int:
    """The memory that a process and those that it began have of their own, in bytes."""
    total = 0
    try:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) << 10
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            total += memory(int(child))
    except OSError:
        pass
    return total


def command() -> list[str]:
    """The command as it is installed beside this Python, compiled where that could be done; else the sources here."""
    installed = Path(sys.executable).with_name("vflog")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "vflog"]


def run(*arguments: object, kill_after: float | None = None) -> dict[str, Any]:
    """A command: its output's digest, seconds, processor seconds of all processes, the largest memory."""
    begun, before = time.monotonic(), os.times()
    process = subprocess.Popen([*command(), *map(str, arguments)], stdout=subprocess.PIPE)
    peak = 0

    def watch() -> None:
        nonlocal peak
        while process.poll() is None:
            peak = max(peak, memory(process.pid))
            time.sleep(0.2)
            if kill_after is not None and time.monotonic() - begun > kill_after:
                process.kill()

    watching = threading.Thread(target=watch)
    watching.start()
    digest = hashlib.sha256()
    assert process.stdout is not None
    while data := process.stdout.read(1 << 16):
        digest.update(data)
    process.wait()
    watching.join()
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return {
        "digest": digest.hexdigest(), "seconds": time.monotonic() - begun, "cpu": used, "peak": peak,
        "code": process.returncode,
    }  # fmt: skip


def row(what: str, told: dict[str, Any], games: int) -> None:
    """A line of the table, and what a million games would take."""
    rate = games / told["seconds"]
    print(
        f"{what:24} {told['seconds']:8.1f} s, {told['cpu']:8.1f} s of processors, {rate:8.0f} games/s, "
        f"{told['peak'] / 1e6:6.0f} MB at most; a million: {1e6 / rate / 60:5.0f} min",
        flush=True,
    )


def main() -> int:
    """Run the trial."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20_000)
    asked.add_argument("--of", type=int, default=20)
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--out", default=None)
    given = asked.parse_args()
    games, many = given.games, given.jobs
    wrong = 0
    with tempfile.TemporaryDirectory(dir=given.out) as place:
        logs = Path(place, "logs")
        logs.mkdir()
        begun = time.monotonic()
        size = made(logs, games, given.of, many)
        took = time.monotonic() - begun
        print(f"{games} games, {size / 1e6:.0f} MB, made in {took:.0f} s; load average {os.getloadavg()[0]:.1f}")
        part = sorted(logs.iterdir())[: max(1, len([*logs.iterdir()]) // SMALLER)]
        told: dict[str, dict[int, dict[str, Any]]] = {"validate": {}, "load": {}}
        dbs = {jobs: Path(place, f"{jobs}.duckdb") for jobs in (1, many)}
        for jobs, db in dbs.items():
            small = run("validate", *part, "--format", "jsonl", "--jobs", jobs)["peak"]
            told["validate"][jobs] = run("validate", logs, "--format", "jsonl", "--jobs", jobs)
            row(f"validate, {jobs} process(es)", told["validate"][jobs], games)
            grown = (told["validate"][jobs]["peak"] - A_GAME * games * jobs) / small
            wrong += grown > GROWTH
            print(f"  beside {A_GAME} bytes a game a process {grown:.2f} times the memory for {len(part)} file(s)")
            told["load"][jobs] = run("load", logs, "--db", db, "--jobs", jobs)
            row(f"load, {jobs} process(es)", told["load"][jobs], games)
            told["load"][jobs]["digest"] = run("db", "digest", "--db", db)["digest"]
        for what, by in told.items():
            one, two = by[1], by[many]
            same = one["digest"] == two["digest"]
            wrong += not same
            print(f"{what:9} {one['seconds'] / two['seconds']:.2f} times as fast; {'equal' if same else 'NOT EQUAL'}")
        held = dbs[1].stat().st_size
        print(f"database: {held / 1e6:.0f} MB, {held / games:.0f} bytes a game; a million: {held / games / 1e3:.1f} GB")
        row("report", run("report", "--db", dbs[1], "--out", Path(place, "pages")), games)
        dbs[1].unlink()
        read = [sys.executable, "-c", _READ, str(Path(place, "read.duckdb")), str(logs / "*.jsonl")]
        seconds = float(subprocess.run(read, capture_output=True, text=True, check=True).stdout.split()[-1])
        rate = seconds / told["load"][many]["seconds"]
        print(f"read_json {seconds:8.1f} s; load by {many} is at {rate:.2f} of its rate")
        killed = Path(place, "killed.duckdb")
        run("load", logs, "--db", killed, "--jobs", many, kill_after=told["load"][many]["seconds"] / 2)
        again = run("load", logs, "--db", killed, "--jobs", many)
        same = run("db", "digest", "--db", killed)["digest"] == told["load"][1]["digest"]
        wrong += not same
        print(f"killed in the middle, completed in {again['seconds']:.1f} s: {'equal' if same else 'NOT EQUAL'}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
