"""One game that a referee judges: only what is legal stands in it, and a refusal or a try costs what one record costs.

Each record is carried out on a copy of the position, which takes its place or is dropped. Of a long game only the last
records are in memory; what goes back further reads the lines again.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from vflog.engine import codes
from vflog.engine.frame import FRAME
from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import Play, dialect_named
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged
from vflog.log.absent import UNSET
from vflog.log.canonical import digest
from vflog.log.decode import Dialect
from vflog.log.faults import Fault, shown
from vflog.log.header import FORMAT, Opening, game_key, look_header
from vflog.log.problems import Place, Problem, make_problem
from vflog.log.reader import LONGEST
from vflog.log.records import Amend, Header, Note, Record, Takeback
from vflog.log.sources import Source
from vflog.log.strict import parse
from vflog.playback.forms import legal, so_far
from vflog.playback.kept import GameLines
from vflog.playback.logs import Entry, GameLog
from vflog.playback.requests import Answer, Legal, Request, Try
from vflog.playback.views import ALL, PUBLIC, CopyOf, View
from vflog.reading.game_opener import GameOpener

#: So many live records, or up to twice as many, stay in memory: far more than a game has that is played at a table.
KEEP = 4096
#: So many problems are told of one line (a claim may differ in thousands of places).
TOLD = 100
#: Where the records of a ruleset name the player who acts.
_ACTING = ("player", "p")


class Unfit(Exception):
    """A header with which no game begins here."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


class Judge:
    """A judge of a game, told of each record that it has judged. Raises `Fault`, `Unfit`."""

    def __init__(self, raw: bytes, opener: GameOpener, source: Source, line: int) -> None:
        self.opening: Opening = look_header(raw, dialect_named)
        self._told: list[Judged] = []
        judge = opener.judge(
            self.opening,
            raw=raw,
            source=source,
            place=Place(file=source.name, line=line),
            game_key=game_key(raw),
            on_record=self._told.append,
        )
        self.first = self._told.pop()
        if not isinstance(judge, GameJudge) or not _stands(self.first):
            raise Unfit(judge.finish().problems if not isinstance(judge, GameJudge) else self.first.problems)
        self.game = judge
        assert self.opening.dialect is not None
        self.dialect: Dialect = self.opening.dialect

    def record(self, record: Record, raw: bytes, line: int) -> Judged:
        """The next record, judged."""
        self.game.record(record, raw, line, 0)
        return self._told.pop()

    @property
    def play(self) -> Play:
        """The game as it stands."""
        play = self.game.play
        assert play is not None
        return play


class _Seen(msgspec.Struct):
    """The game as a view shows it, after so many lines: the copy of them, and its judge."""

    judge: Judge
    copy: CopyOf
    lines: int
    #: The earliest record that both can go back to.
    kept_from: int = 0


