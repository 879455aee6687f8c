"""The JSON Schema (2020-12) of the lines of a ruleset, made from the very types that read them.

A schema cannot say all that the format asks (`5.0` is an integer to it, and it never sees a key given
twice): what it refuses is refused here, not the other way round.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import inspect as kinds

from vflog.log.decode import Dialect
from vflog.log.records import (
    AT_PATTERN,
    GAME_ID_PATTERN,
    ID_PATTERN,
    KEY_PATTERN,
    LARGEST,
    RESERVED_IDS,
    Claim,
    Foreign,
    Header,
    Player,
    Record,
    Redacted,
)  # fmt: skip
from vflog.log.walk import OWN, info

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NOT_OWN = f"^(?!{OWN})"
_NOT_RESERVED = "".join(f"(?!{''.join(f'[{c.upper()}{c}]' for c in name)}$)" for name in RESERVED_IDS)
#: What a field's type does not say: by the struct that brings the field, and its name.
_PATTERNS: tuple[tuple[type[msgspec.Struct], str, str], ...] = (
    (Header, "game", _NOT_OWN + GAME_ID_PATTERN[1:]),
    (Header, "format", r"^vflog/1(\.(0|[1-9][0-9]*))?$"),
    (Player, "id", _NOT_OWN + _NOT_RESERVED + ID_PATTERN[1:]),
    (Redacted, "of", KEY_PATTERN),
    (Record, "at", AT_PATTERN.replace(r"\d", "[0-9]")),
)


def schema(dialect: Dialect) -> dict[str, Any]:
    """The schema of any line of a log of that ruleset."""
    types = {"game": dialect.header, **dialect.types}
    parts: dict[str, Any] = {}
    defs = {tag: _record(tag, kind, parts) for tag, kind in types.items()}
    own = {"type": "string", "pattern": f"^{OWN}"}
    foreign = {"description": _first(Foreign), "type": "object", "properties": _envelope()}
    return {
        "$schema": DRAFT,
        "title": f"A line of a vflog/1 log, ruleset {dialect.name}",
        "description": "Lists and objects that would be empty may be left out: "
        + ", ".join(sorted(dialect.may_be_left_out))
        + ". Fields and record types whose name begins with x_ are the front end's own.",
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"anyOf": [{"enum": list(types)}, own]}},
        "allOf": [{"if": _says({"const": tag}), "then": {"$ref": f"#/$defs/{tag}"}} for tag in types]
        + [{"if": _says(own), "then": {"$ref": "#/$defs/own"}}],
        "$defs": {**defs, "own": foreign, **parts},
    }


def text(dialect: Dialect) -> str:
    """The schema as the text of its file."""
    return json.dumps(schema(dialect), indent=2, ensure_ascii=False) + "\n"


def _says(kind: dict[str, Any]) -> dict[str, Any]:
    return {"properties": {"type": kind}, "required": ["type"]}


def _first(kind: type[msgspec.Struct]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _envelope() -> dict[str, Any]:
    return {f.encode_name: _field(Record, f, {}) for f in info(Record).fields}


def _record(tag: str, kind: type[Record], parts: dict[str, Any]) -> dict[str, Any]:
    """The schema of one record type; the objects in it go to `parts`."""
    if kind is Claim:
        own = {f.encode_name: _field(kind, f, parts) for f in info(kind).fields if f.name != "part"}
        said = {"description": _first(kind), "type": "object", "properties": {"type": {"const": tag}, **own}}
        return {**said, **_anything(parts)}
    out = _object(info(kind), parts)
    out["properties"] = {"type": {"const": tag}, **out["properties"]}
    out["required"] = ["type", *out["required"]]
    return out


def _object(kind: kinds.StructType, parts: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": _first(kind.cls),
        "type": "object",
        "properties": {f.encode_name: _field(kind.cls, f, parts) for f in kind.fields},
        "required": [f.encode_name for f in kind.fields if f.required],
        "patternProperties": {f"^{OWN}": True},
        "additionalProperties": False,
    }


def _field(owner: type[msgspec.Struct], field: kinds.Field, parts: dict[str, Any]) -> dict[str, Any]:
    out = _kind(field.type, parts)
    for struct, name, pattern in _PATTERNS:
        if field.name == name and issubclass(owner, struct):
            return _matching(out, pattern)
    return out


def _anything(parts: dict[str, Any]) -> dict[str, Any]:
    """What may be in an object whose fields are not told: values without numbers that are no integers."""
    there: dict[str, Any] = {"patternProperties": {f"^{OWN}": True}, "additionalProperties": {"$ref": "#/$defs/value"}}
    if "value" not in parts:
        parts["value"] = {
            "description": "Any value whose numbers are integers.",
            "anyOf": [
                {"type": "string"},
                {"type": "boolean"},
                {"type": "null"},
                {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
                {"type": "array", "items": {"$ref": "#/$defs/value"}},
                {"type": "object", **there},
            ],
        }
    return there


def _matching(kind: dict[str, Any], pattern: str) -> dict[str, Any]:
    """The schema of a value whose text matches a pattern."""
    if "anyOf" in kind:
        return {"anyOf": [_matching(one, pattern) for one in kind["anyOf"]]}
    return {**kind, "pattern": pattern} if kind.get("type") == "string" else kind


def _kind(kind: kinds.Type, parts: dict[str, Any]) -> dict[str, Any]:
    """The schema of a value; objects are put by name into `parts` and pointed at."""
    if isinstance(kind, kinds.StructType):
        name = kind.cls.__name__
        if name not in parts:
            parts[name] = {}
            parts[name] = _object(kind, parts)
        return {"$ref": f"#/$defs/{name}"}
    if isinstance(kind, kinds.UnionType):
        return {"anyOf": [_kind(option, parts) for option in kind.types]}
    if isinstance(kind, kinds.ListType):
        return {"type": "array", "items": _kind(kind.item_type, parts)}
    if isinstance(kind, kinds.DictType):
        if isinstance(kind.value_type, kinds.AnyType):
            return {"type": "object", **_anything(parts)}
        return {"type": "object", "additionalProperties": _kind(kind.value_type, parts)}
    if isinstance(kind, kinds.LiteralType):
        return {"enum": list(kind.values)}
    if isinstance(kind, kinds.IntType):
        low = kind.ge if kind.ge is not None else -LARGEST
        return {"type": "integer", "minimum": low, "maximum": kind.le if kind.le is not None else LARGEST}
    if isinstance(kind, kinds.Metadata):
        return _kind(kind.type, parts)
    if isinstance(kind, kinds.AnyType):
        _anything(parts)
        return {"$ref": "#/$defs/value"}
    simple = {kinds.StrType: "string", kinds.BoolType: "boolean", kinds.NoneType: "null"}
    return {"type": simple[type(kind)]} if type(kind) in simple else {}
