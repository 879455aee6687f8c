"""A load by many processes leaves the database that one process leaves."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.scale.corpora import files
from tests.scale.inline import InlinePool
from vflog.engine.settings import Settings as Judging
from vflog.log import stage
from vflog.scale import jobs, judge, loading, pool
from vflog.store import load
from vflog.store.chart import tables
from vflog.store.check import findings
from vflog.store.connect import connect
from vflog.store.digest import table_sums

CORPORA = int(os.environ.get("VFLOG_LOADS", "2"))
FIRST = int(os.environ.get("VFLOG_SEED", "0"))


def content(db: Path) -> tuple[list[Any], list[Any], list[Any]]:
    """The digest of every table, what is wrong, and what `loads` and `tellings` have."""
    with connect(db, read_only=True) as connection:
        loads = connection.execute("SELECT * EXCLUDE (loaded_at) FROM loads ORDER BY file").fetchall()
        tellings = connection.execute("SELECT * EXCLUDE (log) FROM tellings ORDER BY ALL").fetchall()
        return [*table_sums(connection, tables())], [f.text for f in findings(connection, tables())], [loads, tellings]


@pytest.mark.parametrize("seed", range(FIRST, FIRST + CORPORA))
def test_any_corpus_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance = random.Random(f"loads {seed}")
    some = files(chance, tmp_path, 20)
    if chance.random() < 0.3:
        some.append(Path(shutil.copy(some[0], tmp_path / "again.jsonl")) if some[0].exists() else some[0])
    judging = Judging(keep_going=chance.random() < 0.3)
    settings = load.Settings(lean=chance.random() < 0.3)
    size, crashes = chance.choice((100, 400, 2000)), chance.choice((0, 0, 3))
    monkeypatch.setattr(jobs, "possible", lambda: True)
    monkeypatch.setattr(judge, "PORTION", size)
    monkeypatch.setattr(pool, "Pool", lambda many, how: InlinePool(many, how, chance, crashes))
    monkeypatch.setattr(stage, "listener", lambda sentence: None)
    if chance.random() < 0.5:
        monkeypatch.setattr("vflog.store.loader.SECONDS", 0.0)
    one, many = tmp_path / "one.duckdb", tmp_path / "many.duckdb"
    at = chance.randrange(len(some) + 1)
    for part in (some[:at], some[at:]):
        told = load.load(part, one, settings, judging)
        told_by_many = loading.load(part, many, settings, judging, jobs=chance.choice((2, 5)))
        assert told_by_many.disagreements == told.disagreements == []
        assert told_by_many.tally == told.tally
        assert told_by_many.report == told.report
    if one.exists():
        for mine, other in zip(content(many), content(one), strict=True):
            assert [each for each in mine if each not in other] == []
            assert mine == other