class Refereed:
    """One game. Whoever opens it keeps its first line in `lines` (see `numbered`)."""

    def __init__(self, raw: bytes, lines: GameLines, opener: GameOpener, source: Source, line: int) -> None:
        """Raises `Fault` or `Unfit` where the line is no header with which a game begins."""
        self.lines = lines
        self._opener, self._source = opener, source
        self._judge = Judge(raw, opener, source, line)
        self.header: Header = self._judge.opening.header
        self._seen: dict[str, _Seen] = {}

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.header.game

    @property
    def judge(self) -> GameJudge:
        """The judge of what stands."""
        return self._judge.game

    @property
    def dialect(self) -> Dialect:
        """How the lines of its ruleset are read."""
        return self._judge.dialect

    @property
    def newer(self) -> bool:
        """Whether the game is told in a newer minor of the format."""
        return self._judge.opening.newer

    @property
    def last(self) -> int:
        """The number of the last record that stands."""
        return self.judge.due - 1

    def views(self) -> list[str]:
        """As whom the game may be seen."""
        return [ALL, PUBLIC, *(player.id for player in self.header.players)]

    # -- records -------------------------------------------------------------------------------------

    def opened(self, view: str = ALL) -> Answer:
        """The answer to the header."""
        first = self._judge.first
        return self._say(True, 0, [*first.problems, *self._newer(self._judge.opening.unknown, first.line)], view)

    def record(
        self,
        plain: dict[str, Any],
        raw: bytes,
        line: int,
        view: str = ALL,
        *,
        keep: bool = True,
        holds_under: bool = False,
        number: bool = True,
    ) -> Answer:
        """The answer to a record; where it is legal and to be kept it stands from now on. `number` false: a line that
        has none is left without.

        Raises `Fault` where the line is no record, `OSError` where it is legal and cannot be kept.
        """
        unknown: list[str] | None = [] if self.newer else None
        record = self.dialect.record(plain, unknown)
        if record.n is UNSET and number:
            record.n = self.judge.due
        if view != ALL and keep and not _may_send(record, view):
            return self._refuse([self.problem("referee.not-yours", line, view=view, type=str(plain["type"]))], view)
        if view != ALL and not keep:
            return self._tried(record, raw, line, view, holds_under=holds_under)
        self._reach(record)
        judge, held = self._judge, self.judge.hold()
        kept = False
        try:
            judged = judge.record(record, raw, line)
            if _stands(judged):
                found = judged.problems if view == ALL else [p for p in judged.problems if p.code in codes.CODES]
                answer = self._say(True, judged.n, [*found, *self._newer(unknown or [], line)], view)
                if keep:
                    self.lines.append(numbered(raw, judged.n or 0) if number and "n" not in plain else raw)
                    kept = True
        finally:
            if kept:
                self.judge.forget(KEEP)
            else:
                judge.game.put_back(held)
        if _stands(judged):
            return answer
        if view != ALL:
            return self._refuse(self._as_seen(record, raw, line, view), view)
        return self._refuse(self._under(record, raw, line) if holds_under else judged.problems, view)

    def _reach(self, record: Record) -> None:
        """Have in memory what a record goes back to."""
        if isinstance(record, Takeback | Amend) and record.to < self.judge.kept_from:
            self._judge = self._again(self._opener)

    def _again(self, opener: GameOpener) -> Judge:
        """A judge that has been given all the lines that stand."""
        lines = iter(self.lines)
        judge = Judge(next(lines), opener, self._source, 1)
        for line, raw in enumerate(lines, 2):
            judge.record(self._kept(raw), raw, line)
        return judge

    def _kept(self, raw: bytes) -> Record:
        """The record of a line that stands."""
        return self.dialect.record(parse(raw), [] if self.newer else None)

    def _under(self, record: Record, raw: bytes, line: int) -> list[Problem]:
        """What is wrong with a record that is refused, with the rulings under which it would stand."""
        return self._again(self._trying()).record(record, raw, line).problems

    def _trying(self) -> GameOpener:
        """Begins games whose judges try other rulings."""
        return GameOpener(msgspec.structs.replace(self._opener.settings, holds_under=True))

    # -- views ---------------------------------------------------------------------------------------

    def _tried(self, record: Record, raw: bytes, line: int, view: str, *, holds_under: bool = False) -> Answer:
        """The answer to a try on the game as a view shows it."""
        judge = self.seen(view)
        held = judge.game.hold()
        try:
            judged = judge.record(record, raw, line)
            if _stands(judged):
                return self._say(True, judged.n, judged.problems, view, judge.play)
        finally:
            judge.game.put_back(held)
        if holds_under:
            judged = self._redacted(view, self._trying()).record(record, raw, line)
        return self._refuse(judged.problems, view)

    def _as_seen(self, record: Record, raw: bytes, line: int, view: str) -> list[Problem]:
        """Why a record is refused, as far as the view may know it."""
        answer = self._tried(record, raw, line, view)
        return answer.problems if not answer.ok else [self.problem("referee.hidden", line)]

    def seen(self, view: str) -> Judge:
        """The game as a view shows it, with what has come since it was looked at last; raises `Fault` where the game
        has no such view."""
        if view not in self.views():
            raise Fault("line.value", field="view", found=shown(view), wanted=", ".join(self.views()))
        if view == ALL:
            return self._judge
        seen = self._seen.get(view)
        if seen is None or not self._follow(seen):
            seen = self._seen[view] = self._copied(view, self._opener)
        return seen.judge

    def _redacted(self, view: str, opener: GameOpener) -> Judge:
        """A judge of the redacted log."""
        return self._copied(view, opener).judge

    def _copied(self, view: str, opener: GameOpener) -> _Seen:
        verdict = GameVerdict(game=self.id, game_key=0, file=self._source.name, line=1, header=self.header)
        first = Entry(0, self.header, next(iter(self.lines)), 1, 0)
        log = GameLog(game=self.id, header=self.header, source=self._source, entries=[first], rest=[], verdict=verdict)
        copy = CopyOf(log, View(view), self._opener.settings)
        seen = _Seen(Judge(copy.first.raw, opener, self._source, 1), copy, 1)
        self._follow(seen)
        return seen

    def _follow(self, seen: _Seen) -> bool:
        """Bring what a view sees up to date, line by line; a record of which nothing stands there is left out. False
        where a line goes back to what is no more in memory."""
        whole = seen.lines == 1
        for raw in self.lines.after(seen.lines):
            record = self._kept(raw)
            if not whole and isinstance(record, Takeback | Amend) and record.to < seen.kept_from:
                return False
            entry = seen.copy.entry(Entry(seen.lines, record, raw, seen.lines + 1, 0))
            held = seen.judge.game.hold()
            if not _stands(seen.judge.record(entry.record, entry.raw, entry.line)):
                seen.judge.game.put_back(held)
            seen.lines += 1
        seen.judge.game.forget(KEEP)
        seen.kept_from = max(seen.copy.forget(KEEP), seen.judge.game.kept_from)
        return True

    # -- requests ------------------------------------------------------------------------------------

    def ask(self, request: Request, raw: bytes, line: int, view: str) -> Answer:
        """The answer to a request of a view; raises `Fault`."""
        if isinstance(request, Try):
            return self.record(request.record, raw, line, view, keep=False, holds_under=request.holds_under)
        play = self.seen(view).play
        answer = self._say(True, self.last, [], view, play)
        if isinstance(request, Legal):
            told, sees = request.with_, partial(_sees, view) if request.known else None
            answer.forms = legal(play, sees) if told is UNSET else so_far(play, told, sees)
            if request.holds_under and told is not UNSET and not answer.forms:
                with suppress(Fault):
                    answer.problems = self.record(told, raw, line, view, keep=False, holds_under=True).problems
        else:
            document = play.document()
            answer.state = play.public(document) if view == PUBLIC else document
        return answer

    def public(self) -> dict[str, Any]:
        """The public form of the state."""
        play = self._judge.play
        return play.public(play.document())

    # -- what is said --------------------------------------------------------------------------------

    def refuse(self, *problems: Problem, view: str = ALL) -> Answer:
        """The answer to a line that changes nothing."""
        return self._refuse([*problems], view)

    def _refuse(self, problems: list[Problem], view: str) -> Answer:
        return self._say(False, None, problems, view)

    def _say(self, ok: bool, n: int | None, problems: list[Problem], view: str, play: Play | None = None) -> Answer:
        play = play if play is not None else self._judge.play
        document = play.document()
        public = play.public(document)
        shown = document if view == ALL else public
        return Answer(
            ok=ok,
            n=n,
            phase=shown.get("phase"),
            waiting=shown.get("waiting"),
            problems=problems[:TOLD],
            digest=digest(document) if view == ALL else None,
            public=digest(public),
        )

    def problem(self, code: str, line: int, /, **values: Any) -> Problem:
        """A problem that no rule of the game tells."""
        return make_problem(codes.CODES, code, values, Place(file=self._source.name, line=line, game=self.id))

    def _newer(self, unknown: list[str], line: int) -> list[Problem]:
        """What is passed over in a line of a newer minor of the format."""
        spoken = self.header.format
        return [self.problem("format.newer", line, format=spoken, known=FORMAT, field=field) for field in unknown]


