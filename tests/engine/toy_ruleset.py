"""A ruleset of counting: each `step` adds to a sum that may not go below nought."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from vflog.engine.facts import Facts
from vflog.engine.ruleset import Finder, Opened, Revision, register
from vflog.log.problems import Code, Refused, Unsupported, table
from vflog.log.records import End, Header, Int, Record


class Step(Record, tag="step", kw_only=True):
    """Adds `by`."""

    by: Int


class Counting:
    """The play of one game."""

    def __init__(self, total: int = 0) -> None:
        self.facts: Facts | None = None
        self.n = 0
        self.deeds: Mapping[type[Record], Callable[[Any, Any], None]] = {}
        self.position: Any = self
        self.warnings: list[tuple[str, dict[str, Any], str | None]] = []
        self.total = total
        self.winners: list[str] | None = None

    def apply(self, record: Record) -> None:
        if isinstance(record, Step):
            if self.total + record.by < 0:
                raise Refused("toy.below", by=record.by)
            self.total += record.by
        elif isinstance(record, End):
            self.winners = []

    def rule(self, changes: Mapping[str, Any]) -> None:
        if not isinstance(changes.get("total"), int):
            raise Refused("toy.below", by="a ruling")
        self.total = changes["total"]

    def passed(self, record: Record) -> None: ...

    def may_return(self) -> None: ...

    def rulings(self) -> Mapping[str, str]:
        return {}

    def copy(self) -> Counting:
        twin = type(self)(self.total)
        twin.winners = self.winners
        return twin

    def document(self) -> dict[str, Any]:
        return {"total": self.total}

    def public(self, document: dict[str, Any]) -> dict[str, Any]:
        return document

    def legal(self) -> list[dict[str, Any]]:
        return []

    def settle(self) -> None: ...

    def summary(self) -> dict[str, Any]:
        return {}


class Toy:
    """The ruleset."""

    name = "toy"
    header = Header
    end = End
    records = (Step,)
    codes = table([Code("toy.below", "The sum would go below nought by {by}.", rule="T1")])
    rules: Mapping[str, Any] = {}
    revisions = (Revision("1", {}),)
    rulings: Mapping[str, Any] = {}
    tables = ()
    views = ()
    may_be_left_out: frozenset[str] = frozenset()

    def pages(self) -> None:
        return None

    def pack_version(self, data: bytes) -> str | None:
        return None

    def open(self, header: Header, find: Finder, overrides: Mapping[str, str]) -> Opened:
        if header.content and find(header.content.pack) is None:
            raise Unsupported("content.not-found", pack=header.content.pack)
        return Opened(Counting(), "1")


TOY = Toy()
register(TOY)


class Quick(Counting):
    """A play whose steps take the short way."""

    def __init__(self, total: int = 0) -> None:
        super().__init__(total)
        self.deeds = {Step: Quick.apply}


class QuickToy(Toy):
    """The same ruleset, with that play."""

    name = "quick"

    def open(self, header: Header, find: Finder, overrides: Mapping[str, str]) -> Opened:
        return Opened(Quick(), "1")


QUICK = QuickToy()
register(QUICK)


class Other(Toy):
    """Another ruleset, whose records have other fields."""

    name = "other"

    class Leap(Record, tag="leap", kw_only=True):
        far: Int

    records = (Leap,)  # type: ignore[assignment]

    def open(self, header: Header, find: Finder, overrides: Mapping[str, str]) -> Opened:
        return Opened(Counting(), "1")


register(Other())


def line(**fields: Any) -> bytes:
    """One line."""
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def head(game: str, **fields: Any) -> bytes:
    """A header."""
    plain = {
        "type": "game",
        "format": "vflog/1",
        "game": game,
        "ruleset": "toy",
        "revision": "1",
        "players": [{"id": "a"}],
    }
    return line(**{**plain, **fields})


def steps(*by: int, **fields: Any) -> bytes:
    """Some steps."""
    return b"".join(line(type="step", by=b, **fields) for b in by)


END = line(type="end")


def whole(game: str, *by: int, **fields: Any) -> bytes:
    """A whole game."""
    return head(game, **fields) + steps(*by) + END
