"""Content packs: built-in, in the folders given, beside the log; never outside of them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from vflog.engine.ruleset import ruleset
from vflog.log.problems import Unsupported
from vflog.log.records import ContentRef, Header
from vflog.reading.content import Library, built_in

VEILED_FATE = ruleset("veiled-fate")


def header(**content: str) -> Header:
    return Header(format="vflog/1", game="g", ruleset="veiled-fate", players=[], content=ContentRef(**content))


def test_a_ruleset_brings_its_own_packs() -> None:
    sample = built_in(VEILED_FATE, "sample")
    assert sample is not None
    assert Library().finder(VEILED_FATE, header(pack="sample"), None)("sample") == sample
    assert built_in(VEILED_FATE, "nothing") is None


def test_of_several_packs_of_one_name_the_hash_decides(tmp_path: Path) -> None:
    for place in ("given", "logs"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "cards.toml").write_text(place)
    library, log = Library((str(tmp_path / "given"),)), str(tmp_path / "logs" / "a.jsonl")
    assert library.finder(VEILED_FATE, header(pack="cards"), log)("cards") == b"given"
    beside = hashlib.sha256(b"logs").hexdigest()
    assert library.finder(VEILED_FATE, header(pack="cards", sha256=beside.upper()), log)("cards") == b"logs"
    with pytest.raises(Unsupported) as caught:
        library.finder(VEILED_FATE, header(pack="cards", sha256="0" * 64), log)("cards")
    assert caught.value.code == "content.hash"
    assert caught.value.values["found"] == hashlib.sha256(b"given").hexdigest()


@pytest.mark.parametrize("name", ["../cards", "/etc/passwd", "", ".", "a/b", "a\0", "cards\n"])
def test_a_name_is_no_path(tmp_path: Path, name: str) -> None:
    (tmp_path / "cards.toml").write_text("x")
    (tmp_path / "in").mkdir()
    assert Library((str(tmp_path / "in"),)).finder(VEILED_FATE, header(pack=name), None)(name) is None
    assert Library((str(tmp_path),)).finder(VEILED_FATE, header(pack="cards"), None)("cards") == b"x"
