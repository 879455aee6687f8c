"""The promise that nothing is lost, kept to the row: what a load wrote beside what its verdicts say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import duckdb
import polars as pl

from vflog.engine.facts import Table
from vflog.engine.verdict import Report
from vflog.store.check import findings
from vflog.store.connect import whole
from vflog.store.frames import Stream
from vflog.store.loader import Repeat, Tally, by_status


def disagreements(
    connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table], tally: Tally, report: Report
) -> list[str]:
    """Every place where the tables and the report of the load that filled them differ, as sentences.

    Games that the database had been told before are repeats in the tables, though the load that judged
    them again knew nothing of that. Sums and keys are checked as well, of what was loaded.
    """
    if not tally.files and not report.totals.files:
        return []
    with _only_loaded(connection, tables, tally):
        found = [
            f"{what}: the verdicts say {told}, the tables {held}."
            for what, told, held in _totals(connection, tally.repeats, report)
            if told != held
        ]
        return [*found, *(finding.text for finding in findings(connection, tables))]


@contextmanager
def _only_loaded(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table], tally: Tally) -> Iterator[None]:
    """Within the block the names of the tables stand for what this load put in: its files, and all of its games."""
    keys = {"load_key": list(tally.files), "game_key": tally.game_keys}
    for column, values in keys.items():
        connection.register("loaded_rows", Stream(pl.DataFrame({column: pl.Series(values, dtype=pl.Int64)})))
        connection.execute(f"CREATE TEMP TABLE loaded_{column} AS SELECT DISTINCT {column} FROM loaded_rows")
        connection.unregister("loaded_rows")
    database = connection.execute("SELECT current_database()").fetchall()[0][0].replace('"', '""')
    narrowed = {
        table.name: key
        for table in tables.values()
        for key in reversed(keys)
        if any(c.name == key for c in table.columns)
    }
    for name, column in narrowed.items():
        connection.execute(
            f'CREATE TEMP VIEW {name} AS SELECT *, rowid FROM "{database}".main.{name} '
            f"WHERE {column} IN (SELECT {column} FROM loaded_{column})"
        )
    try:
        yield
    finally:
        for name in narrowed:
            connection.execute(f"DROP VIEW temp.{name}")
        for column in keys:
            connection.execute(f"DROP TABLE loaded_{column}")


def _totals(
    connection: duckdb.DuckDBPyConnection, repeats: list[Repeat], report: Report
) -> Iterator[tuple[str, int, int]]:
    totals = report.totals
    records, rejects = sum(r.records for r in repeats), sum(r.rejects for r in repeats)
    for name, told in (
        ("lines", totals.lines),
        ("blank", totals.blank),
        ("records", totals.records - records),
        ("rejects", totals.rejects - rejects),
        ("repeats", totals.repeats + records + rejects),
        ("games", totals.games - len(repeats)),
    ):
        yield name, told, whole(connection, f"SELECT sum({name}) FROM loads")
    yield "files", totals.files, whole(connection, "SELECT count(*) FROM loads")
    told = totals.rejects - rejects
    yield "rejected lines", told, whole(connection, "SELECT count(*) FROM rejects")
    told = totals.errors + totals.warnings - sum(r.problems for r in repeats)
    yield "problems", told, whole(connection, "SELECT count(*) FROM problems")
    gone = by_status(repeats)
    for status, games in totals.by_status.items():
        held = whole(connection, "SELECT count(*) FROM games WHERE status = ?", [status])
        yield f"{status} games", games - gone[status], held
