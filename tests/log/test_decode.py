"""Lines: each fault of the page "Bytes and lines" with its own code, and the legal line beside it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.log.toy_records import TOY, Step
from vflog.log.codes import CODES
from vflog.log.decode import ANY, BLANK, HEADER, Dialect
from vflog.log.faults import Fault
from vflog.log.header import game_key, look_header
from vflog.log.problems import Place
from vflog.log.records import LARGEST, Claim, End, Foreign, Header, Record
from vflog.log.strict import cut_off, parse

STEP = b'{"type":"step","player":"a"%s}'


def fault_of(line: bytes, *, last: bool = False) -> Fault:
    item = TOY.look(line, last=last)
    assert isinstance(item, Fault), item
    return item


def both(line: bytes, *, last: bool = False) -> Any:
    """What the fast path makes of a line, which must be what the exact look makes of it."""
    fast, exact = TOY.block([line], last=last)[0][0], TOY.look(line, last=last)
    if isinstance(exact, Fault):
        assert isinstance(fast, Fault)
        assert repr((fast.code, fast.values, fast.plain)) == repr((exact.code, exact.values, exact.plain))
    else:
        assert fast == exact
    return exact


FAULTS: list[tuple[bytes, str, bytes]] = [
    # the faulty line, its code, the legal one beside it
    (b'{"type":"step","player":"\xff"}', "line.not-utf8", b'{"type":"step","player":"\xc3\xa9"}'),
    (b'{"type":"step","player":"\xed\xa0\x80"}', "line.not-utf8", b'{"type":"step","player":"\xed\x9f\xbf"}'),
    (b'{"type":"step","player":"a",}', "line.not-json", STEP % b""),
    (b'{"type":"step","player":"a"', "line.not-json", STEP % b" "),
    (b'{"type":"step","player":"a\tb"}', "line.not-json", rb'{"type":"step","player":"a\tb"}'),
    (rb'{"type":"step","player":"\x"}', "line.not-json", rb'{"type":"step","player":"\/"}'),
    (STEP % b',"by":01', "line.not-json", STEP % b',"by":10'),
    (b"\xef\xbb\xbf" + STEP % b"", "line.not-json", b" " + STEP % b""),
    (b"[]", "line.not-object", STEP % b""),
    (b"null", "line.not-object", STEP % b""),
    (b'"text"', "line.not-object", STEP % b""),
    (STEP % b"" + STEP % b"", "line.trailing", STEP % b"" + b" \t"),
    (STEP % b"" + b"x", "line.trailing", STEP % b"" + b"\r"),
    (STEP % b',"player":"b"', "line.duplicate-key", STEP % b',"by":1'),
    (STEP % rb',"pl\u0061yer":"b"', "line.duplicate-key", rb'{"type":"step","pl\u0061yer":"b"}'),
    (STEP % b',"tags":[],"tags":["x"]', "line.duplicate-key", STEP % b',"tags":["x"]'),
    (STEP % b',"by":0,"by":1', "line.duplicate-key", STEP % b',"by":1'),
    (STEP % b',"owners":{"a":"b","a":"c"}', "line.duplicate-key", STEP % b',"owners":{"a":"b","c":"c"}'),
    (STEP % b',"item":{"name":"i","name":"j"}', "line.duplicate-key", STEP % b',"item":{"name":"i"}'),
    (STEP % b',"type":"step"', "line.duplicate-key", STEP % b""),
    (STEP % b',"x_a":{"b":1,"b":1}', "line.duplicate-key", STEP % b',"x_a":{"b":1}'),
    (STEP % b',"by":NaN', "line.nan", STEP % b',"by":0'),
    (STEP % b',"by":-Infinity', "line.nan", STEP % b',"by":-0'),
    (STEP % b',"by":5.0', "line.float-for-int", STEP % b',"by":5'),
    (STEP % b',"by":1e2', "line.float-for-int", STEP % b',"by":100'),
    (STEP % b',"by":1E400', "line.float-for-int", STEP % b',"by":1'),
    (STEP % b',"item":{"name":"i","size":2.5}', "line.float-for-int", STEP % b',"item":{"name":"i","size":2}'),
    (b'{"type":"claim","a":{"b":[1.0]}}', "line.float-for-int", b'{"type":"claim","a":{"b":[1]}}'),
    (STEP % b',"by":true', "line.bool-for-int", STEP % b',"sure":true'),
    (STEP % b',"tags":{}', "line.object-for-list", STEP % b',"tags":[]'),
    (STEP % b',"items":{"name":"i"}', "line.object-for-list", STEP % b',"items":[{"name":"i"}]'),
    (STEP % b',"by":9007199254740992', "line.out-of-range", STEP % b',"by":9007199254740991'),
    (STEP % b',"by":-9007199254740992', "line.out-of-range", STEP % b',"by":-9007199254740991'),
    (STEP % b',"by":9223372036854775808', "line.out-of-range", STEP % b',"by":900719925474099'),
    (STEP % (b',"by":1' + b"0" * 5000), "line.out-of-range", STEP % b',"by":1'),
    (b'{"type":"claim","a":18446744073709551616}', "line.out-of-range", b'{"type":"claim","a":1844674407370955}'),
    (b'{"type":"?"}', "line.hidden", b'{"type":"x_"}'),
    (b'{"type":"stap","player":"a"}', "line.unknown-type", b'{"type":"x_stap","player":5.5}'),
    (STEP % b',"extra":1', "line.unknown-field", STEP % b',"x_extra":1.5'),
    (STEP % b',"item":{"name":"i","extra":1}', "line.unknown-field", STEP % b',"item":{"name":"i","x_extra":[]}'),
    (b'{"player":"a"}', "line.missing-field", STEP % b""),
    (b'{"type":"step"}', "line.missing-field", STEP % b""),
    (STEP % b',"items":[{"size":1}]', "line.missing-field", STEP % b',"items":[{"name":"i","size":1}]'),
    (STEP % b',"by":"5"', "line.wrong-type", STEP % b',"by":5'),
    (STEP % b',"sure":1', "line.wrong-type", STEP % b',"sure":false'),
    (STEP % b',"owners":[]', "line.wrong-type", STEP % b',"owners":{}'),
    (STEP % b',"owners":{"a":1}', "line.wrong-type", STEP % b',"owners":{"a":["b"]}'),
    (STEP % b',"tags":["a",2]', "line.wrong-type", STEP % b',"tags":["a","2"]'),
    (STEP % b',"maybe":2.5', "line.wrong-type", STEP % b',"maybe":"2.5"'),
    (b'{"type":5}', "line.wrong-type", b'{"type":"note"}'),
    (STEP % b',"n":"1"', "line.wrong-type", STEP % b',"n":1'),
    (STEP % b',"by":null', "line.null", STEP % b',"maybe":null'),
    (STEP % b',"colour":null', "line.null", STEP % b',"colour":"red"'),
    (b'{"type":null}', "line.null", b'{"type":"note","text":"null"}'),
    (STEP % b',"colour":"green"', "line.value", STEP % b',"colour":"blue"'),
    (b'{"type":"end","reason":"bored"}', "line.value", b'{"type":"end","reason":"time"}'),
    (STEP % b',"at":"2024-05-01 18:00:00Z"', "line.at", STEP % b',"at":"2024-05-01T18:00:00Z"'),
    (STEP % b',"at":"2023-02-29T00:00:00Z"', "line.at", STEP % b',"at":"2024-02-29T00:00:00.123456789+02:00"'),
    (STEP % b',"at":"2024-05-01T18:00:00"', "line.at", STEP % b',"at":"2024-05-01T18:00:00-11:30"'),
    (b'{"type":"x_own","at":"now"}', "line.at", b'{"type":"x_own","at":"2024-05-01T18:00:00Z"}'),
    (STEP % rb',"x_a":"\ud800"', "line.surrogate", STEP % rb',"x_a":"\ud83d\ude00"'),
    (STEP % rb',"\udc00":1', "line.surrogate", STEP % rb',"x_\u00e9":1'),
    (STEP % rb',"x_a":"\u0000"', "line.nul", STEP % rb',"x_a":"\u0001"'),
    (b"\0" * 10 + STEP % b"", "line.nul", STEP % b""),
    (b'{"type":"claim","a":' + b"[" * 32 + b"]" * 32 + b"}", "line.too-deep",
     b'{"type":"claim","a":' + b"[" * 31 + b"]" * 31 + b"}"),
    (b"[" * 100_000, "line.too-deep", b'{"type":"note","text":"' + b"[" * 100_000 + b'"}'),
]  # fmt: skip


@pytest.mark.parametrize(("bad", "code", "good"), FAULTS)
def test_a_fault_has_its_code_and_the_legal_line_beside_it_has_none(bad: bytes, code: str, good: bytes) -> None:
    fault = both(bad)
    assert isinstance(fault, Fault)
    assert fault.code == code
    message = fault.problem(Place(file="f", line=1)).message
    assert message.endswith((".", "…"))
    assert "{" not in CODES[code].template.format_map(fault.values)[:1]
    assert isinstance(both(good), Record)


def test_every_code_of_a_line_is_tried() -> None:
    elsewhere = {"line.id", "line.truncated", "line.too-long"}
    assert {code for _, code, _ in FAULTS} | elsewhere == {c for c in CODES if c.startswith("line.")}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (STEP % b',"by":5.0', "by"),
        (STEP % b',"item":{"name":null}', "item.name"),
        (STEP % b',"items":[{"name":"i"},{"name":"j","size":true}]', "items[1].size"),
        (STEP % b',"owners":{"ada":["b",3]}', "owners.ada[1]"),
        (b'{"type":"claim","demis":{"naka":{"renown":3.5}}}', "demis.naka.renown"),
        (b'{"type":"amend","to":3,"record":{"slot":1e0}}', "record.slot"),
        (b'{"type":"ruling","by":"j","reason":"r","set":{"track":[{"a":-1e-9}]}}', "set.track[0].a"),
    ],
)
def test_the_field_at_fault_is_named(line: bytes, field: str) -> None:
    assert fault_of(line).values["field"] == field


def test_only_fields_of_the_records_own_type_are_spoken_of() -> None:
    fault = fault_of(b'{"type":"rest","player":"a","by":1}')
    assert fault.code == "line.unknown-field"
    assert fault.expected == ["at", "game", "n", "player"]


def test_the_game_of_a_faulty_line_is_known_where_it_is_json() -> None:
    assert fault_of(STEP % b',"game":"g1","extra":1').game == "g1"
    assert fault_of(b'{"type":"step","game":"g1"').game is None


@pytest.mark.parametrize("end", range(1, len(STEP % rb',"tags":["x\u00e9",true,null],"by":-12')))
def test_any_beginning_of_a_last_line_is_cut_off(end: int) -> None:
    whole = STEP % rb',"tags":["x\u00e9",true,null],"by":-12'
    assert both(whole[:end], last=True).code == "line.truncated"
    assert both(whole[:end]).code != "line.truncated"


def test_a_cut_inside_a_character_is_a_cut() -> None:
    assert both(b'{"type":"step","player":"\xe2\x98', last=True).code == "line.truncated"
    assert both(b'{"type":"step","player":"\xe2\x98"}', last=True).code == "line.not-utf8"


@pytest.mark.parametrize("line", [b"garbage", b"tru", b'{"a" 1', b'{"a":}', b'{"a":1}]', b"[1,2"])
def test_other_faults_of_a_last_line_keep_their_code(line: bytes) -> None:
    assert both(line, last=True).code != "line.truncated"


@pytest.mark.parametrize("line", [b"", b" ", b"\t \r"])
def test_blank_lines_are_blank(line: bytes) -> None:
    assert both(line) is BLANK


def test_claims_take_the_part_of_the_state_that_they_name() -> None:
    claim = both(
        b'{"type":"claim","n":4,"phase":"turn","part":1,"x_own":1.5,"state":"sha256:0","public":"p","q":{"x_a":1,"r":null}}'
    )
    assert isinstance(claim, Claim)
    assert claim.part == {"phase": "turn", "part": 1, "q": {"r": None}}
    assert (claim.n, claim.state, claim.public) == (4, "sha256:0", "p")
    assert fault_of(b'{"type":"claim","state":5}').code == "line.wrong-type"


def test_own_records_are_kept_with_their_number() -> None:
    assert both(b'{"type":"x_ping","n":7,"game":"g","stuff":{"n":1.5}}') == Foreign(n=7, game="g")


def test_own_fields_are_taken_off_however_they_are_spelt() -> None:
    assert both(STEP % rb',"\u0078_note":"hi"') == Step(player="a")


def test_headers_are_left_to_their_own_look() -> None:
    items, odd, _ = TOY.block([STEP % b"", b'{"type":"game"}', STEP % b""])
    assert items[1] is HEADER
    assert odd == [1]
    assert items[0] == items[2] == Step(player="a")


def test_where_no_ruleset_is_known_any_type_is_a_record() -> None:
    items, odd, _ = ANY.block([b'{"type":"move","n":1,"a":1}', b'{"type":"note","text":"t"}', b'{"type":5}', b"x"])
    assert isinstance(items[0], Foreign)
    assert isinstance(items[1], Record)
    assert odd == [2, 3]


def test_spaced_writers_are_read_by_the_fast_path() -> None:
    lines = [json.dumps({"type": "step", "player": "a:b", "by": i, "tags": []}).encode() for i in range(300)]
    seen: list[bytes] = []

    class Watched(Dialect):
        def look(self, raw: bytes, *, last: bool = False) -> Any:
            seen.append(raw)
            return super().look(raw, last=last)

    watched = Watched("toy", Header, End, TOY.records)
    items, odd, _ = watched.block(lines)
    assert not odd
    assert not seen
    assert items[7] == Step(player="a:b", by=7)
    watched.block([STEP % b',"by":1,"by":2'])
    assert len(seen) == 1


text = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=5)
plain: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
NAMES = [
    "type",
    "n",
    "game",
    "at",
    "player",
    "by",
    "sure",
    "colour",
    "maybe",
    "tags",
    "owners",
    "item",
    "items",
    "x_a",
    "z",
]
values = plain | st.sampled_from(
    ["step", "rest", "claim", "note", "a", "red", 1, True, [], {}, ["a"], {"name": "b"}, {"a": "b"}]
)


def written(members: list[tuple[str, Any]], spaced: bool, ascii_only: bool) -> bytes:
    """An object with its members as given, keys given twice included."""
    comma, colon = (", ", ": ") if spaced else (",", ":")
    dump = json.JSONEncoder(ensure_ascii=ascii_only, separators=(comma, colon)).encode
    return ("{" + comma.join(dump(k) + colon + dump(v) for k, v in members) + "}").encode(errors="replace")


@settings(max_examples=400)
@given(st.lists(st.tuples(st.sampled_from(NAMES), values), max_size=7), st.booleans(), st.booleans())
@example([("type", "step"), ("player", "a"), ("tags", []), ("tags", ["a"])], False, False)
@example([("type", "step"), ("player", "a"), ("by", -0.0)], False, False)
def test_fast_and_exact_agree_on_any_object(members: list[tuple[str, Any]], spaced: bool, ascii_only: bool) -> None:
    line = written([("type", "step"), ("player", "p"), *members] if len(members) % 2 else members, spaced, ascii_only)
    both(line)


@settings(max_examples=300)
@given(
    st.lists(
        st.binary(max_size=40).map(lambda b: b.replace(b"\n", b""))
        | st.sampled_from([b for b, _, _ in FAULTS[:50]] + [g for _, _, g in FAULTS]),
        max_size=12,
    )
)
def test_any_block_is_read_line_by_line_alike(lines: list[bytes]) -> None:
    items, odd, _ = TOY.block(lines)
    assert len(items) == len(lines)
    for i, line in enumerate(lines):
        exact = TOY.look(line)
        if isinstance(exact, Fault):
            assert isinstance(items[i], Fault)
            assert items[i].code == exact.code
            assert i in odd
        else:
            assert items[i] == exact
            assert (i in odd) == (not isinstance(exact, Record))


@settings(max_examples=300)
@given(st.binary(max_size=60))
def test_any_bytes_are_an_object_or_a_fault(raw: bytes) -> None:
    item = TOY.look(raw, last=True)
    assert item in (BLANK, HEADER) or isinstance(item, Record) or (isinstance(item, Fault) and item.code in CODES)


@given(plain.map(lambda v: json.dumps({"a": v}, allow_nan=False) if _finite(v) else "{}"))
def test_the_exact_look_takes_all_json_objects_with_fitting_numbers(line: str) -> None:
    assert parse(line.encode()).keys() == json.loads(line).keys()


def _finite(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return False
    return "\ud800" not in repr(value)


# -- what is relied on in the decoding library -------------------------------------------------------


@pytest.mark.parametrize("number", [b"5.0", b"1e2", b"1E2", b"-0.0", b"0e5", b"10e-1", b"9007199254740992", b"1e400"])
def test_library_takes_no_float_and_no_number_out_of_range_for_an_integer(number: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        msgspec.json.decode(STEP % b',"by":%s' % number, type=Step)


def test_library_writes_every_character_as_it_stands_but_quotes_backslashes_and_controls() -> None:
    every = "".join(chr(c) for c in range(0x20, 0x3000) if chr(c) not in '"\\') + "\u2028\uffff\U0001f600"
    assert msgspec.json.encode(every) == b'"' + every.encode() + b'"'


def test_library_keeps_what_was_read_before_a_refusal() -> None:
    read: list[Any] = []
    lines = iter([b"1", b"2", b"x", b"3"])
    with pytest.raises(msgspec.DecodeError):
        read.extend(map(msgspec.json.Decoder().decode, lines))
    assert read == [1, 2]
    assert list(lines) == [b"3"]


def test_library_writes_no_default_that_was_not_written() -> None:
    assert msgspec.json.encode(Step(player="a")) == STEP % b""
    assert msgspec.json.encode(msgspec.json.decode(STEP % b"", type=Step)) == STEP % b""
    assert b"part" in msgspec.json.encode(Grows())


class Part(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    a: str = ""


class Grows(Record, tag="grows", kw_only=True):
    part: Part = msgspec.field(default_factory=Part)


class Loose(Record, tag="loose", kw_only=True):
    part: Any = None


def test_a_type_whose_defaults_are_written_is_always_looked_at_exactly() -> None:
    dialect = Dialect("t", Header, End, (Grows, Loose))
    assert {"grows", "loose", "claim", "ruling", "amend", "game"} <= dialect.exact
    assert TOY.exact == {"claim", "ruling", "amend", "game"}
    item = dialect.block([b'{"type":"grows","n":1,"n":1}'])[0][0]
    assert isinstance(item, Fault)
    assert item.code == "line.duplicate-key"


# -- headers -----------------------------------------------------------------------------------------

HEAD: dict[str, Any] = {"type": "game", "format": "vflog/1", "game": "g1", "ruleset": "toy", "players": [{"id": "a"}]}


def look(**fields: Any) -> Any:
    plain_header = {k: v for k, v in {**HEAD, **fields}.items() if v is not ...}
    return look_header(json.dumps(plain_header).encode(), lambda name: TOY if name == "toy" else None)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "-g"}, "line.id"), ({"game": "x_g"}, "line.id"), ({"game": "g" * 129}, "line.id"),
        ({"game": "a b"}, "line.id"), ({"game": ""}, "line.id"), ({"game": "a\n"}, "line.id"),
        ({"players": [{"id": "x_a"}]}, "line.id"), ({"players": [{"id": "a" * 65}]}, "line.id"),
        ({"players": [{"id": "é"}]}, "line.id"), ({"game": ...}, "line.missing-field"),
        ({"format": "vflog"}, "line.value"), ({"format": "vflog/01"}, "line.value"), ({"format": 1}, "line.wrong-type"),
        ({"players": {}}, "line.object-for-list"), ({"content": None}, "line.null"),
        ({"extra": 1}, "line.unknown-field"),
        ({"round": 1.5}, "line.float-for-int"), ({"rulings": {"a": 1.0}}, "line.float-for-int"),
    ],
)  # fmt: skip
def test_a_damaged_header_is_told_and_known_as_one(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(Fault) as caught:
        look(**fields)
    assert caught.value.code == code
    assert caught.value.header


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"game": "g" * 128}, {"game": "0:a@b-c.d_e"}, {"players": [{"id": "a" * 64, "name": "Zoë", "x_seat": 1}]},
        {"x_own": 1.5}, {"round": 3}, {"rulings": {"a": True}}, {"format": "vflog/1.0"},
    ],
)  # fmt: skip
def test_a_good_header_is_read(fields: dict[str, Any]) -> None:
    opening = look(**fields)
    assert opening.dialect is TOY
    assert not opening.newer
    assert not opening.unknown


def test_a_newer_minor_has_its_unknown_fields_passed_over() -> None:
    opening = look(format="vflog/1.7", extra=1, players=[{"id": "a", "elo": 1}])
    assert (opening.newer and opening.unknown == ["elo", "extra"]) or opening.unknown == ["extra", "elo"]
    assert look(format="vflog/2", extra=1, players=7).other_major


def test_a_ruleset_not_known_here_is_no_fault_of_the_line() -> None:
    opening = look(ruleset="chess", extra=1)
    assert opening.dialect is None
    assert opening.header.ruleset == "chess"


def test_a_header_that_is_no_json_is_known_by_its_format() -> None:
    with pytest.raises(Fault) as caught:
        look_header(b'{"type":"game","format":"vflog/1"', lambda name: TOY)
    assert caught.value.header


def test_game_key_is_63_bits_of_the_line() -> None:
    assert 0 <= game_key(b"abc") < 2**63
    assert game_key(b"abc") == int("ba7816bf8f01cfea", 16) >> 1
    assert game_key(b"abc") != game_key(b"abd")
    assert LARGEST == 2**53 - 1
    assert cut_off('{"a":')
    assert not cut_off('{"a":1}')


@pytest.mark.parametrize("at", [b"5", b'{"a":1}', b"[]", b"null", b'"2024"'])
@pytest.mark.parametrize("kind", [b"claim", b"takeback", b"note"])
def test_a_time_of_any_type_is_looked_at(kind: bytes, at: bytes) -> None:
    line = b'{"type":"%s","to":1,"at":%s}' % (kind, at)
    items, odd, _ = TOY.block([STEP % b"", line])
    assert odd == [1]
    assert items[1].code in ("line.wrong-type", "line.null", "line.at", "line.unknown-field", "line.object-for-list")
