"""Two builds side by side: the same verdicts, digests and tables of many games, byte by byte, whatever is done to them.

    python -m tests.differential [--games N] [--seed S] [--old PYTHON] [--new PYTHON] [--old-path DIR] [--new-path DIR]

Simulated games of both rulesets and random ones with mistakes, takebacks, amends and rulings are written as different
front ends would (times, own fields, spaces, escapes), and a part of them is damaged: lines dropped, doubled, moved,
cut, bytes changed. Each build is an interpreter, and where it takes its sources from (else the package that is
installed there). By default the sources here are compared with the package installed in `.venv`. Exit code 1 where
anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from typing import Any, Self

from tests.store.prove import mistaken, simulated

ROOT = Path(__file__).parents[1]
#: What each build is asked: folders on stdin, for each a line with the hash of the report and that of the tables.
_ASKED = """
import hashlib, pathlib, sys, msgspec, vflog
from vflog import services
for place in map(pathlib.Path, sys.stdin.read().splitlines()):
    logs = place / "logs"
    report = vflog.validate([logs], content=[place, PACKS])
    shown = msgspec.json.encode([report.totals, report.files, report.problems, [
        (g.game, g.game_key, g.line, g.status, g.records, g.applied, g.refused, g.taken_back, g.unjudged, g.winners,
         g.digest, g.public, g.problems) for g in report.games]])
    db = place / "NAME.duckdb"
    vflog.load([logs], db, content=[place, PACKS])
    print(hashlib.sha256(shown).hexdigest(), services.db_digest(db), report.totals.games, flush=True)
    db.unlink()
