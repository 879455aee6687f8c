"""A board as plain data, for whoever draws it: what a ruleset may bring so that people see its games.

A ruleset that has `board` (a state document and the players' names by id -> sections) and `words` (a record
and the names -> one sentence without a full stop) is shown by them; any other by the generic forms here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from vflog.engine.ruleset import Ruleset
from vflog.log.records import Foreign, Header, Record


class Section(msgspec.Struct, kw_only=True):
    """A part of the board: a title, and lines of text or a table (`columns`, `rows`)."""

    title: str
    lines: list[str] = []
    columns: list[str] = []
    rows: list[list[str]] = []


#: What players are called, by their ids.
Names = Mapping[str, str]


@runtime_checkable
class Shows(Protocol):
    """What a ruleset may bring to be shown well."""

    def board(self, document: dict[str, Any], names: Names) -> list[Section]:
        """The board that a state document describes."""

    def words(self, record: Record, names: Names) -> str:
        """A record of the ruleset's own, in words."""


def board(ruleset: Ruleset, document: dict[str, Any], called: Names) -> list[Section]:
    """The board, as the ruleset draws it, or key by key."""
    if isinstance(ruleset, Shows):
        return ruleset.board(document, called)
    return [Section(title=key, lines=[plain(value)]) for key, value in document.items()]


def words(ruleset: Ruleset | None, record: Record, called: Names) -> str:
    """A record in words, one sentence without a full stop."""
    kind = type(record)
    if kind in _FRAME:
        return _FRAME[kind].format_map(_Fields(record, called))
    if isinstance(record, Header):
        copy = f", as {called.get(of.view, of.view)} sees game {of.of}" if (of := record.redacted) else ""
        return f"{record.ruleset}: {', '.join(called.values())}{copy}"
    if isinstance(ruleset, Shows):
        return ruleset.words(record, called)
    return fields(record)


def fields(record: Record) -> str:
    """Any record as its type and fields."""
    given = {k: v for k, v in msgspec.to_builtins(record).items() if k not in ("type", "n", "game", "at")}
    tag = record.__struct_config__.tag
    return f"{tag}: {', '.join(f'{key} {plain(value)}' for key, value in given.items())}" if given else str(tag)


def plain(value: Any) -> str:
    """A plain value as people write it."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {plain(item)}" for key, item in value.items()) or "–"
    return "–" if value is None else msgspec.json.encode(value).decode()


class _Fields(dict[str, str]):
    """The fields of a record for a template: missing ones read as nothing, players by their names."""

    def __init__(self, record: Record, called: Names) -> None:
        super().__init__()
        for key, value in msgspec.to_builtins(record).items():
            self[key] = plain(called.get(value, value) if isinstance(value, str) else value)
        text = self.get("text") or self.get("kind", "")
        self["said"] = ": ".join(part for part in (self.get("player", ""), text) if part)

    def __missing__(self, key: str) -> str:
        return "–"


def _frame() -> dict[type[Record], str]:
    from vflog.log.records import Amend, Claim, Note, Ruling, Takeback

    return {
        Takeback: "back to what stood after record {to}",
        Amend: "record {to} is to be read as {record}",
        Claim: "the log claims {part}",
        Ruling: "{by} rules: {set} ({reason})",
        Note: "note: {said}",
        Foreign: "a record of the front end's own",
    }


_FRAME = _frame()
