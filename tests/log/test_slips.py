"""Why a line is no JSON: each usual slip by its name, with its column."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vflog.log.characters import UNSEEN, numbered, unseen, written_out
from vflog.log.faults import Fault
from vflog.log.slips import slip
from vflog.log.strict import parse

HEAD = '{"type":"note",'
#: A line, what its message says, the column that it says.
SLIPS = (
    (HEAD + '"n":1,}', "a trailing comma stands before the closing }", 21),
    ('{"cards":["f1",],"n":1}', "a trailing comma stands before the closing ]", 15),
    (HEAD + '"text":"he said}', 'the text "he said} is not closed', 23),
    (HEAD + '"text":"back\\', "a text is not closed", 28),
    (HEAD + '"n":1', "the object that begins there is not closed", 1),
    (HEAD + '"x_a":{"b":1}', "the object that begins there is not closed", 1),
    (HEAD + '"x_a":[1,2', "the list that begins there is not closed", 22),
    (HEAD + '"x_a":[1,2}', "} cannot close the [ of column 22", 26),
    ("{'type':'note'}", "the single quote '", 2),
    ("{\"type\":'note'}", "the single quote '", 9),
    ("{\"type\":`note`}", "the single quote `", 9),
    (HEAD + '"n":1 // first\n}', "// begins a comment", 22),
    (HEAD + '"n":1 # first\n}', "# begins a comment", 22),
    (HEAD + "/* first */ \"n\":1}", "/* begins a comment", 16),
    ('// {"type":"note"}', "// begins a comment", 1),
    (HEAD + "n:1}", "the unquoted key n must stand within quotes", 16),
    (HEAD + '"text":hello}', "the unquoted text hello must stand within quotes", 23),
    (HEAD + '"x_a":True}', "True is written true in JSON", 22),
    (HEAD + '"x_a":False}', "False is written false in JSON", 22),
    (HEAD + '"x_a":None}', "None is written null in JSON", 22),
    (HEAD + '"x_a":undefined}', "undefined is written null in JSON", 22),
    (HEAD + '"x_a":nan}', "nan is no JSON number", 22),
    (HEAD + '"n":1 "text":"a"}', 'a comma is missing before "', 22),
    (HEAD + '"x_a":[1 2]}', "a comma is missing before 2", 25),
    (HEAD + '"x_a":{}{"n":1}', "a comma is missing before {", 24),
    (HEAD + '"n":1,,"text":"a"}', "a comma stands where a key must", 22),
    (HEAD + '"x_a":[1,,2]}', "one comma follows another", 25),
    (HEAD + '"n" 1}', "a colon is missing before 1", 20),
    (HEAD + '"n"=1}', "= stands where a colon must", 19),
    (HEAD + '"n"}', "a colon and a value are missing before }", 19),
    (HEAD + '"n":}', "a value is missing before the closing }", 20),
    (HEAD + '"text":"he said "hi" to me"}', "hi follows the text of column 23: a quote is missing, or not written", 33),
    ('{"type":"note,"n":1}', "n follows the text of column 9: a quote is missing", 16),
    (HEAD + '"text":"a\tb"}', "U+0009 tab stands unescaped within a text, where JSON writes \\t", 25),
    (HEAD + '"text":"a\x1bb"}', "U+001B escape stands unescaped within a text, where JSON writes \\u001b", 25),
    (HEAD + '"text":"a\\xb"}', "\\x is no escape", 25),
    (HEAD + '"text":"C:\\Users"}', "\\U is no escape; a backslash itself is written \\\\", 26),
    (HEAD + '"text":"\\u12g4"}', "is followed by four hex digits", 24),
    ("{\u201ctype\u201d:\u201cnote\u201d}", "the curly quote \u201c (U+201C LEFT DOUBLE QUOTATION MARK)", 2),
    ('{"type\u201d:"note"}', "the curly quote \u201d (U+201D RIGHT DOUBLE QUOTATION MARK)", 7),
    (HEAD + '"text":"a\u201d}', 'the text "a\u201d} is not closed', 23),
    (HEAD + '"n":01}', "01 has leading zeros", 20),
    (HEAD + '"n":+1}', "+1 has a plus sign", 20),
    (HEAD + '"n":0x1F}', "0x1F is hexadecimal", 20),
    (HEAD + '"n":.5}', ".5 lacks a digit beside its point", 20),
    (HEAD + '"n":5.}', "5. lacks a digit beside its point", 20),
    (HEAD + '"n":1_000}', "1_000 is no number", 20),
    (HEAD + '"at":2024-01-02}', "2024-01-02 is no number, and a text must stand within quotes", 21),
    ('\ufeff{"type":"note"}', "U+FEFF byte-order mark stands in the middle of the file", 1),
    (HEAD + '\u00a0"n":1}', "U+00A0 NO-BREAK SPACE stands outside of a text", 16),
    (HEAD + '"n"\uff1a1}', "a colon is missing before \uff1a (U+FF1A FULLWIDTH COLON)", 19),
    ("hello", "the line begins with hello, and a record begins with {", 1),
    ("<log>", "the line begins with <, and a record begins with {", 1),
    ("type,n,player", "the line begins with type, and a record begins with {", 1),
    ("}", "} closes nothing", 1),
)  # fmt: skip


@pytest.mark.parametrize(("line", "said", "column"), SLIPS)
def test_a_slip_is_told_by_its_name_with_its_column(line: str, said: str, column: int) -> None:
    with pytest.raises(Fault) as fault:
        parse(line.encode())
    problem = fault.value.problem()
    assert problem.code == "line.not-json"
    assert said in problem.message
    assert f"(column {column})" in problem.message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"type":"note"} {"type":"note"}', "another object"),
        ('{"type":"note"}{}', "another object"),
        ('{"type":"note"} // a', "a comment"),
        ('{"type":"note"},', '","'),
        ('{"type":"note"}\u200b', "U+200B ZERO WIDTH SPACE"),
        ('{"type":"note"}\u00a0', "U+00A0 NO-BREAK SPACE"),
    ],
)
def test_what_follows_the_object_is_told(line: str, said: str) -> None:
    with pytest.raises(Fault) as fault:
        parse(line.encode())
    problem = fault.value.problem()
    assert problem.code == "line.trailing"
    assert said in problem.message


UNSEEN_ONES = "\u00a0\u00ad\u200b\u200c\u200d\u2060\ufeff\u202f\u3000\u2003\u2028\u202e\u180e\u1680\u205f\u3164"


@pytest.mark.parametrize("character", UNSEEN_ONES)
@pytest.mark.parametrize(
    "place", ["{0}{{}}", "{{{0}}}", '{{"a"{0}:1}}', '{{"a":{0}1}}', '{{"a":1{0}}}', '{{"a":[{0}]}}']
)
def test_what_cannot_be_seen_is_told_by_its_number(character: str, place: str) -> None:
    with pytest.raises(Fault) as fault:
        parse(place.format(character).encode())
    message = fault.value.problem().message
    assert f"U+{ord(character):04X} " in message
    assert character not in message


@pytest.mark.parametrize("character", UNSEEN_ONES)
def test_what_cannot_be_seen_is_written_out_in_values(character: str) -> None:
    shown = written_out(f'"a{character}b"')
    assert character not in shown
    assert json.loads(shown) == f"a{character}b"


def test_bytes_of_windows_are_told() -> None:
    with pytest.raises(Fault) as fault:
        parse('{"type":"note","text":"\u201ca\u201d"}'.encode("cp1252"))
    assert "byte 0x93 (in Windows-1252 it would be \u201c) at column 24" in fault.value.problem().message


PIECES = st.sampled_from(
    [
        '"a"',
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "1",
        "-",
        "0",
        "01",
        "1.5e3",
        ".",
        "e",
        "true",
        "nul",
        "null",
        "NaN",
        "\\",
        "\\u00e9",
        "\\ud800",
        "\t",
        " ",
        "\n",
        "'",
        "\u201c",
        "\u00a0",
        "//",
        "#",
        "x",
        "=",
        "+",
        "Infinity",
        "-Infinity",
        "é",
        "\x00",
        "\x7f",
        "\u0661",
        "_",
    ]
)


@settings(max_examples=1500, deadline=None)
@given(
    text=st.lists(PIECES, max_size=14).map(lambda pieces: "".join(pieces)).map(lambda t: t if t[:1] == "[" else "{" + t)
)
@example(text='{"a":[]}')
@example(text='{"a":[,]}')
@example(text='{"a":\u0661}')
@example(text="[]]")
def test_a_slip_is_found_where_the_text_is_no_json_and_nowhere_else(text: str) -> None:
    start = len(text) - len(text.lstrip(" \t\r\n"))
    try:
        json.JSONDecoder().raw_decode(text, start)
        right = True
    except ValueError:
        right = False
    found = slip(text)
    assert (found is None) == right
    if found is not None:
        assert 0 <= found.at <= len(text)
        assert found.why


@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=40))
def test_any_text_has_a_slip_or_none(text: str) -> None:
    found = slip(text)
    assert found is None or not UNSEEN.search(found.why)


@given(character=st.characters())
def test_written_out_is_json_of_the_same(character: str) -> None:
    assert numbered(character).startswith(f"U+{ord(character):04X}")
    shown = written_out(character)
    assert (shown == character) == (not unseen(character))
