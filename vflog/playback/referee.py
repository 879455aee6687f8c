"""A referee: takes the lines of a game one by one, judges each at once, and keeps only what is legal.

A refused record is not applied and takes no number; the game goes on as if it had not been sent.
"""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.engine import codes
from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import Play, dialect, dialect_named, ruleset
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged
from vflog.log.canonical import digest
from vflog.log.faults import Fault, shown
from vflog.log.header import look_header
from vflog.log.problems import Place, Problem, make_problem
from vflog.log.records import Header
from vflog.log.sources import Source
from vflog.log.strict import parse
from vflog.playback.forms import legal, so_far
from vflog.playback.logs import Entry, GameLog, NotThere
from vflog.playback.views import ALL, PUBLIC, seen_by
from vflog.reading.game_opener import GameOpener
from vflog.reading.unsupported import Judging

_REQUESTS = ("try", "legal", "state")


class Answer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is said to a line. `n` is the number of the last record that stands, `null` after one refused."""

    ok: bool
    n: int | None
    phase: str | None
    waiting: list[str] | None
    problems: list[Problem]
    digest: str | None
    public: str | None
    forms: list[dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET
    state: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Referee:
    """The games of one conversation, one after the other. `accepted` is the line that was just accepted, if one was."""

    def __init__(self, settings: Settings | None = None, name: str = "-") -> None:
        settings = settings if settings is not None else Settings()
        self._settings = msgspec.structs.replace(settings, records=True, keep_going=False)
        self._opener = GameOpener(self._settings)
        self._source = Source(name, None)
        self._line = 0
        self._entries: list[Entry] = []
        self._told: list[Judged] = []
        self._judge: Judging | None = None
        self.accepted: bytes | None = None
        #: What the games that are over came to.
        self.verdicts: list[GameVerdict] = []

    def answer(self, raw: bytes) -> Answer:
        """The answer to a line: a record, or a request (`ask`)."""
        self._line += 1
        self.accepted = None
        raw = raw.rstrip(b"\r\n")
        try:
            plain = parse(raw)
            if "ask" in plain:
                return self._ask(plain)
            if plain.get("type") == "game":
                return self._open(raw)
            return self._record(plain, raw, keep=True)
        except Fault as fault:
            return self._refused(fault.problem(Place(file=self._source.name, line=self._line)))

    def finish(self) -> list[GameVerdict]:
        """No more lines: what all games came to."""
        if self._judge is not None:
            self.verdicts.append(self._judge.finish())
            self._judge = None
        return self.verdicts

    # -- records -------------------------------------------------------------------------------------

    def _open(self, raw: bytes) -> Answer:
        opening = look_header(raw, dialect_named)
        told: list[Judged] = []
        judge = self._opener.judge(
            opening, raw=raw, source=self._source, place=Place(file=self._source.name, line=self._line), game_key=0,
            on_record=told.append,
        )
        if told[-1].judged != "applied":
            return self._refused(*judge.finish().problems)
        if self._judge is not None:
            self.verdicts.append(self._judge.finish())
        self._judge, self._told = judge, told
        self._entries = [Entry(0, opening.header, raw, self._line, 0)]
        self.accepted = raw
        return self._stands(told[-1].problems)

    def _record(self, plain: dict[str, Any], raw: bytes, *, keep: bool) -> Answer:
        """Judge a record; where it is not kept, or refused, the game goes on without it."""
        if self._judge is None:
            return self._refused(self._problem("game.none", why="no game is open here; send a `game` record first"))
        header = self._judge.header
        record = dialect(ruleset(header.ruleset)).record(plain)
        if isinstance(record.game, str) and record.game != header.game:
            why = f"the game here is {shown(header.game)}, not {shown(record.game)}"
            return self._refused(self._problem("game.none", why=why))
        self._judge.record(record, raw, self._line, 0)
        judged = self._told[-1]
        if judged.judged == "applied":
            answer = self._stands(judged.problems)
            if keep:
                self._entries.append(Entry(judged.n, record, raw, self._line, 0))
                self.accepted = raw
                return answer
        self._again()
        return answer if judged.judged == "applied" else self._refused(*judged.problems)

    def _again(self) -> None:
        """Judge what stands once more, without the record that came last."""
        first, *rest = self._entries
        self._told = []
        self._judge = self._opener.judge(
            look_header(first.raw, dialect_named), raw=first.raw, source=self._source,
            place=first.place(self._source.name), game_key=0, on_record=self._told.append,
        )  # fmt: skip
        for entry in rest:
            self._judge.record(entry.record, entry.raw, entry.line, 0)

    # -- requests ------------------------------------------------------------------------------------

    def _ask(self, plain: dict[str, Any]) -> Answer:
        wanted = plain["ask"]
        if wanted not in _REQUESTS:
            raise Fault("line.value", field="ask", found=shown(wanted), wanted=" or ".join(_REQUESTS))
        if wanted == "try":
            record = plain.get("record")
            if not isinstance(record, dict):
                raise Fault("line.missing-field", owner="The request", found='"record"')
            return self._record(record, msgspec.json.encode(record), keep=False)
        if self._play is None:
            return self._refused(self._problem("game.none", why="no game is open here"))
        answer = self._stands([])
        if wanted == "legal":
            answer.forms = self._legal(self._play, plain.get("with"))
        else:
            answer.state = self._state(plain.get("view", ALL))
        return answer

    @staticmethod
    def _legal(play: Play, record: Any) -> list[dict[str, Any]]:
        """All that is legal, or what is of which a record so far (`with`) is part."""
        if record is None:
            return legal(play)
        if not isinstance(record, dict):
            raise Fault("line.value", field="with", found=shown(record), wanted="a record so far")
        return so_far(play, record)

    def _state(self, view: Any) -> dict[str, Any]:
        play = self._play
        assert play is not None
        document = play.document()
        if view == ALL:
            return document
        if view == PUBLIC:
            return play.public(document)
        try:
            return _document(seen_by(self._so_far(), str(view), self._settings), self._settings)
        except NotThere:
            raise Fault("line.value", field="view", found=shown(view), wanted="all, public or a player") from None

    def _so_far(self) -> GameLog:
        header = self._entries[0].record
        assert isinstance(header, Header)
        verdict = GameVerdict(game=header.game, game_key=0, file=self._source.name, line=1, header=header)
        return GameLog(
            game=header.game, header=header, source=self._source, entries=self._entries, rest=[], verdict=verdict
        )

    # -- what is said --------------------------------------------------------------------------------

    @property
    def _play(self) -> Play | None:
        return self._judge.play if isinstance(self._judge, GameJudge) else None

    def _stands(self, problems: list[Problem]) -> Answer:
        return self._say(True, self._told[-1].n, problems)

    def _refused(self, *problems: Problem) -> Answer:
        return self._say(False, None, list(problems))

    def _say(self, ok: bool, n: int | None, problems: list[Problem]) -> Answer:
        play = self._play
        if play is None:
            return Answer(ok=ok, n=n, phase=None, waiting=None, problems=problems, digest=None, public=None)
        document = play.document()
        return Answer(
            ok=ok, n=n, phase=document.get("phase"), waiting=document.get("waiting"), problems=problems,
            digest=digest(document), public=digest(play.public(document)),
        )  # fmt: skip

    def _problem(self, code: str, **values: Any) -> Problem:
        return make_problem(codes.CODES, code, values, Place(file=self._source.name, line=self._line))


def _document(log: GameLog, settings: Settings) -> dict[str, Any]:
    from vflog.playback.cursor import Cursor

    cursor = Cursor(log, settings)
    cursor.to_place(len(cursor) - 1)
    return cursor.state or {}
