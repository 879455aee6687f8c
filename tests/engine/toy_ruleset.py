"""A ruleset of counting: each `step` adds to a sum that may not go below nought."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from vflog.engine.base import BasePlay, BaseRuleset
from vflog.engine.ruleset import Finder, register
from vflog.log.problems import Code, Refused, Unsupported, table
from vflog.log.records import End, Header, Int, Record


class Step(Record, tag="step", kw_only=True):
    """Adds `by`."""

    by: Int


class Counting(BasePlay):
    """The play of one game."""

    def __init__(self, total: int = 0) -> None:
        super().__init__()
        self.total = total

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

    def document(self) -> dict[str, Any]:
        return {"total": self.total}


class Toy(BaseRuleset):
    """The ruleset."""

    name = "toy"
    records: Sequence[type[Record]] = (Step,)
    codes = table([Code("toy.below", "The sum would go below nought by {by}.", rule="T1")])

    def pack_version(self, data: bytes) -> str | None:
        return None

    def begin(self, header: Header, rulings: Mapping[str, str], find: Finder) -> Counting:
        if header.content and find(header.content.pack) is None:
            raise Unsupported("content.not-found", pack=header.content.pack)
        return Counting()


TOY = Toy()
register(TOY)


class Quick(Counting):
    """A play whose steps take the short way."""

    deeds = {Step: Counting.apply}  # type: ignore[assignment]


class QuickToy(Toy):
    """The same ruleset, with that play."""

    name = "quick"

    def begin(self, header: Header, rulings: Mapping[str, str], find: Finder) -> Counting:
        return Quick()


QUICK = QuickToy()
register(QUICK)


class Other(Toy):
    """Another ruleset, whose records have other fields."""

    name = "other"

    class Leap(Record, tag="leap", kw_only=True):
        far: Int

    records = (Leap,)


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
