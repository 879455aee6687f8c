"""The schemas that are made from the record types, and the one way records are written."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.log.toy_records import TOY, Item, Step
from vflog.log.decode import HEADER
from vflog.log.header import look_header
from vflog.log.records import Claim, Foreign, Header, Note, Player, Record
from vflog.log.schema import schema, text
from vflog.log.strict import parse
from vflog.log.writer import line, plain

SCHEMA = schema(TOY)
VALID = Draft202012Validator(SCHEMA).is_valid

GOOD: list[dict[str, Any]] = [
    {"type": "step", "player": "a"},
    {"type": "step", "player": "a", "by": -3, "tags": ["x"], "owners": {"a": ["b"], "c": "d"}, "maybe": None},
    {"type": "step", "player": "a", "x_own": 1.5, "item": {"name": "i", "x_own": []}, "at": "2024-05-01T18:00:00Z"},
    {"type": "claim", "n": 4, "phase": "turn", "state": "sha256:0"},
    {"type": "x_mine", "anything": 1.5},
    {"type": "end", "reason": "time", "result": {"by": "j", "winners": ["a"]}},
    {"type": "amend", "to": 3, "record": {"type": "step"}},
    {"type": "game", "format": "vflog/1", "game": "g1", "ruleset": "toy", "players": [{"id": "a", "name": "é"}]},
]
BAD: list[dict[str, Any]] = [
    {}, {"type": "stap"}, {"type": "step"}, {"type": "step", "player": None},
    {"type": "step", "player": "a", "extra": 1},
    {"type": "step", "player": "a", "by": 2**53}, {"type": "step", "player": "a", "by": True},
    {"type": "step", "player": "a", "colour": "green"}, {"type": "step", "player": "a", "tags": {}},
    {"type": "step", "player": "a", "item": {"size": 1}}, {"type": "step", "player": "a", "at": "yesterday"},
    {"type": "x_mine", "n": "1"}, {"type": "claim", "state": 1},
    {"type": "game", "format": "vflog/1", "game": "x_g", "ruleset": "toy", "players": []},
    {"type": "game", "format": "vflog/2", "game": "g", "ruleset": "toy", "players": []},
    {"type": "game", "format": "vflog/1", "game": "g", "ruleset": "toy", "players": [{"id": "a b"}]},
]  # fmt: skip


def is_record(fields: dict[str, Any]) -> bool:
    raw = json.dumps(fields).encode()
    item = TOY.look(raw)
    if item is HEADER:
        try:
            return not look_header(raw, lambda _: TOY).other_major
        except Exception:
            return False
    return isinstance(item, Record)


@pytest.mark.parametrize("fields", GOOD)
def test_schema_and_reader_take_the_same_lines(fields: dict[str, Any]) -> None:
    assert VALID(fields)
    assert is_record(fields)


@pytest.mark.parametrize("fields", BAD)
def test_schema_and_reader_refuse_the_same_lines(fields: dict[str, Any]) -> None:
    assert not VALID(fields)
    assert not is_record(fields)


def test_the_schema_is_one_and_its_text_is_stable() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(text(TOY)) == SCHEMA
    assert text(TOY) == text(TOY)
    assert text(TOY).endswith("}\n")
    assert {"game", "step", "rest", "end", "note", "claim", "takeback", "amend", "ruling", "own"} <= SCHEMA[
        "$defs"
    ].keys()


words = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=6)
step_records = st.builds(
    Step, player=words, by=st.integers(-(2**53) + 1, 2**53 - 1), tags=st.lists(words, max_size=2),
    maybe=st.none() | words | st.just(msgspec.UNSET), n=st.integers(0, 99) | st.just(msgspec.UNSET),
    items=st.lists(st.builds(Item, name=words), max_size=2),
)  # fmt: skip


@given(step_records)
def test_what_is_written_is_read_back(record: Step) -> None:
    raw = line(record)
    assert b"\n" not in raw
    assert TOY.look(raw) == record == TOY.block([raw])[0][0]
    assert parse(raw) == plain(record)
    assert VALID(plain(record))


def test_what_is_default_is_not_written() -> None:
    assert line(Step(player="a", tags=[])) == b'{"type":"step","player":"a"}'
    assert line(Note(n=3, text="é")) == '{"type":"note","n":3,"text":"é"}'.encode()


def test_claims_are_written_with_their_part_at_the_top() -> None:
    claim = Claim(n=2, part={"phase": "turn", "rested": []}, state="sha256:0")
    assert line(claim) == b'{"type":"claim","n":2,"state":"sha256:0","phase":"turn","rested":[]}'
    assert TOY.look(line(claim)) == claim


def test_headers_are_read_back_and_own_records_have_only_their_line() -> None:
    header = Header(format="vflog/1", game="g", ruleset="toy", players=[Player("a", name="A")], rulings={"r": "x"})
    assert look_header(line(header), lambda _: TOY).header == header
    with pytest.raises(ValueError, match="only by its line"):
        line(Foreign(n=1))
