"""How far a command has come, on a terminal's standard error, for anything that takes more than a second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from types import TracebackType

from vflog.cli import terminal

#: Nothing is shown before this many seconds, and not more often than this.
_AFTER, _EVERY = 1.0, 0.1
_ERASE = "\r\x1b[K"


class Progress:
    """Told of the bytes that are read (called with their number), of games or of pages done."""

    def __init__(self, paths: Iterable[str] = (), *, games: int | None = None) -> None:
        self._shows = terminal.on_terminal(sys.stderr)
        self._total = _size(paths) if self._shows and games is None else None
        self._games = games or 0
        self._bytes = self._done = self._of = 0
        self._what = ""
        self._begun = self._last = time.monotonic()
        self._line = False

    def __call__(self, count: int, name: str) -> None:
        """So many bytes more of that input have been read."""
        self._bytes += count
        self._show()

    def game(self) -> None:
        """One game more is done."""
        self._done, self._of, self._what = self._done + 1, self._games, "games"
        self._show()

    def pages(self, done: int, total: int) -> None:
        """So many pages of so many are written."""
        self._done, self._of, self._what = done, total, "pages"
        self._show()

    def __enter__(self) -> Progress:
        terminal.before_data = self.erase if self._shows else None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.erase()
        terminal.before_data = None

    def erase(self) -> None:
        """Take the line away, so that something else can be written."""
        if self._line:
            self._line = False
            self._write(_ERASE)

    def _show(self) -> None:
        if not self._shows:
            return
        now = time.monotonic()
        if now - self._begun < _AFTER or now - self._last < _EVERY:
            return
        self._last, self._line = now, True
        self._write(_ERASE + self._text(now - self._begun))

    def _text(self, seconds: float) -> str:
        parts = []
        if self._bytes:
            done = _bytes(self._bytes)
            parts.append(f"{self._bytes * 100 // self._total:3} % of {_bytes(self._total)}" if self._total else done)
            parts.append(f"{_bytes(int(self._bytes / seconds))}/s")
        if self._of:
            parts.append(f"{self._done:,} of {self._of:,} {self._what}")
        return ", ".join(parts)

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            self._shows = False


def _size(paths: Iterable[str]) -> int | None:
    """The bytes of the files that are named; `None` where they cannot all be known beforehand."""
    total = 0
    for path in paths:
        if not os.path.isfile(path):
            return None
        total += os.path.getsize(path)
    return total or None


def _bytes(count: int) -> str:
    size = float(count)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
