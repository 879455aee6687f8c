"""The difference of two rates, with its interval: Newcombe's, made of the two intervals of Wilson."""

from __future__ import annotations

from math import sqrt

import msgspec

from vflog.figures.figure import Row


class Difference(msgspec.Struct, frozen=True):
    """How much higher the first rate is than the second, and from where to where that may be (95 %)."""

    value: float
    lo: float
    hi: float

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.lo > 0 or self.hi < 0


def difference(one: Row, other: Row) -> Difference:
    """Of two rows with `rate`, `lo` and `hi`, as if what they count were independent.

    R. G. Newcombe, Interval estimation for the difference between independent proportions, 1998, method 10.
    """
    p, q = float(one["rate"]), float(other["rate"])
    below = sqrt((p - float(one["lo"])) ** 2 + (float(other["hi"]) - q) ** 2)
    above = sqrt((float(one["hi"]) - p) ** 2 + (q - float(other["lo"])) ** 2)
    return Difference(p - q, max(-1.0, p - q - below), min(1.0, p - q + above))
