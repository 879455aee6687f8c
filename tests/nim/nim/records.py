"""The records of Nim."""

from __future__ import annotations

from typing import Literal

from vflog.log.records import Header, Number, Record


class NimHeader(Header, tag="game", kw_only=True):
    """The `game` record: how many stones lie in each pile."""

    piles: list[Number]


class Pledge(Record, tag="pledge", kw_only=True):
    """A player notes down, unseen by the others, which pile will be empty last: from 1, `?` where it is hidden."""

    player: str
    pile: Number | Literal["?"]


class Take(Record, tag="take", kw_only=True):
    """A player takes stones from a pile (from 1)."""

    player: str
    pile: Number
    stones: Number
