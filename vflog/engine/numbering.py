"""The numbers and times of the records of a game: which number each takes, and what is wrong with those given."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from vflog.log.absent import UNSET
from vflog.log.records import Record
from vflog.log.times import backwards

#: What is wrong: a code and the values of its sentence.
Fault = tuple[str, dict[str, Any]]


class Numbering:
    """Numbers go up by one; times, which no rule looks at, never go back."""

    def __init__(self, at: str | None) -> None:
        #: The number that comes next.
        self.next = 1
        #: Rejected lines since the last record: the gap that they leave is told once, with them.
        self.lost_lines = 0
        #: Whether a record came without a number, whether a takeback or an amend asks for one in each.
        self.some_missing = False
        self.all_needed = False
        self._time = at
        self._taken_back: list[tuple[int, int]] = []
        self._shared = False

    def copy(self) -> Numbering:
        """The same numbers and times; what one of the two takes does not change the other."""
        out = Numbering(self._time)
        out.next, out.lost_lines = self.next, self.lost_lines
        out.some_missing, out.all_needed = self.some_missing, self.all_needed
        out._taken_back, out._shared = self._taken_back, True
        self._shared = True
        return out

    def take(self, record: Record) -> tuple[int | None, Fault | None]:
        """The number that a record takes (`None`: none), and what is wrong with the one given."""
        n = record.n
        fault: Fault | None = None
        if n is UNSET:
            n = self.next
            self.some_missing = True
            if self.all_needed:
                fault = ("n.missing", {})
        elif n != self.next and not self.next < n <= self.next + self.lost_lines:
            fault = wrong_number(n, self.next)
            if n < self.next:
                return None, fault
        self.next = n + 1
        return n, fault

    def in_time(self, at: str) -> bool:
        """Whether a time is not before the last one; that it is from now on, if so."""
        if self._time is not None and backwards(self._time, at):
            return False
        self._time = at
        return True

    def time_fault(self, at: str) -> Fault | None:
        """What is wrong with a time."""
        return None if self.in_time(at) else ("at.backwards", {"at": at, "before": self._time})

    def went_back(self, to: int, by: int) -> None:
        """The takeback with the number `by` has gone back to record `to`."""
        if by > to + 1:
            if self._shared:
                self._taken_back, self._shared = self._taken_back[:], False
            ranges = self._taken_back
            while ranges and ranges[-1][0] > to:  # taken back before, and now with all around it
                ranges.pop()
            ranges.append((to + 1, by - 1))

    @property
    def taken_back(self) -> list[tuple[int, int]]:
        """Ranges of the numbers taken back, first and last included, in order, none within another."""
        return self._taken_back

    def why_no_target(self, to: int) -> str:
        """What record `to` is, which is not live, as the end of a sentence."""
        if to >= self.next - 1 or to < 0:
            return "not there yet" if to > 0 else "no record"
        place = bisect_right(self._taken_back, (to, self.next)) - 1
        if place >= 0 and to <= self._taken_back[place][1]:
            return "taken back"
        return "the header" if to == 0 else "none that stands"


def wrong_number(n: int, due: int) -> Fault:
    """The fault of a record that gives another number than the one due."""
    code = "n.gap" if n > due else "n.repeat" if n == due - 1 else "n.step-back"
    return code, {"n": n, "due": due}
