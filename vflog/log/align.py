"""What became of the lines of one list in another, told by their hashes, in linear time."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

#: How often the stretches between landmarks are looked through for more of them.
_ROUNDS = 16
#: Between lines of which none is the only one of its kind, so many that are missing or added are told apart.
_EDITS = 400

What = Literal["changed", "missing", "added", "moved"]
#: Two stretches of lines that lie between the same landmarks: from, to, from, to.
_Gap = tuple[int, int, int, int]


class Change(msgspec.Struct, frozen=True):
    """What became of a line: its number when it was sealed (from 1; `None`: it was not there) and now."""

    what: What
    sealed: int | None
    line: int | None


def align(sealed: bytes, now: bytes, width: int) -> list[Change]:
    """What became of the lines with the hashes `sealed` in the lines with the hashes `now`, in the order of now.

    A hash is `width` bytes, one stands behind the other.

    Lines that both have keep as much of their order as they can; of the others, equal ones were moved, those
    that stand in each other's place were changed, and the rest is missing or added.
    """
    start = _common(sealed, now, width)
    end = _common(sealed, now, width, start, from_end=True)
    old, new = (_between(hashes, start, end, width) for hashes in (sealed, now))
    return list(_named(old, new, list(_gaps(old, new)), start))


def _common(a: bytes, b: bytes, width: int, start: int = 0, *, from_end: bool = False) -> int:
    """How many lines the two have in common at their beginning, or after `start` at their end."""
    low, high = 0, min(len(a), len(b)) // width - start
    while low < high:
        middle = (low + high + 1) // 2
        size = middle * width
        same = a[len(a) - size :] == b[len(b) - size :] if from_end else a[:size] == b[:size]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


def _between(hashes: bytes, start: int, end: int, width: int) -> list[bytes]:
    return [bytes(hashes[i : i + width]) for i in range(start * width, len(hashes) - end * width, width)]


def _gaps(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[_Gap]:
    """The stretches, in order, that are left over between lines that both lists have in the same order."""
    waiting: deque[tuple[int, _Gap]] = deque([(0, (0, len(old), 0, len(new)))])
    while waiting:
        rounds, gap = waiting.popleft()
        low, high, from_, to = gap = _trimmed(old, new, gap)
        if low == high or from_ == to:
            if low != high or from_ != to:
                yield gap
            continue
        find = _landmarks if rounds < _ROUNDS else _shortest
        landmarks = find(old[low:high], new[from_:to])
        if not landmarks:
            yield gap
            continue
        inner: list[_Gap] = []
        for i, j in landmarks:
            inner.append((low, gap[0] + i, from_, gap[2] + j))
            low, from_ = gap[0] + i + 1, gap[2] + j + 1
        inner.append((low, high, from_, to))
        waiting.extendleft((rounds + 1, each) for each in reversed(inner))


def _trimmed(old: Sequence[bytes], new: Sequence[bytes], gap: _Gap) -> _Gap:
    """A stretch without the equal lines at its beginning and its end."""
    low, high, from_, to = gap
    while low < high and from_ < to and old[low] == new[from_]:
        low, from_ = low + 1, from_ + 1
    while low < high and from_ < to and old[high - 1] == new[to - 1]:
        high, to = high - 1, to - 1
    return low, high, from_, to


def _landmarks(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int]]:
    """Pairs of equal lines that keep their order: of lines that each list has once, else by the shortest way."""
    times_old, times_new = Counter(old), Counter(new)
    places = {mark: j for j, mark in enumerate(new) if times_new[mark] == 1}
    pairs = [(i, places[mark]) for i, mark in enumerate(old) if mark in places and times_old[mark] == 1]
    if pairs:
        return _rising(pairs)
    return [] if times_old.keys().isdisjoint(times_new) else _shortest(old, new)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs in which the second numbers rise as the first ones do."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for k, (_, j) in enumerate(pairs):
        place = bisect_left(ends, j)
        before.append(at[place - 1] if place else -1)
        ends[place : place + 1] = [j]
        at[place : place + 1] = [k]
    out = []
    k = at[-1]
    while k >= 0:
        out.append(pairs[k])
        k = before[k]
    return out[::-1]


def _shortest(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int]]:
    """The equal lines on the shortest way from one list to the other (E. W. Myers, 1986); none if that is long."""
    furthest = {1: 0}
    ways: list[dict[int, int]] = []
    for edits in range(_EDITS + 1):
        ways.append(dict(furthest))
        for k in range(-edits, edits + 1, 2):
            down = k == -edits or (k != edits and furthest[k - 1] < furthest[k + 1])
            i = furthest[k + 1] if down else furthest[k - 1] + 1
            while i < len(old) and i - k < len(new) and old[i] == new[i - k]:
                i += 1
            furthest[k] = i
            if i >= len(old) and i - k >= len(new):
                return _way_back(ways, i, i - k)
    return []


def _way_back(ways: list[dict[int, int]], i: int, j: int) -> list[tuple[int, int]]:
    out = []
    for edits in range(len(ways) - 1, -1, -1):
        furthest, k = ways[edits], i - j
        before = k + 1 if k == -edits or (k != edits and furthest[k - 1] < furthest[k + 1]) else k - 1
        from_i, from_j = furthest[before], furthest[before] - before
        while i > max(from_i, 0) and j > max(from_j, 0):
            i, j = i - 1, j - 1
            out.append((i, j))
        i, j = from_i, from_j
    return out[::-1]


def _named(old: Sequence[bytes], new: Sequence[bytes], gaps: list[_Gap], start: int) -> Iterator[Change]:
    """What became of each line in the gaps; `start` lines stand before both lists."""
    left: defaultdict[bytes, deque[int]] = defaultdict(deque)
    for low, high, _, _ in gaps:
        for i in range(low, high):
            left[old[i]].append(i)
    came_from = {j: left[new[j]].popleft() for *_, from_, to in gaps for j in range(from_, to) if left.get(new[j])}
    moved = set(came_from.values())
    for low, high, from_, to in gaps:
        gone = deque(i for i in range(low, high) if i not in moved)
        for j in range(from_, to):
            if j in came_from:
                yield Change("moved", start + came_from[j] + 1, start + j + 1)
            elif gone:
                yield Change("changed", start + gone.popleft() + 1, start + j + 1)
            else:
                yield Change("added", None, start + j + 1)
        for i in gone:
            yield Change("missing", start + i + 1, None)
