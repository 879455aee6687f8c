"""Whether one time of a log lies before another. The rules never look at times."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction


def backwards(before: str, after: str) -> bool:
    """Whether `after` is an earlier moment than `before`; both have the form of the format's `at`."""
    if len(before) == len(after) and before[-1] == after[-1] == "Z":
        return after < before
    return _moment(after) < _moment(before)


def _moment(at: str) -> tuple[datetime, Fraction]:
    """The moment in UTC: whole seconds, and the fraction (up to nine digits)."""
    zone = at[-1:] if at[-1:] == "Z" else at[-6:]
    body, _, fraction = at[: len(at) - len(zone)].partition(".")
    whole = datetime.fromisoformat(body)
    if zone != "Z":
        offset = timedelta(hours=int(zone[1:3]), minutes=int(zone[4:6]))
        try:
            whole = whole - offset if zone[0] == "+" else whole + offset
        except OverflowError:
            return whole, Fraction(0)
    return whole, Fraction(int(fraction), 10 ** len(fraction)) if fraction else Fraction(0)
