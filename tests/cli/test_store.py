"""`load`, `query`, `export`, `db`, `report`, `demo`: logs into tables and pages, in words of one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import LOGS, PACKS, ROOT, Run

SAMPLES = Path(__file__).parents[2] / "sample_logs"


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few logs in a folder."""
    folder = tmp_path_factory.mktemp("logs")
    for name in ("base-2p", "illegal-move-into-abyss", "hadria-3p"):
        (folder / f"{name}.jsonl").write_bytes((LOGS / f"{name}.jsonl").read_bytes())
    return folder


@pytest.fixture
def db(vflog: Run, logs: Path, tmp_path: Path) -> Path:
    """A database that holds them."""
    path = tmp_path / "x.duckdb"
    ran = vflog("load", *PACKS, logs, "--db", path)
    assert ran.code == 0, ran.err
    assert "3 files, 3 games: 2 valid, 1 invalid" in ran.out
    return path


def test_loading_again_changes_nothing_and_says_so(vflog: Run, logs: Path, db: Path) -> None:
    before = vflog("db", "digest", "--db", db).out
    ran = vflog("load", *PACKS, logs, "--db", db)
    assert "3 files had been loaded before" in ran.out
    assert vflog("db", "digest", "--db", db).out == before
    assert json.loads(vflog("load", *PACKS, logs, "--db", db, "--format", "json").out)["files"] == 0


def test_strict_makes_an_unsound_game_a_failure(vflog: Run, logs: Path, tmp_path: Path) -> None:
    assert vflog("load", *PACKS, logs, "--db", tmp_path / "y.duckdb", "--strict").code == 1


def test_a_query_answers_in_each_format(vflog: Run, db: Path) -> None:
    sql = "SELECT game_id, records, '=1+1\x1b' AS f, NULL AS nothing FROM games ORDER BY game_id LIMIT 1"
    assert vflog("query", sql, "--db", db).out.split() == [
        "game_id",
        "records",
        "f",
        "nothing",
        "base-2p",
        "104",
        "=1+1\\x1b",
    ]
    row = {"game_id": "base-2p", "records": 104, "f": "=1+1\x1b", "nothing": None}
    assert json.loads(vflog("query", sql, "--db", db, "--format", "json").out) == [row]
    assert vflog("query", sql, "--db", db, "--format", "jsonl").lines == [row]
    csv = vflog("query", sql, "--db", db, "--format", "csv").out
    assert csv == "game_id,records,f,nothing\nbase-2p,104,'=1+1\x1b,\n"
    assert json.loads(vflog("query", "SELECT 1 WHERE false", "--db", db, "--format", "json").out) == []
    assert vflog("query", "SELECT 1 AS one WHERE false", "--db", db).out == "one\n"


@pytest.mark.parametrize("sql", ["selct", "SELECT 1; SELECT 2", "CREATE TABLE t (a INT)", "FROM '/etc/passwd'"])
def test_what_a_query_must_not_do(vflog: Run, db: Path, sql: str) -> None:
    ran = vflog("query", sql, "--db", db)
    assert ran.code in (2, 3)
    assert ran.out == ""
    assert ran.err.startswith("vflog: ")


def test_tables_are_exported(vflog: Run, db: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = vflog("export", "--db", db, "--out", out, "--format", "csv", "--table", "games")
    assert ran.out == f"{out / 'games.csv'}\n"
    assert (out / "games.csv").read_text().count("\n") == 4
    assert vflog("export", "--db", db, "--out", out, "--table", "nope").code == 2
    assert vflog("export", "--db", db, "--out", out, "--format", "xls").code == 2


def test_a_database_is_checked(vflog: Run, db: Path) -> None:
    assert vflog("db", "check", "--db", db).out == "The database is sound.\n"
    assert vflog("db", "check", "--db", db, "--format", "json").out == "[]\n"
    import duckdb

    with duckdb.connect(str(db)) as connection:
        connection.execute("UPDATE games SET applied = applied + 1, unjudged = unjudged - 1 WHERE unjudged > 0")
    ran = vflog("db", "check", "--db", db)
    assert ran.code == 1
    assert "games" in ran.out


def test_pages_are_written(vflog: Run, db: Path, tmp_path: Path) -> None:
    out = tmp_path / "pages"
    ran = vflog("report", "--db", db, "--out", out)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0] == str(out / "index.html")
    assert (out / "index.html").exists()
    assert vflog("report", "--out", out).code == 2
    assert vflog("report", "x", "--db", db, "--out", out).code == 2


def test_the_demo_says_where_everything_is(vflog: Run, logs: Path, tmp_path: Path) -> None:
    ran = vflog("demo", logs, *PACKS, "--out", tmp_path / "demo")
    assert ran.code == 0, ran.err
    assert f"database: {tmp_path / 'demo' / 'demo.duckdb'}" in ran.out
    assert (tmp_path / "demo" / "pages" / "index.html").exists()
    assert vflog("demo", tmp_path / "nowhere").code == 3


def test_the_demo_brings_its_own_logs_wherever_it_is_run(
    vflog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = vflog("demo")
    assert ran.code == 0, ran.err
    logs = sorted(path.name for path in (tmp_path / "demo" / "logs").iterdir())
    assert logs == sorted(path.name for path in SAMPLES.glob("*.jsonl"))
    assert {path.read_bytes() for path in (tmp_path / "demo" / "logs").iterdir()} == {
        path.read_bytes() for path in SAMPLES.glob("*.jsonl")
    }
    named = vflog("query", "SELECT file FROM loads ORDER BY file", "--db", "demo/demo.duckdb", "--format", "csv")
    assert named.out.splitlines()[1:] == [f"demo/logs/{name}" for name in logs]
    assert vflog("validate", "demo/logs").out.startswith("demo/logs/")
    cup = vflog("tournament", "demo/tournament/cup.toml", "--format", "json")
    assert cup.out == vflog("tournament", SAMPLES / "tournament" / "cup.toml", "--format", "json").out.replace(
        str(SAMPLES / "tournament"), "demo/tournament"
    )
    disputes = {path.name: path.read_bytes() for path in (tmp_path / "demo" / "disputes").iterdir()}
    assert disputes == {path.name: path.read_bytes() for path in (ROOT / "examples" / "disputes").glob("*.jsonl")}
    assert vflog("demo").code == 2
