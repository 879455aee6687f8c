"""Lets so many faults happen, each at a random moment of a command, and looks at what is left: seeded, each is told."""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.faults.kinds import KINDS, VFLOG, Kind, Ran, happen
from vflog import api, services
from vflog.log import stage
from vflog.store.errors import StoreError

#: The folder for temporary files.
TEMPORARY = "tmp"
DB, PAGES, TABLES = "games.duckdb", "pages", "tables"
#: What may lie beside a database that was not closed, until the next load.
_OPEN = re.compile(rf"{re.escape(DB)}(\.wal(\.checkpoint|\.recovery)?|\.[0-9a-f]{{8}}\.tmp)?")
_STAGE = re.compile(r"\.[\w.]+\.[a-z0-9_]{8}\.part")
#: What is told of an earlier run, and of nothing that goes wrong now.
_OF_EARLIER = "an earlier run was broken off."
#: What is said of a process that got too little memory, before it is tried once more.
_AGAIN = "its part is judged again."


class Wrong(Exception):
    """What was left is not as it must be."""


class Command(NamedTuple):
    """A command: its arguments, whether it begins with a database, what must be there after, and the same in Python."""

    arguments: tuple[str, ...]
    from_database: bool
    output: str
    again: Callable[[Path], object]


def _load(*folders: str) -> Callable[[Path], object]:
    return lambda root: api.load([root / name for name in folders], root / DB)


COMMANDS: dict[str, Command] = {
    "load": Command(("load", "logs", "--db", DB), False, DB, _load("logs")),
    "load more": Command(("load", "logs", "more", "--db", DB), True, DB, _load("logs", "more")),
    "load by two": Command(("load", "logs", "more", "--db", DB, "--jobs", "2"), True, DB, _load("logs", "more")),
    "report": Command(
        ("report", "--db", DB, "--out", PAGES, "--force"), True, PAGES,
        lambda root: api.report(db=root / DB, out=root / PAGES, force=True),
    ),
    "report of logs": Command(
        ("report", "few", "--out", PAGES, "--force"), False, PAGES,
        lambda root: api.report([root / "few"], out=root / PAGES, force=True),
    ),
    "export": Command(
        ("export", "--db", DB, "--out", TABLES, "--format", "csv,parquet", "--force"), True, TABLES,
        lambda root: services.export(root / DB, root / TABLES, forms=("csv", "parquet"), only=None, force=True),
    ),
}  # fmt: skip
#: What takes `--memory`.
_LIMITED = frozenset({"load", "load more", "load by two", "export"})


def _games(count: int, seed: int, name: str) -> Iterator[tuple[str, bytes]]:
    return services.simulate(count, seed, ruleset="veiled-fate", players=3, expansions=("hadria",), game=name)


