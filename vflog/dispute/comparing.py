"""Two states of a game compared: by the parts of the board, in words, and value by value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec

from vflog.engine.board import Names, Section, board
from vflog.engine.claims import changes
from vflog.engine.ruleset import Ruleset

_NOTHING = "–"
_LEAD = re.compile(r"^([^:(]{1,40}?)\s*[:(]")


class Change(msgspec.Struct, frozen=True):
    """A place of the board where two states differ: which part, what in it, how it reads in both (empty: not there)."""

    part: str
    what: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The change as a line."""
        where = f"{self.part}, {self.what}" if self.what else self.part
        return f"{where}: {self.before or _NOTHING} → {self.after or _NOTHING}"


class Value(msgspec.Struct, frozen=True):
    """A value of the state document that differs, by its path; `None` also where it is not there."""

    path: str
    before: Any
    after: Any


class Comparison(msgspec.Struct):
    """How two states differ: what people see of it, and the values."""

    board: list[Change]
    values: list[Value]


def compared(rules: Ruleset, before: dict[str, Any], after: dict[str, Any], names: Names) -> Comparison:
    """How two state documents of a ruleset differ."""
    sections = board(rules, before, names), board(rules, after, names)
    values = [Value(path, old, new) for path, old, new, _ in changes("", before, after)]
    return Comparison(board=[*between(*sections)], values=values)


def between(before: Sequence[Section], after: Sequence[Section]) -> Iterator[Change]:
    """Where two boards differ, part by part."""
    old, new = ({name_of(section): section for section in sections} for sections in (before, after))
    for name in [*old, *(name for name in new if name not in old)]:
        yield from _of_part(name, old.get(name), new.get(name))


def name_of(section: Section) -> str:
    """What a part of the board is called, without what changes in its title."""
    lead = _LEAD.match(section.title)
    return lead[1] if lead else section.title


def _of_part(name: str, before: Section | None, after: Section | None) -> Iterator[Change]:
    old, new = before or Section(title=""), after or Section(title="")
    if before is not None and after is not None and old.title != new.title:
        yield Change(name, "", _rest(old.title, name), _rest(new.title, name))
    yield from _lines(name, old.lines, new.lines)
    yield from _rows(name, old, new)


def _rest(title: str, name: str) -> str:
    return title.removeprefix(name).strip(" :")


def _lines(name: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    """Lines that differ; two that begin alike (`Next: …`) are one that has changed."""
    gone: list[str] = []
    come: list[str] = []
    for tag, i, j, k, n in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += before[i:j]
            come += after[k:n]
    for line in gone:
        label = _label(line)
        other = next((each for each in come if label and _label(each) == label), None)
        if other is not None:
            come.remove(other)
            yield Change(name, label, line[len(label) :].lstrip(": "), other[len(label) :].lstrip(": "))
        else:
            yield Change(name, "", line, "")
    yield from (Change(name, "", "", line) for line in come)


def _label(line: str) -> str:
    """How a line begins: up to a colon, else its first two words."""
    lead = re.match(r"^[^:]{1,40}(?=:)|^\S+ \S+(?= )", line)
    return lead[0] if lead else ""


def _rows(name: str, before: Section, after: Section) -> Iterator[Change]:
    """Rows that differ, by what stands in their first column."""
    old, new = ({row[0]: row for row in section.rows} for section in (before, after))
    for key in [*old, *(key for key in new if key not in old)]:
        was = dict(zip(before.columns[1:], old.get(key, ())[1:], strict=False))
        now = dict(zip(after.columns[1:], new.get(key, ())[1:], strict=False))
        columns = [*was, *(column for column in now if column not in was)]
        for column in columns:
            if was.get(column, "") != now.get(column, ""):
                first = before.columns[0] if before.columns else after.columns[0]
                what = f"{first} {key}" if first in ("space", "frame", "zone") else key
                what = what if len(columns) == 1 else f"{what}, {column}"
                yield Change(name, what, was.get(column, ""), now.get(column, ""))
