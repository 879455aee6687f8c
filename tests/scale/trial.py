"""A large corpus judged and loaded by one process and by two, with time, memory and size; killed midway, completed.

    python -m tests.scale.trial [--games N] [--of N] [--jobs N] [--out DIR]

N games are made out of so many simulated ones (`--of`) under other ids, in files of a thousand games, and thrown away
in the end. Prints a table, and exit code 1 where bytes or digests differ.
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
from pathlib import Path
from typing import Any

from vflog import services
from vflog.games import DEFAULT

ROOT = Path(__file__).parents[2]
IN_A_FILE = 1000


def made(folder: Path, games: int, of: int) -> int:
    """Files with so many games; the number of their bytes."""
    logs = [data for _, data in services.simulate(of, 1, game="sim", ruleset=DEFAULT)]
    ids = [data.split(b'"game":"', 1)[1].split(b'"', 1)[0] for data in logs]
    count = size = 0
    while count < games:
        with open(folder / f"{count // IN_A_FILE:06}.jsonl", "wb") as file:
            for _ in range(min(IN_A_FILE, games - count)):
                log, id = logs[count % of], ids[count % of]
                size += file.write(log.replace(b'"game":"' + id + b'"', b'"game":"g%d"' % count))
                count += 1
    return size


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


def run(*arguments: object, kill_after: float | None = None) -> dict[str, Any]:
    """A command: its output's digest, seconds, processor seconds of all processes, the largest memory."""
    command = [sys.executable, "-m", "vflog", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    begun, before = time.monotonic(), os.times()
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE)
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


def main() -> int:
    """Run the trial."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=20_000)
    asked.add_argument("--of", type=int, default=300)
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--out", default=None)
    given = asked.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory(dir=given.out) as place:
        logs = Path(place, "logs")
        logs.mkdir()
        size = made(logs, given.games, given.of)
        print(f"{given.games} games, {size / 1e6:.0f} MB; load average {os.getloadavg()[0]:.1f}")
        told: dict[str, dict[int, dict[str, Any]]] = {"validate": {}, "load": {}}
        dbs = {jobs: Path(place, f"{jobs}.duckdb") for jobs in (1, given.jobs)}
        for jobs, db in dbs.items():
            told["validate"][jobs] = run("validate", logs, "--format", "jsonl", "--jobs", jobs)
            told["load"][jobs] = run("load", logs, "--db", db, "--jobs", jobs)
            told["load"][jobs]["digest"] = run("db", "digest", "--db", db)["digest"]
        for what, by in told.items():
            for jobs, each in by.items():
                rate = given.games / each["seconds"]
                print(
                    f"{what:9} {jobs} process(es): {each['seconds']:8.1f} s, {each['cpu']:8.1f} s of processors, "
                    f"{rate:8.0f} games/s, {each['peak'] / 1e6:6.0f} MB at most"
                )
            one, many = by[1], by[given.jobs]
            same = one["digest"] == many["digest"]
            wrong += not same
            print(f"{what:9} {one['seconds'] / many['seconds']:.2f} times as fast; {'equal' if same else 'NOT EQUAL'}")
        print(f"database: {dbs[1].stat().st_size / 1e6:.0f} MB, {dbs[1].stat().st_size / given.games:.0f} bytes a game")
        killed = Path(place, "killed.duckdb")
        run("load", logs, "--db", killed, "--jobs", given.jobs, kill_after=told["load"][given.jobs]["seconds"] / 2)
        again = run("load", logs, "--db", killed, "--jobs", given.jobs)
        same = run("db", "digest", "--db", killed)["digest"] == told["load"][1]["digest"]
        wrong += not same
        print(f"killed in the middle, completed in {again['seconds']:.1f} s: {'equal' if same else 'NOT EQUAL'}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
