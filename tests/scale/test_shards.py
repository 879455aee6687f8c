"""Shards merged, in any order, come to what one process comes to: the same bytes, the same database."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, vflog
from tests.reading.test_corpus import Listener
from tests.scale.corpora import files
from tests.scale.inline import InlinePool, plain
from tests.scale.test_loading import content
from tests.scale.test_processes import PACKS, folder
from vflog import shards
from vflog.cli.outputs import model
from vflog.engine.settings import Settings as Judging
from vflog.log import stage
from vflog.reading import corpus
from vflog.scale import parts
from vflog.scale import shards as writing
from vflog.store import load

__all__ = ["folder", "vflog"]

CORPORA = int(os.environ.get("VFLOG_SHARDS", "15"))
FIRST = int(os.environ.get("VFLOG_SEED", "0"))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> random.Random:
    """Small portions, and no processes."""
    chance = random.Random(request.node.name)
    size = chance.choice((100, 400, 2000))
    monkeypatch.setattr(writing, "PORTION", size)
    monkeypatch.setattr(writing, "numbered", lambda found: parts.numbered(found, size))
    monkeypatch.setattr(writing, "Pool", lambda many, how: InlinePool(many, how, chance))
    monkeypatch.setattr(stage, "listener", lambda sentence: None)
    return chance


def written(chance: random.Random, some: list[Path], place: Path, **how: Any) -> list[Path]:
    """The files of all shards, in any order."""
    of = chance.choice((1, 2, 5))
    place.mkdir()
    out = [place / f"{i}.part" for i in range(1, of + 1)]
    for i, path in enumerate(out, 1):
        shards.write_shard(some, path, i, of, jobs=2, **how)
    return chance.sample(out, of)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + CORPORA))
def test_any_corpus(tmp_path: Path, small: random.Random, seed: int) -> None:
    some = files(small, tmp_path, 20)
    one, many = Listener(), Listener()
    report = corpus.judge(some, Judging(digests=True), one)
    merged = shards.merge_shards(written(small, some, tmp_path / "parts"), visitor=many)
    of_lines = ("problem", "game", "file", "repeat", "revised")
    assert [(k, plain(what)) for k, what in many.told] == [(k, plain(what)) for k, what in one.told if k in of_lines]
    assert model.report(merged) == model.report(report)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + max(1, CORPORA // 10)))
def test_any_database(tmp_path: Path, small: random.Random, seed: int) -> None:
    some = files(small, tmp_path, 20)
    one, many = tmp_path / "one.duckdb", tmp_path / "many.duckdb"
    told = load.load(some, one)
    merged = shards.load_shards(written(small, some, tmp_path / "parts", rows=True), many)
    assert merged.disagreements == []
    assert merged.tally == told.tally
    assert content(many) == content(one)


def test_commands(vflog: Run, folder: Path, tmp_path: Path) -> None:
    names = [tmp_path / name for name in ("a", "b", "c")]
    for i, name in enumerate(names, 1):
        assert vflog("validate", folder, *PACKS, "--shard", f"{i}/3", "--out", name, "--jobs", 1).code == 0
    for form in ("text", "json"):
        assert vflog("merge", *reversed(names), "--format", form) == vflog(
            "validate", folder, *PACKS, "--format", form, "--jobs", 1
        )
    missing = vflog("merge", *names[1:])
    assert (missing.code, missing.err) == (3, "vflog: Of 3 shards 1 is missing.\n")
    twice = vflog("merge", names[0], names[0], names[1])
    assert twice.code == 3
    assert "are the same shard (1)" in twice.err
    (tmp_path / "cut").write_bytes(names[1].read_bytes()[:-40])
    cut = vflog("merge", names[0], tmp_path / "cut", names[2])
    assert cut.code == 3
    assert "cut is no file of a shard, or it was not finished" in cut.err
    assert vflog("merge", folder / "large.jsonl").code == 3
    assert vflog("merge", *names, "--db", tmp_path / "no.duckdb").code == 2
    assert vflog("validate", folder, "--shard", "4/3", "--out", tmp_path / "d").code == 2
    assert vflog("validate", folder, "--shard", "1/3", "--out", names[0]).code == 2
