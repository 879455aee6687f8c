"""The promise that nothing is lost, kept to the row: what a load wrote beside what its verdicts say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    them again knew nothing of that. The sums and keys of all tables are checked as well.
    """
    files = pl.DataFrame({"load_key": pl.Series(list(tally.files), dtype=pl.Int64)})
    connection.register("loaded_files", Stream(files))
    try:
        found = [
            f"{what}: the verdicts say {told}, the tables {held}."
            for what, told, held in _totals(connection, tally.repeats, report)
            if told != held
        ]
    finally:
        connection.unregister("loaded_files")
    return [*found, *(finding.text for finding in findings(connection, tables))]


def _totals(
    connection: duckdb.DuckDBPyConnection, repeats: list[Repeat], report: Report
) -> Iterator[tuple[str, int, int]]:
    mine = "load_key IN (SELECT load_key FROM loaded_files)"
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
        yield name, told, whole(connection, f"SELECT sum({name}) FROM loads WHERE {mine}")
    yield "files", totals.files, whole(connection, f"SELECT count(*) FROM loads WHERE {mine}")
    told = totals.rejects - rejects
    yield "rejected lines", told, whole(connection, f"SELECT count(*) FROM rejects WHERE {mine}")
    told = totals.errors + totals.warnings - sum(r.problems for r in repeats)
    yield "problems", told, whole(connection, f"SELECT count(*) FROM problems WHERE {mine}")
    gone = by_status(repeats)
    for status, games in totals.by_status.items():
        held = whole(connection, f"SELECT count(*) FROM games WHERE {mine} AND status = ?", [status])
        yield f"{status} games", games - gone[status], held
