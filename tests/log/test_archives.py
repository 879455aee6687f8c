"""gzip and zstd, told by content: all members, and each kind of damage with its place."""

from __future__ import annotations

import gzip
import zlib
from typing import Any

import pytest
from backports import zstd
from hypothesis import given, settings
from hypothesis import strategies as st

from vflog.log.archives import Damage, is_packed, unpack

TEXT = b"".join(b'{"type":"note","n":%d,"text":"%d"}\n' % (i, i * i * 7919) for i in range(5000))


def squeezed(data: bytes, **parameters: Any) -> bytes:
    options = {zstd.CompressionParameter.checksum_flag: 1, zstd.CompressionParameter.content_size_flag: 0, **parameters}
    compressor = zstd.ZstdCompressor(options=options)
    return compressor.compress(data) + compressor.flush()


def gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def out_of(packed: bytes, size: int = 4096) -> tuple[bytes, list[Damage]]:
    pieces = list(unpack(packed[i : i + size] for i in range(0, len(packed), size)))
    return b"".join(p for p in pieces if isinstance(p, bytes)), [p for p in pieces if isinstance(p, Damage)]


BOTH = pytest.mark.parametrize("pack", [gz, squeezed], ids=["gzip", "zstd"])


@BOTH
@pytest.mark.parametrize("size", [1, 100, 1 << 18])
def test_members_follow_one_another(pack: Any, size: int) -> None:
    packed = pack(TEXT[:3000]) + pack(b"") + pack(TEXT[3000:])
    assert out_of(packed, size) == (TEXT, [])


def test_plain_bytes_pass_through() -> None:
    assert out_of(TEXT) == (TEXT, [])
    assert out_of(b"") == (b"", [])
    assert out_of(b"\x1f") == (b"\x1f", [])
    assert is_packed(gz(b"")[:4])
    assert is_packed(squeezed(b"")[:4])
    assert not is_packed(b'{"a"')


def test_gzip_headers_with_all_their_parts() -> None:
    body = gz(TEXT)[10:]
    extra = b"\x05\x00hello"
    head = b"\x1f\x8b\x08\x1e\0\0\0\0\0\xff" + extra + b"name\0comment\0" + b"\0\0"
    assert out_of(head + body) == (TEXT, [])
    assert out_of(gz(TEXT) + b"\0" * 512) == (TEXT, [])


def test_zstd_frames_of_every_kind() -> None:
    skippable = b"\x53\x2a\x4d\x18\x04\0\0\0abcd"
    plain = zstd.compress(TEXT)
    assert out_of(skippable + plain + skippable + squeezed(b"x" * 500_000))[0] == TEXT + b"x" * 500_000
    assert out_of(squeezed(TEXT) + zstd.compress(b""))[1] == []


@BOTH
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_cut_gives_all_before_it(pack: Any, share: float) -> None:
    first = pack(TEXT[:100])
    packed = first + pack(TEXT)
    kept = packed[: len(first) + int((len(packed) - len(first)) * share)]
    data, damage = out_of(kept)
    assert (TEXT[:100] + TEXT).startswith(data)
    assert data.startswith(TEXT[:100])
    assert [d.code for d in damage] == ["archive.truncated"]
    assert damage[0].ends
    assert damage[0].values["offset"] == len(kept)
    if pack is gz and share > 0.2:
        assert len(data) > 100


@BOTH
def test_a_cut_in_the_trailer_loses_nothing(pack: Any) -> None:
    data, damage = out_of(pack(TEXT)[:-2])
    assert data == TEXT
    assert [d.code for d in damage] == ["archive.truncated"]


def test_damage_inside_gzip_has_its_offset() -> None:
    packed = bytearray(gz(TEXT))
    at = len(packed) // 2
    packed[at : at + 40] = b"\xff" * 40
    data, damage = out_of(bytes(packed), 500)
    assert TEXT[:1000] == data[:1000]
    assert [d.code for d in damage] in (["archive.corrupt"], ["archive.checksum"])
    if damage[0].code == "archive.corrupt":
        assert at <= damage[0].values["offset"] <= len(packed)


def test_an_impossible_block_is_corrupt_at_its_byte() -> None:
    bad = gz(b"")[:10] + b"\x07" + b"\0" * 8
    assert [(d.code, d.values["offset"]) for d in out_of(bad)[1]] == [("archive.corrupt", 10)]
    frame = squeezed(b"abc")
    head = len(frame) - 4 - 3 - 3
    broken = frame[:head] + b"\x07\0\0" + frame[head + 3 :]
    assert [(d.code, d.values["offset"]) for d in out_of(broken)[1]] == [("archive.corrupt", head)]


@BOTH
def test_a_checksum_that_does_not_match_is_of_its_member(pack: Any) -> None:
    middle = bytearray(pack(TEXT[500:1000]))
    middle[-6 if pack is gz else -1] ^= 1
    data, damage = out_of(pack(TEXT[:500]) + bytes(middle) + pack(TEXT[1000:]))
    assert data == TEXT
    assert [(d.code, d.start, d.end, d.ends) for d in damage] == [("archive.checksum", 500, 1000, False)]


@BOTH
def test_what_follows_and_is_no_member_is_corrupt(pack: Any) -> None:
    packed = pack(TEXT)
    data, damage = out_of(packed + b"rubbish")
    assert data == TEXT
    assert [(d.code, d.values["offset"]) for d in damage] == [("archive.corrupt", len(packed))]


def test_a_window_beyond_measure_is_refused() -> None:
    frame = b"\x28\xb5\x2f\xfd\x00" + bytes([21 << 3]) + b"\x01\0\0"
    assert [d.code for d in out_of(frame)[1]] == ["archive.window"]
    assert out_of(b"\x28\xb5\x2f\xfd\x00" + bytes([17 << 3]) + b"\x01\0\0") == (b"", [])


def test_a_bomb_comes_in_pieces() -> None:
    packed = gz(b"\0" * 50_000_000)
    assert max(len(p) for p in unpack([packed]) if isinstance(p, bytes)) <= 1 << 18


@settings(max_examples=150)
@given(
    st.binary(max_size=300), st.sampled_from([b"\x1f\x8b", b"\x1f\x8b\x08\0\0\0\0\0\0\xff", b"\x28\xb5\x2f\xfd", b""])
)
def test_any_bytes_come_to_an_end(data: bytes, start: bytes) -> None:
    """And to the same one, whatever pieces they come in."""
    assert out_of(start + data, 7) == out_of(start + data)


@settings(max_examples=150)
@given(st.integers(0, 2000), st.integers(1, 255), st.booleans())
def test_a_flipped_byte_is_found_or_harmless(at: int, by: int, zipped: bool) -> None:
    packed = bytearray((gz if zipped else squeezed)(TEXT[:4000]))
    packed[at % len(packed)] ^= by
    if not is_packed(bytes(packed[:4])):
        return
    data, damage = out_of(bytes(packed))
    assert damage or data == TEXT[:4000]
    assert zlib.crc32(b"") == 0
