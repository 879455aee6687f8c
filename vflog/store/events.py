"""The tables of a tournament, filled from its report (`vflog.tournament`): what was there of the event is replaced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb

from vflog.engine.event_tables import (
    EVENT,
    EVENT_FINDINGS,
    EVENT_RESULTS,
    EVENT_ROUNDS,
    EVENT_TABLES,
    EVENTS,
    PERSON_ALIASES,
    PERSON_ROUNDS,
    PERSONS,
    STANDINGS,
)
from vflog.engine.facts import Table
from vflog.store.chart import tables
from vflog.store.connect import MEMORY, connect, require_ours
from vflog.store.frames import Writer
from vflog.store.schema import complete, make
from vflog.tournament.report import Report

Row = Mapping[str, Any]


def put(db: str | Path, report: Report, *, wait: float = 0.0, memory: str = MEMORY) -> None:
    """Put a tournament into a database, made if missing; all of it or nothing. Raises `StoreError`."""
    every = tables()
    make(db, every)
    with connect(db, wait=wait, memory=memory) as connection:
        require_ours(connection, db)
        complete(connection, db, every)
        writer = Writer(connection, {table.name: table for table in EVENTS})
        try:
            writer.begin()
            for table in EVENTS:
                connection.execute(f"DELETE FROM {table.name} WHERE event = ?", [report.event])
            for table, rows in _tables(report):
                for row in rows:
                    writer.row(table.name, {"event": report.event, **row})
            _players(connection, report)
            writer.commit()
        finally:
            writer.abandon()
        connection.execute("CHECKPOINT")


def _tables(report: Report) -> Iterator[tuple[Table, Iterator[Row]]]:
    scoring = report.scoring
    places = "; ".join(f"{size}: {', '.join(points)}" for size, points in scoring.places.items())
    yield (
        EVENT,
        iter(
            (
                {
                    "places": places,
                    "bye": scoring.bye,
                    "no_show": scoring.no_show,
                    "seed": scoring.seed,
                    "tiebreaks": ", ".join(scoring.tiebreaks),
                },
            )
        ),
    )
    yield (
        PERSON_ROUNDS,
        ({"person_id": each.person, "from_round": each.first, "until_round": each.until} for each in report.persons),
    )
    yield PERSONS, ({"person_id": each.person, "name": each.name} for each in report.persons)
    yield (
        PERSON_ALIASES,
        (
            {"person_id": each.person, "app": alias.app, "player_id": alias.player_id}
            for each in report.persons
            for alias in each.aliases
        ),
    )
    yield EVENT_ROUNDS, ({"round": each.n, "starts_utc": each.begins, "ends_utc": each.ends} for each in report.rounds)
    yield EVENT_TABLES, _seated(report)
    yield (
        EVENT_RESULTS,
        (
            {
                "round": each.round,
                "table_id": each.table,
                "person_id": each.person,
                "game_key": each.game_key,
                "place": each.place,
                "points": each.points,
                "judge": each.by,
                "reason": each.reason,
            }
            for each in report.results
            if each.kind != "open"
        ),
    )
    yield (
        EVENT_FINDINGS,
        (
            {
                "round": each.round,
                "table_id": each.table,
                "severity": each.severity,
                "code": each.code,
                "app": each.app,
                "app_version": each.app_version,
                "game_id": each.game,
                "message": each.message,
            }
            for each in report.findings
        ),
    )
    yield (
        STANDINGS,
        (
            {
                "round": each.round,
                "rank": each.rank,
                "person_id": each.person,
                "points": each.points,
                "games": each.games,
                "wins": each.wins,
                "tiebreaks": ", ".join("-" if value is None else value for value in each.tiebreaks.values()),
            }
            for each in report.progress
        ),
    )


def _seated(report: Report) -> Iterator[Row]:
    """Who was to sit where, each once a round, and who had a bye."""
    told: set[tuple[int, str]] = set()
    for table in report.tables():
        for person in table.players:
            if (table.round, person) not in told:
                told.add((table.round, person))
                yield {"round": table.round, "table_id": table.table, "person_id": person}
    for result in report.results:
        if result.kind == "bye" and (result.round, result.person) not in told:
            yield {"round": result.round, "table_id": None, "person_id": result.person}


def _players(connection: duckdb.DuckDBPyConnection, report: Report) -> None:
    """Who is behind each seat of the games of the tournament."""
    seats = [
        (seat.person, table.game_key, seat.player_id)
        for table in report.tables()
        for seat in table.seats
        if table.game_key is not None
    ]
    if seats:
        connection.executemany("UPDATE players SET person_id = ? WHERE game_key = ? AND player_id = ?", seats)
