"""The promise that nothing is lost, kept to the row: what a load wrote beside what its verdicts say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import duckdb
import polars as pl

from vflog.engine.facts import Table
from vflog.engine.verdict import GameVerdict, Report
from vflog.store.check import findings
from vflog.store.connect import whole
from vflog.store.frames import Stream
from vflog.store.loader import Tally

_SUMS = ("lines", "blank", "rejects")
_GAME = ("status", "records", "applied", "refused", "taken_back", "unjudged")


def disagreements(
    connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table], tally: Tally, report: Report
) -> list[str]:
    """Every place where the tables and the report of the load that filled them differ, as sentences.

    Copies are repeats in the tables even where the load that judged them knew nothing of the first
    log, so records and repeats are compared as one sum. The keys of all tables are checked as well.
    """
    connection.register(
        "loaded_files", Stream(pl.DataFrame({"load_key": pl.Series(tally.files, dtype=pl.Int64)}))
    )
    try:
        found = [
            f"{what}: the verdicts say {told}, the tables {held}."
            for what, told, held in _totals(connection, tally, report)
            if told != held
        ]
        found.extend(_games(connection, report.games))
    finally:
        connection.unregister("loaded_files")
    return [*found, *(finding.text for finding in findings(connection, tables))]


def _totals(
    connection: duckdb.DuckDBPyConnection, tally: Tally, report: Report
) -> Iterator[tuple[str, int, int]]:
    mine = "load_key IN (SELECT load_key FROM loaded_files)"
    totals = report.totals
    readable = sum(1 for file in report.files if file.sha256 is not None)
    yield "files", readable, whole(connection, f"SELECT count(*) FROM loads WHERE {mine}")
    for name in _SUMS:
        yield name, getattr(totals, name), whole(connection, f"SELECT sum({name}) FROM loads WHERE {mine}")
    told = totals.records + totals.repeats
    yield "records and repeats", told, whole(connection, f"SELECT sum(records + repeats) FROM loads WHERE {mine}")
    yield "rejected lines", totals.rejects, whole(connection, f"SELECT count(*) FROM rejects WHERE {mine}")
    told = totals.errors + totals.warnings - tally.problems_gone
    yield "problems", told, whole(connection, f"SELECT count(*) FROM problems WHERE {mine}")


def _games(connection: duckdb.DuckDBPyConnection, games: Iterable[GameVerdict]) -> Iterator[str]:
    """Games of the report whose numbers stand otherwise in the tables, or not at all."""
    rows: dict[str, list[Any]] = {name: [] for name in ("game_key", *_GAME)}
    for game in games:
        for name, values in rows.items():
            values.append(getattr(game, name))
    types: dict[str, Any] = dict.fromkeys(rows, pl.Int64) | {"status": pl.String}
    connection.register("judged_games", Stream(pl.DataFrame(rows, schema=types)))
    same = " AND ".join(f"g.{name} = j.{name}" for name in _GAME)
    # A log that a longer one has replaced (now or before) stands there with more records.
    missing = whole(
        connection,
        "SELECT count(*) FROM judged_games j WHERE NOT EXISTS (SELECT 1 FROM games g "
        f"WHERE g.game_key = j.game_key AND (({same}) OR g.records > j.records))",
    )
    connection.unregister("judged_games")
    if missing:
        yield f"{missing} games stand in the tables otherwise than judged, or not at all."
