"""Which game of its file a line belongs to (the page "Games in a file" of the format), for one file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from vflog.engine.seen import id_hash
from vflog.engine.unsupported import Judging
from vflog.log.decode import Dialect
from vflog.log.problems import Problem
from vflog.log.records import Record

#: So many games that are over, or that another game has closed, wait for records that name them.
WAITING = 16


class Held(NamedTuple):
    """A line of a game that may be a copy: its record, or what is wrong with it (or with all after it)."""

    what: Record | Problem
    raw: bytes
    line: int
    byte_offset: int
    ends_judging: bool = False


class Running:
    """A game under way in a file, and what its lines come to so far."""

    def __init__(
        self, judge: Judging, begin: Callable[..., Judging], dialect: Dialect, *, key: int, line: int, offset: int,
        newer: bool,
    ) -> None:  # fmt: skip
        self.judge = judge
        self.id = judge.header.game
        self.id_hash = id_hash(self.id)
        self.dialect = dialect
        self.key = key
        self.line = line
        self.offset = offset
        self.newer = newer
        #: Whether a record after the first has carried the game's id.
        self.carries = False
        #: Whether no line of anything else stood between its first line and its last; `broken`: one has come since.
        self.alone = True
        self.broken = False
        #: Whether the input ended inside the game.
        self.cut = False
        self.records = 0
        self.rejects = 0
        self.lines = 0
        self.end = offset
        self.hash = hashlib.sha256()
        #: Digests at the numbers of lines that an earlier game with the same header has.
        self.marks: dict[int, bytes] = {}
        #: Games told before that begin with the same line.
        self.twins: list[int] = []
        #: Begins another judge of the game.
        self.begin = begin
        #: Its lines after the first, where it may be a copy.
        self.held: list[Held] = []
        #: Problems of the game that its judge does not know of.
        self.extra: list[Problem] = []

    @property
    def digest(self) -> bytes:
        return self.hash.digest()[:16]

    def take(self, lines: list[bytes], end: int) -> None:
        """Some lines of the game, and where they end."""
        if self.broken:
            self.alone = False
        self.end = end
        if not self.marks:
            self.lines += len(lines)
            self.hash.update(b"\n".join(lines) + b"\n")
            return
        for line in lines:
            self.lines += 1
            self.hash.update(line + b"\n")
            if self.lines in self.marks:
                self.marks[self.lines] = self.digest


class Router:
    """The games of one file: those open, and those that may still be named."""

    def __init__(self) -> None:
        self.open: dict[str, Running] = {}
        self._waiting: dict[str, Running] = {}
        self._current: Running | None = None
        self._last: Running | None = None
        #: A damaged header came: records that name no game belong to none.
        self.lost = False

    def sole(self) -> Running | None:
        """The game that a record without `game` belongs to, where it is the only one it can belong to."""
        if self.lost or len(self.open) > 1:
            return None
        return next(iter(self.open.values()), self._last)

    def named(self, game: str) -> Running | None:
        """The game of that id, unless it is told or never came."""
        return self.open.get(game) or self._waiting.get(game)

    def carried(self, running: Running) -> None:
        """A record has named its game: that is open (again) unless it is over."""
        running.carries = True
        if running.id in self._waiting and not running.judge.ended:
            self.open[running.id] = self._waiting.pop(running.id)

    def over(self, running: Running) -> None:
        """A game has its end; it waits for notes and claims."""
        if self.open.pop(running.id, None) is not None:
            self._waiting[running.id] = running
            self._last = running

    def header(self, game: str | None) -> Iterator[Running]:
        """A `game` line has come, `None` for a damaged one; gives the games that are to be told before it."""
        for running in [r for r in self.open.values() if not r.carries]:
            self.over(running)
        self.lost = game is None
        if game is not None:
            for where in (self.open, self._waiting):
                if game in where:
                    yield self._tell(where.pop(game))
        while len(self._waiting) > WAITING:
            yield self._tell(self._waiting.pop(next(iter(self._waiting))))

    def running(self) -> list[Running]:
        """All games not told yet."""
        return [*self._waiting.values(), *self.open.values()]

    def opened(self, running: Running) -> None:
        """A game has begun."""
        self.open[running.id] = running

    def rest(self) -> Iterator[Running]:
        """At the end of the file: all games not told yet, in the order in which they began."""
        for running in sorted(self.running(), key=lambda r: r.line):
            yield self._tell(running)
        self._waiting.clear()
        self.open.clear()

    def turn_to(self, running: Running | None) -> None:
        """The next lines are those of this game, or of none."""
        if running is not self._current:
            if self._current is not None:
                self._current.broken = True
            self._current = running

    def _tell(self, running: Running) -> Running:
        if self._last is running:
            self._last = None
        return running
