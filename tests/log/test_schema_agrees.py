"""The schemas of both rulesets agree with the reader on all that a schema can say: records with one value changed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from vflog.engine.ruleset import dialect, ruleset
from vflog.log.decode import HEADER, Dialect
from vflog.log.faults import Fault
from vflog.log.header import look_header
from vflog.log.records import Record

Fields = dict[str, Any]
ROOT = Path(__file__).parents[2]
#: What stands in the place of a value.
VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 13, 1.5, 2**53, 2**63, "", "x", "?", "ada", "f1", "e\u0301", "a" * 300, [], {}, [0],
    ["x", "x"], {"a": 1}, [[]],
)  # fmt: skip
#: Fields that no record, some records, or every record has.
FIELDS = ("zzz", "x_own", "player", "n", "cards")
EDITS = 12


def records(name: str) -> list[Fields]:
    """A record of each type and set of fields that the sample logs and vectors of a ruleset have."""
    found: dict[tuple[str, ...], Fields] = {}
    for path in sorted([*(ROOT / "sample_logs").glob("*.jsonl"), *(ROOT / "tests" / "vectors").rglob("*.jsonl")]):
        for raw in path.read_bytes().splitlines():
            try:
                record = json.loads(raw)
            except ValueError:
                continue
            if not isinstance(record, dict) or not isinstance(record.get("type"), str):
                continue
            if record["type"] == "game":
                played = record.get("ruleset")
            if played == name:
                found.setdefault((record["type"], *sorted(record)), record)
    return [*found.values()]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _places(part, (*path, key))


def edited(record: Fields, rng: random.Random) -> Fields:
    """A record with one value left out, put into a list, replaced, or one too many."""
    out = copy.deepcopy(record)
    *path, key = rng.choice([path for path in _places(out) if path and path != ("type",)])
    there: Any = out
    for step in path:
        there = there[step]
    how = rng.random()
    if how < 0.2:
        del there[key]
    elif how < 0.35 and isinstance(there, dict):
        there[rng.choice(FIELDS)] = rng.choice(VALUES)
    elif how < 0.45:
        there[key] = [there[key]]
    else:
        there[key] = rng.choice(VALUES)
    return out


def reads(of: Dialect, fields: Fields) -> bool:
    """Whether the line is a record of the ruleset to the reader."""
    raw = json.dumps(fields).encode()
    try:
        item = of.look(raw)
        return not look_header(raw, lambda _: of).other_major if item is HEADER else isinstance(item, Record)
    except Fault:
        return False


@pytest.mark.parametrize("name", ["veiled-fate", "udacha"])
def test_schema_and_reader_agree(name: str) -> None:
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8"))
    valid, of, rng = Draft202012Validator(schema).is_valid, dialect(ruleset(name)), random.Random(name)
    taken = refused = 0
    for record in records(name):
        for changed in (record, *(edited(record, rng) for _ in range(EDITS))):
            read = reads(of, changed)
            assert valid(changed) == read, changed
            taken, refused = taken + read, refused + (not read)
    assert min(taken, refused) > 100
