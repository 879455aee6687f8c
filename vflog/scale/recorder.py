"""Takes down what the lines of parts come to, as events in their order."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.engine.summary import OUTSIDE
from vflog.engine.telling import Telling
from vflog.engine.verdict import FileVerdict, GameVerdict
from vflog.log.archives import Damage
from vflog.log.problems import Problem
from vflog.log.records import Header
from vflog.log.sources import Source
from vflog.reading.open_game import OpenGame
from vflog.reading.results import BaseVisitor, Results, RunVisitor
from vflog.scale.messages import (
    Asked,
    Begun,
    Damaged,
    Event,
    Finished,
    HeaderCame,
    Lost,
    Made,
    Outcome,
    Rejected,
    Told,
    Unreadable,
    Wanted,
)

_encode = msgspec.msgpack.Encoder().encode
_OUTCOME = [name for name in Outcome.__struct_fields__ if name != "summary"]


class Maker(BaseVisitor):
    """Hears of the records of parts, and makes more of the games than their verdicts."""

    def over(self, verdict: GameVerdict, telling: Telling) -> dict[str, Any]:
        """A game is over: what is told of it as a whole."""
        return {}

    def begins(self) -> None:
        """Other parts begin: what was made of those before is not wanted."""

    def made(self, *, kept: bool) -> Made | None:
        """What was made of the games that are over since this was asked before."""
        return None


class Recorder(Results):
    """In the place of results: what would be reported is put down as events."""

    def __init__(self, wanted: Wanted, events: list[Event], maker: Maker | None = None) -> None:
        """`maker` hears of the records, and makes more of the games than their verdicts."""
        super().__init__(_Rejects(events, maker) if wanted.rejects else maker, collect=False)
        self.on_run = maker.run if isinstance(maker, RunVisitor) else None
        self._wanted, self._maker = wanted, maker
        self._events = events
        #: The part is at its end: games that are finished now may still be named after it.
        self.handing_over = False
        #: The line on which the first game began.
        self.first: int | None = None

    # -- in the place of results ---------------------------------------------------------------------

    def begins(self, verdict: FileVerdict, source: Source) -> int:
        """Parts have no numbers."""
        return 0

    def problem(self, problem: Problem, header: Header | None = None) -> None:
        """A problem of no game."""
        self._events.append(Told(problem))

    def game(self, verdict: GameVerdict, writer: int = OUTSIDE) -> int:
        """A damaged `game` line."""
        self._events.append(Unreadable(verdict.game, verdict.game_key, verdict.line, verdict.problems[0]))
        return 0

    # -- what a part tells ---------------------------------------------------------------------------

    def header(self, id: str | None, own: bool, waiting: int) -> None:
        """A `game` line."""
        self._events.append(HeaderCame(id, own, waiting))

    def begun(self, game: OpenGame) -> None:
        """A game has begun."""
        header = game.judge.header
        if self.first is None:
            self.first = game.line
        ruleset = None if type(header) is Header else game.dialect.name
        self._events.append(Begun(game.key, game.line, game.offset, game.newer, ruleset, msgspec.Raw(_encode(header))))

    def finished(self, game: OpenGame, verdict: GameVerdict, heads: bytes | None) -> None:
        """A game is over."""
        told = game.telling()
        summary = self._maker.over(verdict, told) if self._maker is not None else {}
        values = {name: getattr(verdict, name) for name in _OUTCOME}
        self._events.append(
            Finished(
                line=game.line,
                kept=self.handing_over,
                records=game.records,
                rejects=game.rejects,
                lines=game.lines,
                unknown=game.unknown,
                end=game.end,
                head=told.head,
                plays=told.plays,
                over=told.over,
                tail=told.tail,
                heads=heads,
                outcome=Outcome(summary=summary, **values),
            )
        )

    def asked(self, id: str) -> None:
        """A line names a game that is not in the part."""
        self._events.append(Asked(id))

    def lost(self, id: str, line: int, offset: int, raw: bytes, none: Problem, late: Problem) -> None:
        """A record names a game that is not in the part."""
        self._events.append(Lost(id, line, offset, raw if self._wanted.rejects else b"", none, late))

    def damaged(self, damage: Damage) -> None:
        """A member of an archive is damaged."""
        self._events.append(Damaged(damage))


class _Rejects(BaseVisitor):
    """Puts down the lines that are no records."""

    def __init__(self, events: list[Event], maker: Maker | None) -> None:
        self._events = events
        if maker is not None:
            self.record = maker.record  # type: ignore[method-assign]

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record."""
        self._events.append(Rejected(line, byte_offset, raw, problem))