"""


class Build:
    """An interpreter with a vflog of its own."""

    def __init__(self, name: str, python: str, path: str | None) -> None:
        self.name, self._python, self._path = name, python, path

    def start(self, places: list[Path]) -> Self:
        """Begin to judge and load what lies in these folders."""
        packs = str(ROOT / "tests" / "vectors" / "packs")
        source = _ASKED.replace("PACKS", repr(packs)).replace("NAME", self.name)
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        if self._path is not None:
            environment["PYTHONPATH"] = self._path
        self._run = subprocess.Popen(
            [self._python, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
            cwd=places[0].parent,
        )  # fmt: skip
        self._asked = "\n".join(map(str, places))
        return self

    def told(self) -> list[str]:
        """What it says of each."""
        out, _ = self._run.communicate(self._asked)
        if self._run.returncode:
            raise SystemExit(f"the {self.name} build has failed")
        return out.splitlines()


# -- how logs are written, and damaged -----------------------------------------------------------------------


def _own(record: dict[str, Any], dice: random.Random) -> None:
    name = dice.choice(("x_ms", "x_ui", "x_who", "x_path"))
    record[name] = dice.choice(
        (dice.randrange(10**6), {"x": 1, "y": dice.random()}, "Zoë/é", [1, "two", None], {"a": [1]})
    )
    if dice.random() < 0.2:
        record["x_more"] = "more"


def rewritten(data: bytes, dice: random.Random) -> bytes:
    """The same log as another front end would write it."""
    separators = dice.choice(((",", ":"), (", ", ": "), (", ", ":")))
    dump = json.JSONEncoder(ensure_ascii=dice.random() < 0.5, separators=separators).encode
    own, timed, named = dice.random() < 0.4, dice.random() < 0.4, dice.random() < 0.3
    second, out, game = 0, [], None
    for raw in data.splitlines():
        record = json.loads(raw)
        game = record.get("game", game)
        if timed:
            second += dice.randrange(50)
            zone = dice.choice(("Z", "Z", ".250+01:00")) if dice.random() < 0.1 else "Z"
            record["at"] = f"2026-03-14T{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02}{zone}"
        if named and game is not None:
            record["game"] = game
        if own and dice.random() < 0.8:
            _own(record, dice)
        if dice.random() < 0.02:
            record = dict(sorted(record.items(), key=lambda _: dice.random()))
        out.append(dump(record).encode())
    return b"\n".join(out) + b"\n"


_PIECES = (b'"', b",", b"}", b"{", b"\\", b"1", b"?", b',"x_a":1', b',"n":7', b"\xff", rb"\u00e9", b" ", b"")


def _changed(line: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(line) + 1)
    piece = dice.choice(_PIECES)
    return line[:at] + piece + line[at + dice.randrange(3) :]


def _valued(line: bytes, dice: random.Random) -> bytes:
    """A field with a value of another one."""
    try:
        record = json.loads(line)
        one, other = dice.choice([*record]), dice.choice([*record])
        record[one] = record[other]
        return json.dumps(record, separators=(",", ":")).encode()
    except (ValueError, IndexError, TypeError):
        return line


_DAMAGES: tuple[Callable[[list[bytes], int, random.Random], None], ...] = (
    lambda lines, i, dice: lines.pop(i) and None,
    lambda lines, i, dice: lines.insert(i, lines[i]),
    lambda lines, i, dice: lines.insert(dice.randrange(len(lines)), lines.pop(i)),
    lambda lines, i, dice: lines.__setitem__(i, _changed(lines[i], dice)),
    lambda lines, i, dice: lines.__setitem__(i, _valued(lines[i], dice)),
    lambda lines, i, dice: lines.insert(i, b""),
    lambda lines, i, dice: lines.insert(i, b'{"type":"takeback","n":%d,"to":%d}' % (i, max(0, i - dice.randrange(9)))),
    lambda lines, i, dice: lines.insert(i, b'{"type":"claim","phase":"turn","age":%d}' % dice.randrange(4)),
)


def damaged(data: bytes, dice: random.Random) -> bytes:
    """A log to which up to three things have happened."""
    lines = data.split(b"\n")
    for _ in range(dice.randint(1, 3)):
        if lines:
            dice.choice(_DAMAGES)(lines, dice.randrange(len(lines)), dice)
    return b"\n".join(lines)


def prepared(place: Path, dice: random.Random) -> Path:
    """The logs of a portion as front ends and accidents leave them, in a folder of their own."""
    (place / "logs").mkdir()
    for log in sorted(place.glob("*.jsonl")):
        data = log.read_bytes()
        if dice.random() < 0.6:
            data = rewritten(data, dice)
        if dice.random() < 0.6:
            data = damaged(data, dice)
        (place / "logs" / log.name).write_bytes(data)
        log.unlink()
    return place


def main() -> int:
    """1 where the builds differ."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--games", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--old", default=sys.executable, help="the interpreter of one build")
    parser.add_argument("--new", default=str(ROOT / ".venv" / "bin" / "python"), help="and of the other")
    parser.add_argument("--old-path", default=None, help="where its sources lie, if not installed")
    parser.add_argument("--new-path", default=None)
    given = parser.parse_args()
    old_path = given.old_path or (None if given.old != sys.executable else str(ROOT))
    builds = [Build("old", given.old, old_path), Build("new", given.new, given.new_path)]
    dice, done, differing, began = random.Random(f"differential {given.seed}"), 0, 0, time.monotonic()
    kept = Path(tempfile.gettempdir()) / "vflog-differential"
    with tempfile.TemporaryDirectory(prefix="vflog-differential-") as name:
        half = given.games // 2
        portions = chain(simulated(given.games - half, given.seed, Path(name)), mistaken(half, given.seed, Path(name)))
        while some := [prepared(place, dice) for place, _, _ in islice(portions, 8)]:
            running = [build.start(some) for build in builds]
            told = [build.told() for build in running]
            for place, one, other in zip(some, *told, strict=True):
                done += int(one.split()[2])
                if one != other:
                    differing += 1
                    shutil.copytree(place, kept / place.name, dirs_exist_ok=True)
                    print(f"DIFFERENT: {kept / place.name}\n  {one}\n  {other}", flush=True)
                shutil.rmtree(place)
            print(f"{done} games, {differing} portions differ, after {time.monotonic() - began:.0f} s", flush=True)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
