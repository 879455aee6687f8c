"""A small dialect that has every kind of field a ruleset may have."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from vflog.log.decode import Dialect
from vflog.log.records import End, Header, Int, Record


class Item(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An object inside a record."""

    name: str
    size: Int | UnsetType = UNSET


class Step(Record, tag="step", kw_only=True):
    """A record of play."""

    player: str
    by: Int = 0
    sure: bool | UnsetType = UNSET
    colour: Literal["red", "blue"] | UnsetType = UNSET
    maybe: str | UnsetType | None = UNSET
    tags: list[str] = msgspec.field(default_factory=list)
    owners: dict[str, str | list[str]] = msgspec.field(default_factory=dict)
    item: Item | UnsetType = UNSET
    items: list[Item] = msgspec.field(default_factory=list)


class Rest(Record, tag="rest", kw_only=True):
    """Another."""

    player: str


TOY = Dialect("toy", Header, End, (Step, Rest), frozenset({"tags"}))
