"""What became of each record in the end: what was taken back later, besides what it was judged to be when it came."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Protocol

from vflog.engine.verdict import Judgement


class Came(Protocol):
    """A record as it was judged when it came."""

    @property
    def n(self) -> int | None:
        """Its number; `None` where a wrong one left it without."""

    @property
    def judged(self) -> Judgement:
        """What became of it then."""


class _Ranges:
    """Numbers in some ranges, which may overlap, found without looking at each."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        for first, last in sorted(ranges):
            if self._lasts and first <= self._lasts[-1] + 1:
                self._lasts[-1] = max(last, self._lasts[-1])
            else:
                self._firsts.append(first)
                self._lasts.append(last)

    def __contains__(self, number: int) -> bool:
        place = bisect_right(self._firsts, number) - 1
        return place >= 0 and number <= self._lasts[place]


def judgements(records: Sequence[Came], taken: Sequence[tuple[int, int]]) -> list[Judgement]:
    """What became of each record in the end; `taken` are the ranges of numbers that were taken back."""
    return in_the_end([record.n for record in records], [record.judged for record in records], taken)


def in_the_end(
    numbers_of: Sequence[int | None], judged: Sequence[Judgement], taken: Sequence[tuple[int, int]]
) -> list[Judgement]:
    """The same, of records given by their numbers and what became of them when they came.

    A record without a number of its own was taken back with those around it: it came after the record
    with the number before it, and so lies behind the target of a takeback already if that is the target.
    """
    out = [*judged]
    if not taken:
        return out
    numbers, behind = _Ranges(taken), _Ranges((first - 1, last) for first, last in taken)
    before = 0
    for i, n in enumerate(numbers_of):
        if n is None:
            gone = before in behind
        else:
            gone, before = n in numbers, n
        if gone:
            out[i] = "taken_back"
    return out
