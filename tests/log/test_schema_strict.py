"""The published schemas are strict: no keyword stands where it says nothing, as `ajv` in strict mode asks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

SCHEMAS = sorted((Path(__file__).parents[2] / "schemas").glob("*.json"))
#: The type beside which each keyword has a meaning.
_OF = {
    "pattern": {"string"}, "minLength": {"string"}, "maxLength": {"string"}, "format": {"string"},
    "minimum": {"integer", "number"}, "maximum": {"integer", "number"}, "items": {"array"}, "minItems": {"array"},
    "maxItems": {"array"}, "uniqueItems": {"array"}, "additionalProperties": {"object"},
    "patternProperties": {"object"}, "propertyNames": {"object"}, "minProperties": {"object"},
    "contains": {"array"}, "prefixItems": {"array"}, "properties": {"object"},
}  # fmt: skip
_KNOWN = {
    *_OF, "type", "enum", "const", "anyOf", "allOf", "oneOf", "not", "if", "then", "else", "$ref", "$defs", "$schema",
    "title", "description", "default", "required", "$id", "$comment", "examples", "discriminator",
}  # fmt: skip


def loose(schema: Any, path: str = "#", outer: frozenset[str] = frozenset()) -> Iterator[str]:
    """The places where a keyword has no meaning, or a name is required that is not described."""
    if not isinstance(schema, dict):
        return
    types = schema.get("type", [])
    types = frozenset({types} if isinstance(types, str) else types) or outer
    yield from (f"{path}: {name} is no keyword" for name in schema.keys() - _KNOWN)
    yield from (f"{path}: {name} without its type" for name in schema.keys() & _OF.keys() if not types & _OF[name])
    if "properties" in schema and "object" in types:
        missing = {*schema.get("required", [])} - {*schema["properties"]}
        yield from (f"{path}: {name} is not described" for name in missing)
    for name, part in schema.items():
        if name in ("properties", "patternProperties", "$defs"):
            for key, one in part.items():
                yield from loose(one, f"{path}/{key}")
        elif name in ("items", "additionalProperties", "contains"):
            yield from loose(part, f"{path}/{name}")
        elif name == "propertyNames":
            yield from loose(part, f"{path}/{name}", frozenset({"string"}))
        elif name in ("not", "if", "then", "else"):
            yield from loose(part, f"{path}/{name}", types)
        elif name in ("anyOf", "allOf", "oneOf"):
            for i, one in enumerate(part):
                yield from loose(one, f"{path}/{name}/{i}", types)


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_no_keyword_stands_where_it_says_nothing(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert list(loose(schema)) == []


def test_what_is_loose_is_found() -> None:
    assert list(loose({"anyOf": [{"type": "integer"}, {}], "pattern": "a"})) == ["#: pattern without its type"]
    wrong = {"type": "object", "properties": {"a": {"type": "string", "minimum": 1}}}
    assert list(loose(wrong)) == ["#/a: minimum without its type"]
    assert list(loose({"$defs": {"a": {"properties": {}}}})) == ["#/a: properties without its type"]
    assert list(loose({"type": "object", "properties": {}, "required": ["a"]})) == ["#: a is not described"]
