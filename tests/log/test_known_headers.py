"""Headers that differ in nothing but the game's id are read as each would be by itself."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.log.toy_records import TOY
from vflog.log import header as of
from vflog.log.decode import Dialect
from vflog.log.faults import Fault

_texts = st.sampled_from(
    (
        b'{"type":"game","format":"vflog/1","game":"ID","ruleset":"toy","players":[]}',
        b'{"type":"game","format":"vflog/1.7","game": "ID","ruleset":"toy","players":[{"id":"a"}],"new":1}',
        b'{"type":"game","format":"vflog/1", "game":"ID","ruleset":"none","players":[{"id":"a","name":"game"}]}',
        b'{"type":"game","format":"vflog/2","game":"ID","ruleset":"toy","players":[]}',
        b'{"type":"game","format":"vflog/1","game" :"ID","rulings":{"game":"ID"},"ruleset":"toy","players":[]}',
        b'{"type":"game","format":"vflog/1","rulings":{"game":"ID"},"ruleset":"toy","players":[]}',
        b'{"type":"game","format":"vflog/1","game":"ID","game":"b","ruleset":"toy","players":[]}',
        b'{"type":"game","format":"vflog/1","game":"ID","ruleset":"toy","players":[],"event":"x\\"game\\":"}',
        b'{"type":"game","format":"vflog/1","game":"ID","ruleset":"toy","players":[],"x_ui":{"game":"ID"}}',
        b'{"type":"game","format":"vflog/1","game":"ID","ruleset":"toy","players":[]',
        b'{"type":"game","format":"vflog/1","game":"ID","ruleset":"toy","players":[],"round":1.5}',
    )
)
_ids = st.sampled_from((b"a", b"b", b"a.b:1", b"-a", b"x_a", b"", b"a" * 128, b"a" * 129, b"\xc3\xa9", b'a","n":"1'))


def _find(name: str) -> Dialect | None:
    return TOY if name == "toy" else None


def _said(look: Any, raw: bytes) -> Any:
    try:
        return look(raw, _find)
    except Fault as fault:
        return fault.code, fault.values, fault.header, repr(fault.plain)


@given(st.lists(st.tuples(_texts, _ids), max_size=12))
def test_many_headers_are_read_as_each_by_itself(headers: list[tuple[bytes, bytes]]) -> None:
    for text, id in headers:
        raw = text.replace(b"ID", id)
        assert _said(of.look_header, raw) == _said(of.exact_look, raw)


def test_only_the_first_of_such_headers_gets_the_exact_look() -> None:
    text = b'{"type":"game","format":"vflog/1","game":"g%d","ruleset":"toy","players":[{"id":"looked-at-once"}]}'
    said = [of.look_header(text % number, _find).header for number in range(9)]
    assert [header.game for header in said] == [f"g{number}" for number in range(9)]
    # What was made by an exact look is its own; what was taken over is the same object.
    assert all(header.players is said[0].players for header in said)
    assert of.look_header(text % 1, lambda name: None).header.players is not said[0].players
