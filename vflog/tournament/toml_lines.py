"""Where things stand in a TOML text: the line of a table, a key, an item, which the parser does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

Key = str | int
_HEADER = re.compile(r"\s*\[(\[)?(.+?)\]?\]\s*(?:#.*)?$")
#: What may begin a statement: where lines before it cannot be read together, they never can.
_BEGINS = re.compile(r"\s*(\[|[\w\"'.-]+\s*=)")


class Lines:
    """The lines of a text that can be parsed, by the path of what stands there: `("players", 2, "until")`."""

    def __init__(self, text: str) -> None:
        self._at: dict[tuple[Key, ...], int] = {}
        self._counts: dict[tuple[Key, ...], int] = {}
        self._text = text.split("\n")
        self._where: tuple[Key, ...] = ()
        for line, statement, parsed in _statements(self._text):
            if (header := _HEADER.match(statement)) and not _has_value(parsed):
                self._where = self._table(parsed, several=header[1] is not None)
                self._at.setdefault(self._where, line)
            else:
                self._values(self._where, parsed, line)

    def of(self, path: Sequence[Key], value: str | None = None) -> int:
        """The line of what is there, or of the nearest thing around it; of a `value` in it, where that is found."""
        known = tuple(path)
        while known and known not in self._at:
            known = known[:-1]
        line = self._at.get(known, 1)
        if value is not None:
            for number in range(line - 1, min(line + 500, len(self._text))):
                if f'"{value}"' in self._text[number] or f"'{value}'" in self._text[number]:
                    return number + 1
        return line

    def _table(self, parsed: dict[str, Any], *, several: bool) -> tuple[Key, ...]:
        """The path that a header opens; of an array of tables the next item."""
        where: tuple[Key, ...] = ()
        inner: Any = parsed
        while isinstance(inner, dict | list) and inner:
            if isinstance(inner, list):
                inner = inner[0]
                continue
            ((name, inner),) = inner.items()
            where = (*where, name)
            last = not inner or inner == [{}]
            if last and several:
                self._counts[where] = self._counts.get(where, -1) + 1
            if where in self._counts:
                where = (*where, self._counts[where])
            if last and several:
                self._counts = {k: v for k, v in self._counts.items() if k[: len(where)] != where or k == where}
        return where

    def _values(self, where: tuple[Key, ...], value: Any, line: int) -> None:
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in items:
            path = (*where, key)
            self._at.setdefault(path, line)
            self._values(path, inner, line)


def _has_value(parsed: Any) -> bool:
    """Whether what was parsed is more than the tables that a header opens."""
    if isinstance(parsed, dict):
        return any(map(_has_value, parsed.values()))
    return not (isinstance(parsed, list) and len(parsed) == 1 and not _has_value(parsed[0]))


def _statements(lines: Sequence[str]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Every statement that says something: its first line, from 1, its text, and what it says by itself."""
    start = 0
    while start < len(lines):
        end = start + 1
        while True:
            text = "\n".join(lines[start:end])
            ends = text.count("[") + text.count("{") == text.count("]") + text.count("}")
            if ends or end == len(lines) or _BEGINS.match(lines[end]):
                parsed = _parsed(text)
                if parsed is not None or end == len(lines):
                    break
            end += 1
        if parsed:
            yield start + 1, text, parsed
        start = end


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