class Bench:
    """The logs, what the commands make of them undisturbed, and how long that takes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.inputs = root / "inputs"
        for name, games, seed in (("logs", 4, 1), ("more", 8, 2), ("few", 1, 3)):
            (self.inputs / name).mkdir(parents=True)
            for game, lines in _games(games, seed, name):
                (self.inputs / name / f"{game}.jsonl").write_bytes(lines)
        (self.inputs / "more" / "big.jsonl").write_bytes(b"".join(lines for _, lines in _games(24, 4, "big")))
        self.start = self._loaded(("logs",))
        # Until Python has begun to run us it ends as it likes.
        began = time.monotonic()
        subprocess.run([*VFLOG, "--version"], capture_output=True, check=True)
        begun = time.monotonic() - began
        self.lasts: dict[str, tuple[float, float]] = {}
        self.right: dict[str, str] = {}
        for name, command in COMMANDS.items():
            folder = self.folder(command)
            began = time.monotonic()
            ran, _ = happen(Kind("nothing", frozenset()), command.arguments, folder, (0, 0), random.Random(0))
            self.lasts[name] = (begun, begun + time.monotonic() - began)
            if ran.code or ran.said:
                raise Wrong(f"undisturbed, {name} ends with {ran}")
            self.right[name] = content(folder / command.output)
            shutil.rmtree(folder)

    def _loaded(self, folders: Sequence[str]) -> Path:
        path = self.root / DB
        api.load([self.inputs / name for name in folders], path)
        return path

    def folder(self, command: Command) -> Path:
        """A folder to try a command in."""
        folder = Path(tempfile.mkdtemp(dir=self.root, prefix="try-"))
        for name in ("logs", "more", "few"):
            (folder / name).symlink_to(self.inputs / name)
        (folder / TEMPORARY).mkdir()
        if command.from_database:
            shutil.copy(self.start, folder / DB)
        return folder


def content(path: Path) -> str:
    """A digest of a database or of the files of a folder."""
    if path.suffix == ".duckdb":
        found = services.db_check(path)
        if found:
            raise Wrong(f"the database is not sound: {found[0].text}")
        return services.db_digest(path)
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return hashlib.sha256(
        b"".join(str(f.relative_to(path)).encode() + hashlib.sha256(f.read_bytes()).digest() for f in files)
    ).hexdigest()


@contextmanager
def _in(folder: Path) -> Iterator[None]:
    """Work there, where paths and temporary files are those of the command."""
    before, temporary = Path.cwd(), tempfile.tempdir
    os.chdir(folder)
    tempfile.tempdir = str(folder / TEMPORARY)
    try:
        yield
    finally:
        os.chdir(before)
        tempfile.tempdir = temporary


@contextmanager
def full(folder: Path, size: int) -> Iterator[None]:
    """The folder on a small disk of its own, as far as one can be made here."""
    kept = folder.with_name(f"{folder.name}-kept")
    folder.rename(kept)
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True, capture_output=True)
    try:
        shutil.copytree(kept, folder, symlinks=True, dirs_exist_ok=True)
        yield
        shutil.rmtree(kept)
        shutil.copytree(folder, kept, symlinks=True)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True, capture_output=True)
        folder.rmdir()
        kept.rename(folder)


def can_mount(root: Path) -> bool:
    """Whether a small disk can be made here."""
    trial = root / "disk"
    trial.mkdir()
    try:
        with full(trial, 1 << 20):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False
    finally:
        shutil.rmtree(trial, ignore_errors=True)
        shutil.rmtree(root / "disk-kept", ignore_errors=True)


def one(bench: Bench, kind: Kind, name: str, chance: random.Random) -> tuple[str, int]:
    """Let one fault happen; it in words, and the exit code. Raises `Wrong`."""
    command = COMMANDS[name]
    folder = bench.folder(command)
    try:
        if kind.full is None:
            ran, what = happen(kind, command.arguments, folder, bench.lasts[name], chance)
        else:
            least, most = kind.full
            size = int(least * (most / least) ** chance.random())
            size += sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
            with full(folder, size):
                ran, _ = happen(kind, command.arguments, folder, bench.lasts[name], chance)
            what = f"{kind.name} of {size >> 10} kB"
        try:
            _ended_well(ran, kind)
            _whole(bench, command, folder)
            _completed(bench, name, command, folder)
        except (Wrong, StoreError, OSError) as wrong:
            raise Wrong(f"{name}, {what} (exit code {ran.code}): {wrong}") from None
        return what, ran.code
    finally:
        shutil.rmtree(folder)


def _ended_well(ran: Ran, kind: Kind) -> None:
    if ran.code not in kind.codes | {0}:
        raise Wrong(f"it said: {ran.said.strip()[-400:]!r}")
    said = [line for line in ran.said.splitlines() if not line.endswith((_OF_EARLIER, _AGAIN))]
    told = {0: 0, 1: 0}.get(ran.code, 1) if ran.code >= 0 else None
    if told is not None and (len(said) != told or not all(line.startswith("vflog: ") for line in said)):
        raise Wrong(f"it said {len(said)} lines: {ran.said[-400:]!r}")


def _whole(bench: Bench, command: Command, folder: Path) -> None:
    """What is there after the fault can be read, and is whole."""
    db = folder / DB
    if command.from_database and not db.exists():
        raise Wrong("the database is gone")
    if command.from_database and command.output != DB:
        if db.read_bytes() != bench.start.read_bytes():
            raise Wrong("the database was written to")
    elif db.exists():
        try:
            found = services.db_check(db)
        except StoreError as error:
            raise Wrong(f"the database cannot be read: {error}") from None
        if found:
            raise Wrong(f"the database is not sound: {found[0].text}")
    odd = [p.name for p in folder.iterdir() if not (_OPEN.fullmatch(p.name) or _STAGE.fullmatch(p.name))]
    if left := sorted(set(odd) - {"logs", "more", "few", TEMPORARY, PAGES, TABLES}):
        raise Wrong(f"there is something else: {left}")


def _completed(bench: Bench, name: str, command: Command, folder: Path) -> None:
    """The next run does the rest and leaves nothing lying about."""
    said: list[str] = []
    stage.listener = said.append
    with _in(folder):
        command.again(Path())
    if left := [sentence for sentence in said if not sentence.endswith(_OF_EARLIER)]:
        raise Wrong(f"the next run says {left}")
    if content(folder / command.output) != bench.right[name]:
        raise Wrong("what the next run leaves is not what an undisturbed one leaves")
    there = {path.name for path in folder.iterdir()} - {"logs", "more", "few", TEMPORARY, command.output}
    if left := sorted(there - ({DB} if command.from_database else set())):
        raise Wrong(f"the next run leaves {left}")
    if hidden := sorted(path.name for path in folder.rglob(".*")):
        raise Wrong(f"the next run leaves {hidden}")


def main() -> int:
    """1 where something was lost, doubled, left behind or badly told."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the number of the first fault")
    parser.add_argument("--only", metavar="WORD", default="", help="only what has this word in its name")
    given = parser.parse_args()
    os.environ.pop("VFLOG_TRACEBACK", None)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        bench = Bench(Path(folder))
        mounts = can_mount(Path(folder))
        tried = [
            (kind, name)
            for kind in KINDS
            for name in COMMANDS
            if (mounts or not kind.full)
            and (kind.memory is None or name in _LIMITED)
            and given.only in f"{kind.name} {name}"
        ]
        print(
            f"{'a' if mounts else 'no'} small disk can be mounted; {len(tried)} kinds of faults",
            flush=True,
        )
        return _all(bench, tried, range(given.first - 1, given.first - 1 + given.count), given.seed)


def _all(bench: Bench, tried: Sequence[tuple[Kind, str]], numbers: range, seed: int) -> int:
    codes: dict[str, Counter[int]] = {}
    wrong: list[str] = []
    began = time.monotonic()
    for i in numbers:
        kind, name = tried[i % len(tried)]
        try:
            what, code = one(bench, kind, name, random.Random(f"{seed} {i}"))
            codes.setdefault(kind.name, Counter())[code] += 1
            print(f"{i + 1:4} {name}, {what}: exit code {code}", flush=True)
        except Wrong as error:
            wrong.append(str(error))
            print(f"{i + 1:4} WRONG {error}", flush=True)
    print(f"{len(numbers)} faults in {time.monotonic() - began:.0f} s, {len(wrong)} of them not survived")
    for kind_name, counted in codes.items():
        print(f"  {kind_name}: {', '.join(f'{n} times exit code {code}' for code, n in sorted(counted.items()))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
