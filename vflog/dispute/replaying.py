"""A game played again from its records, or some of them read otherwise: how far that goes and what it comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from vflog.dispute.lines import Lines, Step, lines_of
from vflog.engine.amends import KEPT
from vflog.engine.claims import compare
from vflog.engine.frame import FRAME, step
from vflog.engine.people import people
from vflog.engine.problem_maker import ProblemMaker
from vflog.engine.ruleset import Play, Ruleset, beginning, dialect, ruleset
from vflog.engine.settings import Settings
from vflog.engine.tracing import Traces
from vflog.log.faults import Fault
from vflog.log.problems import Place, Problem, Refused, Unsupported
from vflog.log.records import Claim, Record
from vflog.playback.forms import Follows
from vflog.playback.logs import GameLog, NotThere
from vflog.reading.content import Library

#: So many records are played between two kept positions.
_EVERY = 24
#: So often a record is asked what it must say instead before it is given up.
_ASKED = 4


class Went(msgspec.Struct):
    """How far some records can be carried out: the play after the last of them; `stop` is the first that cannot be,
    `why` the problem; `claim` the first claim that no longer holds though it did.
    """

    play: Play
    stop: Step | None = None
    why: Problem | None = None
    claim: Step | None = None
    #: Whether the `end` had to be read as it would have to be.
    reworded: bool = False
    #: What was told of the last record, though it was carried out.
    warned: list[str] = []


class Replayer:
    """Plays a game of a log again, as often as it is asked to. Raises `Refused` or `Unsupported` where there is none.

    A log that was redacted may hold records that stand in the original and cannot be carried out here: they are left
    out of everything.
    """

    def __init__(self, log: GameLog, settings: Settings) -> None:
        self.log, self.settings = log, settings
        self.rules: Ruleset = ruleset(log.header.ruleset)
        self.names = people(log.header)
        self._find = Library(settings.content).finder(self.rules, log.header, log.source.path)
        self._problems = ProblemMaker(self.rules, log.header)
        self.lines: Lines = lines_of(log, self.rules)
        #: A record that is refused by something else than a rule of the game: its number, what it goes back to, or a
        #: reason that a copy does not show.
        self._void: Record | None = None
        self._differing: set[int] = set()
        self._kept: list[tuple[int, Play]] = []
        #: The places of records that stand in the original and cannot be carried out in this copy of it.
        self.lost: set[int] = set()
        self._baseline()

    # -- the game as it stands -------------------------------------------------------------------------

    def _baseline(self) -> None:
        """Play what stands, and keep positions on the way; what a copy has lost is found and left out."""
        while True:
            play = self.begin({})
            self._kept, self._differing = [(0, play.copy())], set()
            for count, each in enumerate(self.lines.live, 1):
                if each.place not in self.lost:
                    try:
                        self._judge_claim(play, each)
                        step(play, each.n, each.record)
                        play.warnings.clear()
                    except Refused:
                        self.lost.add(each.place)
                        break
                if count % _EVERY == 0:
                    self._kept.append((count, play.copy()))
            else:
                self.end = play
                break
        stop = self.lines.stop
        if isinstance(stop, Step) and self.run(play.copy(), [stop]).stop is None:
            self._void = stop.record

    def _judge_claim(self, play: Play, each: Step) -> None:
        if not _holds(each.record, play):
            self._differing.add(each.place)

    def begin(self, overrides: Mapping[str, str]) -> Play:
        """The game at its beginning, by other named rulings where they are given."""
        given = {**self.settings.overrides, **overrides}
        return beginning(self.rules, self.log.header, self._find, given)()

    def before(self, place: int) -> Play:
        """A play of its own as it is right before the record at that place (of those that stand, or stopped it)."""
        count = sum(each.place < place for each in self.lines.live)
        kept, found = next((count_, play) for count_, play in reversed(self._kept) if count_ <= count)
        play = found.copy()
        return self.run(play, self.lines.live[kept:count]).play

    def after(self, place: int) -> Play:
        """The same right after it; as it was left, where the record was refused."""
        return self.before(place + 1)

    @property
    def steps(self) -> list[Step]:
        """All records that could be played, as the log has them, without those that a copy has lost."""
        return [each for each in self.lines.written if each.place not in self.lost]

    def from_place(self, place: int, steps: Iterable[Step]) -> list[Step]:
        """Those of some records that stand at that place, or after it."""
        return [each for each in steps if each.place >= place]

    # -- playing -----------------------------------------------------------------------------------------

    def run(self, play: Play, steps: Sequence[Step]) -> Went:
        """Carry out some records on a play, which changes; ends at the first that cannot be carried out."""
        out = Went(play)
        for each in steps:
            if each.place in self.lost:
                continue
            if out.claim is None and each.place not in self._differing and not _holds(each.record, play):
                out.claim = each
            if each.record is self._void:
                line = self.log.entries[each.place].line
                out.stop, out.why = each, next((p for p in self.log.verdict.problems if p.line == line), None)
                return out
            try:
                step(play, each.n, each.record)
            except Refused as why:
                out.stop, out.why = each, self.problem(why, each)
                return out
            out.warned = [code for code, _, _ in play.warnings]
            play.warnings.clear()
        return out

    def to_the_end(self, play: Play, steps: Sequence[Step]) -> Went:
        """The same; an `end` that is refused because of what it says follows is read as it would have to be."""
        if not steps or type(steps[-1].record) is not self.rules.end:
            return self.run(play, steps)
        out = self.run(play, steps[:-1])
        if out.stop is not None:
            return out
        last = self.run(play.copy(), steps[-1:])
        if last.stop is not None:
            record = self.completed(play, steps[-1].record)
            if record is None:
                return msgspec.structs.replace(last, claim=out.claim)
            last = self.run(play, [msgspec.structs.replace(steps[-1], record=record)])
            last.reworded = True
        return msgspec.structs.replace(last, claim=out.claim)

    def completed(self, play: Play, record: Record) -> Record | None:
        """A record with what follows from the rest of it as it must be; `None` where it is refused all the same."""
        if not isinstance(play, Follows):
            return None
        plain = plain_of(record)
        for _ in range(_ASKED):
            found = play.what_follows(plain)
            if found is None or any(isinstance(value, dict) for value in found[0].values()):
                return None
            if not (needs := found[0]):
                break
            plain = {**plain, **needs}
        return self.record(plain, record)

    # -- records and problems ----------------------------------------------------------------------------

    def record(self, plain: Mapping[str, Any], like: Record | None = None) -> Record | None:
        """The record of a plain object, with the number and time of another; `None` where it is none."""
        try:
            return self.made(plain, like)
        except Fault:
            return None

    def made(self, plain: Mapping[str, Any], like: Record | None = None) -> Record:
        """The same; raises `Fault` where it is none."""
        made = dialect(self.rules).record({key: value for key, value in plain.items() if key not in KEPT})
        return made if like is None else msgspec.structs.replace(made, n=like.n, game=like.game, at=like.at)

    def problem(self, why: Refused, at: Step) -> Problem:
        """What is told where a record is refused."""
        place = Place(game=self.log.game, n=at.n, line=self.log.entries[at.place].line)
        return self._problems.refusal(why, place)

    def winners_named(self, steps: Sequence[Step]) -> list[str] | None:
        """The winners that the last `end` among some records names; `None` where there is none."""
        for each in reversed(steps):
            if type(each.record) is self.rules.end:
                named = self.rules.named_winners(each.record) if isinstance(self.rules, Traces) else None
                return [] if named is None else named
        return None


def _holds(record: Record, play: Play) -> bool:
    """Whether all that a claim says is true; nothing else claims anything."""
    return not isinstance(record, Claim) or all(held.holds for held in compare(record, play))


def replayers(logs: Iterable[GameLog], settings: Settings) -> list[Replayer]:
    """What plays each of some games again.

    Raises `NotThere` where one of them cannot be judged, or they are of two rulesets.
    """
    out = []
    for log in logs:
        try:
            out.append(Replayer(log, settings))
        except (Refused, Unsupported):
            errors = [p.message for p in log.verdict.problems if p.severity == "error"]
            raise NotThere(f"The game {log.game} cannot be judged: {' '.join(errors[:1])}") from None
    if len({each.rules.name for each in out}) > 1:
        raise NotThere(f"The games are of two rulesets: {' and '.join(each.rules.name for each in out)}.")
    return out


def plain_of(record: Record) -> dict[str, Any]:
    """A record as a plain object with its type."""
    plain = msgspec.to_builtins(record)
    return dict(plain)


def is_play(record: Record) -> bool:
    """Whether a record is the ruleset's own and not the format's."""
    return type(record) not in FRAME


def tried(run: Callable[[], Went]) -> Went | Refused | Unsupported:
    """What a run comes to, or why it cannot even begin."""
    try:
        return run()
    except (Refused, Unsupported) as why:
        return why
