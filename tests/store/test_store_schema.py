"""The tables as data: every column commented and typed as page "Tables" says, keys listed and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.store import store_toy as toy
from tests.store.store_base import Base
from vflog.engine.facts import Facts
from vflog.engine.tables import SHARED, chart
from vflog.engine.views import View
from vflog.games.veiled_fate.tables import TABLES
from vflog.games.veiled_fate.views import VIEWS as OF_VEILED_FATE
from vflog.store.chart import tables
from vflog.store.check import findings
from vflog.store.connect import connect
from vflog.store.export import export
from vflog.store.frames import Writer
from vflog.store.schema import make
from vflog.store.views import VIEWS as OF_EVERY

EVERY = chart([*SHARED, *TABLES])
VIEWS = (*OF_EVERY, *OF_VEILED_FATE)


@pytest.fixture
def filled(base: Base, write: Any) -> Base:
    base.load(write("a.jsonl", "junk", *toy.game("g1"), *toy.game("g2", ["a", "bad"], players=["=1+1", "bob"])))
    return base


@pytest.mark.parametrize("table", EVERY.values(), ids=EVERY.keys())
def test_every_column_is_commented_and_no_reserved_word(table: Any) -> None:
    reserved = {
        word
        for (word,) in duckdb.sql(
            "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'"
        ).fetchall()
    }
    assert table.comment.endswith((".", ")"))
    assert set(table.key) <= {c.name for c in table.columns}
    for column in table.columns:
        assert column.name not in reserved
        assert column.comment.endswith(".")
        assert column.null == ("NULL" in column.comment), f"{table.name}.{column.name}"
        assert column.check is None or column.name in column.check


def test_comments_and_types_are_in_the_database(filled: Base) -> None:
    found = {
        (table, column): (kind, comment, null)
        for table, column, kind, comment, null in filled.rows(
            "SELECT table_name, column_name, data_type, comment, is_nullable FROM duckdb_columns() "
            "WHERE NOT internal AND table_name IN (SELECT table_name FROM duckdb_tables())"
        )
    }
    assert found == {(t.name, c.name): (c.type, c.text, c.null) for t in EVERY.values() for c in t.columns}
    comments = dict(filled.rows("SELECT table_name, comment FROM duckdb_tables()"))
    assert all(comments[name].startswith(table.comment) for name, table in EVERY.items())


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_every_column_of_a_view_is_commented(view: View) -> None:
    assert view.comment.endswith(".")
    assert view.comment.startswith(("Counted games", "All games")) or view.name == "v_standings"
    for column in view.columns:
        assert column.comment.endswith(".")
        assert column.null == ("NULL" in column.comment), f"{view.name}.{column.name}"
    names = [column.name for column in view.columns]
    if "rate" in names:
        assert {"games", "wins", "lo", "hi", "expected"} < {*names}


def test_comments_of_views_and_their_columns_are_in_the_database(filled: Base) -> None:
    found = filled.rows(
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE NOT internal AND table_name IN (SELECT view_name FROM duckdb_views()) ORDER BY 1, column_index"
    )
    assert found == [(v.name, c.name, c.type, c.text) for v in sorted(VIEWS, key=lambda v: v.name) for c in v.columns]
    comments = dict(filled.rows("SELECT view_name, comment FROM duckdb_views() WHERE NOT internal"))
    assert comments == {view.name: view.comment for view in VIEWS}


def test_keys_are_listed(filled: Base) -> None:
    keys = dict(filled.rows("SELECT table_name, key_columns FROM keys"))
    assert keys == {t.name: ", ".join(t.key) or None for t in EVERY.values()}


def test_a_broken_check_or_a_null_is_not_written(tmp_path: Path) -> None:
    make(tmp_path / "x.duckdb", EVERY)
    with connect(tmp_path / "x.duckdb", new=True) as connection:
        for value in ("'bishop'", "NULL"):
            with pytest.raises(duckdb.ConstraintException):
                connection.execute(f"INSERT INTO snapshots VALUES (1, 1, 1, {value}, 'naka', 1, 1, 1)")
        connection.execute("INSERT INTO snapshots VALUES (1, 1, 1, 'end', 'naka', NULL, NULL, NULL)")


def test_a_misspelt_column_is_never_lost(tmp_path: Path) -> None:
    make(tmp_path / "x.duckdb", EVERY)
    with connect(tmp_path / "x.duckdb", new=True) as connection, pytest.raises(KeyError, match="colour"):
        Writer(connection, EVERY).row("players", {"game_key": 1, "seat": 1, "player_id": "a", "colour": "red"})


def test_facts_of_every_table_find_their_columns(tmp_path: Path) -> None:
    """A row of NULLs where NULL may stand, and of plain values elsewhere, goes into each table."""
    plain = {
        "BIGINT": 1,
        "INTEGER": 1,
        "BOOLEAN": True,
        "VARCHAR": "x",
        "JSON": "{}",
        "TIMESTAMP": "2026-01-01T00:00:00Z",
    }
    words = {"moment": "end", "kind": "quest", "outcome": "tie", "via": "cards", "powers": "base", "result": "gain"}
    facts = Facts(TABLES)
    for table in TABLES:
        row = [None if c.null else words.get(c.name, plain[c.type]) for c in table.fact_columns]
        if table.name == "fate_cards":
            row[2] = "?"
        facts[table.name].extend(row)
    make(tmp_path / "x.duckdb", EVERY)
    with connect(tmp_path / "x.duckdb", new=True) as connection:
        writer = Writer(connection, EVERY)
        for table in TABLES:
            keyed = table.columns[0].name == "game_key"
            writer.extend(table.name, facts[table.name], 5 if keyed else None)
        writer.commit()
        for table in TABLES:
            assert len(connection.execute(f"SELECT * FROM {table.name}").fetchall()) == 1


def test_a_sound_database_has_no_findings(filled: Base) -> None:
    with connect(filled.path, read_only=True) as connection:
        assert findings(connection, tables()) == []


@pytest.mark.parametrize(
    ("harm", "check", "table"),
    [
        ("INSERT INTO players SELECT * FROM players", "keys", "players"),
        ("INSERT INTO takebacks VALUES (1, 2, 3)", "strays", "takebacks"),
        ("UPDATE loads SET blank = blank + 1", "sums", "loads"),
        ("UPDATE games SET refused = refused + 1", "sums", "games"),
        ("UPDATE games SET counted = NOT counted", "sums", "games"),
        ("DELETE FROM records WHERE n = 1", "sums", "games"),
        ("DELETE FROM rejects", "sums", "loads"),
        ("DELETE FROM problems", "sums", "games"),
        ("DELETE FROM loads", "strays", "games"),
        ("UPDATE tellings SET relation = 'other'", "sums", "tellings"),
        ("UPDATE tellings SET relation = 'copy'", "sums", "loads"),
        ("INSERT INTO tellings SELECT * REPLACE (file || '2' AS file) FROM tellings", "sums", "loads"),
        ("UPDATE games SET status = 'unsupported'", "sums", "tellings"),
    ],
)
def test_harm_is_found(filled: Base, harm: str, check: str, table: str) -> None:
    with connect(filled.path) as connection:
        connection.execute(harm)
        found = findings(connection, tables())
    assert any((f.check, f.table) == (check, table) for f in found), found


def test_export_twice_equal_bytes(filled: Base, tmp_path: Path) -> None:
    with connect(filled.path, read_only=True) as connection:
        for folder in ("one", "two"):
            export(connection, EVERY.values(), tmp_path / folder, ("parquet", "csv"))
    names = sorted(p.name for p in (tmp_path / "one").iterdir())
    assert names == sorted(f"{name}.{form}" for name in EVERY for form in ("csv", "parquet"))
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_export_has_a_fixed_order(base: Base, tmp_path: Path, write: Any) -> None:
    files = [write(f"{i}.jsonl", *toy.game(f"g{i}")) for i in range(5)]
    other = Base(tmp_path / "other.duckdb")
    base.load(*files)
    other.load(*reversed(files))
    for each, folder in ((base, "one"), (other, "two")):
        with connect(each.path, read_only=True) as connection:
            export(connection, (EVERY["records"], EVERY["games"]), tmp_path / folder, ("csv",))
    for name in ("records.csv", "games.csv"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_formulas_are_made_safe_in_csv_only(base: Base, tmp_path: Path, write: Any) -> None:
    names = ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "＝1", "a=1", "plain"]
    seats = [{"id": f"p{i}", "name": name} for i, name in enumerate(names)]
    base.load(write("a.jsonl", *toy.game("g", players=seats)))
    with connect(base.path, read_only=True) as connection:
        export(connection, (EVERY["players"],), tmp_path / "out", ("csv", "parquet"))
        written = connection.execute(
            "SELECT name FROM read_csv($1, all_varchar = true) ORDER BY seat", [str(tmp_path / "out/players.csv")]
        ).fetchall()
        kept = connection.execute(
            "SELECT name FROM read_parquet($1) ORDER BY seat", [str(tmp_path / "out/players.parquet")]
        ).fetchall()
    assert [name for (name,) in written] == [f"'{name}" for name in names[:7]] + names[7:]
    assert [name for (name,) in kept] == names
