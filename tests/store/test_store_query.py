"""`query`: it only reads, and reaches nothing but the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.store import store_toy as toy
from tests.store.store_base import Base
from vflog.store.connect import connect
from vflog.store.errors import Foreign, QueryError, StoreError
from vflog.store.query import plain, query


@pytest.fixture
def filled(base: Base, write: Any) -> Base:
    base.load(write("a.jsonl", *toy.game("g1"), *toy.game("g2", ["bad"])))
    return base


def ask(base: Base, sql: str) -> list[tuple[Any, ...]]:
    with query(base.path, sql) as result:
        return list(result.rows)


def test_columns_types_and_rows(filled: Base) -> None:
    with query(filled.path, "SELECT game_id, records FROM games ORDER BY game_id") as result:
        assert (result.columns, result.types) == (["game_id", "records"], ["VARCHAR", "BIGINT"])
        assert list(result.rows) == [("g1", 4), ("g2", 3)]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM games",
        "INSERT INTO takebacks VALUES (1, 1, 1)",
        "DROP TABLE games",
        "CREATE TABLE t (a INTEGER)",
        "COPY games TO '{folder}/out.csv'",
        "EXPORT DATABASE '{folder}/out'",
        "SELECT * FROM read_csv('{folder}/secret.csv')",
        "SELECT * FROM read_text('{folder}/secret.csv')",
        "SELECT * FROM '{folder}/secret.csv'",
        "SELECT * FROM glob('{folder}/*')",
        "ATTACH '{folder}/other.duckdb'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SET memory_limit = '10GB'",
        "SELECT * FROM secret_variable",
        "PRAGMA database_list; SELECT 1",
        "SELECT 1; DROP TABLE games",
        "",
        "SELEC 1",
        "SELECT nothing FROM games",
    ],
)
def test_it_neither_writes_nor_reaches_out(filled: Base, tmp_path: Path, sql: str) -> None:
    secret_variable = __import__("polars").DataFrame({"a": [1]})
    (tmp_path / "secret.csv").write_text("a\n1\n")
    before = sorted(p.name for p in tmp_path.iterdir())
    with pytest.raises(QueryError) as told:
        ask(filled, sql.format(folder=tmp_path))
    assert "Traceback" not in str(told.value)
    assert sorted(p.name for p in tmp_path.iterdir()) == before
    assert ask(filled, "SELECT count(*) FROM games") == [(2,)]
    assert len(secret_variable) == 1


def test_an_error_while_rows_come_is_a_sentence(filled: Base) -> None:
    with pytest.raises(QueryError, match="cannot be run"):
        ask(filled, "SELECT error('no') FROM range(5000) WHERE range > 3000")


def test_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        ask(Base(tmp_path / "none.duckdb"), "SELECT 1")
    assert not (tmp_path / "none.duckdb").exists()


def test_a_database_of_somebody_else(tmp_path: Path) -> None:
    with connect(tmp_path / "x.duckdb", new=True) as connection:
        connection.execute("CREATE TABLE mine (a INTEGER)")
    with pytest.raises(Foreign):
        ask(Base(tmp_path / "x.duckdb"), "SELECT 1")


def test_every_view_answers(filled: Base) -> None:
    names = [name for (name,) in filled.rows("SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY 1")]
    assert len(names) == 8
    for name in names:
        ask(filled, f"SELECT * FROM {name}")


def test_a_rate_comes_with_its_interval(filled: Base) -> None:
    rows = ask(
        filled,
        "SELECT seat, games, wins, rate, expected, lo < rate OR rate = 0, hi > rate OR rate = 1 "
        "FROM v_seat_win_rates ORDER BY seat",
    )
    assert rows == [(1, 1, 1, 1.0, 0.5, True, True), (2, 1, 0, 0.0, 0.5, True, True)]


def test_problems_are_summed_by_front_end(filled: Base) -> None:
    assert ask(filled, "SELECT app, code, problems, games FROM v_problem_summary") == [(None, "toy.bad", 1, 1)]


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("SELECT 1.50::DECIMAL(10,3)", "1.500"),
        ("SELECT TIMESTAMP '2026-01-02 03:04:05'", "2026-01-02T03:04:05"),
        ("SELECT DATE '2026-01-02'", "2026-01-02"),
        ("SELECT 'a\\xFF'::BLOB", "a\\xff"),
        ("SELECT [1, NULL]", [1, None]),
        ("SELECT {'a': 1.5::DECIMAL(3,1)}", {"a": "1.5"}),
        ("SELECT 9223372036854775807", 2**63 - 1),
        ("SELECT NULL", None),
    ],
)
def test_values_are_plain_json(filled: Base, sql: str, value: Any) -> None:
    assert plain(ask(filled, sql)[0][0]) == value


FLOATS = (
    "0.1", "-0.3", "1/3", "1", "16777216", "1e-7", "1e-30", "3.4e38", "1e20", "123456.789", "0", "2.5e-45", "1.0000001",
)  # fmt: skip


@pytest.mark.parametrize("value", FLOATS)
@pytest.mark.parametrize("kind", ["FLOAT", "DOUBLE"])
def test_a_float_is_as_short_as_it_can_be_in_every_format(filled: Base, value: str, kind: str) -> None:
    sql = f"SELECT ({value})::{kind} AS x, [({value})::{kind}] AS several"
    with query(filled.path, sql) as result:
        ((number, several),) = result.rows
    with query(filled.path, sql, as_text=True) as result:
        ((text, _),) = result.rows
    assert several == [number]
    assert str(number) == text
    assert float(text) == number
    assert ask(filled, f"SELECT '{number!r}'::{kind} = ({value})::{kind}") == [(True,)]
    if kind == "FLOAT":
        assert len(f"{abs(number):e}".partition("e")[0].rstrip("0")) <= 11


def test_a_tenth_is_a_tenth(filled: Base) -> None:
    assert ask(filled, "SELECT 0.1::FLOAT, {'a': 0.2::FLOAT}, 0.1::DOUBLE, 'inf'::FLOAT, NULL::FLOAT") == [
        (0.1, {"a": 0.2}, 0.1, float("inf"), None)
    ]


def test_a_decimal_is_as_it_is_written(filled: Base) -> None:
    sql = "SELECT 12.340::DECIMAL(10,3)"
    assert plain(ask(filled, sql)[0][0]) == "12.340"
    with query(filled.path, sql, as_text=True) as result:
        assert [*result.rows] == [("12.340",)]


def test_rates_have_six_digits(filled: Base) -> None:
    with query(filled.path, "SELECT lo, hi FROM v_seat_win_rates", as_text=True) as result:
        bounds = [text for row in result.rows for text in row]
    assert any(len(text) == len("0.123456") for text in bounds)
    assert max(map(len, bounds)) == len("0.123456")
