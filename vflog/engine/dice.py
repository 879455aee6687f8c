"""A small stream of whole numbers from a seed, the same on every machine and Python version.

The generator is SplitMix64 (Steele, Lea and Flood, 2014). For simulating games, never for judging them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = 2**64 - 1


class Dice:
    """Throws numbers; two dice of the same seed throw the same."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """The next number of 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` − 1."""
        return self.next() % limit

    def chance(self, per_cent: int) -> bool:
        """True in so many of a hundred throws."""
        return self.next() % 100 < per_cent

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.next() % len(items)]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """So many different items, in the order thrown."""
        rest = list(items)
        return [rest.pop(self.next() % len(rest)) for _ in range(count)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items in a new order."""
        return self.sample(items, len(items))
