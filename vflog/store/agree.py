"""The promise that nothing is lost, kept to the row: what a load wrote beside what its verdicts say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import duckdb
import polars as pl

from vflog.engine.facts import Table
from vflog.engine.verdict import STATUSES, Report
from vflog.store.check import findings
from vflog.store.connect import whole
from vflog.store.frames import Stream
from vflog.store.loader import Tally
from vflog.store.told import OF_LOGS, SAME_BYTES


def disagreements(
    connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table], tally: Tally, report: Report
) -> list[str]:
    """Every place where the tables and the report of the load that filled them differ, as sentences.

    Games whose lines are repeats are in no total of the report, but they are among the tellings; which ones they are
    depends on what the database had been told before. The sums and keys of all tables are checked as well.
    """
    files = pl.DataFrame({"load_key": pl.Series(list(tally.files), dtype=pl.Int64)})
    connection.register("loaded_files", Stream(files))
    try:
        found = [
            f"{what}: the verdicts say {told}, the tables {held}."
            for what, told, held in _totals(connection, tally, report)
            if told != held
        ]
    finally:
        connection.unregister("loaded_files")
    return [*found, *(finding.text for finding in findings(connection, tables))]


def _totals(
    connection: duckdb.DuckDBPyConnection, tally: Tally, report: Report
) -> Iterator[tuple[str, int, int]]:
    mine = "load_key IN (SELECT load_key FROM loaded_files)"
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
