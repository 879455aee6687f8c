"""The live records of a game, and the way back to any of them.

Every `STEP` records a copy of the play is kept; any earlier position is the nearest copy plus at most
`STEP` records played again. So a log of takebacks costs a constant each, and a rule may leave a play half
changed when it refuses: the position before is restored the same way.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from vflog.engine.facts import Facts
from vflog.engine.ruleset import Play
from vflog.log.problems import Refused
from vflog.log.records import Record

STEP = 64


class Standing(NamedTuple):
    """A live record, and how much the judge had told and counted right after it."""

    n: int
    record: Record
    told: int
    refused: int
    unjudged: int


class Changed(msgspec.Struct, frozen=True):
    """What an amend changed: the place of its record among the live ones, and what stood there."""

    place: int
    old: Record


class _Mark(NamedTuple):
    count: int
    play: Play
    facts: tuple[int, ...]


class Timeline:
    """The live records in order, and the play as it is after the last of them."""

    def __init__(self, play: Play, facts: Facts | None, step: Callable[[Play, int, Record], None]) -> None:
        self.play = play
        self.live: list[Standing] = []
        #: The amends among the live records, by their place.
        self.changed: dict[int, Changed] = {}
        self._facts = facts
        self._step = step
        self._marks = [_Mark(0, play.copy(), facts.mark() if facts is not None else ())]
        play.facts = facts

    def push(self, standing: Standing) -> None:
        """A record has been carried out on the play and is live from now on."""
        live = self.live
        live.append(standing)
        if len(live) % STEP == 0:
            self._mark()

    def _mark(self) -> None:
        facts = self._facts
        self._marks.append(_Mark(len(self.live), self.play.copy(), facts.mark() if facts is not None else ()))

    def place(self, n: int) -> int | None:
        """The place of the live record of that number; `None` where no live one has it."""
        place = bisect_left(self.live, n, key=lambda standing: standing.n)
        return place if place < len(self.live) and self.live[place].n == n else None

    def restore(self) -> None:
        """Bring the play back to what it is after the last live record."""
        mark = self._marks[-1]
        self.play = mark.play.copy()
        facts = self._facts
        if facts is not None:
            facts.rewind(mark.facts)
        self.play.facts = facts
        for standing in self.live[mark.count :]:
            self._step(self.play, standing.n, standing.record)

    def at(self, count: int) -> Play:
        """A play of its own, as it was after the first `count` live records; without facts."""
        mark = next(m for m in reversed(self._marks) if m.count <= count)
        play = mark.play.copy()
        for standing in self.live[mark.count : count]:
            self._step(play, standing.n, standing.record)
        return play

    def cut(self, count: int) -> None:
        """Only the first `count` records stay live; amends among the others are undone."""
        lowest = count
        for place in range(len(self.live) - 1, count - 1, -1):
            self.live.pop()
            if change := self.changed.pop(place, None):
                self._replace(change.place, change.old)
                lowest = min(lowest, change.place)
        self._forget(lowest)
        self.restore()

    def _replace(self, place: int, record: Record) -> Record:
        old = self.live[place]
        self.live[place] = old._replace(record=record)
        return old.record

    def _forget(self, count: int) -> None:
        while self._marks[-1].count > count:
            self._marks.pop()

    def read_as(self, place: int, record: Record, check: Callable[[Play, int, Record], None]) -> Changed:
        """Read a live record otherwise and play on from it to the last, each step by `check`.

        The `Refused` that `check` raises comes out as it is, after the old reading is restored.
        """
        live, marks = self.live[:], self._marks[:]
        change = Changed(place, self._replace(place, record))
        self._forget(place)
        base = self._marks[-1].count
        rest = self.live[base:]
        del self.live[base:]
        self.restore()
        try:
            for standing in rest:
                (check if len(self.live) >= place else self._step)(self.play, standing.n, standing.record)
                self.push(standing)
        except Refused:
            self.live, self._marks = live, marks
            self.restore()
            raise
        return change
