"""The hash chain over lines, and what became of the lines of one list in another."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vflog.log.chain import MARK, Chain, Change, align, line_digests


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def marks(text: str) -> bytes:
    """A list of lines of one letter each."""
    return b"".join(sha(letter.encode())[:MARK] for letter in text)


def test_the_head_is_the_chain_over_the_hashes_of_the_lines() -> None:
    first, second, third = sha(b"a"), sha(b"b"), sha(b"")
    chain = Chain()
    assert chain.head is None
    for digest in (first, second, third):
        chain.add(digest)
    assert chain.head == sha(sha(sha(first) + second) + third).hex()
    assert chain.count == 3
    assert bytes(chain.marks) == first[:8] + second[:8] + third[:8]


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
    assert list(line_digests([data])) == expected
    pieces = [data[i : i + (1 << 18)] for i in range(0, len(data), 1 << 18)]
    assert list(line_digests(pieces)) == expected


@given(st.binary(max_size=60), st.lists(st.integers(0, 60)))
def test_where_the_input_is_cut_into_pieces_does_not_matter(data: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(min(c, len(data)) for c in cuts), len(data)]
    assert list(line_digests([data[a:b] for a, b in pairwise(places)])) == list(line_digests([data]))


@pytest.mark.parametrize(
    ("sealed", "now", "changes"),
    [
        ("abcde", "abcde", []),
        ("abcde", "abXde", [("changed", 3, 3)]),
        ("abcde", "abde", [("missing", 3, None)]),
        ("abcde", "abcXde", [("added", None, 4)]),
        ("abcde", "abced", [("moved", 4, 5)]),
        ("abcde", "eabcd", [("moved", 5, 1)]),
        ("abcde", "aXYde", [("changed", 2, 2), ("changed", 3, 3)]),
        ("abcde", "aXde", [("changed", 2, 2), ("missing", 3, None)]),
        ("abcde", "aXYZde", [("changed", 2, 2), ("changed", 3, 3), ("added", None, 4)]),
        ("abcde", "abcdeabcde", [("added", None, n) for n in range(6, 11)]),
        ("aaaa", "aaa", [("missing", 4, None)]),
        ("axbxcx", "axbxxcx", [("added", None, 5)]),
        ("", "ab", [("added", None, 1), ("added", None, 2)]),
        ("ab", "", [("missing", 1, None), ("missing", 2, None)]),
    ],
)
def test_what_became_of_each_line(sealed: str, now: str, changes: list[tuple[str, int | None, int | None]]) -> None:
    assert align(marks(sealed), marks(now)) == [Change(*change) for change in changes]  # type: ignore[arg-type]


@example("", "")
@given(st.text("abcdefgh", max_size=30), st.text("abcdefgh", max_size=30))
def test_the_changes_account_for_every_line(sealed: str, now: str) -> None:
    changes = align(marks(sealed), marks(now))
    assert bool(changes) == (sealed != now)
    gone = [c.sealed for c in changes if c.sealed is not None]
    come = [c.line for c in changes if c.line is not None]
    assert len(gone) == len(set(gone))
    assert len(come) == len(set(come))
    # What no change names is the same, in the same order, in both.
    kept = [letter for i, letter in enumerate(sealed, 1) if i not in gone]
    assert kept == [letter for i, letter in enumerate(now, 1) if i not in come]
    for change in changes:
        was = sealed[change.sealed - 1] if change.sealed is not None else None
        found = now[change.line - 1] if change.line is not None else None
        assert (was == found) == (change.what == "moved")
        assert (found is None) == (change.what == "missing")
        assert (was is None) == (change.what == "added")


@given(st.permutations("abcdefghij"), st.integers(0, 9), st.integers(0, 9))
def test_one_line_that_was_moved_is_one_line(order: list[str], source: int, target: int) -> None:
    moved = [*order]
    moved.insert(target, moved.pop(source))
    changes = align(marks("".join(order)), marks("".join(moved)))
    assert Counter(c.what for c in changes) == ({"moved": 1} if source != target else {})


def test_long_lists_of_which_no_line_is_the_only_one_of_its_kind() -> None:
    letters = [*"abcdefg" * 4000]
    before = marks("".join(letters))
    letters[100] = "X"
    del letters[15_000]
    changes = align(before, marks("".join(letters)))
    assert changes[0] == Change("changed", 101, 101)
    assert [c.what for c in changes[1:]] == ["missing"]


def test_lists_that_have_little_in_common_are_told_apart_all_the_same() -> None:
    changes = align(marks("ab" * 1000), marks("ba" + "cd" * 2000))
    assert Counter(c.what for c in changes)["added"] == 2002
