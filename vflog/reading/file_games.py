"""The games of one file: every record, fault and header goes to the game it belongs to, or is told as of none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import attrgetter
from typing import Any

from vflog.engine import codes as game_codes
from vflog.engine.people import acting, people
from vflog.engine.ruleset import dialect_named
from vflog.engine.verdict import STATUSES, FileVerdict, GameVerdict
from vflog.log.absent import UNSET
from vflog.log.archives import Damage
from vflog.log.codes import CODES as LOG_CODES
from vflog.log.decode import ANY, Dialect
from vflog.log.faults import Fault, quoted, shown
from vflog.log.header import FORMAT, game_key, key_of_game, look_header
from vflog.log.problems import LONGEST, Place, Problem, make_problem, quoting
from vflog.log.reader import Block
from vflog.log.records import Record
from vflog.log.sources import Source
from vflog.reading.copies import Copies
from vflog.reading.game_opener import GameOpener
from vflog.reading.open_game import OpenGame
from vflog.reading.results import Results
from vflog.reading.router import Router

CODES = {**LOG_CODES, **game_codes.CODES}
_game = attrgetter("game")
#: Why a record belongs to no game.
_WHY = {
    "named": "there is no game {game} in this file",
    "damaged": "the `game` record before it is damaged",
    "none open": "no game is open here",
}


class FileGames:
    """Takes what the lines of a file are, in their order; gives each game its verdict when it is over.

    `dialect` is the one in which the next lines are to be read. `explained`: a game has begun, or it is told
    why there is none. `copies` settles what the games are to others, where they are not simply those of `results`.
    """

    def __init__(self, source: Source, results: Results, opener: GameOpener, copies: Copies | None = None) -> None:
        self.verdict = FileVerdict(file=source.name)
        self.dialect: Dialect = ANY
        self.explained = False
        self._source = source
        self._results = results
        self._opener = opener
        self._copies = copies if copies is not None else Copies(source, self.verdict, results)
        self._router = Router()
        #: What is wrong with a member of the archive.
        self._doubt: Damage | None = None

    # -- records -------------------------------------------------------------------------------------

    def records(self, block: Block, at: int, records: list[Record], *, bare: bool) -> None:
        """Some records one after the other, all read in the present dialect; `bare`: none of them names its game."""
        game = self._router.sole()
        named = {UNSET} if bare else set(map(_game, records))
        if game is not None and game.dialect is self.dialect and named <= {UNSET, game.id}:
            if game.id in named:
                self._router.carried(game)
            self._give(game, block, at, records)
            return
        for i, record in enumerate(records):
            self._record(record, block, at + i)

    def _record(self, record: Record, block: Block, at: int) -> None:
        """One record, to whichever game it belongs."""
        game = self._whose(record.game if record.game is not UNSET else None)
        if isinstance(game, str):
            self._lost(game, block, at, record.game if record.game is not UNSET else None)
        elif game.dialect is not self.dialect:
            item = game.dialect.look(block.lines[at], last=block.last and at == len(block.lines) - 1)
            if isinstance(item, Fault):
                self._fault_of(game, item, block, at)
            elif isinstance(item, Record):
                self._give(game, block, at, [item])
        else:
            self._give(game, block, at, [record])

    def _whose(self, id: str | None) -> OpenGame | str:
        """The game that a record belongs to, or the code of the problem that it belongs to none."""
        router = self._router
        if id is not None:
            game = router.named(id)
            if game is None:
                return "game.too-late" if self._copies.was_finished(id) else "game.none"
            router.carried(game)
            return game
        game = router.sole()
        if game is not None:
            return game
        return "game.ambiguous" if len(router.open) > 1 and not router.lost else "game.none"

    def _give(self, game: OpenGame, block: Block, at: int, records: list[Record]) -> None:
        """Records to their game."""
        lines = block.lines[at : at + len(records)]
        line, offsets = block.first + at, block.offsets[at : at + len(records)]
        game.judge.records(records, lines, line, offsets)
        game.records += len(records)
        self._took(game, block, at, lines)
        if game.judge.ended:
            self._router.over(game)

    def _took(self, game: OpenGame, block: Block, at: int, lines: list[bytes]) -> None:
        after = at + len(lines)
        game.take(lines, block.offsets[after] if after < len(block.offsets) else block.end)
        if self._doubt is not None and block.offsets[at] < self._doubt.end:
            self._in_doubt(game, self._doubt)

    # -- headers -------------------------------------------------------------------------------------

    def header(self, block: Block, at: int) -> bool:
        """A `game` line; whether a game begins with it."""
        raw, place = block.lines[at], self._place(block, at)
        try:
            opening = look_header(raw, dialect_named, last=block.last and at == len(block.lines) - 1)
        except Fault as fault:
            self.fault(fault, block, at)
            return False
        self.explained = True
        for over in self._router.header(opening.header.game):
            self._finish(over)
        key = key_of_game(raw, opening.header)
        judge = self._opener.judge(
            opening, raw=raw, source=self._source, place=place, game_key=key, on_record=self._results.visitor.record,
            on_run=self._results.on_run,
        )  # fmt: skip
        game = OpenGame(
            judge,
            opening.dialect or ANY,
            key=key,
            line=block.first + at,
            offset=block.offsets[at],
            newer=opening.newer,
            known=self._copies.others(key),
        )
        self._begun(game)
        if opening.newer:
            self._newer(game, opening.header.format, opening.unknown, block, at)
        game.records = 1
        self._router.opened(game)
        self._took(game, block, at, [raw])
        self.dialect = game.dialect
        return True

    def _begun(self, game: OpenGame) -> None:
        """A game has begun."""
        self._copies.begun(game)

    def _newer(self, game: OpenGame, spoken: str, unknown: list[str], block: Block, at: int) -> None:
        for field in unknown:
            game.extra.append(
                self._problem("format.newer", block, at, game.id, format=spoken, known=FORMAT, field=field)
            )

    def _damaged_header(self, fault: Fault, problem: Problem, block: Block, at: int) -> None:
        """A `game` record that opens nothing: what follows it is never glued onto the game before."""
        self.explained = True
        for over in self._router.header(None):
            self._finish(over)
        self.verdict.rejects += 1
        self.verdict.games += 1
        raw = block.lines[at]
        self._reject(block, at, problem)
        self._results.game(
            GameVerdict(
                game=fault.game,
                game_key=game_key(raw),
                file=self._source.name,
                line=block.first + at,
                problems=[problem],
            )
        )

    # -- lines that are no records ---------------------------------------------------------------------

    def fault(self, fault: Fault, block: Block, at: int) -> None:
        """A line that is no record: it belongs to a game where it can be known to which."""
        if fault.header:
            self._damaged_header(fault, self._fault_problem(fault, block, at, fault.game), block, at)
            return
        game = self._whose(fault.game)
        if isinstance(game, str):
            self._of_no_game(self._fault_problem(fault, block, at), block, at)
        else:
            self._fault_of(game, fault, block, at)

    def _fault_of(self, game: OpenGame, fault: Fault, block: Block, at: int) -> None:
        """A line of a game that is no record in its dialect, or may be one in a newer format."""
        if fault.plain is not None and (game.dialect is not self.dialect or game.newer):
            item = self._again(game, fault, block, at)
            if isinstance(item, Record):
                self._give(game, block, at, [item])
                return
            fault = item
        problem = self._fault_problem(fault, block, at, game.id, game)
        game.judge.reject(problem)
        game.rejects += 1
        if fault.code == "line.truncated":
            game.cut_in(block.lines[at])
        else:
            self._took(game, block, at, [block.lines[at]])
        self._reject(block, at, problem)

    def _again(self, game: OpenGame, fault: Fault, block: Block, at: int) -> Record | Fault:
        """A line once more in the dialect of its game, of a newer format with what is not known left out."""
        plain = fault.plain or {}
        unknown: list[str] | None = [] if game.newer else None
        try:
            record = game.dialect.record(plain, unknown)
        except Fault as again:
            again.plain = plain
            if not game.newer or again.code != "line.unknown-type":
                return again
            return self._unknown_type(game, plain, block, at)
        self._newer(game, game.judge.header.format, unknown or [], block, at)
        return record

    def _unknown_type(self, game: OpenGame, plain: dict[str, Any], block: Block, at: int) -> Record | Fault:
        """A record type of a newer format: from here on the game is only counted."""
        kind, spoken = str(plain["type"]), game.judge.header.format
        why = self._problem("format.unknown-type", block, at, game.id, format=spoken, known=FORMAT, type=kind)
        game.judge = self._opener.no_more(game.judge, why, self._results.visitor.record)
        game.dialect = ANY
        try:
            return ANY.record(plain)
        except Fault as worse:
            return worse

    def _lost(self, code: str, block: Block, at: int, id: str | None) -> None:
        """A record of no game."""
        self._of_no_game(self._lost_problem(code, block, at, id), block, at)

    def _lost_problem(self, code: str, block: Block, at: int, id: str | None) -> Problem:
        names = ", ".join(islice(self._router.open, LONGEST))  # of more the sentence is cut anyway
        kind = "named" if id is not None else "damaged" if self._router.lost else "none open"
        why = _WHY[kind].format(game=shown(id))
        return self._problem(code, block, at, None, why=why, open=names, game=id, kind=kind)

    def _of_no_game(self, problem: Problem, block: Block, at: int) -> None:
        self.verdict.rejects += 1
        self._reject(block, at, problem)
        self._results.problem(problem)

    def _reject(self, block: Block, at: int, problem: Problem) -> None:
        self._results.visitor.reject(self._source.name, block.first + at, block.offsets[at], block.lines[at], problem)

    # -- damage --------------------------------------------------------------------------------------

    def damage(self, damage: Damage) -> None:
        """Something is wrong with the archive: of the whole, or of one member and all games in it."""
        self._results.problem(damage.problem(Place(file=self._source.name)))
        if damage.ends:
            self.cut_off()
            return
        self._doubt = damage
        for game in self._router.unfinished():
            if game.end > damage.start:
                self._in_doubt(game, damage)
        self._copies.doubt(damage)

    def _in_doubt(self, game: OpenGame, damage: Damage) -> None:
        message = CODES[damage.code].says(damage.values)
        if all(p.code != damage.code or p.message != message for p in game.extra):
            game.extra.append(damage.problem(game.place(self._source.name)))

    def cut_off(self) -> None:
        """The input ends here, in the middle of every game that is open."""
        for game in self._router.open.values():
            game.cut = True

    # -- the end of games --------------------------------------------------------------------------------

    def unfinished(self) -> Iterator[OpenGame]:
        """The games that have no verdict yet, which are given up."""
        return self._router.rest()

    def under_way(self) -> list[OpenGame]:
        """The games that have no verdict yet, which go on."""
        return self._router.under_way()

    def finish_all(self) -> None:
        """At the end of the file."""
        for game in self._router.rest():
            self._finish(game)

    def _finish(self, game: OpenGame) -> None:
        verdict = game.judge.finish(incomplete_input=game.cut)
        verdict.game_key = game.key
        if game.extra:
            verdict.problems = sorted([*verdict.problems, *game.extra], key=lambda p: p.line or 0)
            if any(p.severity == "error" for p in game.extra):
                verdict.status = min(verdict.status, "invalid", key=STATUSES.index)
        self._copies.settle(game, verdict)

    # -- places and problems -----------------------------------------------------------------------------

    def _place(self, block: Block, at: int, of: str | None = None) -> Place:
        offset = block.offsets[at] if self._source.original is None else None
        return Place(file=self._source.name, line=block.first + at, byte_offset=offset, game=of)

    def _problem(self, code: str, block: Block, at: int, of: str | None, /, **values: Any) -> Problem:
        found = make_problem(CODES, code, values, self._place(block, at, of))
        return quoting(found, quoted(block.lines[at]), None)

    def _fault_problem(
        self, fault: Fault, block: Block, at: int, of: str | None = None, game: OpenGame | None = None
    ) -> Problem:
        """The problem of a line that is no record, with the line; `game` is the one it belongs to."""
        found = fault.problem(self._place(block, at, of))
        who = None
        if game is not None and fault.plain is not None:
            who = acting(fault.plain, people(game.judge.header))
        return quoting(found, quoted(block.lines[at], fault.values.get("column")), who)
