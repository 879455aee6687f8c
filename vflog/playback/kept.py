"""Where a referee keeps the lines that it accepted: a log file, on disk before a line counts, or memory.

A line is there whole or not at all. A log that a crash has cut off in its last line is mended when it is gone on with.
"""

from __future__ import annotations

import os
from array import array
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol

from vflog.log.faults import Fault, quoted
from vflog.log.reader import LONGEST
from vflog.log.strict import parse

#: What may be read at once at the end of a log: its last line, and the one before.
_TAIL = 2 * LONGEST + 4


class LogError(OSError):
    """A log cannot be written or gone on with; the text is the sentence to print."""


class Keeper(Protocol):
    """Keeps lines, those of several games one after the other; `path` is that of their file, if they have one."""

    path: str | None

    def append(self, raw: bytes) -> int:
        """Keep a line for good; gives where it is. Raises `OSError`, and then it is not kept."""

    def line(self, where: int) -> bytes:
        """The line that is there."""

    def close(self) -> None:
        """No more lines."""


class InMemory:
    """Lines that nobody wants in a file."""

    path: str | None = None

    def __init__(self) -> None:
        self._lines: list[bytes] = []

    def append(self, raw: bytes) -> int:
        """Keep a line."""
        self._lines.append(raw)
        return len(self._lines) - 1

    def line(self, where: int) -> bytes:
        """The line that is there."""
        return self._lines[where]

    def close(self) -> None:
        """No more lines."""


class LogFile:
    """A log that lines are appended to, each on disk (fsync) when `append` returns.

    Where a line cannot be written in full, what is there of it is taken away again. Raises `FileExistsError` where
    there is a file and it is not to be gone on with (`resume`), `LogError` where another process writes to it.
    """

    def __init__(self, path: str, *, resume: bool = False) -> None:
        self.path: str | None = path
        new = not os.path.lexists(path)
        flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._fd = os.open(path, flags | (0 if resume and not new else os.O_CREAT | os.O_EXCL), 0o666)
        self._broken = False
        try:
            _lock(self._fd, path)
            if new:
                _sync_folder(path)
            self._end, self._cut = _ends(self._fd, path)
        except BaseException:
            os.close(self._fd)
            raise

    def mend(self) -> str | None:
        """Mend the end of a log that a crash has cut off; what was done, if anything was, as a sentence."""
        cut, self._cut = self._cut, None
        if cut is None:
            return None
        if cut:
            os.ftruncate(self._fd, self._end)
            gone = f"its {len(cut)} bytes, which were never answered, are taken away: {quoted(cut)}"
            done = f"The last line of {self.path} was cut off; {gone}"
        else:
            self._end += os.write(self._fd, b"\n")
            done = f"The last line of {self.path} was complete but for its newline, which is there now."
        os.fsync(self._fd)
        return done

    def append(self, raw: bytes) -> int:
        """Write a line, on disk before this returns; gives its offset. Raises `OSError`."""
        if self._broken:
            raise LogError("an earlier line could not be written, and what was there of it could not be taken away")
        self.mend()
        where, data = self._end, raw + b"\n"
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._fd, rest) :]
            os.fsync(self._fd)
        except BaseException:
            self._take_away(where)
            raise
        self._end = where + len(data)
        return where

    def _take_away(self, where: int) -> None:
        try:
            os.ftruncate(self._fd, where)
            os.fsync(self._fd)
        except OSError:
            self._broken = True

    def line(self, where: int) -> bytes:
        """The line at an offset."""
        data = os.pread(self._fd, 4096, where)
        while b"\n" not in data:
            more = os.pread(self._fd, LONGEST, where + len(data))
            if not more:
                break
            data += more
        line = data.partition(b"\n")[0].removesuffix(b"\r")
        return line.removeprefix(BOM_UTF8) if where == 0 else line

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """All whole lines that are there, each with its offset."""
        where = 0
        with open(self._fd, "rb", closefd=False) as file:
            file.seek(0)
            while where < self._end:
                raw = file.readline()
                yield where, raw
                where += len(raw)

    def close(self) -> None:
        """No more lines; all that were accepted are on disk already."""
        os.close(self._fd)


class Replayed:
    """The lines of a log that is gone on with, each offered once more where it stands. `taken`: it still is legal."""

    def __init__(self, log: LogFile) -> None:
        self._log = log
        self.path = log.path
        self.where = 0
        self.taken = False

    def append(self, raw: bytes) -> int:
        """The line stands already."""
        self.taken = True
        return self.where

    def line(self, where: int) -> bytes:
        """The line that is there."""
        return self._log.line(where)

    def close(self) -> None:
        """Nothing was opened."""


class GameLines:
    """The lines of one game among all that a keeper keeps."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.newest = b""
        self._where = array("q")

    def append(self, raw: bytes) -> None:
        """Keep the game's next line. Raises `OSError`."""
        self._where.append(self.keeper.append(raw))
        self.newest = raw

    def __len__(self) -> int:
        return len(self._where)

    def __iter__(self) -> Iterator[bytes]:
        return self.after(0)

    def after(self, first: int) -> Iterator[bytes]:
        """The lines but for so many at the beginning."""
        return map(self.keeper.line, self._where[first:])


def _ends(fd: int, path: str) -> tuple[int, bytes | None]:
    """Where the whole lines of a log end, and what stands there after them; `b""` where the last one is whole but for
    its newline, `None` where nothing is to be mended."""
    size = os.fstat(fd).st_size
    start = max(0, size - _TAIL)
    tail = os.pread(fd, size - start, start)
    whole, newline, last = tail.rpartition(b"\n")
    if not last:
        return size, None
    if not newline and start > 0:
        raise LogError(f"{path} cannot be gone on with: its last line is longer than a line may be.")
    try:
        parse(last.removesuffix(b"\r"))
    except Fault:
        return start + len(whole) + len(newline), last
    return size, b""


def _lock(fd: int, path: str) -> None:
    """Two referees never write to one log (where the system can tell)."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise LogError(f"{path} is being written to by another process.") from None
    except OSError:
        return  # a file system without locks


def _sync_folder(path: str) -> None:
    """The name of a new file on disk too."""
    with suppress(OSError):
        fd = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
