"""The judging of one game: what stands, what is taken back, what the game comes to.

Knows no rule of any game: those come with the ruleset's `Play`. Pure: the same records, the same verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

import msgspec

from vflog.engine.amends import read_otherwise, still_stands
from vflog.engine.claims import differing
from vflog.engine.facts import Facts
from vflog.engine.findings import Findings
from vflog.engine.frame import FRAME, step
from vflog.engine.headers import check
from vflog.engine.notifier import Became, Notifier
from vflog.engine.numbering import Numbering, wrong_number
from vflog.engine.outcome import status_of
from vflog.engine.ruleset import Finder, Opened, Play, Ruleset, beginning
from vflog.engine.settings import Settings
from vflog.engine.tables import FACTS
from vflog.engine.tally import Tally
from vflog.engine.timeline import Timeline
from vflog.engine.verdict import STATUSES, GameVerdict, Judged, Run, Status
from vflog.engine.whatif import Otherwise
from vflog.log.absent import UNSET
from vflog.log.canonical import digest
from vflog.log.problems import Place, Problem, Refused
from vflog.log.records import Amend, Claim, End, Foreign, Header, Note, Record, Ruling, Takeback
from vflog.log.sources import Original


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
        self._file, self._line, self._offset = place.file or "", place.line or 0, place.byte_offset or 0
        self._found = Findings(ruleset, header, self._file, offsets=original is None)
        self._notifier = Notifier(header.game, on_record, on_run)
        self._key = game_key
        self._settings, self._find = settings, find
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
        header, tally = self.header, self._found.tally
        place = self._found.at(self._line, self._offset, 0)
        try:
            opened = self._opened()
        except Refused as why:
            self._add(self._found.maker.refusal(why, place))
            tally.refused = 1
            self._stopped = True
            self._found.quote(0, header, raw)
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
            self._add(self._found.maker.plain("game.no-revision", place, revision=opened.revision))
        if header.n is not UNSET and header.n != 0:
            self._found.fault(
                wrong_number(header.n, 0), self._found.at(self._line, self._offset, header.n), self._live()
            )
            self._stopped = not self._settings.keep_going
        tally.opened()
        self._found.quote(0, header, raw)
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
        return self._found.tally.problems

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
        held = Before(self._found.tally, self._numbers, timeline, self.ended, self._end)
        self._found.tally, self._numbers, self._timeline = held.tally.counts(), held.numbers.copy(), timeline.fork()
        self._holding = True
        return held

    def put_back(self, held: Before) -> None:
        """The game as it was held: what came since has never come."""
        self._found.tally, self._numbers, self._timeline = held.tally, held.numbers, held.timeline
        self.ended, self._end = held.ended, held.end
        self._stopped = self._found.maker.follows = False

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
        timeline, numbers, found = self._timeline, self._numbers, self._found
        tally = found.tally
        if timeline is None or self._stopped or self.ended or numbers.lost_lines or self._original is not None:
            return at
        play = timeline.play
        deeds, position = play.deeds, play.position
        each, notifier = self._notifier.each, self._notifier
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
                self._refuse(why, record, n, self._found.at(line + at, offsets[at], n))
                self._found.quote(known, record, raws[at])
                notifier.run(records, raws, told, at, n, line)
                self._notify(record, raws[at], line + at, offsets[at], n, "refused", known)
                return at + 1
            if play.warnings:
                timeline.extend(records[kept:at], n - at + kept)
                kept, known = at, len(tally.problems)
                self._found.warn(play, self._found.at(line + at, offsets[at], n), self._live())
                self._found.quote(known, record, raws[at])
                if not each:
                    notifier.run(records, raws, told, at, n, line)
                    self._notify(record, raws[at], line + at, offsets[at], n, "applied", known)
                    told = at + 1
            if each:
                self._notify(record, raws[at], line + at, offsets[at], n, "applied", first)
            n += 1
            at += 1
        timeline.extend(records[kept:at], n - at + kept)
        numbers.next, tally.records = n, tally.records + at - begun
        notifier.run(records, raws, told, at, n, line)
        return at

    def _carefully(self, record: Record, raw: bytes, line: int, byte_offset: int) -> None:
        """A record that is not plainly the next one of play."""
        tally, numbers = self._found.tally, self._numbers
        tally.records += 1
        first = len(tally.problems)
        n, wrong = numbers.take(record)
        place = self._found.at(line, byte_offset, n)
        if wrong is not None:
            self._found.fault(
                wrong, self._found.at(line, byte_offset, n if record.n is UNSET else record.n), self._live()
            )
        numbers.lost_lines = 0
        if record.at is not UNSET and (late := numbers.time_fault(record.at)) is not None:
            self._found.fault(late, place, self._live())
        if wrong is not None:
            self._count_refused()
            self._found.quote(first, record, raw)
            self._notify(record, raw, line, byte_offset, n, "refused", first)
            return
        assert n is not None
        became = self._original.judged.get(line) if self._original is not None else None
        unjudged = self._stopped and not self._revives(record) if became is None else became == "unjudged"
        if unjudged or self._timeline is None:
            tally.unjudged += 1
            self._found.tally.note(self._live())
            self._found.quote(first, record, raw)
            self._notify(record, raw, line, byte_offset, n, "unjudged", first)
            return
        judged = self._judge(record, n, place, became)
        self._found.quote(first, record, raw)
        self._notify(record, raw, line, byte_offset, n, judged, first)

    def reject(self, problem: Problem) -> None:
        """A line of this game that is no record: what it would have said is unknown."""
        self._add(msgspec.structs.replace(problem, game=self.header.game, follows=self._found.maker.follows))
        self._numbers.lost_lines += 1
        self._stopped = self._stopped or not self._settings.keep_going
        self._found.maker.follows = True

    # -- judging -------------------------------------------------------------------------------------

    def _revives(self, record: Record) -> bool:
        """Judging goes on after a refusal with a takeback to a record before it."""
        return (
            type(record) is Takeback
            and not self.ended
            and self._timeline is not None
            and (record.to == 0 or self._timeline.place(record.to) is not None)
        )

    def _judge(self, record: Record, n: int, place: Place, became: str | None = None) -> Became:
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
                self._found.tally.differing.add(n)
                self._add(self._found.maker.claim(held, place))
        if play.warnings:
            self._found.warn(play, place, self._live())
        if type(record) is Ruling:
            self._found.tally.rulings += 1
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
        problem = self._found.maker.refusal(why, place)
        asked = None if type(record) in (Amend, Takeback) else timeline.play.asked()
        if not self._holding:
            timeline.restore()
        by_rule = problem.rule is not None or problem.code == "amend.breaks"
        if self._settings.holds_under and not self._found.maker.follows and by_rule:
            problem = msgspec.structs.replace(problem, holds_under=self._holds_under(n, record, asked) or None)
        self._add(problem)
        self._count_refused()

    def _count_refused(self) -> None:
        self._found.tally.refused += 1
        self._stopped = self._stopped or not self._settings.keep_going
        self._found.maker.follows = True
        self._found.tally.note(self._live())

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
                self._found.tally.differing,
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
        self._found.tally.back_to(keep, len(gone))
        timeline.cut(keep, there)
        self._numbers.went_back(record.to, n)
        self._found.tally.rulings -= sum(type(r) is Ruling for r in gone)
        self._stopped = self._found.maker.follows = False
        self._found.tally.note(self._live())

    def _amend(self, record: Amend) -> None:
        timeline = self._timeline
        assert timeline is not None
        self._live_target("amend.target", record.to)
        check = still_stands(self._found.maker, lambda n: self._found.at(0, 0, n))
        read_otherwise(timeline, record, self._ruleset, check, sound=not self._found.tally.differing)

    def _live(self) -> int:
        return len(self._timeline.live) if self._timeline is not None else 0

    def _add(self, problem: Problem) -> None:
        self._found.tally.add(problem, self._live())

    # -- results -----------------------------------------------------------------------------------------

    def _notify(
        self, record: Record, raw: bytes, line: int, byte_offset: int, n: int | None, became: Became, first: int
    ) -> None:
        play = self._timeline.play if self._timeline is not None else None
        self._notifier.record(record, raw, line, byte_offset, n, became, self._found.tally.problems, first, play)

    def finish(self, *, incomplete_input: bool = False) -> GameVerdict:
        """The verdict; `incomplete_input` says that the input was cut off inside this game."""
        tally, play = self._found.tally, self.play
        begun = self._timeline is not None
        status = self._status_there(status_of(tally, self._end, begun=begun, cut=incomplete_input))
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
        if there == "invalid" and all(problem.severity != "error" for problem in self._found.tally.problems):
            self._add(
                self._found.maker.refusal(
                    _hidden("Something in the game is wrong"), self._found.at(self._line, 0, None)
                )
            )
        return there


def _hidden(what: str) -> Refused:
    """What is told where a reason is not seen."""
    return Refused("view.hidden", what=what)
