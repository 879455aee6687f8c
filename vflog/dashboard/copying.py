"""The process that copies a database whenever it has changed, so that nobody who writes to it has to wait for long.

It holds the shared lock only while it copies, in pieces of a few seconds; a copy is good only if nobody wrote between
two pieces. The copy appears under its name when it is whole.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from vflog.store.connect import connect
from vflog.store.errors import Locked, StoreError

#: Seconds: between two looks at the file, that the lock is held at most, that a writer is left to take it.
LOOK, HOLD, PAUSE = 0.2, 2.0, 0.3
#: Bytes copied at once.
_PIECE = 1 << 23

Stamp = tuple[int, ...]


class Copied(msgspec.Struct, kw_only=True):
    """What the process tells: a copy that is there, that somebody else has the file, or why there is no copy."""

    file: str | None = None
    stamp: Stamp | None = None
    #: When it was copied (UTC), as ISO text.
    at: str | None = None
    busy: bool = False
    error: str | None = None


def stamp_of(db: str) -> Stamp | None:
    """By what a change of a database is seen: time and size of its file and its journal; `None` where it is not there.

    Commits change the journal, and closing the file.
    """
    out: list[int] = []
    for name in (db, f"{db}.wal"):
        try:
            status = os.stat(name)
        except OSError:
            if name == db:
                return None
            out += (0, 0, 0)
        else:
            out += (status.st_ino, status.st_size, status.st_mtime_ns)
    return tuple(out)


def follow(db: str, folder: str) -> None:
    """Copy the database into the folder now and whenever it has changed, and tell of each copy on standard output."""
    seen: Stamp | None = ()
    told: Copied | None = None
    for number in range(1, sys.maxsize):
        while (now := stamp_of(db)) == seen:
            time.sleep(LOOK)
        try:
            stamp, at = _copy(db, Path(folder, f"{number}.duckdb"))
        except Locked:
            told = _tell(Copied(busy=True), told)
            time.sleep(LOOK)
            continue
        except (StoreError, OSError) as error:
            sentence = str(error) if isinstance(error, StoreError) else f"{db} cannot be read: {error.strerror}."
            if isinstance(error, FileNotFoundError):
                sentence = f"There is no database at {db}; “vflog load” makes one."
            told = _tell(Copied(error=sentence), told)
            # What is wrong with it may be mended without a change of the file.
            seen = now if isinstance(error, StoreError) and now is not None else ()
            time.sleep(2 * LOOK)
            continue
        told = _tell(Copied(file=os.fspath(Path(folder, f"{number}.duckdb")), stamp=stamp, at=at), None)
        seen = stamp


def _tell(said: Copied, before: Copied | None) -> Copied:
    if said != before:
        sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
        sys.stdout.buffer.flush()
    return said


def _copy(db: str, to: Path) -> tuple[Stamp, str]:
    """A whole copy, with what its journal holds; what it is a copy of, and of when. Raises `StoreError`, `OSError`."""
    if os.path.isdir(db):
        return _folder(db, to)
    part = to.with_suffix(".part")
    while True:
        # The file is opened before the lock is taken and closed after: a process loses its lock with any handle of it.
        with open(db, "rb") as source, open(part, "wb") as target:
            found = _pieces(db, source, target)
        if found is not None:
            with connect(part):  # what the journal holds is put into the copy
                pass
            os.replace(part, to)
            return found
        time.sleep(PAUSE)


def _folder(db: str, to: Path) -> tuple[Stamp, str]:
    """A folder of Parquet files, to which nobody writes, is its own copy."""
    with connect(db, read_only=True):
        os.symlink(os.path.abspath(db), to)
    return stamp_of(db) or (), datetime.now(UTC).isoformat(timespec="seconds")


def _pieces(db: str, source: BinaryIO, target: BinaryIO) -> tuple[Stamp, str] | None:
    """Copy piece by piece, each under the lock; `None` where somebody wrote in between."""
    first: Stamp | None = None
    while True:
        with connect(db, read_only=True):
            now = stamp_of(db)
            first = first if first is not None else now
            if now is None or now != first or now[0] != os.fstat(source.fileno()).st_ino:
                return None
            at = datetime.now(UTC).isoformat(timespec="seconds")
            until = time.monotonic() + HOLD
            while time.monotonic() < until:
                if piece := source.read(_PIECE):
                    target.write(piece)
                    continue
                if os.path.exists(f"{db}.wal"):
                    shutil.copyfile(f"{db}.wal", f"{target.name}.wal")
                return now, at
        time.sleep(PAUSE)


def main() -> None:
    """Run until the process that started this one is gone: then its end of standard input is closed. Whatever ended
    it, nobody needs the copies any more."""
    db, folder = sys.argv[1:]
    threading.Thread(target=follow, args=(db, folder), daemon=True).start()
    sys.stdin.buffer.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    main()
