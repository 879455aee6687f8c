"""The records of a game as they count: those that stand, what stopped the judging, and what was written after that."""

from __future__ import annotations

import msgspec

from vflog.engine.amends import amended
from vflog.engine.ruleset import Ruleset
from vflog.log.problems import Problem, Refused
from vflog.log.records import Amend, Header, Record, Takeback
from vflog.playback.logs import GameLog


class Step(msgspec.Struct, frozen=True):
    """A record as it is read now: its number, and its place among all records of the game."""

    n: int
    record: Record
    place: int


class Lines(msgspec.Struct, kw_only=True):
    """`live`: the records that stand, as they are read now. `stop`: the one that was refused for good, or the
    rejected line, before `rest`: what was written after it. `taken`: by which takeback a record was taken back, by
    their places.
    """

    live: list[Step] = []
    stop: Step | Problem | None = None
    rest: list[Step] = []
    taken: dict[int, int] = {}

    @property
    def written(self) -> list[Step]:
        """All of them in order, as the log has them."""
        stop = [self.stop] if isinstance(self.stop, Step) else []
        return [*self.live, *stop, *self.rest]


def lines_of(log: GameLog, rules: Ruleset) -> Lines:
    """The records of a game as they count."""
    out = Lines()
    readings: list[tuple[int, int, Record]] = []
    number = 0
    for place, entry in enumerate(log.entries):
        if isinstance(entry.record, Header):
            continue
        number = entry.n if entry.n is not None else number + 1
        step = Step(number, entry.record, place)
        if entry.judged == "applied":
            if isinstance(entry.record, Takeback):
                _take_back(out, readings, entry.record.to, place)
            elif isinstance(entry.record, Amend):
                _read_otherwise(out, readings, entry.record, place, rules)
            out.live.append(step)
        elif out.stop is not None:
            _go_on(out.rest, step)
        elif entry.judged == "refused":
            out.stop = step
        else:
            out.stop = entry.rejects[-1] if entry.rejects else step
            if entry.rejects:
                out.rest.append(step)
    if out.stop is None and log.rest:
        out.stop = log.rest[0]
    return out


def _take_back(out: Lines, readings: list[tuple[int, int, Record]], to: int, by: int) -> None:
    kept = {step.place for step in out.live if step.n <= to}
    for place in range(1, by):
        if place not in kept:
            out.taken.setdefault(place, by)
    while readings and readings[-1][0] in out.taken:
        _, index, old = readings.pop()
        out.live[index] = msgspec.structs.replace(out.live[index], record=old)
    out.live = [step for step in out.live if step.n <= to]
    out.stop, out.rest = None, []


def _read_otherwise(
    out: Lines, readings: list[tuple[int, int, Record]], record: Amend, place: int, rules: Ruleset
) -> None:
    index = next((i for i, step in enumerate(out.live) if step.n == record.to), None)
    if index is None:
        return
    old = out.live[index]
    try:
        new = amended(record.record, old.record, rules)
    except Refused:  # a copy that does not show what was written
        return
    readings.append((place, index, old.record))
    out.live[index] = msgspec.structs.replace(old, record=new)


def _go_on(rest: list[Step], step: Step) -> None:
    """What was written after the judging had stopped; a takeback in it takes back what was written too."""
    if isinstance(step.record, Takeback):
        to = step.record.to
        rest[:] = [each for each in rest if each.n <= to]
    rest.append(step)
