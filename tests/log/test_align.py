"""What became of the lines of one list in another."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vflog.log.align import Change, align


def hashes(lines: Iterable[object]) -> bytes:
    """The hashes of lines, one behind the other; of a text, each letter is a line."""
    return b"".join(hashlib.sha256(str(line).encode()).digest() for line in lines)


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
    assert align(hashes(sealed), hashes(now), 32) == [Change(*change) for change in changes]  # type: ignore[arg-type]


@example("", "")
@given(st.text("abcdefgh", max_size=30), st.text("abcdefgh", max_size=30))
def test_the_changes_account_for_every_line(sealed: str, now: str) -> None:
    changes = align(hashes(sealed), hashes(now), 32)
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
    changes = align(hashes("".join(order)), hashes("".join(moved)), 32)
    assert Counter(c.what for c in changes) == ({"moved": 1} if source != target else {})


def test_long_lists_of_which_no_line_is_the_only_one_of_its_kind() -> None:
    letters = [*"abcdefg" * 4000]
    before = hashes("".join(letters))
    letters[100] = "X"
    del letters[15_000]
    changes = align(before, hashes("".join(letters)), 32)
    assert changes[0] == Change("changed", 101, 101)
    assert [c.what for c in changes[1:]] == ["missing"]


def test_lists_that_have_little_in_common_are_told_apart_all_the_same() -> None:
    changes = align(hashes("ab" * 1000), hashes("ba" + "cd" * 2000), 32)
    assert Counter(c.what for c in changes)["added"] == 2002


def test_short_marks_serve_as_well() -> None:
    def short(text: str) -> bytes:
        return b"".join(hashlib.sha256(letter.encode()).digest()[:8] for letter in text)

    assert align(short("abcde"), short("abXde"), 8) == [Change("changed", 3, 3)]


def test_lists_made_to_be_slow_are_not() -> None:
    # Whenever one looks between landmarks, there is one more landmark, at the very edge.
    def nested(count: int, mark: str) -> list[object]:
        return [x for i in range(1, count) for x in (i + 1, i, f"{mark}{i}")]

    old, new = nested(20_000, "old"), nested(20_000, "new")
    began = time.process_time()
    changes = align(hashes(old), hashes(new), 32)
    assert time.process_time() - began < 10
    gone = {c.sealed for c in changes}
    come = {c.line for c in changes}
    assert [x for i, x in enumerate(old, 1) if i not in gone] == [x for i, x in enumerate(new, 1) if i not in come]