def numbered(raw: bytes, n: int) -> bytes:
    """A record's line with its number; raises `Fault` where that makes it too long."""
    out = raw.rstrip(b" \t\r\n")[:-1].rstrip(b" \t\r\n") + b',"n":%d}' % n
    if len(out) > LONGEST:
        raise Fault("line.too-long", longest=LONGEST)
    return out


def settings_of_a_referee(settings: Settings | None) -> Settings:
    """How a referee judges: what is refused is told at once, and what else might have held only when it is asked."""
    return msgspec.structs.replace(
        settings if settings is not None else Settings(),
        records=True,
        keep_going=False,
        holds_under=False,
        facts=False,
        digests=False,
    )


def _sees(view: str, player: str | None) -> bool:
    """Whether the cards of a player, or what is nobody's, are open to a view."""
    return view in (ALL, player)


def _stands(judged: Judged) -> bool:
    """Whether a record may stand: a claim that differs, though no rule refuses it, would leave an unsound log."""
    return judged.judged == "applied" and all(problem.severity != "error" for problem in judged.problems)


def _may_send(record: Record, view: str) -> bool:
    """Whether a connection that sees the game as one player may send a record: what that player does, and notes. Of
    all else it could learn from the answer what it may not see."""
    if view == PUBLIC or type(record) in FRAME:
        return view != PUBLIC and isinstance(record, Note)
    return any(getattr(record, name, UNSET) == view for name in _ACTING)
