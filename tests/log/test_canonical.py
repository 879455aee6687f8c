"""The canonical form and its digest, held against an independent implementation of RFC 8785."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from vflog.log.canonical import canonical, digest
from vflog.log.records import LARGEST

text = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_equals_rfc8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(values)
def test_reads_back_as_the_same_value(value: Any) -> None:
    assert json.loads(canonical(value)) == value


def test_every_character_is_written_as_rfc8785_does() -> None:
    every = [chr(c) for c in range(0x11000) if not 0xD800 <= c < 0xE000]
    assert canonical(every) == rfc8785.dumps(every)


def test_keys_above_the_basic_plane_sort_by_utf16() -> None:
    value = {"\uff5e": 1, "\U0001f600": [{"\ue000": 2, "\U00010000": 3}]}
    assert canonical(value) == rfc8785.dumps(value)
    assert canonical(value).index("\U0001f600".encode()) < canonical(value).index("\uff5e".encode())


def test_digest_is_of_the_canonical_bytes_and_blind_to_order() -> None:
    assert digest({"b": 1, "a": [2]}) == digest({"a": [2], "b": 1})
    assert digest({"a": 1}) == "sha256:" + hashlib.sha256(b'{"a":1}').hexdigest()
    assert digest({"a": 1}) != digest({"a": 2})
