"""Any bytes at all: the committed corpus of what was ever found, random bytes, and random damage to sound inputs."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import ROOT
from vflog import api, services
from vflog.engine.ruleset import ruleset
from vflog.playback.seals import key_pieces, seal_pieces

from .inputs import STRAY, TOKENS, joined, small
from .targets import TARGETS

CORPUS = sorted((ROOT / "fuzz" / "corpus").rglob("*.*"))
few = settings(max_examples=60, deadline=None)


@cache
def sound(target: str) -> bytes:
    """A sound input of each target."""
    pack = next((ROOT / "vflog" / "games" / "veiled_fate" / "packs").glob("*.toml"))
    log = joined(*small())
    requests = b'{"ask":"legal"}\n{"ask":"state","view":"public"}\n{"ask":"try","record":{"type":"note"}}\n'
    game = api.validate(ROOT / "sample_logs" / "base-2p.jsonl").games[0]
    assert game.status == "valid"
    sealed = services.seal(ROOT / "sample_logs" / "base-2p.jsonl", key=bytes(32))
    return {
        "reader": log,
        "referee": joined(*small()[:3]) + requests + joined(*small()[3:]),
        "seal": b"".join(seal_pieces(sealed.seal)),
        "key": b"".join(key_pieces(sealed.key)),
        "chain": log + b"\0" + joined(*small()[:3], *small()[4:]),
        "pack": pack.read_bytes(),
        "header": b'\x04"2026-12"',
    }[target]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_was_found_once_stays_mended(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


def test_every_target_has_a_corpus() -> None:
    assert {path.parent.name for path in CORPUS} == set(TARGETS)


@pytest.mark.parametrize("target", TARGETS)
def test_a_sound_input_is_taken(target: str) -> None:
    TARGETS[target](sound(target))


@pytest.mark.parametrize("target", TARGETS)
@few
@given(data=st.binary(max_size=200))
@example(data=b"")
def test_any_bytes(target: str, data: bytes) -> None:
    TARGETS[target](data)


@pytest.mark.parametrize("target", TARGETS)
@few
@given(data=st.data())
def test_any_damage(target: str, data: st.DataObject) -> None:
    damaged = bytearray(sound(target))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        length = data.draw(st.integers(0, 20))
        new = data.draw(st.one_of(st.binary(max_size=6), st.sampled_from(TOKENS), st.sampled_from(STRAY)))
        damaged[at : at + length] = new[:300]
        if not damaged:
            break
    TARGETS[target](bytes(damaged))


_names = sorted({name for kind in ruleset("veiled-fate").records for name in kind.__struct_fields__})
_types = sorted(
    str(kind.__struct_config__.tag) for kind in ruleset("veiled-fate").records if kind.__struct_config__.tag
)
_words = st.sampled_from(
    ["?", "ada", "bob", "f1", "s2", "+2", "naka", "forest", "city", "abyss", "deck", "gain", "smite", "feather", ""]
)
_values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(_words, st.integers(-3, 13), st.booleans(), st.none(), st.text(max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_words, inner, max_size=3)),
    max_leaves=5,
)
_records = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    st.sampled_from([*_types, "claim", "note", "ruling", "takeback", "amend", "end"]),
    st.dictionaries(st.sampled_from([*_names, "to", "record", "set", "by", "reason", "state"]), _values, max_size=5),
)


@settings(max_examples=150, deadline=None)
@given(records=st.lists(st.tuples(st.integers(1, len(small())), _records), max_size=4))
def test_any_records_of_the_right_names(records: list[tuple[int, dict[str, Any]]]) -> None:
    lines = [*small()]
    for at, record in records:
        lines.insert(at, json.dumps(record).encode())
    TARGETS["reader"](joined(*lines))
    TARGETS["referee"](joined(*lines))


@few
@given(data=st.data())
def test_any_value_in_a_pack(data: st.DataObject) -> None:
    """A pack in which one value is another one, still TOML."""
    text = sound("pack").decode()
    lines = text.splitlines()
    numbers = [i for i, line in enumerate(lines) if " = " in line]
    at = data.draw(st.sampled_from(numbers))
    others = ['""', "0", "-1", "99", "true", "[]", "{}", '["?"]', "1.5", '"x"', "[[1]]", "nan"]
    value = data.draw(st.sampled_from(others))
    lines[at] = lines[at].partition(" = ")[0] + " = " + value
    changed = "\n".join(lines)
    try:
        tomllib.loads(changed)
    except tomllib.TOMLDecodeError:
        return
    TARGETS["pack"](changed.encode())
