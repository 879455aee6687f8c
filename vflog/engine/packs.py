"""Content packs as a ruleset brings them to people: a fresh one to fill in, a check, a look."""

from __future__ import annotations

from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from vflog.engine.board import Section


class PackFinding(msgspec.Struct, frozen=True):
    """What is to be said of a pack: an `error` makes it unusable, a `warning` tells what a printed game has more."""

    severity: Literal["error", "warning"]
    message: str


@runtime_checkable
class HasPacks(Protocol):
    """A ruleset that is played with content packs."""

    name: str

    def new_pack(self, id: str) -> str:
        """A fresh pack file: what is public is filled in, the rest is there to be written."""

    def check_pack(self, data: bytes) -> list[PackFinding]:
        """What is wrong with, or missing from, the pack in these bytes."""

    def pack_schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of a pack file, read as an object."""

    def show_pack(self, data: bytes) -> list[Section]:
        """The cards of the pack in these bytes; raises `ValueError` with a sentence for one that cannot be read."""
