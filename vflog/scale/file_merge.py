"""The parts of one input put together: what they tell goes to the results as if one process had read the input.

Everything that depends on other games is done here, by the very code that does it in one process; a game that a part
tells of stands in for the one that was open while its lines were read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec

from vflog.engine.ruleset import dialect_named
from vflog.engine.verdict import FileVerdict, GameVerdict
from vflog.log.decode import ANY
from vflog.log.problems import Problem
from vflog.log.records import Header, Record
from vflog.log.sources import Source
from vflog.reading.copies import Copies
from vflog.reading.file_reader import of_bytes
from vflog.reading.open_game import OpenGame
from vflog.reading.results import Results
from vflog.reading.router import WAITING
from vflog.reading.unsupported import Judging
from vflog.scale.messages import (
    Asked,
    Begun,
    Damaged,
    Event,
    Finished,
    HeaderCame,
    InputEnds,
    Lost,
    Outcome,
    Part,
    PartEnds,
    Rejected,
    Told,
    Unreadable,
)

#: Under this name the summary of a verdict has what was made of the game where it was judged.
MADE = "made"
_OUTCOME = Outcome.__struct_fields__


class NotApart(Exception):
    """The parts of the input depend on each other: it must be judged whole."""


class HeadsWanted(Exception):
    """A log of the game was told before: the heads of the logs in this part are wanted."""


class FileMerge:
    """One input; its parts in their order, each event once.

    What has been passed on does not change when the input is judged whole after all: the events that are passed on are
    the same, so that as many are passed over.
    """

    def __init__(self, source: Source, results: Results) -> None:
        self.verdict = FileVerdict(file=source.name)
        self._source = source
        self._results = results
        self._copies = Copies(source, self.verdict, results)
        #: The games under way, by the lines on which they begin.
        self._games: dict[int, OpenGame] = {}
        #: Games of earlier parts that a record may still name, by their ids, and what they come to if none does.
        self._waiting: dict[str, tuple[OpenGame, Finished, Any]] = {}
        #: What was made of the games that come to their ends now, for who listens; it is passed on with each verdict.
        self.made: Any = None
        #: So many games must wait no longer once the game of this part that is finished now is.
        self._room: int | None = None
        #: So many events have been passed on, and so many are to be passed over.
        self._passed_on = 0
        self._over = 0
        self._heads = False
        self._ends: list[PartEnds] = []
        self._begins: Part | None = None

    def begins(self, part: Part, *, heads: bool) -> None:
        """The events of a part come now; `heads`: with those of its logs. A part that is all of the input replaces
        those before it."""
        self._heads = heads
        self._begins = None if part.first else part
        if part.first and (self._ends or self._passed_on):
            self._over, self._passed_on = self._passed_on, 0
            self._waiting.clear()
            self._ends.clear()
            self._room = None

    def again(self, *, heads: bool) -> None:
        """The part is judged again: what it told so far comes no more."""
        self._heads = heads

    def take(self, event: Event) -> None:
        """The next event; raises `NotApart`, `HeadsWanted`, with nothing of the event done."""
        if self._begins is not None:
            self._check_begin(event)
        _TAKE[type(event)](self, event)

    def _check_begin(self, event: Event) -> None:
        """A part after the first must begin with a game."""
        if isinstance(event, HeaderCame) and event.id is not None and not event.own:
            return
        part, self._begins = self._begins, None
        assert part is not None
        if not isinstance(event, Begun) or event.line != part.lines + 1:
            raise NotApart

    def _passes(self) -> bool:
        """Whether the event that comes now is passed on."""
        self._passed_on += 1
        if self._over:
            self._over -= 1
            return False
        return True

    # -- games -----------------------------------------------------------------------------------------

    def _header(self, event: HeaderCame) -> None:
        if event.id is not None and event.id in self._waiting:
            self._finish(*self._waiting.pop(event.id))
        self._room = max(0, WAITING - event.waiting)
        if not event.own:
            self._make_room()

    def _make_room(self) -> None:
        while self._room is not None and len(self._waiting) > self._room:
            self._finish(*self._waiting.pop(next(iter(self._waiting))))
        self._room = None

    def _begun(self, event: Begun) -> None:
        known = self._copies.others(event.key)
        if known is not None and not self._heads and not self._over:
            raise HeadsWanted
        if not self._passes():
            return
        dialect = dialect_named(event.ruleset) if event.ruleset is not None else None
        header = msgspec.msgpack.decode(event.header, type=dialect.header if dialect is not None else Header)
        game = OpenGame(
            cast(Judging, _Judged(header)),
            dialect or ANY,
            key=event.key,
            line=event.line,
            offset=event.offset,
            newer=event.newer,
            known=known,
        )
        self._games[event.line] = game
        self._copies.begun(game)

    def _finished(self, event: Finished) -> None:
        if event.kept:
            game = self._games[event.line]
            self._waiting[game.id] = (game, event, self.made)
            return
        self._finish(self._games.get(event.line), event, self.made)
        self._make_room()

    def _finish(self, game: OpenGame | None, event: Finished, made: Any) -> None:
        if not self._passes():
            return
        assert game is not None
        self._games.pop(event.line, None)
        if game.known is not None and event.heads is not None:
            for i in range(0, len(event.heads), 16):
                game.extends += game.known.same_log(game.key, event.heads[i : i + 16])
        game.records, game.rejects, game.lines = event.records, event.rejects, event.lines
        game.unknown, game.end, game.tail = event.unknown, event.end, event.tail
        game.hash = cast(Any, _Head(event.head))
        judge = cast(_Judged, game.judge)
        judge.ended, judge.count = event.over, event.plays
        verdict = GameVerdict(
            game=game.id,
            game_key=game.key,
            file=self._source.name,
            line=game.line,
            header=judge.header,
            **{name: getattr(event.outcome, name) for name in _OUTCOME},
        )
        if made is not None:
            verdict.summary[MADE] = made
        self._copies.settle(game, verdict)

    def _unreadable(self, event: Unreadable) -> None:
        if self._passes():
            problem = event.problem
            self._results.game(
                GameVerdict(
                    game=event.game, game_key=event.key, file=self._source.name, line=event.line, problems=[problem]
                )
            )

    # -- lines that are no records -----------------------------------------------------------------------

    def _told(self, event: Told) -> None:
        if self._passes():
            self._results.problem(event.problem)

    def _rejected(self, event: Rejected) -> None:
        if self._passes():
            self._reject(event.line, event.offset, event.raw, event.problem)

    def _asked(self, event: Asked) -> None:
        if event.id in self._waiting:
            raise NotApart

    def _lost(self, event: Lost) -> None:
        if self._passes():
            problem = event.late if self._copies.was_finished(event.id) else event.none
            if event.raw:  # the lines themselves were asked for
                self._reject(event.line, event.offset, event.raw, problem)
            self._results.problem(problem)

    def _reject(self, line: int, offset: int, raw: bytes, problem: Problem) -> None:
        self._results.visitor.reject(self._source.name, line, offset, raw, problem)

    def _damaged(self, event: Damaged) -> None:
        if self._passes():
            self._copies.doubt(event.damage)

    # -- ends ------------------------------------------------------------------------------------------

    def _input_ends(self, event: InputEnds) -> None:
        for game, finished, made in sorted(self._waiting.values(), key=lambda each: each[0].line):
            self._finish(game, finished, made)
        self._waiting.clear()

    def _part_ends(self, event: PartEnds) -> None:
        if not event.apart:
            raise NotApart
        self._ends.append(event)

    def end(self, sha256: str) -> None:
        """All parts are there."""
        self._count()
        self.verdict.sha256 = sha256 or self._ends[-1].sha256
        counts = self._ends[0].counts
        for each in self._ends[1:]:
            more = each.counts
            counts = counts._replace(crlf=counts.crlf + more.crlf, blank=counts.blank + more.blank)
            counts = counts._replace(unended=more.unended, explained=counts.explained or more.explained)
        for problem in of_bytes(self._source.name, counts):
            self._results.problem(problem)
        self._results.file(self.verdict)

    def give_up(self) -> None:
        """The reading was interrupted: what has been told so far is counted."""
        self._count()
        verdict = self.verdict
        verdict.bytes = sum(each.bytes for each in self._ends)
        verdict.lines = verdict.blank + verdict.records + verdict.rejects + verdict.repeats
        self._results.file(verdict)

    def _count(self) -> None:
        verdict = self.verdict
        for each in self._ends:
            verdict.lines += each.lines
            verdict.blank += each.counts.blank
            verdict.rejects += each.rejects
            verdict.games += each.games
        verdict.bytes = sum(each.bytes for each in self._ends)


_TAKE: dict[type[Any], Callable[[FileMerge, Any], None]] = {
    HeaderCame: FileMerge._header,
    Begun: FileMerge._begun,
    Finished: FileMerge._finished,
    Told: FileMerge._told,
    Rejected: FileMerge._rejected,
    Asked: FileMerge._asked,
    Lost: FileMerge._lost,
    Unreadable: FileMerge._unreadable,
    Damaged: FileMerge._damaged,
    InputEnds: FileMerge._input_ends,
    PartEnds: FileMerge._part_ends,
}


class _Judged:
    """In the place of the judge of a game that was judged elsewhere; it takes no more records."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.ended = False
        self.count = 0

    @property
    def played(self) -> int:
        """The number of its live records of play."""
        return self.count

    def plays(self) -> list[Record]:
        """They are not here."""
        return []


class _Head:
    """In the place of a running hash that has come to its end."""

    def __init__(self, head: bytes) -> None:
        self._head = head

    def digest(self) -> bytes:
        """What it came to."""
        return self._head
