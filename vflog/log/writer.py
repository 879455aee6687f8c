"""Writes records the one way that this product writes them: one line, `type` first, nothing that is a default."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.log.records import Claim, Foreign, Record

_encode = msgspec.json.Encoder().encode


def line(record: Record) -> bytes:
    """The line of a record, without its newline. Reading it gives an equal record.

    Raises `ValueError` for a front end's own record: what it holds is known only to its line.
    """
    return _encode(record if type(record) is not Claim and type(record) is not Foreign else plain(record))


def plain(record: Record) -> dict[str, Any]:
    """A record as the plain object of its line."""
    if isinstance(record, Foreign):
        raise ValueError("a record of the front end's own is known only by its line")
    if isinstance(record, Claim):
        bare = msgspec.structs.replace(record, part={})
        return {**msgspec.to_builtins(bare), **record.part}
    out: dict[str, Any] = msgspec.to_builtins(record)
    return out
