"""Times in a log: their one form (`YYYY-MM-DDTHH:MM:SS`, a fraction if any, then `Z` or an offset), their order."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date, datetime, timedelta
from fractions import Fraction

_form = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?"
    r"(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)
#: Times of days that every month has, each with a line's end.
_plain_times = re.compile(
    r"(?:(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?"
    r"(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)\n)*+",
    re.ASCII,
)
_late_in_month = re.compile(r"(?:0[2469]|11)-(?:29|3)")


def is_time(at: str) -> bool:
    """Whether a text has the form of a time and its day is in the calendar."""
    if not _form.fullmatch(at):
        return False
    if not _late_in_month.match(at, 5):
        return at[:4] != "0000"
    try:
        date(int(at[:4]), int(at[5:7]), int(at[8:10]))
    except ValueError:
        return False
    return True


def are_times(texts: Collection[str]) -> bool:
    """Whether each of some texts is a time."""
    return _plain_times.fullmatch("".join([f"{text}\n" for text in texts])) is not None or all(map(is_time, texts))


def backwards(before: str, after: str) -> bool:
    """Whether `after` is an earlier moment than `before`; both have the form of the format's `at`."""
    utc = after[-1] == "Z"
    if len(before) == len(after) and (before[-1] == "Z" if utc else before[-6:] == after[-6:]):
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
