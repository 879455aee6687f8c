"""Chunks to blocks: numbers and offsets of lines, line ends, lines too long, inputs that are no lines of records."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vflog.log import reader as module
from vflog.log.archives import Damage
from vflog.log.reader import BLOCK, LONGEST, Block, Reader


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[i : i + size] for i in range(0, len(data), size)]


def read(chunks: list[bytes]) -> tuple[Reader, list[Block]]:
    reader = Reader(chunks)
    return reader, [b for b in reader if isinstance(b, Block)]


def places(blocks: list[Block]) -> Iterator[tuple[int, int, bytes]]:
    for block in blocks:
        for i, line in enumerate(block.lines):
            yield block.first + i, block.offsets[i], line


@given(
    st.lists(st.binary(max_size=12).map(lambda b: b.replace(b"\n", b"").replace(b"\r", b"") + b"#"), max_size=30),
    st.integers(1, 40),
    st.booleans(),
)
def test_lines_numbers_and_offsets_whatever_the_chunks(lines: list[bytes], size: int, ended: bool) -> None:
    data = b"{\n" + b"\n".join(lines) + (b"\n" if ended and lines else b"")
    reader, blocks = read(cut(data, size))
    found = list(places(blocks))
    assert [line for _, _, line in found] == [b"{", *lines]
    assert [number for number, _, _ in found] == list(range(1, len(lines) + 2))
    assert all(data[offset : offset + len(line)] == line for _, offset, line in found)
    assert reader.lines == len(lines) + 1
    assert blocks[-1].last == bool(lines and not ended)
    assert blocks[-1].end == len(data)


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_carriage_returns_at_line_ends_are_taken_off_and_counted(size: int) -> None:
    data = b'{"a":1}\r\n{"b":2}\n\r\n{"c":"\r"}\r\n'
    reader, blocks = read(cut(data, size))
    assert list(places(blocks)) == [(1, 0, b'{"a":1}'), (2, 9, b'{"b":2}'), (3, 17, b""), (4, 19, b'{"c":"\r"}')]
    assert reader.crlf == 3


def test_other_line_breaks_of_unicode_end_no_line() -> None:
    line = '{"a":"one\u2028two\u2029three\x85four\x0b\x0c"}'.encode()
    assert [found for _, _, found in places(read([line + b"\n"])[1])] == [line]


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_a_mark_is_passed_over_on_the_first_line_alone(size: int) -> None:
    reader, blocks = read(cut(b"\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n", size))
    assert reader.mark
    assert list(places(blocks)) == [(1, 3, b"{}"), (2, 6, b"\xef\xbb\xbf{}")]
    assert not read([b"{}\n"])[0].mark


@pytest.mark.parametrize("size", [1000, 1 << 18])
def test_a_line_too_long_is_told_and_the_next_is_read(size: int) -> None:
    exact, longer = b'"' + b"x" * (LONGEST - 2) + b'"', b'"' + b"x" * LONGEST + b'"'
    data = b"{}\n" + exact + b"\n" + longer + b"\n{}\n"
    blocks = read(cut(data, size))[1]
    found = list(places(blocks))
    assert [number for number, _, _ in found] == [1, 2, 3, 4]
    assert found[1][2] == exact
    assert len(found[2][2]) < 5000
    assert found[3][1] == len(data) - 3
    assert found[3][2] == b"{}"
    faults = [b.fault.code for b in blocks if b.fault is not None]
    assert faults == ["line.too-long"]


def test_a_line_too_long_at_the_very_end_is_told() -> None:
    blocks = read(cut(b"{}\n" + b"x" * (LONGEST * 3), 1 << 18))[1]
    assert [b.fault.code for b in blocks if b.fault is not None] == ["line.too-long"]
    assert blocks[-1].end == LONGEST * 3 + 3


def test_blocks_are_bounded() -> None:
    blocks = read([b"{}\n" * 1000])[1]
    assert max(len(b.lines) for b in blocks) == BLOCK
    assert sum(len(b.lines) for b in blocks) == 1000


RECORDS = [{"type": "game", "game": f"g{i}", "players": [{"id": "a"}]} for i in range(3)]


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)  # fmt: skip
@pytest.mark.parametrize("size", [1, 3, 64, 4096])
def test_other_encodings_are_told_and_all_lines_counted(encoding: str, size: int) -> None:
    text = "".join(json.dumps(r) + "\u0a0a\n" for r in RECORDS)
    reader, blocks = read(cut(text.encode(encoding), size))
    assert reader.whole is not None
    assert reader.whole.code == "file.encoding"
    assert reader.lines == 3
    assert all(b.fault is reader.whole for b in blocks)
    assert blocks[-1].end == len(text.encode(encoding))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(RECORDS), json.dumps(RECORDS, indent=2), json.dumps(RECORDS, indent=2) + "\n",
        "\n".join(json.dumps(r, indent=2) for r in RECORDS), "[\n" + ",\n".join(map(json.dumps, RECORDS)) + "\n]\n",
        json.dumps(RECORDS[0], indent="\t"), "\n\n" + json.dumps(RECORDS, indent=4),
    ],
)  # fmt: skip
@pytest.mark.parametrize("size", [1, 1 << 18])
def test_one_document_is_told_once_and_all_lines_counted(text: str, size: int) -> None:
    reader, blocks = read(cut(text.encode(), size))
    if size > 1:
        assert reader.whole is not None
        assert reader.whole.code == "file.one-document"
    assert sum(len(b.lines) for b in blocks) == reader.lines == len(text.rstrip("\n").split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        '{"type": \n{"type":"note"}\n', "[]\n{}\n", '{"a":1}\n', "[\n{}\n{}\n", "{\n{}\n", "x\n", "", "\n\n",
        '{"type":"ga\n{"a":1}\n', '{"a":1}',
    ],
)  # fmt: skip
def test_lines_with_faults_are_still_lines(text: str) -> None:
    assert read([text.encode()] if text else [])[0].whole is None


@pytest.mark.parametrize("magic", [b"PK\x03\x04", b"BZh9", b"\xfd7zXZ\0", b"7z\xbc\xaf'\x1c"])
def test_other_archives_are_told(magic: bytes) -> None:
    reader, blocks = read([magic + b"\nabc\n"])
    assert reader.whole is not None
    assert reader.whole.code == "file.other-format"
    assert reader.lines == 2
    assert all(b.fault is reader.whole for b in blocks)


def test_damage_is_told_where_it_shows() -> None:
    damage = Damage("archive.checksum", {"kind": "gzip", "offset": 9}, 0, 4, ends=False)
    out = list(Reader([b"{}\n{", damage, b"}\n"]))
    assert [type(o).__name__ for o in out] == ["Block", "Damage", "Block"]
    assert [line for _, _, line in places([o for o in out if isinstance(o, Block)])] == [b"{}", b"{}"]


@given(st.binary(max_size=200), st.integers(1, 50))
def test_any_bytes_are_lines(data: bytes, size: int) -> None:
    reader, blocks = read(cut(data, size))
    assert sum(len(b.lines) for b in blocks) == reader.lines
    if reader.whole is None:
        assert reader.lines == data.removeprefix(b"\xef\xbb\xbf").count(b"\n") + (
            not data.endswith(b"\n") and data not in (b"", b"\xef\xbb\xbf")
        )


def test_the_kept_part_of_a_long_line_is_small() -> None:
    assert module._KEPT < LONGEST
