"""CSV as spreadsheets and programs read it: the stored value, and no text that a spreadsheet would run."""

from __future__ import annotations

import re

#: What a spreadsheet takes for the beginning of a formula, blanks and wide forms included; for Python and SQL alike.
FORMULA = r"^[ \t\n\f\r]*[=+\-@\t\r＝＋－＠]"
_formula = re.compile(FORMULA)
#: What makes a field stand within quotes, besides being empty, which tells it from NULL.
_quoted = re.compile('[,"#\r\n]')


def field(value: str | None, *, text: bool = True) -> str:
    """A value as a field of a CSV file, as DuckDB writes it; NULL is nothing.

    Where it is `text` (no number, no time), what would run as a formula gets an apostrophe before it.
    """
    if value is None:
        return ""
    if text and _formula.match(value):
        value = "'" + value
    return '"' + value.replace('"', '""') + '"' if not value or _quoted.search(value) else value
