"""The canonical form of a JSON value (RFC 8785, integers as the only numbers) and its digest."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

_sorted = msgspec.json.Encoder(order="sorted")
_plain = msgspec.json.Encoder()
#: From this byte on UTF-8 writes characters above U+FFFF: only for them do the sort orders differ.
_ASTRAL = range(0xF0, 0xF5)


def canonical(value: Any) -> bytes:
    """The canonical bytes of a plain JSON value (objects, lists, strings, integers, booleans, null).

    RFC 8785 sorts keys by UTF-16 code units, the encoder by code points; they part only where a
    character above U+FFFF stands in a key.
    """
    out = _sorted.encode(value)
    if not out.isascii() and any(byte in out for byte in _ASTRAL):
        return _plain.encode(_by_utf16(value))
    return out


def digest(value: Any) -> str:
    """`sha256:` and the 64 hex digits of the canonical form."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def _by_utf16(value: Any) -> Any:
    """The same value with the keys of every object in the order of RFC 8785."""
    if isinstance(value, dict):
        return {key: _by_utf16(value[key]) for key in sorted(value, key=_utf16)}
    if isinstance(value, list | tuple):
        return [_by_utf16(item) for item in value]
    return value


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be", "surrogatepass")
