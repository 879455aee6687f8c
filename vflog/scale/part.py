"""The games of a part of an input, which is read without what comes before and after it.

What only the whole input can tell is left open and told as such: which games are others' copies, whether a game that a
record names was there before, and the games at the end of the part that a later record may still name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from vflog.engine.verdict import GameVerdict
from vflog.log.archives import Damage
from vflog.log.problems import Problem
from vflog.log.reader import Block
from vflog.log.sources import Source
from vflog.reading.copies import Copies
from vflog.reading.file_games import FileGames
from vflog.reading.game_opener import GameOpener
from vflog.reading.known_games import KnownGames
from vflog.reading.open_game import OpenGame
from vflog.reading.results import Results
from vflog.reading.router import Router


class Heard(Protocol):
    """Who is told what the lines of a part come to."""

    def header(self, id: str | None, own: bool, waiting: int) -> None:
        """A `game` line."""

    def begun(self, game: OpenGame) -> None:
        """A game has begun."""

    def finished(self, game: OpenGame, verdict: GameVerdict, heads: bytes | None) -> None:
        """A game is over."""

    def asked(self, id: str) -> None:
        """A line names a game that is not in the part."""

    def lost(self, id: str, line: int, offset: int, raw: bytes, none: Problem, late: Problem) -> None:
        """A record names a game that is not in the part."""

    def damaged(self, damage: Damage) -> None:
        """A member of an archive is damaged."""


class Heads(KnownGames):
    """Stands for logs told before: takes down the head of a log after each of its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = bytearray()

    def same_log(self, key: int, digest: bytes) -> list[int]:
        """Takes down the head; which logs have it is asked where they are known."""
        self.taken += digest[:16]
        return []


class PartCopies(Copies):
    """Tells of the games of a part; what they are to others is settled elsewhere."""

    def __init__(self, heard: Heard, *, heads: bool) -> None:
        self._heard = heard
        self._heads = heads
        self._seen: set[int] = set()

    def others(self, key: int) -> KnownGames | None:
        """Something that takes down the heads of a log, where they are wanted or its game was told before."""
        before = key in self._seen
        self._seen.add(key)
        return Heads() if before or self._heads else None

    def begun(self, game: OpenGame) -> None:
        """A game has begun."""
        self._heard.begun(game)

    def was_finished(self, game: str) -> bool:
        """Not known here."""
        self._heard.asked(game)
        return False

    def settle(self, game: OpenGame, verdict: GameVerdict) -> None:
        """A game is over."""
        known = game.known
        self._heard.finished(game, verdict, bytes(known.taken) if isinstance(known, Heads) else None)

    def doubt(self, damage: Damage) -> None:
        """A member of the archive is damaged."""
        self._heard.damaged(damage)


class PartRouter(Router):
    """Tells of each `game` line how many games may still be named after it."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def header(self, id: str | None) -> Iterator[OpenGame]:
        """As in any router."""
        own = id is not None and self.named(id) is not None
        self.close()
        waiting = len(self._waiting) - (1 if id in self._waiting else 0)
        self._heard.header(id, own, waiting)
        return super().header(id)


class PartGames(FileGames):
    """The games of a part of an input."""

    def __init__(self, source: Source, results: Results, opener: GameOpener, heard: Heard, *, heads: bool) -> None:
        super().__init__(source, results, opener, PartCopies(heard, heads=heads))
        self._heard = heard
        self._parting = PartRouter(heard)
        self._router = self._parting

    def hand_over(self) -> bool:
        """At the end of a part that others come after: finish the games that a later record may still name; false
        where the next part cannot be read without this one, as a game is open."""
        self._parting.close()
        if self._router.open:
            return False
        for game in self._router.under_way():
            self._finish(game)
        return True

    def _lost(self, code: str, block: Block, at: int, id: str | None) -> None:
        if id is None:
            self._of_no_game(self._lost_problem(code, block, at, id), block, at)
            return
        self.verdict.rejects += 1
        none = self._lost_problem("game.none", block, at, id)
        late = self._lost_problem("game.too-late", block, at, id)
        self._heard.lost(id, block.first + at, block.offsets[at], block.lines[at], none, late)
