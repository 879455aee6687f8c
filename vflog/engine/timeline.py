"""The live records of a game, and the way back to any of them.

Every so many records a copy of the play is kept; any earlier position is the nearest copy plus at most that
many records played again. So a log of takebacks costs a constant each, and a rule may leave a play half
changed when it refuses: the position before is restored the same way. Most games never go back: copies are
rare (`SELDOM`) until the first time. From then on they are close together (`OFTEN`), as tables mostly go back by a few
records; of those that lie further back only some are kept (`APART`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from vflog.engine.facts import Facts
from vflog.engine.ruleset import Play
from vflog.log.problems import Refused
from vflog.log.records import Record

SELDOM, APART, OFTEN = 512, 64, 16
#: So many of the last copies are close together.
_CLOSE = 8


class Changed(msgspec.Struct, frozen=True):
    """What an amend changed: the place of its record among the live ones, and what stood there."""

    place: int
    old: Record


class _Mark(NamedTuple):
    live: int
    play: Callable[[], Play]
    facts: tuple[int, ...]


class Timeline:
    """The live records in order, and the play as it is after the last of them."""

    def __init__(
        self,
        play: Play,
        facts: Facts | None,
        step: Callable[[Play, int, Record], None],
        begin: Callable[[], Play],
    ) -> None:
        """`begin` makes a play at the beginning of the same game, where one must be gone back to."""
        self.play = play
        #: The live records after the header, and their numbers.
        self.live: list[Record] = []
        self.numbers: list[int] = []
        #: The amends among the live records, by their place.
        self.changed: dict[int, Changed] = {}
        #: The records that were live when the game had its end, where they are to be kept.
        self.finished: list[Record] = []
        self._facts = facts
        self._begin = begin
        self._step = step
        self._every = SELDOM
        self._over = False
        self._marks = [_Mark(0, begin, facts.mark() if facts is not None else ())]
        play.facts = facts

    def push(self, n: int, record: Record) -> None:
        """A record has been carried out on the play and is live from now on."""
        self.extend((record,), n)

    @property
    def room(self) -> int:
        """How many records may be carried out on the play before `extend` must be told of them."""
        return self._every - len(self.live) % self._every

    def extend(self, records: Sequence[Record], n: int) -> None:
        """So many records, numbered from `n` on, have been carried out on the play and are live from now on."""
        live = self.live
        live.extend(records)
        self.numbers.extend(range(n, n + len(records)))
        if records and len(live) % self._every == 0:
            self._mark(len(live))

    def close(self, *, keep: bool) -> None:
        """The game has its end: nothing goes back any more, and nothing needs to be kept for that."""
        self._over = True
        if keep:
            self.finished = self.live
        self.live, self.numbers, self.changed = [], [], {}
        del self._marks[1:]

    def fork(self) -> Timeline:
        """A timeline of its own in the same position, without facts; it costs a copy of the play and of what is kept
        of the live records (see `forget`)."""
        out = Timeline(self.play.copy(), None, self._step, self._begin)
        out.live, out.numbers, out.changed = self.live[:], self.numbers[:], dict(self.changed)
        out._every, out._over, out._marks = self._every, self._over, self._marks[:]
        return out

    def forget(self, keep: int) -> int:
        """Forget the live records before about the last `keep`; gives the number of the first that is kept (0: all
        are). Whoever wants to go back before it must begin anew: nothing here may be gone back to, or amended."""
        marks = [mark for mark in self._marks if mark.live <= len(self.live) - keep]
        base = marks[-1].live if marks else 0
        for place, change in self.changed.items():
            if change.place < base <= place:
                return 0
        if base > 0:
            self._marks = [_Mark(m.live - base, m.play, m.facts) for m in self._marks[len(marks) - 1 :]]
            self.changed = {
                place - base: Changed(change.place - base, change.old)
                for place, change in self.changed.items()
                if place >= base
            }
            del self.live[:base], self.numbers[:base]
        return self.numbers[0] if base > 0 else 0

    def _mark(self, live: int) -> None:
        """Keep a copy of the play as it is now, after so many live records."""
        facts = self._facts
        kept = self.play.copy()
        self._marks.append(_Mark(live, kept.copy, facts.mark() if facts is not None else ()))
        if len(self._marks) > _CLOSE + 1 and self._marks[-_CLOSE - 1].live % APART:
            del self._marks[-_CLOSE - 1]

    def place(self, n: int) -> int | None:
        """The place of the live record of that number; `None` where no live one has it."""
        place = bisect_left(self.numbers, n)
        return place if place < len(self.numbers) and self.numbers[place] == n else None

    def written(self) -> list[tuple[int, Record]]:
        """The live records with their numbers as they were written: before the amends among them."""
        records = self.live[:]
        for place in sorted(self.changed, reverse=True):
            change = self.changed[place]
            records[change.place] = change.old
        return list(zip(self.numbers, records, strict=True))

    def restore(self, there: Play | None = None) -> None:
        """Bring the play back to what it is after the last live record; `there` is a play of its own in that position,
        where one has been made."""
        if self._over:
            return
        self._every = OFTEN
        mark = self._marks[-1]
        if there is not None and self._facts is None and len(self.live) - mark.live < OFTEN:
            self.play = there
            return
        self.play = mark.play()
        facts = self._facts
        if facts is not None:
            facts.rewind(mark.facts)
        self.play.facts = facts
        for place in range(mark.live, len(self.live)):
            self._step(self.play, self.numbers[place], self.live[place])
            if (place + 1) % OFTEN == 0:
                self._mark(place + 1)

    def at(self, count: int) -> Play:
        """A play of its own, as it was after the first `count` live records; without facts."""
        mark = next(m for m in reversed(self._marks) if m.live <= count)
        play = mark.play()
        for place in range(mark.live, count):
            self._step(play, self.numbers[place], self.live[place])
        return play

    def cut(self, count: int, there: Play | None = None) -> None:
        """Only the first `count` records stay live; amends among the others are undone. `there` is a play in the
        position after them, where nothing was amended since."""
        lowest = count
        if self.changed and next(reversed(self.changed)) >= count:
            there = None
        for place in range(len(self.live) - 1, count - 1, -1):
            self.live.pop()
            self.numbers.pop()
            if change := self.changed.pop(place, None):
                self._replace(change.place, change.old)
                lowest = min(lowest, change.place)
        self._forget(lowest)
        self.restore(there)

    def _replace(self, place: int, record: Record) -> Record:
        old, self.live[place] = self.live[place], record
        return old

    def _forget(self, count: int) -> None:
        while self._marks[-1].live > count:
            self._marks.pop()

    def read_as(self, place: int, record: Record, check: Callable[[Play, int, Record], None]) -> Changed:
        """Read a live record otherwise and play on from it to the last, each step by `check`.

        The `Refused` that `check` raises comes out as it is, after the old reading is restored.
        """
        live, numbers = self.live[:], self.numbers[:]
        change = Changed(place, self._replace(place, record))
        self._forget(place)
        marks = self._marks[:]
        base = self._marks[-1].live
        rest = list(zip(self.numbers[base:], self.live[base:], strict=True))
        del self.live[base:], self.numbers[base:]
        self.restore()
        try:
            for n, standing in rest:
                (check if len(self.live) >= place else self._step)(self.play, n, standing)
                self.push(n, standing)
        except Refused:
            # Later marks are of no use any more: the facts were cut back to before them.
            self.live, self.numbers, self._marks = live, numbers, marks
            self.restore()
            raise
        return change
