"""The lines of a log as a seal has them: hashes, commitments, the chain over these."""

from __future__ import annotations

import hashlib
import hmac
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vflog.log.chain import SEED, commitment, each, heads, last, line_hashes, salt


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def plain(pieces: list[bytes]) -> list[bytes]:
    return [digest for digest, _ in line_hashes(pieces)]


def test_the_head_is_the_chain_over_the_commitments() -> None:
    first, second, third = sha(b"a"), sha(b"b"), sha(b"")
    chain = [sha(SEED + first)]
    chain.append(sha(chain[0] + second))
    chain.append(sha(chain[1] + third))
    assert list(heads(each(first + second + third))) == chain
    assert last(chain) == chain[-1].hex()
    assert last([]) is None


def test_a_commitment_is_the_hmac_of_the_line_under_the_salt_of_its_place() -> None:
    key = bytes(range(32))
    first = hmac.new(key, bytes(8), hashlib.sha256).digest()[:16]
    third = hmac.new(key, bytes(7) + b"\2", hashlib.sha256).digest()[:16]
    assert [salt(key, 0), salt(key, 2)] == [first, third]
    lines = [b"a", b"b" * (3 << 20), b"b" * (3 << 20)]
    found = [one for _, one in line_hashes([b"\n".join(lines)], lambda k: salt(key, k))]
    assert found[0] == hmac.new(first, b"a", hashlib.sha256).digest() == commitment(first, b"a")
    assert found[2] == hmac.new(third, lines[2], hashlib.sha256).digest()
    assert found[1] != found[2]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a\nb\n", [b"a", b"b"]),
        (b"a\nb", [b"a", b"b"]),
        (b"a\r\nb\r\n", [b"a", b"b"]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", [b"a", b"\xef\xbb\xbfb"]),
        (b"a\n\n \n", [b"a", b"", b" "]),
        (b"a\rb\r\r\nc\r", [b"a\rb\r", b"c\r"]),
        (b"a" * (3 << 20) + b"\r\nb", [b"a" * (3 << 20), b"b"]),
        (b"\xef\xbb\xbf" + b"a" * (3 << 20), [b"a" * (3 << 20)]),
    ],
)
def test_a_line_is_its_bytes_without_line_end_and_mark(data: bytes, lines: list[bytes]) -> None:
    expected = [sha(line) for line in lines]
    assert plain([data]) == expected
    pieces = [data[i : i + (1 << 18)] for i in range(0, len(data), 1 << 18)]
    assert plain(pieces) == expected


@given(st.binary(max_size=60), st.lists(st.integers(0, 60)))
def test_where_the_input_is_cut_into_pieces_does_not_matter(data: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(min(c, len(data)) for c in cuts), len(data)]
    assert plain([data[a:b] for a, b in pairwise(places)]) == plain([data])
