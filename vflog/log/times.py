"""The one form of a time in a log: `YYYY-MM-DDTHH:MM:SS`, a fraction if any, then `Z` or an offset."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

_form = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?"
    r"(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
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


def all_times(values: Iterable[str]) -> bool:
    """Whether all texts are times."""
    return all(map(is_time, values))
