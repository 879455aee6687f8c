"""A folder of Parquet files in the place of a database: the same answers, the same pages; nothing is written there."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.cli.conftest import LOGS, PACKS, ROOT, Run, vflog
from vflog import api, services
from vflog.dashboard.copying import _copy, stamp_of
from vflog.store.connect import connect

__all__ = ["vflog"]

QUESTIONS = (
    "SELECT game_key, status, digest, load_key FROM games ORDER BY game_key",
    "SELECT * FROM v_vote_outcomes ORDER BY ALL",
    'SELECT count(*), sum("after" - "before") FROM renown',
    "SELECT game_key, n, body FROM records ORDER BY ALL LIMIT 5",
)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A database, and the folder that it was exported to."""
    place = tmp_path_factory.mktemp("folder")
    db, folder = place / "all.duckdb", place / "all"
    names = ("hadria-3p", "udacha")
    logs = [ROOT / "sample_logs" / f"{name}.jsonl" for name in names]
    api.load(logs, db)
    services.export(db, folder, forms=["parquet"], only=None, parts=3)
    return db, folder


def test_query_and_report(vflog: Run, places: tuple[Path, Path], tmp_path: Path) -> None:
    db, folder = places
    for question in QUESTIONS:
        told = vflog("query", question, "--db", db, "--format", "json")
        assert told.code == 0
        assert vflog("query", question, "--db", folder, "--format", "json") == told
    assert vflog("db", "digest", "--db", folder) == vflog("db", "digest", "--db", db)
    for place in places:
        assert vflog("report", "--db", place, "--out", tmp_path / f"{place.name}-pages", *PACKS).code == 0
    one, other = (
        {p.relative_to(r): p.read_bytes() for p in sorted(r.rglob("*")) if p.is_file()}
        for r in (tmp_path / "all.duckdb-pages", tmp_path / "all-pages")
    )
    assert one == other


def test_others_read_it(places: tuple[Path, Path]) -> None:
    _, folder = places
    assert pl.scan_parquet(folder / "games").collect().height == 2
    assert len(list((folder / "games").iterdir())) == 3


@pytest.mark.parametrize(
    "statement",
    [
        "COPY games TO '{folder}/games/more.parquet'",
        "CREATE TABLE t AS SELECT 1",
        "DROP VIEW games",
        "SET threads = 1",
        "ATTACH '{folder}/x.duckdb'",
        "SELECT * FROM read_text('/etc/passwd')",
    ],
)
def test_a_query_writes_nothing_and_reaches_nothing_else(vflog: Run, places: tuple[Path, Path], statement: str) -> None:
    _, folder = places
    before = sorted(folder.rglob("*"))
    told = vflog("query", statement.format(folder=folder), "--db", folder)
    assert (told.code, "“query” only reads" in told.err) == (2, True)
    assert sorted(folder.rglob("*")) == before


def test_the_dashboard_takes_it_as_it_is(places: tuple[Path, Path], tmp_path: Path) -> None:
    _, folder = places
    to = tmp_path / "1.duckdb"
    stamp, _ = _copy(str(folder), to)
    assert stamp == stamp_of(str(folder))
    with connect(to, read_only=True, sealed=True) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchall() == [(2,)]
    to.unlink()
    assert (folder / "games").is_dir()


def test_what_needs_a_database_says_so(vflog: Run, places: tuple[Path, Path], tmp_path: Path) -> None:
    _, folder = places
    for command in (
        ("db", "check", "--db", folder),
        ("report", "--db", folder, "--out", tmp_path / "r", "--pseudonyms"),
        ("export", "--db", folder, "--out", tmp_path / "e", "--pseudonyms"),
        ("load", LOGS / "base-2p.jsonl", "--db", folder),
    ):
        told = vflog(*command)
        assert told.code in (2, 3), told
        assert len(told.err.splitlines()) == 1
    assert "without Parquet files" in vflog("query", "SELECT 1", "--db", tmp_path).err
