"""The judging of one game: numbers, what stands, what is taken back, what the game comes to.

Knows no rule of any game: those come with the ruleset's `Play`. Pure: the same records, the same verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

import msgspec

from vflog.engine.amends import read_otherwise
from vflog.engine.claims import Held, compare, short
from vflog.engine.clock import backwards
from vflog.engine.codes import CODES
from vflog.engine.facts import Facts
from vflog.engine.headers import check
from vflog.engine.people import acting, people
from vflog.engine.ruleset import Finder, Play, Ruleset, beginning
from vflog.engine.settings import Settings
from vflog.engine.step import FRAME, step
from vflog.engine.tables import FACTS
from vflog.engine.timeline import Timeline
from vflog.engine.verdict import GameVerdict, Judged, Status
from vflog.engine.whatif import holds_under
from vflog.log.absent import UNSET
from vflog.log.canonical import digest
from vflog.log.faults import quoted
from vflog.log.problems import Code, People, Problem, Refused, quoting, told
from vflog.log.records import Amend, Claim, End, Foreign, Header, Note, Record, Ruling, Takeback

#: Errors that leave all before them standing: the game is incomplete, not invalid.
CUT_OFF = frozenset({"line.truncated", "archive.truncated"})


class GameJudge:
    """Judges the records of one game as they come.

    `record` takes the next record, `reject` a line of the game that is none, `finish` gives the verdict.
    Raises `Unsupported` where the header asks for what this version or these cards cannot judge.
    """

    def __init__(
        self,
        header: Header,
        ruleset: Ruleset,
        *,
        raw: bytes,
        file: str,
        line: int,
        byte_offset: int,
        settings: Settings,
        find: Finder,
        game_key: int = 0,
        on_record: Callable[[Judged], None] | None = None,
    ) -> None:
        self.header = header
        self.ended = False
        self.problems: list[Problem] = []
        self._ruleset = ruleset
        self._end_type = ruleset.end
        self._codes = _codes(ruleset)
        self._file, self._line, self._key = file, line, game_key
        self._settings, self._find, self._on_record = settings, find, on_record
        self._records = 1
        self._refused = self._unjudged = self._taken_back = 0
        self._taken: list[tuple[int, int]] = []
        self._next = 1
        self._stopped = False
        self._follows = False
        self._unnumbered = False
        self._rewinds = False
        self._lost_lines = 0
        self._at: str | None = header.at if header.at is not UNSET else None
        self._rulings = 0
        self._end: End | None = None
        #: The rulings under which an end that was refused stands: nothing that comes after it holds under them.
        self._over_under: set[str] = set()
        self._facts = Facts([*ruleset.tables, *FACTS]) if settings.facts else None
        self._timeline: Timeline | None = None
        self._revision: str | None = None
        #: Problems told, records refused and unjudged: right after the header, and with how many live records.
        self._opening = (0, 0, 0)
        self._counts: list[tuple[int, int, int, int]] = []
        self._called: People | None = None
        self._open(line, byte_offset, raw)

    def _open(self, line: int, byte_offset: int, raw: bytes) -> None:
        header = self.header
        try:
            overrides = self._settings.overrides
            check(header)
            opened = self._ruleset.open(header, self._find, overrides)
        except Refused as why:
            self._told(self._problem(why, line, byte_offset, 0))
            self._refused = 1
            self._stopped = True
            self._quote(0, header, raw)
            self._tell(header, raw, line, byte_offset, 0, "refused", 0)
            return
        self._revision = opened.revision
        self._timeline = Timeline(
            opened.play, self._facts, step, beginning(self._ruleset, header, self._find, overrides)
        )
        if header.revision is UNSET and "revision" not in self._settings.overrides:
            self._told(self._plain("game.no-revision", line, byte_offset, 0, revision=opened.revision))
        if header.n is not UNSET and header.n != 0:
            self._wrong_number(header.n, 0, line, byte_offset)
            self._stopped = not self._settings.keep_going
        self._opening = (len(self.problems), self._refused, 0)
        self._counts.clear()
        self._quote(0, header, raw)
        self._tell(header, raw, line, byte_offset, 0, "applied", 0)

    @property
    def play(self) -> Play | None:
        """The game as it stands; `None` where its header was refused."""
        return self._timeline.play if self._timeline is not None else None

    @property
    def facts(self) -> Facts | None:
        """The facts so far; `None` where they were not asked for."""
        return self._facts

    # -- what comes in -------------------------------------------------------------------------------

    def records(self, records: Sequence[Record], raws: Sequence[bytes], line: int, offsets: Sequence[int]) -> None:
        """The next records of the game, on successive lines from `line` on."""
        done = 0
        while done < len(records):
            done = self._plain_run(records, raws, done, line, offsets)
            if done < len(records):
                self._carefully(records[done], raws[done], line + done, offsets[done])
                done += 1

    def record(self, record: Record, raw: bytes, line: int, byte_offset: int) -> None:
        """The next record of the game."""
        self.records((record,), (raw,), line, (byte_offset,))

    def _plain_run(
        self, records: Sequence[Record], raws: Sequence[bytes], at: int, line: int, offsets: Sequence[int]
    ) -> int:
        """Take records from `at` on as long as each is what nearly every record is: one of play, in its place,
        that no rule refuses. Gives where that ended: the judging of all others takes more care."""
        timeline = self._timeline
        if timeline is None or self._stopped or self.ended or self._lost_lines:
            return at
        play = timeline.play
        deeds, position = play.deeds, play.position
        watched = self._on_record is not None
        n, begun, kept, first = self._next, at, at, 0
        for record in islice(records, at, at + timeline.room):
            deed = deeds.get(type(record))
            if deed is None or record.n != n or (record.at is not UNSET and not self._in_time(record.at)):
                break
            if watched:
                first = len(self.problems)
            position.n = n
            try:
                deed(position, record)
            except Refused as why:
                timeline.extend(records[kept:at], n - at + kept)
                self._next, self._records = n + 1, self._records + at + 1 - begun
                known = len(self.problems)
                self._refuse(why, record, n, line + at, offsets[at])
                self._quote(known, record, raws[at])
                if watched:
                    self._tell(record, raws[at], line + at, offsets[at], n, "refused", first)
                return at + 1
            if play.warnings:
                timeline.extend(records[kept:at], n - at + kept)
                kept, known = at, len(self.problems)
                self._warn(play, line + at, offsets[at], n)
                self._quote(known, record, raws[at])
            if watched:
                self._tell(record, raws[at], line + at, offsets[at], n, "applied", first)
            n += 1
            at += 1
        timeline.extend(records[kept:at], n - at + kept)
        self._next, self._records = n, self._records + at - begun
        return at

    def _carefully(self, record: Record, raw: bytes, line: int, byte_offset: int) -> None:
        """A record that is not plainly the next one of play."""
        self._records += 1
        first = len(self.problems)
        n = self._number(record, line, byte_offset)
        self._lost_lines = 0
        if record.at is not UNSET:
            self._time(record.at, line, byte_offset, n)
        if any(problem.severity == "error" for problem in self.problems[first:]):
            self._count_refused()
            self._quote(first, record, raw)
            self._tell(record, raw, line, byte_offset, n, "refused", first)
            return
        assert n is not None
        if self._stopped and not self._revives(record):
            self._unjudged += 1
            self._note_counts()
            self._quote(first, record, raw)
            self._tell(record, raw, line, byte_offset, n, "unjudged", first)
            return
        judged = self._judge(record, n, line, byte_offset)
        self._quote(first, record, raw)
        self._tell(record, raw, line, byte_offset, n, judged, first)

    def reject(self, problem: Problem) -> None:
        """A line of this game that is no record: what it would have said is unknown."""
        self._told(msgspec.structs.replace(problem, game=self.header.game, follows=self._follows))
        self._lost_lines += 1
        self._stopped = self._stopped or not self._settings.keep_going
        self._follows = True

    # -- numbers and times ---------------------------------------------------------------------------

    def _number(self, record: Record, line: int, byte_offset: int) -> int | None:
        """The number a record takes, `None` for none; tells of a wrong one."""
        n = record.n
        if n is UNSET:
            n = self._next
            if self._rewinds:
                self._wrong("n.missing", line, byte_offset, n)
            self._unnumbered = True
        elif n != self._next and not self._explained(n):
            taken = self._wrong_number(n, self._next, line, byte_offset)
            if taken is None:
                return None
        self._next = n + 1
        return n

    def _explained(self, n: int) -> bool:
        """The gap that unreadable lines leave is told once, with them."""
        return self._next < n <= self._next + self._lost_lines

    def _wrong_number(self, n: int, due: int, line: int, byte_offset: int) -> int | None:
        """Tell of a wrong number; gives the number the record takes, `None` for none."""
        code = "n.gap" if n > due else "n.repeat" if n == due - 1 else "n.step-back"
        self._wrong(code, line, byte_offset, n, n=n, due=due)
        return n if n > due else None

    def _time(self, at: str, line: int, byte_offset: int, n: int | None) -> None:
        if not self._in_time(at):
            self._told(self._plain("at.backwards", line, byte_offset, n, at=at, before=self._at))

    def _in_time(self, at: str) -> bool:
        """Whether a time is not before the last one; that it is from now on, if so."""
        if self._at is not None and backwards(self._at, at):
            return False
        self._at = at
        return True

    # -- judging -------------------------------------------------------------------------------------

    def _revives(self, record: Record) -> bool:
        """Judging goes on after a refusal with a takeback to a record before it."""
        return (
            type(record) is Takeback
            and not self.ended
            and self._timeline is not None
            and (record.to == 0 or self._timeline.place(record.to) is not None)
        )

    def _judge(self, record: Record, n: int, line: int, byte_offset: int) -> Literal["applied", "refused"]:
        timeline = self._timeline
        assert timeline is not None
        try:
            if type(record) in FRAME or self.ended:
                self._frame(record, n)
            step(timeline.play, n, record)
        except Refused as why:
            self._refuse(why, record, n, line, byte_offset)
            return "refused"
        play = timeline.play
        if isinstance(record, Claim):
            for held in compare(record, play):
                if not held.holds:
                    self._told(self._claim_problem(held, line, byte_offset, n))
        if play.warnings:
            self._warn(play, line, byte_offset, n)
        if type(record) is Ruling:
            self._rulings += 1
        elif type(record) is self._end_type:
            self._over(record, timeline)
        timeline.push(n, record)
        return "applied"

    def _over(self, record: Record, timeline: Timeline) -> None:
        self.ended = True
        timeline.close()
        self._end = record  # type: ignore[assignment]

    def _refuse(self, why: Refused, record: Record, n: int, line: int, byte_offset: int) -> None:
        timeline = self._timeline
        assert timeline is not None
        problem = self._problem(why, line, byte_offset, n)
        timeline.restore()
        by_rule = problem.rule is not None or problem.code == "amend.breaks"
        if self._settings.holds_under and not self._follows and by_rule:
            problem = msgspec.structs.replace(problem, holds_under=self._otherwise(n, record) or None)
        self._told(problem)
        self._count_refused()

    def _count_refused(self) -> None:
        self._refused += 1
        self._stopped = self._stopped or not self._settings.keep_going
        self._follows = True
        self._note_counts()

    def _note_counts(self) -> None:
        """Remember what is told and counted after so many live records, for the way back."""
        live = len(self._timeline.live) if self._timeline is not None else 0
        counts = (live, len(self.problems), self._refused, self._unjudged)
        if self._counts and self._counts[-1][0] == live:
            self._counts[-1] = counts
        else:
            self._counts.append(counts)

    def _otherwise(self, n: int, record: Record) -> list[str]:
        """The rulings under which the record would have been legal."""
        timeline = self._timeline
        assert timeline is not None
        differing = {p.n for p in self.problems if p.code == "claim.differs"}
        found = holds_under(
            self._ruleset, self.header, self._find, self._settings.overrides, timeline.play.rulings(),
            [*timeline.written(), (n, record)], differing,
        )  # fmt: skip
        found = [name for name in found if name not in self._over_under]
        if type(record) is self._end_type:
            self._over_under.update(found)
        return found

    def _warn(self, play: Play, line: int, byte_offset: int, n: int) -> None:
        for code, values, rule in play.warnings:
            self._told(self._plain(code, line, byte_offset, n, rule=rule, severity="warning", **values))
        play.warnings.clear()

    # -- the frame's own records -----------------------------------------------------------------------

    def _frame(self, record: Record, n: int) -> None:
        """What a record of the frame's own does before it is carried out on the play."""
        if self.ended and type(record) not in (Note, Claim, Foreign):
            raise Refused("order.after-end")
        if isinstance(record, Takeback):
            self._take_back(record, n)
        elif isinstance(record, Amend):
            self._amend(record)

    def _take_back(self, record: Takeback, n: int) -> None:
        timeline = self._timeline
        assert timeline is not None
        if self._unnumbered:
            raise Refused("n.missing")
        self._rewinds = True
        place = -1 if record.to == 0 else timeline.place(record.to)
        if place is None:
            raise Refused("takeback.target", to=record.to, what=self._what_is(record.to))
        keep = place + 1
        timeline.at(keep).may_return()
        gone = timeline.live[keep:]
        told, refused, unjudged = self._after(keep)
        timeline.cut(keep)
        if n > record.to + 1:
            self._taken.append((record.to + 1, n - 1))
        self._taken_back += len(gone) + (self._refused - refused) + (self._unjudged - unjudged)
        self._refused, self._unjudged = refused, unjudged
        self.problems[told:] = [msgspec.structs.replace(p, severity="warning") for p in self.problems[told:]]
        self._rulings -= sum(type(r) is Ruling for r in gone)
        self._stopped = self._follows = False
        self._note_counts()

    def _after(self, live: int) -> tuple[int, int, int]:
        """What was told and counted right after so many live records; later notes are forgotten."""
        while self._counts and self._counts[-1][0] >= max(live, 1):
            self._counts.pop()
        if live == 0:
            self._counts.clear()
        return self._counts[-1][1:] if self._counts else self._opening

    def _amend(self, record: Amend) -> None:
        timeline = self._timeline
        assert timeline is not None
        if self._unnumbered:
            raise Refused("n.missing")
        self._rewinds = True
        if timeline.place(record.to) is None:
            raise Refused("amend.target", to=record.to, what=self._what_is(record.to))
        read_otherwise(timeline, record, self._ruleset, self._must_stand)

    def _must_stand(self, play: Play, n: int, record: Record) -> None:
        """A step after an amend: what stood must still stand, claims must still hold."""
        if isinstance(record, Claim):
            for held in compare(record, play):
                if not held.holds:
                    raise Refused("amend.breaks", n=n, why=self._claim_problem(held, 0, 0, n).message)
        try:
            step(play, n, record)
        except Refused as why:
            problem = self._problem(why, 0, 0, n)
            raise Refused(
                "amend.breaks", n=n, why=problem.message, rule=problem.rule, basis=problem.basis,
                expected=problem.expected,
            ) from None  # fmt: skip
        play.warnings.clear()

    def _what_is(self, to: int) -> str:
        if to >= self._next - 1 or to < 0:
            return "not there yet" if to > 0 else "no record"
        if any(first <= to <= last for first, last in self._taken):
            return "taken back"
        return "the header" if to == 0 else "none that stands"

    # -- what is told ----------------------------------------------------------------------------------

    def _told(self, problem: Problem) -> None:
        self.problems.append(problem)
        self._note_counts()

    def _quote(self, first: int, record: Record, raw: bytes) -> None:
        """Put to the problems from `first` on the record that has them."""
        if first < len(self.problems):
            quote, who = quoted(raw), acting(record, self._people())
            self.problems[first:] = [quoting(problem, quote, who) for problem in self.problems[first:]]

    def _people(self) -> People:
        """What the players are called."""
        if self._called is None:
            self._called = people(self.header)
        return self._called

    def _wrong(self, code: str, line: int, byte_offset: int, number: int | None, /, **values: Any) -> None:
        self._told(self._plain(code, line, byte_offset, number, **values))

    def _plain(self, code: str, line: int, byte_offset: int, number: int | None, /, **values: Any) -> Problem:
        severity, rule = values.pop("severity", None), values.pop("rule", None)
        where: dict[str, Any] = {} if severity is None else {"severity": severity}
        return told(
            self._codes, code, values, rule=rule, people=self._people(), file=self._file, line=line,
            byte_offset=byte_offset, game=self.header.game, n=number, follows=self._follows, **where,
        )  # fmt: skip

    def _problem(self, why: Refused, line: int, byte_offset: int, n: int) -> Problem:
        return told(
            self._codes, why.code, why.values, expected=why.expected, rule=why.rule, basis=why.basis,
            people=self._people(), file=self._file, line=line, byte_offset=byte_offset, game=self.header.game, n=n,
            follows=self._follows,
        )  # fmt: skip

    def _claim_problem(self, held: Held, line: int, byte_offset: int, n: int) -> Problem:
        found = "not there" if held.lacking else short(held.held)
        claimed = short(held.claimed)
        return self._plain("claim.differs", line, byte_offset, n, path=held.path, claimed=claimed, held=found)

    def _tell(
        self, record: Record, raw: bytes, line: int, byte_offset: int, n: int | None,
        judged: Literal["applied", "refused", "unjudged"], first: int,
    ) -> None:  # fmt: skip
        if self._on_record is None:
            return
        play = self._timeline.play if self._timeline is not None and judged != "unjudged" else None
        self._on_record(
            Judged(
                game=self.header.game, n=n, line=line, byte_offset=byte_offset, record=record, raw=raw, judged=judged,
                problems=self.problems[first:], document=play.document if play else None,
                public=play.public if play else None,
            )
        )  # fmt: skip

    # -- what it comes to ------------------------------------------------------------------------------

    def finish(self, *, incomplete_input: bool = False) -> GameVerdict:
        """The verdict; `incomplete_input` says that the input was cut off inside this game."""
        timeline = self._timeline
        play = timeline.play if timeline is not None else None
        applied = self._records - self._refused - self._unjudged - self._taken_back
        status = self._status(incomplete_input)
        verdict = GameVerdict(
            game=self.header.game, game_key=self._key, file=self._file, line=self._line, ruleset=self._ruleset.name,
            revision=self._revision, status=status, records=self._records, applied=applied, refused=self._refused,
            taken_back=self._taken_back, unjudged=self._unjudged, problems=self.problems, header=self.header,
            taken_numbers=self._taken,
        )  # fmt: skip
        if play is None:
            return verdict
        verdict.winners = play.winners
        if self._end is not None:
            verdict.end_reason = self._end.reason
        if self._settings.digests:
            document = play.document()
            verdict.digest, verdict.public = digest(document), digest(play.public(document))
        if self._facts is not None:
            play.settle()
            verdict.facts = self._facts
            verdict.summary = play.summary()
        return verdict

    def _status(self, incomplete_input: bool) -> Status:
        errors = {p.code for p in self.problems if p.severity == "error"}
        if self._timeline is None or errors - CUT_OFF:
            return "invalid"
        incomplete_input = incomplete_input or bool(errors)
        end = self._end
        if end is None:
            return "incomplete"
        stopped = end.reason != "played"
        if stopped and end.result is UNSET:
            return "abandoned"
        if incomplete_input:
            return "incomplete"
        return "adjudicated" if stopped or self._rulings else "valid"


_all_codes: dict[str, tuple[Ruleset, Mapping[str, Code]]] = {}


def _codes(ruleset: Ruleset) -> Mapping[str, Code]:
    """The codes of the frame and of a ruleset together, made once."""
    known = _all_codes.get(ruleset.name)
    if known is None or known[0] is not ruleset:
        known = _all_codes[ruleset.name] = (ruleset, {**CODES, **ruleset.codes})
    return known[1]
