"""A game under way in a file: its judge, its lines so far, and the earlier logs of the game that it goes on from."""

from __future__ import annotations

import hashlib

from vflog.engine.telling import Telling
from vflog.log.absent import UNSET
from vflog.log.decode import Dialect
from vflog.log.problems import Place, Problem
from vflog.reading.known_games import KnownGames, id_hash
from vflog.reading.unsupported import Judging


class OpenGame:
    """A game under way in a file, and what its lines come to so far."""

    def __init__(
        self,
        judge: Judging,
        dialect: Dialect,
        *,
        key: int,
        line: int,
        offset: int,
        newer: bool,
        known: KnownGames | None,
    ) -> None:
        """`known`: the logs told before, where some are of the same game."""
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
        #: Whether the input ended inside the game, and four bytes that stand for the line in which it did.
        self.cut = False
        self.tail = b""
        self.records = 0
        self.rejects = 0
        self.lines = 0
        #: How often `?` stands in its lines.
        self.unknown = 0
        self.end = offset
        self.hash = hashlib.sha256()
        self.known = known
        #: The numbers of logs told before of which its lines so far are those.
        self.extends: list[int] = []
        #: Problems of the game that its judge does not know of.
        self.extra: list[Problem] = []

    def place(self, file: str) -> Place:
        """Where it begins."""
        return Place(file=file, line=self.line, byte_offset=self.offset, game=self.id)

    def take(self, lines: list[bytes], end: int) -> None:
        """Some lines of the game, and where they end."""
        self.end = end
        self.lines += len(lines)
        data = b"\n".join(lines) + b"\n"
        if b"?" in data:
            self.unknown += data.count(b'"?"')
        known = self.known
        if known is None:
            self.hash.update(data)
            return
        for line in lines:
            self.hash.update(line + b"\n")
            self.extends += known.same_log(self.key, self.hash.digest())

    def cut_in(self, line: bytes) -> None:
        """The input ended in a line of the game."""
        self.cut = True
        self.tail = hashlib.sha256(line).digest()[:4]

    def telling(self) -> Telling:
        """Its log beside others of the same game."""
        judge = self.judge
        return Telling(
            head=self.hash.digest(),
            lines=self.lines,
            plays=judge.played,
            unknown=self.unknown,
            over=judge.ended,
            redacted=judge.header.redacted is not UNSET,
            tail=self.tail,
            records=judge.plays,
        )
