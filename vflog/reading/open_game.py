"""A game under way in a file: its judge, its lines so far, and the earlier games that it may be a copy of."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from vflog.log.decode import Dialect
from vflog.log.problems import Place, Problem
from vflog.log.records import Record
from vflog.reading.known_games import id_hash
from vflog.reading.unsupported import Judging


class HeldLine(NamedTuple):
    """A line of a game that may be a copy: its record, or what is wrong with it (or with all after it)."""

    what: Record | Problem
    raw: bytes
    line: int
    byte_offset: int
    ends_judging: bool = False


class OpenGame:
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
        self.candidates: list[int] = []
        #: Begins another judge of the game.
        self.begin = begin
        #: Its lines after the first, held back while it may be a copy.
        self.held: list[HeldLine] = []
        #: Problems of the game that its judge does not know of.
        self.extra: list[Problem] = []

    def place(self, file: str) -> Place:
        """Where it begins."""
        return Place(file=file, line=self.line, byte_offset=self.offset, game=self.id)

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
