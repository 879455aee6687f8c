"""Content packs as a ruleset brings them to people: a fresh one to fill in, a check, a look."""

from __future__ import annotations

from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from vflog.engine.board import Section


class PackFinding(msgspec.Struct, frozen=True):
    """What is to be said of a pack: an `error` is to be put right, a `remark` tells what it cannot be used for.

    `line` is where in its file, from 1; `None` where it is no matter of one line.
    """

    severity: Literal["error", "remark"]
    message: str
    line: int | None = None


@runtime_checkable
class UsesPacks(Protocol):
    """A ruleset whose games are played with content packs."""

    name: str

    def pack_version(self, data: bytes) -> str | None:
        """The version that the pack in these bytes gives itself, `""` for none; `None` for what is no pack."""


@runtime_checkable
class HasPacks(UsesPacks, Protocol):
    """A ruleset that brings its content packs to people."""

    def new_pack(self, id: str) -> str:
        """A fresh pack file: what is public is filled in, the rest is there to be written."""

    def check_pack(self, data: bytes) -> list[PackFinding]:
        """What is wrong with, or missing from, the pack in these bytes."""

    def pack_data(self, data: bytes) -> dict[str, Any]:
        """The pack in these bytes as plain values, all its cards; raises `ValueError` as `show_pack` does."""

    def pack_schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of a pack file, read as an object."""

    def show_pack(self, data: bytes) -> list[Section]:
        """The cards of the pack in these bytes; raises `ValueError` with a sentence for one that cannot be read."""
