"""CSV of a query and of an export: the stored value, alike in both, and no formulas."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vflog import api
from vflog.cli import main
from vflog.store.chart import tables
from vflog.store.export import TEXT, export, select
from vflog.store.query import query
from vflog.store.spreadsheet import FORMULA, field

LOGS = Path(__file__).parents[1] / "vectors" / "veiled-fate"
#: Every character that CSV, spreadsheets, JSON or terminals treat in a way of their own.
ODD = st.text(
    st.sampled_from("a,\"'\n\r\t\\;#=+-@＝\x0b\x0c\x1b\x85\u00a0\u202e\u2028\ufeff é{}[]")
    | st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    max_size=12,
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of some logs, one with names that are hard to write."""
    folder = tmp_path_factory.mktemp("csv")
    odd = folder / "odd.jsonl"
    names = ["one\ntwo", 'say "hi", \\n', "=1+1\x1b", "Zoë"]
    header = {
        "type": "game",
        "format": "vflog/1",
        "game": "odd",
        "ruleset": "veiled-fate",
        "revision": "2026-12",
        "players": [{"id": f"p{i}", "name": name} for i, name in enumerate(names)],
    }
    odd.write_bytes(json.dumps(header).encode() + b'\n{"type":"\xff\\u001b"}\nnot JSON\n')
    made = folder / "t.duckdb"
    api.load([LOGS / "base-2p.jsonl", LOGS / "hadria-2p.jsonl", odd], made)
    return made


def _asked(capsysbinary: pytest.CaptureFixture[bytes], db: Path, sql: str, form: str) -> bytes:
    assert main(["query", sql, "--db", str(db), "--format", form]) == 0
    return capsysbinary.readouterr().out


def _read(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


@pytest.mark.parametrize("name", tables())
def test_a_query_writes_a_table_as_export_does(
    capsysbinary: pytest.CaptureFixture[bytes], db: Path, tmp_path: Path, name: str
) -> None:
    table = tables()[name]
    with duckdb.connect(str(db), read_only=True) as connection:
        connection.execute("SET TimeZone = 'UTC'")
        (path,) = export(connection, [table], tmp_path, ["csv"])
    assert _asked(capsysbinary, db, select(table, "parquet"), "csv") == path.read_bytes()


@settings(max_examples=60, deadline=None)
@given(values=st.lists(ODD, min_size=1, max_size=20))
def test_what_is_stored_comes_out_again(db: Path, values: list[str]) -> None:
    rows = ", ".join(f"({i}, '{value.replace(chr(39), 2 * chr(39))}')" for i, value in enumerate(values))
    sql = f"SELECT s FROM (VALUES {rows}) t(i, s) ORDER BY i"
    with query(db, sql, as_text=True) as answer:
        assert [value for (value,) in answer.rows] == values
    text = "".join(field(value) + "\n" for value in values)
    back = [row[0] for row in csv.reader(io.StringIO(text, newline=""))]
    assert [value.removeprefix("'") if value.startswith("'") else value for value in back] == [
        value.removeprefix("'") for value in values
    ]
    for value, out in zip(values, back, strict=True):
        assert out in (value, f"'{value}")
        assert not re.match(FORMULA, out)


def test_json_holds_the_same_values(capsysbinary: pytest.CaptureFixture[bytes], db: Path) -> None:
    sql = "SELECT name FROM players JOIN games USING (game_key) WHERE game_id = 'odd' ORDER BY seat"
    names = ["one\ntwo", 'say "hi", \\n', "=1+1\x1b", "Zoë"]
    assert [row["name"] for row in json.loads(_asked(capsysbinary, db, sql, "json"))] == names
    assert [json.loads(line)["name"] for line in _asked(capsysbinary, db, sql, "jsonl").splitlines()] == names
    assert [row[0] for row in _read(_asked(capsysbinary, db, sql, "csv"))[1:]] == [
        f"'{name}" if name.startswith("=") else name for name in names
    ]


def test_bytes_are_told_to_the_last_one(capsysbinary: pytest.CaptureFixture[bytes], db: Path) -> None:
    sql = "SELECT raw FROM rejects ORDER BY line LIMIT 1"
    (row,) = json.loads(_asked(capsysbinary, db, sql, "json"))
    assert row["raw"] == '{"type":"\\xff\\x5cu001b"}'
    assert _read(_asked(capsysbinary, db, sql, "csv"))[1] == ["{\\x22type\\x22:\\x22\\xFF\\x5Cu001b\\x22}"]


def test_null_is_told_from_an_empty_text(capsysbinary: pytest.CaptureFixture[bytes], db: Path) -> None:
    assert _asked(capsysbinary, db, "SELECT NULL AS a, '' AS b, -5 AS c, '-5' AS d, DATE '2024-01-02' AS e", "csv") == (
        b'a,b,c,d,e\n,"",-5,\'-5,2024-01-02\n'
    )


@pytest.mark.parametrize("sql", ["DESCRIBE games", "SHOW TABLES", "EXPLAIN SELECT 1", "SELECT 1 AS a, 2 AS a"])
def test_whatever_has_an_answer_can_be_written(capsysbinary: pytest.CaptureFixture[bytes], db: Path, sql: str) -> None:
    head, *rows = _read(_asked(capsysbinary, db, sql, "csv"))
    assert rows
    assert all(len(row) == len(head) for row in rows)


def test_a_terminal_is_not_steered_by_it(
    capsysbinary: pytest.CaptureFixture[bytes], db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vflog.cli.commands.query.on_terminal", lambda _: True)
    assert _asked(capsysbinary, db, "SELECT 'a\x1b[31m' AS b", "csv") == b"b\na\\x1b[31m\n"


def test_text_columns_are_those_that_export_makes_safe() -> None:
    assert {"VARCHAR", "JSON", "BLOB"} == set(TEXT)
