"""The live records of a game, and the way back to any of them.

Every so many records a copy of the play is kept; any earlier position is the nearest copy plus at most that
many records played again. So a log of takebacks costs a constant each, and a rule may leave a play half
changed when it refuses: the position before is restored the same way. Most games never go back: copies are
rare (`SELDOM`) until the first time. From then on they are close together (`OFTEN`), as tables mostly go back by a few
records; of those that lie further back only some are kept (`APART`).

An amend reads an earlier record otherwise, and all that follows is played again. The position that it leaves is kept
too, with its facts (`LEFT` of them, fewer where there are very many facts): where a later amend, or its being taken
back, leads to the same readings again, the game goes on from there, so that a card which is told and hidden over and
over costs no more each time.
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

SELDOM, APART, OFTEN, LEFT = 512, 64, 16, 8
#: So many of the last copies are close together.
_CLOSE = 8
#: So many values the facts of the positions that were left have at most, of all together.
_VALUES = 4_000_000


class Changed(msgspec.Struct, frozen=True):
    """What an amend changed: the place of its record among the live ones, and what stood there."""

    place: int
    old: Record


class _Mark(NamedTuple):
    live: int
    play: Callable[[], Play]
    #: How long the facts were then.
    facts: tuple[int, ...]
    #: The facts themselves, where those that are there may be others.
    saved: list[list[object]] | None = None


class _Left:
    """A position that an amend has left: after so many live records, the last of them numbered `n`."""

    __slots__ = ("live", "n", "otherwise", "play", "saved")

    def __init__(self, live: int, n: int, play: Play, saved: list[list[object]] | None) -> None:
        self.live = live
        self.n = n
        self.play = play
        self.saved = saved
        #: The records, by their place, that it read otherwise than they are read now.
        self.otherwise: dict[int, Record] = {}


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
        #: What amended records read as they were written, by their place.
        self._as_written: dict[int, Record] = {}
        self._left: list[_Left] = []
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

    def take(self, other: Timeline, place: int) -> int:
        """Carry out the live records of another timeline of this game, as they were written, from a place on as long as
        they are of play; gives where that ended. Where a deed raises `Refused` those before it are live."""
        play = self.play
        deeds, position = play.deeds, play.position
        while place < len(other.live):
            record = other.written(place)
            deed = deeds.get(type(record))
            if deed is None:
                break
            n = other.numbers[place]
            position.n = n
            deed(position, record)
            if play.warnings:
                play.warnings.clear()
            self.push(n, record)
            place += 1
        return place

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
        self.live, self.numbers, self.changed, self._as_written, self._left = [], [], {}, {}, []
        del self._marks[1:]

    def fork(self) -> Timeline:
        """A timeline of its own in the same position, without facts; it costs a copy of the play and of what is kept
        of the live records (see `forget`)."""
        out = Timeline(self.play.copy(), None, self._step, self._begin)
        out.live, out.numbers, out.changed = self.live[:], self.numbers[:], dict(self.changed)
        out._as_written = dict(self._as_written)
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
            self._left = []
            self._marks = [_Mark(m.live - base, m.play, m.facts) for m in self._marks[len(marks) - 1 :]]
            self.changed = {
                place - base: Changed(change.place - base, change.old)
                for place, change in self.changed.items()
                if place >= base
            }
            self._as_written = {place - base: old for place, old in self._as_written.items() if place >= base}
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

    def written(self, place: int) -> Record:
        """The live record at a place as it was written: before the amends among the live ones."""
        return self._as_written.get(place, self.live[place])

    def shared(self, other: Timeline) -> int:
        """How many of its first records another timeline of the same game has too, as they were written.

        A number is never given twice, and what goes are always the last records: with one all before it are the same.
        """
        count = min(len(self.numbers), len(other.numbers))
        while count and self.numbers[count - 1] != other.numbers[count - 1]:
            count -= 1
        return count

    def amended(self, change: Changed) -> None:
        """The record that is pushed next is the amend that has made this change."""
        self.changed[len(self.live)] = change
        self._as_written.setdefault(change.place, change.old)

    def restore(self, there: Play | None = None) -> None:
        """Bring the play back to what it is after the last live record; `there` is a play of its own in that position,
        where one has been made."""
        if self._over:
            return
        self._every = OFTEN
        mark = self._last_mark(len(self.live))
        if there is not None and self._facts is None and len(self.live) - mark.live < OFTEN:
            self.play = there
            return
        self.play = mark.play()
        facts = self._facts
        if facts is not None:
            if mark.saved is not None:
                facts.put_back(mark.saved)
            else:
                facts.rewind(mark.facts)
        if mark.live > self._marks[-1].live:
            self._marks.append(_Mark(mark.live, mark.play, facts.mark() if facts is not None else ()))
        self.play.facts = facts
        for place in range(mark.live, len(self.live)):
            self._step(self.play, self.numbers[place], self.live[place])
            if (place + 1) % OFTEN == 0:
                self._mark(place + 1)

    def at(self, count: int) -> Play:
        """A play of its own, as it was after the first `count` live records; without facts."""
        mark = self._last_mark(count)
        play = mark.play()
        for place in range(mark.live, count):
            self._step(play, self.numbers[place], self.live[place])
        return play

    def cut(self, count: int, there: Play | None = None) -> None:
        """Only the first `count` records stay live; amends among the others are undone. `there` is a play in the
        position after them as they are read now, where one has been made."""
        if count == len(self.live):
            return
        undone = []
        while self.changed and next(reversed(self.changed)) >= count:
            _, change = self.changed.popitem()
            if self._as_written.get(change.place) is change.old:
                del self._as_written[change.place]
            if change.place < count:
                undone.append(change)
        del self.live[count:], self.numbers[count:]
        self._forget(count)
        self.restore(there)
        if undone:
            self._leave(self.play)
            for change in undone:
                self._read(change.place, change.old)
            self._forget(min(change.place for change in undone))
            self.restore()

    def _last_mark(self, count: int) -> _Mark:
        """The last copy of the play that is of use for the position after the first `count` live records."""
        mark = next(m for m in reversed(self._marks) if m.live <= count)
        for left in self._left:
            if mark.live < left.live <= count and not left.otherwise and self.numbers[left.live - 1] == left.n:
                mark = _Mark(left.live, left.play.copy, (), left.saved)
        return mark

    def _leave(self, play: Play) -> None:
        """The position after the live records is about to be left for other readings."""
        count, facts = len(self.live), self._facts
        most = LEFT if facts is None else min(LEFT, _VALUES // (sum(facts.mark()) + 1))
        if count and most:
            self._left = [left for left in self._left if left.otherwise]
            self._left.append(_Left(count, self.numbers[-1], play, None if facts is None else facts.saved()))
            del self._left[:-most]

    def _read(self, place: int, record: Record) -> None:
        """Read a live record otherwise."""
        old, self.live[place] = self.live[place], record
        for left in self._left:
            if left.live > place and left.otherwise.setdefault(place, old) == record:
                del left.otherwise[place]

    def _forget(self, count: int) -> None:
        while self._marks[-1].live > count:
            self._marks.pop()

    def read_as(
        self, place: int, record: Record, check: Callable[[Play, int, Record], None], *, sound: bool
    ) -> Changed:
        """Read a live record otherwise and play on from it to the last, each step by `check`; `sound`: what was played
        so far under any readings has passed it.

        The `Refused` that `check` raises comes out as it is, after the old reading is restored.
        """
        change = Changed(place, self.live[place])
        if not sound:
            self._left.clear()
        self._leave(self.play)
        self._read(place, record)
        self._forget(place)
        marks = self._marks[:]
        # Where something has not passed, all from that record on is looked at again, be it read as it was.
        base = (self._last_mark(len(self.live)) if sound else self._marks[-1]).live
        live, numbers = self.live[base:], self.numbers[base:]
        del self.live[base:], self.numbers[base:]
        self.restore()
        try:
            for n, standing in zip(numbers, live, strict=True):
                (check if len(self.live) >= place else self._step)(self.play, n, standing)
                self.push(n, standing)
        except Refused:
            # Later marks are of no use any more: the facts were cut back to before them.
            self.live[base:], self.numbers[base:], self._marks = live, numbers, marks
            self._read(place, change.old)
            self.restore()
            raise
        return change
