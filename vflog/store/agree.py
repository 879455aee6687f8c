"""The promise that nothing is lost, kept to the row: what a load wrote beside what its verdicts say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import duckdb
import polars as pl

from vflog.engine.facts import Table
from vflog.engine.verdict import STATUSES, Report
from vflog.store.check import findings
from vflog.store.connect import whole
from vflog.store.frames import Stream
from vflog.store.loader import Tally
from vflog.store.stored_tellings import OF_LOGS, SAME_BYTES


def disagreements(
    connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table], tally: Tally, report: Report
) -> list[str]:
    """Every place where the tables and the report of the load that filled them differ, as sentences.

    Games whose lines are repeats are in no total of the report, but they are among the tellings; which ones they are
    depends on what the database had been told before. Sums and keys are checked as well, of what was loaded.
    """
    if not tally.files and not report.totals.files:
        return []
    with _only_loaded(connection, tables, tally):
        found = [
            f"{what}: the verdicts say {told}, the tables {held}."
            for what, told, held in _totals(connection, tally, report)
            if told != held
        ]
        return [*found, *(finding.text for finding in findings(connection, tables))]


@contextmanager
def _only_loaded(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table], tally: Tally) -> Iterator[None]:
    """Within the block the names of the tables stand for what this load put in: its files, and all of its games.

    Where nothing was loaded before that is all there is.
    """
    keys = {"load_key": list(tally.files), "game_key": tally.game_keys}
    for column, values in keys.items():
        connection.register("loaded_rows", Stream(pl.DataFrame({column: pl.Series(values, dtype=pl.Int64)})))
        connection.execute(f"CREATE TEMP TABLE loaded_{column} AS SELECT DISTINCT {column} FROM loaded_rows")
        connection.unregister("loaded_rows")
    database = connection.execute("SELECT current_database()").fetchall()[0][0].replace('"', '""')
    before = whole(
        connection, "SELECT count(*) FROM loads WHERE load_key NOT IN (SELECT load_key FROM loaded_load_key)"
    )
    narrowed = {
        table.name: key
        for table in (tables.values() if before else ())
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


def _totals(connection: duckdb.DuckDBPyConnection, tally: Tally, report: Report) -> Iterator[tuple[str, int, int]]:
    mine = "load_key IN (SELECT load_key FROM loaded_load_key)"
    told_here = f"{mine} AND why IS DISTINCT FROM '{SAME_BYTES}'"
    totals = report.totals
    for name, told in (
        ("lines", totals.lines),
        ("blank", totals.blank),
        ("records + rejects + repeats", totals.records + totals.rejects + totals.repeats),
    ):
        yield name, told, whole(connection, f"SELECT sum({name}) FROM loads WHERE {mine}")
    yield "files", totals.files, whole(connection, f"SELECT count(*) FROM loads WHERE {mine}")
    held = whole(connection, f"SELECT sum(rejects) FROM loads WHERE {mine}")
    yield "rejected lines", held, whole(connection, f"SELECT count(*) FROM rejects WHERE {mine}")
    codes = ", ".join(f"'{code}'" for code in OF_LOGS)
    told = totals.errors + totals.warnings - tally.of_logs + tally.unheard_problems
    held = whole(connection, f"SELECT count(*) FROM problems WHERE {mine} AND code NOT IN ({codes})")
    held += whole(
        connection, f"SELECT sum(problems) FROM tellings WHERE {told_here} AND relation IN ('copy', 'shorter')"
    )
    yield "problems", told, held
    for status in STATUSES:
        held = whole(connection, f"SELECT count(*) FROM tellings WHERE {told_here} AND status = ?", [status])
        if status == "unreadable":
            held += whole(connection, f"SELECT count(*) FROM games WHERE {mine} AND status = ?", [status])
        yield f"{status} games", totals.by_status.get(status, 0) + tally.unheard[status], held
