"""The judging of one game: what stands, what is taken back, what the game comes to.

Knows no rule of any game: those come with the ruleset's `Play`. Pure: the same records, the same verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Literal

import msgspec

from vflog.engine.amends import read_otherwise
from vflog.engine.claims import differing
from vflog.engine.facts import Facts
from vflog.engine.frame import FRAME, step
from vflog.engine.headers import check
from vflog.engine.numbering import Fault, Numbering, wrong_number
from vflog.engine.people import acting
from vflog.engine.problem_maker import ProblemMaker
from vflog.engine.ruleset import Finder, Opened, Play, Ruleset, beginning
from vflog.engine.settings import Settings
from vflog.engine.tables import FACTS
from vflog.engine.tally import Tally
from vflog.engine.timeline import Timeline
from vflog.engine.verdict import STATUSES, GameVerdict, Judged, Run, Status
from vflog.engine.whatif import Otherwise
from vflog.log.absent import UNSET
from vflog.log.canonical import digest
from vflog.log.faults import quoted
from vflog.log.problems import Place, Problem, Refused
from vflog.log.records import Amend, Claim, End, Foreign, Header, Note, Record, Ruling, Takeback
from vflog.log.sources import Original

#: Errors that leave all before them standing: the game is incomplete, not invalid.
CUT_OFF = frozenset({"line.truncated", "archive.truncated"})


class Before:
    """A game as it was before a record that may be left out of it (see `GameJudge.hold`)."""

    def __init__(self, tally: Tally, numbers: Numbering, timeline: Timeline, ended: bool, end: End | None) -> None:
        self.tally = tally
        self.numbers = numbers
        self.timeline = timeline
        self.ended = ended
        self.end = end


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
        place: Place,
        settings: Settings,
        find: Finder,
        game_key: int = 0,
        on_record: Callable[[Judged], None] | None = None,
        on_run: Callable[[Run], None] | None = None,
        original: Original | None = None,
    ) -> None:
        """`original`: what the log came to of which these records are the copy for a view. What became of each record
        there becomes of it here, whatever the copy alone would allow."""
        self.header = header
        self._original = original
        self.ended = False
        self._ruleset = ruleset
        self._end_type = ruleset.end
        self._problems = ProblemMaker(ruleset, header)
        self._file, self._line, self._offset = place.file or "", place.line or 0, place.byte_offset or 0
        self._key = game_key
        self._settings, self._find, self._on_record, self._on_run = settings, find, on_record, on_run
        self._tally = Tally()
        self._numbers = Numbering(header.at if header.at is not UNSET else None)
        self._stopped = False
        #: Whether a record of the format's own was carried out; the live records of play when the game had its end.
        self._framed = False
        self._played = 0
        self._end: End | None = None
        #: The rulings under which an end that was refused stands: nothing that comes after it holds under them.
        self._over_under: set[str] = set()
        self._otherwise: Otherwise | None = None
        self._facts = Facts([*ruleset.tables, *FACTS]) if settings.facts else None
        self._timeline: Timeline | None = None
        self._revision: str | None = None
        self._holding = False
        #: The number of the first record that can be gone back to or amended; 0: any.
        self.kept_from = 0
        self._open(raw)

    def _open(self, raw: bytes) -> None:
        header, tally = self.header, self._tally
        place = self._at(self._line, self._offset, 0)
        try:
            opened = self._opened()
        except Refused as why:
            self._add(self._problems.refusal(why, place))
            tally.refused = 1
            self._stopped = True
            self._quote(0, header, raw)
            self._notify(header, raw, self._line, self._offset, 0, "refused", 0)
            return
        self._revision = opened.revision
        self._timeline = Timeline(
            opened.play,
            self._facts,
            step,
            beginning(self._ruleset, header, self._find, self._settings.overrides),
        )
        if header.revision is UNSET and "revision" not in self._settings.overrides:
            self._add(self._problems.plain("game.no-revision", place, revision=opened.revision))
        if header.n is not UNSET and header.n != 0:
            self._add_fault(wrong_number(header.n, 0), self._at(self._line, self._offset, header.n))
            self._stopped = not self._settings.keep_going
        tally.opened()
        self._quote(0, header, raw)
        self._notify(header, raw, self._line, self._offset, 0, "applied", 0)

    def _opened(self) -> Opened:
        """The game begun. Raises `Unsupported`, which goes before what is wrong with the header, or `Refused`."""
        begin = partial(self._ruleset.open, self.header, self._find, self._settings.overrides)
        try:
            check(self.header)
        except Refused:
            with suppress(Refused):
                begin()
            raise
        return begin()

    @property
    def play(self) -> Play | None:
        """The game as it stands; `None` where its header was refused."""
        return self._timeline.play if self._timeline is not None else None

    def play_before(self, n: int) -> Play | None:
        """A play of its own as it was right before the live record of that number; `None` where there is none."""
        timeline = self._timeline
        place = timeline.place(n) if timeline is not None else None
        return None if timeline is None or place is None else timeline.at(place)

    @property
    def problems(self) -> list[Problem]:
        """What is wrong so far."""
        return self._tally.problems

    @property
    def facts(self) -> Facts | None:
        """The facts so far; `None` where they were not asked for."""
        return self._facts

    def plays(self) -> list[Record]:
        """The live records of play, as they are read now, without the header; of a game that is over only where the
        settings ask for them."""
        timeline = self._timeline
        return [] if timeline is None else [*self._of_play(timeline.finished), *self._of_play(timeline.live)]

    @property
    def played(self) -> int:
        """The number of its live records of play."""
        timeline = self._timeline
        return 0 if timeline is None else self._played + len(self._of_play(timeline.live))

    def _of_play(self, records: list[Record]) -> list[Record]:
        return [record for record in records if type(record) not in FRAME] if self._framed else records

    # -- records that may be left out ------------------------------------------------------------------

    @property
    def due(self) -> int:
        """The number of the record that comes next."""
        return self._numbers.next

    def hold(self) -> Before:
        """The game as it stands, all of it legal: what comes next can be left out of it by `put_back`, at the cost of
        one record however long the game is. What is found from here on is all that is told in the verdict."""
        timeline = self._timeline
        assert timeline is not None
        held = Before(self._tally, self._numbers, timeline, self.ended, self._end)
        self._tally, self._numbers, self._timeline = held.tally.counts(), held.numbers.copy(), timeline.fork()
        self._holding = True
        return held

    def put_back(self, held: Before) -> None:
        """The game as it was held: what came since has never come."""
        self._tally, self._numbers, self._timeline = held.tally, held.numbers, held.timeline
        self.ended, self._end = held.ended, held.end
        self._stopped = self._problems.follows = False

    def forget(self, keep: int) -> None:
        """Where many more records are live than `keep`, keep no earlier ones in memory: see `kept_from`."""
        timeline = self._timeline
        if timeline is not None and len(timeline.live) >= 2 * keep:
            self.kept_from = timeline.forget(keep) or self.kept_from

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
        timeline, numbers, tally = self._timeline, self._numbers, self._tally
        if timeline is None or self._stopped or self.ended or numbers.lost_lines or self._original is not None:
            return at
        play = timeline.play
        deeds, position = play.deeds, play.position
        each = self._on_record is not None and self._on_run is None
        n, begun, kept, first = numbers.next, at, at, 0
        told = at  # what came from there on is told as a run
        for record in islice(records, at, at + timeline.room):
            deed = deeds.get(type(record))
            if deed is None or record.n != n or (record.at is not UNSET and not numbers.in_time(record.at)):
                break
            if each:
                first = len(tally.problems)
            position.n = n
            try:
                deed(position, record)
            except Refused as why:
                timeline.extend(records[kept:at], n - at + kept)
                known = len(tally.problems)
                numbers.next, tally.records = n + 1, tally.records + at + 1 - begun
                self._refuse(why, record, n, self._at(line + at, offsets[at], n))
                self._quote(known, record, raws[at])
                self._tell_run(records, raws, told, at, n, line)
                self._notify(record, raws[at], line + at, offsets[at], n, "refused", known)
                return at + 1
            if play.warnings:
                timeline.extend(records[kept:at], n - at + kept)
                kept, known = at, len(tally.problems)
                self._warn(play, self._at(line + at, offsets[at], n))
                self._quote(known, record, raws[at])
                if not each:
                    self._tell_run(records, raws, told, at, n, line)
                    self._notify(record, raws[at], line + at, offsets[at], n, "applied", known)
                    told = at + 1
            if each:
                self._notify(record, raws[at], line + at, offsets[at], n, "applied", first)
            n += 1
            at += 1
        timeline.extend(records[kept:at], n - at + kept)
        numbers.next, tally.records = n, tally.records + at - begun
        self._tell_run(records, raws, told, at, n, line)
        return at

    def _carefully(self, record: Record, raw: bytes, line: int, byte_offset: int) -> None:
        """A record that is not plainly the next one of play."""
        tally, numbers = self._tally, self._numbers
        tally.records += 1
        first = len(tally.problems)
        n, wrong = numbers.take(record)
        place = self._at(line, byte_offset, n)
        if wrong is not None:
            self._add_fault(wrong, self._at(line, byte_offset, n if record.n is UNSET else record.n))
        numbers.lost_lines = 0
        if record.at is not UNSET and (late := numbers.time_fault(record.at)) is not None:
            self._add_fault(late, place)
        if wrong is not None:
            self._count_refused()
            self._quote(first, record, raw)
            self._notify(record, raw, line, byte_offset, n, "refused", first)
            return
        assert n is not None
        became = self._original.judged.get(line) if self._original is not None else None
        unjudged = self._stopped and not self._revives(record) if became is None else became == "unjudged"
        if unjudged or self._timeline is None:
            tally.unjudged += 1
            self._note()
            self._quote(first, record, raw)
            self._notify(record, raw, line, byte_offset, n, "unjudged", first)
            return
        judged = self._judge(record, n, place, became)
        self._quote(first, record, raw)
        self._notify(record, raw, line, byte_offset, n, judged, first)

    def reject(self, problem: Problem) -> None:
        """A line of this game that is no record: what it would have said is unknown."""
        self._add(msgspec.structs.replace(problem, game=self.header.game, follows=self._problems.follows))
        self._numbers.lost_lines += 1
        self._stopped = self._stopped or not self._settings.keep_going
        self._problems.follows = True

    # -- judging -------------------------------------------------------------------------------------

    def _revives(self, record: Record) -> bool:
        """Judging goes on after a refusal with a takeback to a record before it."""
        return (
            type(record) is Takeback
            and not self.ended
            and self._timeline is not None
            and (record.to == 0 or self._timeline.place(record.to) is not None)
        )

    def _judge(self, record: Record, n: int, place: Place, became: str | None = None) -> Literal["applied", "refused"]:
        """Carry a record out, or refuse it; `became`: what became of it in the original of which it is a copy."""
        timeline = self._timeline
        assert timeline is not None
        try:
            if became == "withheld":
                raise _hidden("The record is refused")
            if type(record) in FRAME or self.ended:
                self._framed = True
                self._frame(record, n)
            step(timeline.play, n, record)
            if became == "refused":
                if type(record) is Amend:  # it has changed what stands
                    timeline.push(n, record)
                    timeline.cut(len(timeline.live) - 1)
                raise _hidden("The record is refused")
        except Refused as why:
            if became == "applied":  # hiding adds no problem: the copy has lost what the record rests on
                timeline.restore()
                self.ended = self.ended or type(record) is self._end_type
                return "applied"
            self._refuse(why, record, n, place)
            return "refused"
        play = timeline.play
        if isinstance(record, Claim):
            for held in differing(record, play):
                self._tally.differing.add(n)
                self._add(self._problems.claim(held, place))
        if play.warnings:
            self._warn(play, place)
        if type(record) is Ruling:
            self._tally.rulings += 1
        elif type(record) is self._end_type:
            self.ended = True
            self._played = self.played
            timeline.close(keep=self._settings.plays)
            self._end = record
        timeline.push(n, record)
        return "applied"

    def _refuse(self, why: Refused, record: Record, n: int, place: Place) -> None:
        timeline = self._timeline
        assert timeline is not None
        problem = self._problems.refusal(why, place)
        asked = None if type(record) in (Amend, Takeback) else timeline.play.asked()
        if not self._holding:
            timeline.restore()
        by_rule = problem.rule is not None or problem.code == "amend.breaks"
        if self._settings.holds_under and not self._problems.follows and by_rule:
            problem = msgspec.structs.replace(problem, holds_under=self._holds_under(n, record, asked) or None)
        self._add(problem)
        self._count_refused()

    def _count_refused(self) -> None:
        self._tally.refused += 1
        self._stopped = self._stopped or not self._settings.keep_going
        self._problems.follows = True
        self._note()

    def _holds_under(self, n: int, record: Record, asked: Container[str] | None) -> list[str]:
        """The rulings under which the record would have been legal; `asked`: those that may have made a difference,
        where that is known."""
        timeline = self._timeline
        assert timeline is not None
        if self._otherwise is None:
            self._otherwise = Otherwise(
                self._ruleset,
                self.header,
                self._find,
                self._settings.overrides,
                timeline.play.rulings(),
                self._tally.differing,
            )
        found = self._otherwise.holds(timeline, n, record, asked)
        found = [name for name in found if name not in self._over_under]
        if type(record) is self._end_type:
            self._over_under.update(found)
        return found

    # -- the format's own records ----------------------------------------------------------------------

    def _frame(self, record: Record, n: int) -> None:
        """What a record of the format's own does before it is carried out on the play."""
        if self.ended and type(record) not in (Note, Claim, Foreign):
            raise Refused("order.after-end")
        if isinstance(record, Takeback):
            self._take_back(record, n)
        elif isinstance(record, Amend):
            self._amend(record)

    def _live_target(self, code: str, to: int) -> int:
        """The place of the live record that a takeback or an amend names; raises `Refused`."""
        timeline, numbers = self._timeline, self._numbers
        assert timeline is not None
        if numbers.some_missing:
            raise Refused("n.missing")
        numbers.all_needed = True
        place = -1 if to == 0 and code == "takeback.target" else timeline.place(to)
        if place is None:
            raise Refused(code, to=to, what=numbers.why_no_target(to))
        return place

    def _take_back(self, record: Takeback, n: int) -> None:
        timeline = self._timeline
        assert timeline is not None
        keep = self._live_target("takeback.target", record.to) + 1
        gone = timeline.live[keep:]
        there = timeline.at(keep) if gone else timeline.play
        there.may_return()
        self._tally.back_to(keep, len(gone))
        timeline.cut(keep, there)
        self._numbers.went_back(record.to, n)
        self._tally.rulings -= sum(type(r) is Ruling for r in gone)
        self._stopped = self._problems.follows = False
        self._note()

    def _amend(self, record: Amend) -> None:
        timeline = self._timeline
        assert timeline is not None
        self._live_target("amend.target", record.to)
        read_otherwise(timeline, record, self._ruleset, self._must_stand, sound=not self._tally.differing)

    def _must_stand(self, play: Play, n: int, record: Record) -> None:
        """A step after an amend: what stood must still stand, claims must still hold."""
        nowhere = self._at(0, 0, n)
        if isinstance(record, Claim):
            for held in differing(record, play):
                raise Refused("amend.breaks", n=n, why=self._problems.claim(held, nowhere).message)
        try:
            step(play, n, record)
        except Refused as why:
            problem = self._problems.refusal(why, nowhere)
            raise Refused(
                "amend.breaks",
                n=n,
                why=problem.message,
                rule=problem.rule,
                basis=problem.basis,
                expected=problem.expected,
            ) from None
        play.warnings.clear()

    # -- problems --------------------------------------------------------------------------------------

    def _at(self, line: int, byte_offset: int, n: int | None) -> Place:
        offset = byte_offset if self._original is None else None
        return Place(file=self._file, line=line, byte_offset=offset, game=self.header.game, n=n)

    def _live(self) -> int:
        return len(self._timeline.live) if self._timeline is not None else 0

    def _quote(self, first: int, record: Record, raw: bytes) -> None:
        """Put to the problems from `first` on the record that has them."""
        if first < len(self._tally.problems):
            self._tally.quote(first, quoted(raw), acting(record, self._problems.people))

    def _note(self) -> None:
        self._tally.note(self._live())

    def _add(self, problem: Problem) -> None:
        self._tally.add(problem, self._live())

    def _add_fault(self, fault: Fault, place: Place) -> None:
        code, values = fault
        self._add(self._problems.plain(code, place, **values))

    def _warn(self, play: Play, place: Place) -> None:
        for warning in play.warnings:
            self._add(self._problems.warning(warning, place))
        play.warnings.clear()

    # -- results -----------------------------------------------------------------------------------------

    def _tell_run(
        self, records: Sequence[Record], raws: Sequence[bytes], first: int, end: int, n: int, line: int
    ) -> None:
        """Tell of the records from `first` to before `end`, which has the number `n`, where runs are told."""
        if self._on_run is not None and first < end:
            self._on_run(
                Run(
                    game=self.header.game,
                    n=n - (end - first),
                    line=line + first,
                    records=records[first:end],
                    raws=raws[first:end],
                )
            )

    def _notify(
        self,
        record: Record,
        raw: bytes,
        line: int,
        byte_offset: int,
        n: int | None,
        judged: Literal["applied", "refused", "unjudged"],
        first: int,
    ) -> None:
        if self._on_record is None:
            return
        play = self._timeline.play if self._timeline is not None and judged != "unjudged" else None
        self._on_record(
            Judged(
                game=self.header.game,
                n=n,
                line=line,
                byte_offset=byte_offset,
                record=record,
                raw=raw,
                judged=judged,
                problems=self._tally.problems[first:],
                document=play.document if play else None,
                public=play.public if play else None,
            )
        )

    def finish(self, *, incomplete_input: bool = False) -> GameVerdict:
        """The verdict; `incomplete_input` says that the input was cut off inside this game."""
        tally, play = self._tally, self.play
        status = self._status_there(self._status(incomplete_input))
        verdict = GameVerdict(
            game=self.header.game,
            game_key=self._key,
            file=self._file,
            line=self._line,
            ruleset=self._ruleset.name,
            revision=self._revision,
            status=status,
            records=tally.records,
            applied=tally.applied,
            refused=tally.refused,
            taken_back=tally.taken_back,
            unjudged=tally.unjudged,
            problems=tally.problems,
            header=self.header,
            taken_numbers=self._numbers.taken_back,
        )
        if play is None:
            return verdict
        verdict.winners = play.winners
        if self._end is not None:
            verdict.end_reason = self._end.reason
        if self._settings.digests:
            left = self._settings.undigested
            document = {key: value for key, value in play.document().items() if key not in left}
            verdict.digest, verdict.public = digest(document), digest(play.public(document))
        if self._facts is not None:
            play.settle()
            verdict.facts = self._facts
            verdict.summary = play.summary()
        return verdict

    def _status_there(self, here: Status) -> Status:
        """The status of the original, if this is a copy; where what makes it invalid is not seen, that is told."""
        if self._original is None:
            return here
        named = self._original.status.get(self._line)
        there: Status = next((status for status in STATUSES if status == named), here)
        if there == "invalid" and all(problem.severity != "error" for problem in self._tally.problems):
            self._add(self._problems.refusal(_hidden("Something in the game is wrong"), self._at(self._line, 0, None)))
        return there

    def _status(self, incomplete_input: bool) -> Status:
        errors = {p.code for p in self._tally.problems if p.severity == "error"}
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
        return "adjudicated" if stopped or self._tally.rulings else "valid"


def _hidden(what: str) -> Refused:
    """What is told where a reason is not seen."""
    return Refused("view.hidden", what=what)
