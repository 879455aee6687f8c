"""Lines with escapes and own fields: the fast path takes those that real writers write, and sees what the exact look
sees in all others."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.log.toy_records import TOY
from vflog.log.decode import Dialect
from vflog.log.faults import Fault
from vflog.log.plainer import without_escapes, without_own_fields
from vflog.log.records import End, Header

#: What lines are put together from: whole members and pieces that fit nowhere.
PIECES = [
    rb'{"type":"step","player":"a"', b'{"type":"rest","player":"b"', b'{"type":"x_own"', b"}", b"}", b"}", b"{", b",",
    b":",    b'"', b'"', b"[", b"]", b'"player":"c"', b',"by":1', b',"by":2', b', "by": 3', b',"tags":["u","v"]',
    b',"owners":{"a":"b"', b',"owners":{"a":"b","x_a":"c"}', b',"item":{"name":"i"', b',"items":[{"name":"j","x_a":1}]',
    b',"x_a":1', b',"x_a":2.5', b',"x_b":"t"', b', "x_b": "t, u"', b',"x_c":{"k":1,"l":"m"}', b',"x_c":{"k":1,"k":2}',
    b',"x_d":[1,"n",null]', b',"x_d":[[1]]', b',"x_e":"},"', b',"x_f":-0', b',"x_":true', b',"x_g":01', b',"x_h":1e5',
    b'"x_a":1,', rb',"x_i":"\"\n"', rb',"x_j":"\u00e9"', rb',"\u0078_k":1', rb',"tags":["\u00e9\/"]',
    rb',"pl\u0061yer":"c"', rb',"tags":["\ud83d\ude00"]', rb',"tags":["\ud83d"]', rb',"tags":["\\u00e9"]',
    rb',"tags":["\u0000"]', rb'\u00e9', rb"\/", "\u00fc".encode(), b"\xff", b',"tags":["\xff"]', b"\t", b" ",
]  # fmt: skip


def same(lines: list[bytes]) -> None:
    """The fast path makes of each line what the exact look makes of it."""
    items = TOY.block(lines).items
    assert len(items) == len(lines)
    for raw, item in zip(lines, items, strict=True):
        exact = TOY.look(raw)
        if isinstance(exact, Fault):
            assert isinstance(item, Fault), raw
            assert (item.code, repr(item.values)) == (exact.code, repr(exact.values)), raw
        else:
            assert item == exact, raw


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map(b"".join), min_size=1, max_size=4))
def test_any_pieces_are_read_alike(lines: list[bytes]) -> None:
    same(lines)


@settings(max_examples=600, deadline=None)
@given(st.randoms(use_true_random=False))
def test_lines_that_nearly_are_records_are_read_alike(chance: random.Random) -> None:
    lines = []
    for _ in range(4):
        line = b'{"type":"step","player":"a"' + b"".join(chance.choices(PIECES[13:], k=chance.randrange(4))) + b"}"
        if chance.random() < 0.5:
            at = chance.randrange(len(line))
            line = line[:at] + chance.choice([b"", chance.choice(PIECES)]) + line[at + chance.randrange(2) :]
        lines.append(line)
    same(lines)


#: Pieces of which ends of lines are made, that nearly are own fields.
ENDS = [
    b',"x_a":1', b',"x_a":-2.50', b',"x_b":"t:u"', b',"x_c":{"k":1,"l":[2]}', b',"x_c":{"k":1,"k":1}', b',"x_d":[{}]',
    b',"x_d":[', b"]", b"}", b"{", b',"by":1', b',"owners":{"x_o":"p"', b',"x_e":1}{"x_f":2', b',"x_g":"\xff"', b" ",
    rb',"x_h":"\u003a"', rb',"x_h":"\"', b',"x_i":1e400', b',"x_j":01', b',"x_k":[[[[[[]]]]]]', b',"y":1',
    b', "x_l": 1', b"\r",
]  # fmt: skip


@settings(max_examples=1500, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([b'{"type":"step","player":"a"', b'{"type":"rest","by":1', b'{"x_z":1,"type":"rest"']),
            st.lists(st.sampled_from(ENDS), min_size=1, max_size=3).map(b"".join) | st.just(b',"x_a":1'),
            st.sampled_from([b"}", b"}", b"}", b"}}", b"]}", b""]),
        ).map(b"".join),
        min_size=1,
        max_size=4,
    )
)
def test_own_fields_at_the_ends_of_lines_are_read_alike(lines: list[bytes]) -> None:
    same(lines)


def test_what_ends_on_a_later_line_is_no_own_field() -> None:
    # Read as one text these three are three objects.
    same(
        [
            b'{"type":"step","player":"a","x_a":[',
            b'{"type":"step","player":"a","x_b":1}]}',
            b'{"type":"step","player":"a","x_c":1}{"x_d":2}',
        ]
    )


#: What keeps a line from the fast path, and what does not.
TAKEN = [
    b'{"type":"step","player":"a","x_ms":120}',
    b'{"type":"step","player":"a","x_ms":1.25,"x_app":"web, mobile"}',
    b'{"type":"step","x_ms":120,"player":"a","tags":["u"]}',
    b'{"type": "step", "player": "a", "x_ui": {"x": 1, "y": 2}, "by": 3}',
    b'{"type":"step","player":"a","x_path":[1,2,"c"]}',
    b'{"type":"step","player":"a","x_path":[{"at":[1,2]},{"at":[]}],"x_ui":{"a":{"b":1.5}}}',
    b'{"type":"step","player":"a","x_a":1,"owners":{"b":"c","x_d":"e"}}',
    rb'{"type":"step","player":"a","x_said":"\"q\": \n"}',
    rb'{"type":"step","player":"a","tags":["Zo\u00eb","a\/b","\ud83d\ude00","\"q\"\n"]}',
]
LEFT = [
    b'{"type":"step","player":"a","x_ms":1,"x_ms":2}',
    b'{"type":"step","player":"a","x_ui":{"x":1,"x":2}}',
    b'{"type":"step","player":"a","x_name":"\xff"}',
    rb'{"type":"step","player":"a","tags":["\u0041"]}',
    rb'{"type":"step","player":"a","tags":["\u0000"]}',
]


class Watched(Dialect):
    """A dialect that notes which lines get the exact look."""

    def __init__(self) -> None:
        super().__init__("toy", Header, End, TOY.records)
        self.looked: list[bytes] = []

    def look(self, raw: bytes, *, last: bool = False) -> Any:
        """The exact look."""
        self.looked.append(raw)
        return super().look(raw, last=last)


@pytest.mark.parametrize(("line", "exact"), [*((line, False) for line in TAKEN), *((line, True) for line in LEFT)])
def test_what_needs_the_exact_look_and_what_does_not(line: bytes, exact: bool) -> None:
    watched = Watched()
    watched.block([line])
    assert watched.looked == [line] * exact
    same([line])


def test_letters_take_the_place_of_their_escapes_and_of_no_others() -> None:
    plain = without_escapes(rb"\u00e9\/\\u00e9\ud83d\ude00\u0041\n\"")
    assert plain == '\u00e9/\\\\u00e9\U0001f600\\u0041\\n\\"'.encode()
    assert without_own_fields([b'{"a":1,"x_b":2}', b'{"a":1}']) == [b'{"a":1}', b'{"a":1}']
    # Written again it has as many colons as it has here.
    twice = [rb'{"a":1,"x_b":2,"x_b":"\u003a"}']
    assert without_own_fields(twice) == twice
