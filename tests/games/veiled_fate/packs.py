"""Packs made out of the built-in one."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from .harness import find

Pack = dict[str, Any]


def sample() -> Pack:
    """The built-in pack as plain values, to be changed at will."""
    data = find("sample")
    assert data is not None
    return tomllib.loads(data.decode())


def packed(pack: Pack) -> bytes:
    """A pack as the bytes of its file."""
    return "".join(f"{_name(key)} = {_value(value)}\n" for key, value in pack.items()).encode()


def _name(key: str) -> str:
    return msgspec.json.encode(key).decode()


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_name(key)} = {_value(one)}' for key, one in value.items())}}}"
    return msgspec.json.encode(value).decode()
