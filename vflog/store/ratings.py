"""The games of a database as they are rated: who took part, with which place, on which day."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vflog.engine.people import called
from vflog.engine.shares import things_there_are
from vflog.store.connect import connect
from vflog.store.schema import held_columns
from vflog.tournament.ratings import Rated, Ratings, rated

#: Games with a result that is told once and was played by people; those that a judge ended are among them. Of people
#: a judge's result by hand is one more, on the day on which its round begins.
_GAMES = "(counted OR why_not = 'stopped') AND status IN ('valid', 'adjudicated')"
_PLAYERS = f"""
SELECT coalesce(CAST(CAST(g.started_utc AS DATE) AS VARCHAR), '') AS played, CAST(g.game_key AS VARCHAR),
    coalesce(p.person_id, p.player_id) AS who, min(p.place)
FROM games g JOIN players p USING (game_key) WHERE {_GAMES} AND p.place IS NOT NULL
GROUP BY ALL
UNION ALL
SELECT coalesce(CAST(CAST(starts_utc AS DATE) AS VARCHAR), ''), to_json([event, CAST(round AS VARCHAR), table_id]),
    person_id, place
FROM event_results r LEFT JOIN event_rounds USING (event, round)
WHERE r.judge IS NOT NULL AND r.table_id IS NOT NULL AND r.place IS NOT NULL
ORDER BY ALL
"""
#: The names of players: as a tournament file writes them, else as logs do.
_NAMES = """
SELECT who, coalesce(min(name) FILTER (by_file), min(name)) FROM (
    SELECT person_id AS who, name, true AS by_file FROM persons
    UNION ALL SELECT coalesce(person_id, player_id), name, false FROM players
) GROUP BY ALL ORDER BY ALL
"""
_THINGS = f"""
SELECT coalesce(CAST(CAST(g.started_utc AS DATE) AS VARCHAR), '') AS played, CAST(g.game_key AS VARCHAR),
    t.{{column}} AS who, min(p.place)
FROM games g JOIN players p USING (game_key) JOIN {{table}} t USING (game_key, player_id)
WHERE {_GAMES} AND g.ruleset = '{{ruleset}}' AND p.place IS NOT NULL
GROUP BY ALL ORDER BY ALL
"""


def ratings(db: str | Path, *, wait: float = 0.0) -> dict[str, Ratings]:
    """The ratings of the players, and of all else that rulesets say can be rated. Raises `StoreError`, `NoRatings`."""
    with connect(db, read_only=True, wait=wait) as connection:
        held = held_columns(connection)
        queries = {"players": _PLAYERS} | {
            thing: _THINGS.format(ruleset=of, table=table, column=column)
            for thing, (of, table, column) in things_there_are().items()
            if table in held
        }
        names = called(connection.execute(_NAMES).fetchall())
        return {
            name: _rated(connection.execute(sql).fetchall(), names if name == "players" else {})
            for name, sql in queries.items()
        }


def _rated(rows: list[tuple[str, str, str, int]], names: Mapping[str, str]) -> Ratings:
    games: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for day, key, who, place in rows:
        games.setdefault((day, key), []).append((who, place))
    return rated((Rated(day, key, tuple(places)) for (day, key), places in games.items()), names)
