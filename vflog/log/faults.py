"""What is wrong with one line, before it is known where the line stands."""

from __future__ import annotations

import json
from typing import Any

from vflog.log.characters import written_out
from vflog.log.codes import CODES
from vflog.log.problems import NOWHERE, Place, Problem, make_problem

#: So many characters of a line are quoted.
_QUOTED = 120


class Fault(Exception):
    """A line is no record: the code, the values of its sentence, and what can be known of the line all the same.

    `plain` is the line's object where it is JSON; `header` says that the line meant to begin a game.
    """

    def __init__(self, code: str, /, *, expected: Any = None, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
        self.expected = expected
        self.plain: dict[str, Any] | None = None
        self.header = False

    @property
    def game(self) -> str | None:
        """The id of the game that the line names."""
        named = self.plain.get("game") if self.plain is not None else None
        return named if isinstance(named, str) else None

    def problem(self, place: Place = NOWHERE) -> Problem:
        """The problem at that place."""
        return make_problem(CODES, self.code, self.values, place, expected=self.expected)


def quoted(raw: bytes, column: int | None = None) -> str:
    """A line as people are shown it: around a column where it is long, what cannot be seen or read written out."""
    start = column - _QUOTED // 2 if column is not None and column > _QUOTED else 0
    end = start + _QUOTED
    text = raw[: 4 * end + 4].decode("utf-8", "backslashreplace")
    return ("…" if start else "") + written_out(text[start:end]) + ("…" if len(text) > end else "")


class Odd:
    """A number that a log may not hold, kept as it was written until it is known where it stands."""

    __slots__ = ("code", "text")

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = text

    def __repr__(self) -> str:
        return self.text


def shown(value: Any, most: int = 60) -> str:
    """A value as a sentence shows it: JSON, shortened; what cannot be seen is written out."""
    text = value.text if isinstance(value, Odd) else json.dumps(value, ensure_ascii=False, default=repr)
    return written_out(text if len(text) <= most else text[: most - 1] + "…")
