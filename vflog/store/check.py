"""`db check`: do the keys hold, do the sums add up, does every row belong to a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import duckdb
import msgspec

from vflog.engine.facts import Table
from vflog.engine.tables import JUDGED
from vflog.store.connect import whole
from vflog.store.stored_tellings import SAME_BYTES


class Finding(msgspec.Struct, frozen=True):
    """Something that must not be: what was checked, in which table, how many rows, a sentence."""

    check: str
    table: str
    rows: int
    text: str


#: Sums that must add up: the table, its rows that break the sum, the sentence.
_SUMS: tuple[tuple[str, str, str], ...] = (
    (
        "loads",
        "SELECT 1 FROM loads WHERE lines <> blank + records + rejects + repeats",
        "files whose lines are not blank + records + rejects + repeats",
    ),
    (
        "games",
        "SELECT 1 FROM games WHERE records <> applied + refused + taken_back + unjudged",
        "games whose records are not applied + refused + taken_back + unjudged",
    ),
    (
        "games",
        "SELECT 1 FROM games WHERE counted <> (why_not IS NULL)",
        "games that are counted with a reason against it, or not counted without one",
    ),
    (
        "loads",
        "SELECT 1 FROM loads LEFT JOIN (SELECT load_key, count(*) AS games, sum(records) AS records FROM ("
        "SELECT load_key, records FROM tellings WHERE relation NOT IN ('copy', 'shorter') "
        "UNION ALL SELECT load_key, records FROM games WHERE status = 'unreadable') GROUP BY load_key) t "
        "USING (load_key) WHERE loads.load_key IS NOT NULL "
        "AND (loads.games <> coalesce(t.games, 0) OR loads.records <> coalesce(t.records, 0))",
        "files whose games or records are not those of their tellings",
    ),
    (
        "loads",
        "SELECT 1 FROM loads LEFT JOIN (SELECT load_key, sum(records + rejects) AS found FROM tellings "
        f"WHERE relation IN ('copy', 'shorter') AND why IS DISTINCT FROM '{SAME_BYTES}' GROUP BY load_key) t "
        "USING (load_key) WHERE loads.load_key IS NOT NULL AND repeats <> coalesce(t.found, 0)",
        "files whose repeats are not those of their tellings",
    ),
    (
        "tellings",
        "SELECT 1 FROM (SELECT * FROM games WHERE status <> 'unreadable') g FULL JOIN "
        "(SELECT * FROM tellings WHERE relation = 'stands') t USING (game_key, load_key, first_line) "
        "WHERE (SELECT view FROM meta) IS NULL AND (g.records IS DISTINCT FROM t.records "
        "OR g.chain_head IS DISTINCT FROM t.chain_head OR g.status IS DISTINCT FROM t.status)",
        "games that are not what the telling that stands for them says, or that none or several stand for",
    ),
    (
        "loads",
        "SELECT 1 FROM loads LEFT JOIN (SELECT load_key, count(*) AS found FROM rejects "
        "GROUP BY load_key) r USING (load_key) WHERE loads.load_key IS NOT NULL AND rejects <> coalesce(r.found, 0)",
        "files whose rejects are not those of the table rejects",
    ),
    (
        "games",
        "SELECT 1 FROM games g LEFT JOIN (SELECT game_key, "
        + ", ".join(f"count(*) FILTER (judged = '{each}') AS {each}" for each in JUDGED)
        + " FROM records GROUP BY game_key) r USING (game_key) "
        "WHERE " + " OR ".join(f"g.{each} <> coalesce(r.{each}, 0)" for each in JUDGED),
        "games whose rows in records are not as many as they must be",
    ),
    (
        "games",
        "SELECT 1 FROM games g LEFT JOIN (SELECT game_key, load_key, count(*) AS found FROM problems "
        "GROUP BY ALL) p USING (game_key, load_key) WHERE g.load_key IS NOT NULL AND g.lines > 0 "
        "AND g.problems > coalesce(p.found, 0)",
        "games with fewer rows in problems than they have problems",
    ),
)


def findings(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> list[Finding]:
    """All that is wrong with a database; a sound one has none."""
    return [
        *_sums(connection),
        *_keys(connection, tables),
        *_strays(connection, tables),
        *_references(connection, tables),
        *_checks(connection, tables),
    ]


def _sums(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    for table, sql, what in _SUMS:
        if rows := _count(connection, sql):
            yield Finding("sums", table, rows, f"{table}: {rows} {what}.")


def _keys(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> Iterator[Finding]:
    for table in tables.values():
        if table.key:
            key = ", ".join(table.key)
            known = "WHERE load_key IS NOT NULL " if "load_key" in table.key else ""
            if rows := _count(connection, f"SELECT 1 FROM {table.name} {known}GROUP BY {key} HAVING count(*) > 1"):
                yield Finding("keys", table.name, rows, f"{table.name}: {rows} keys ({key}) stand more than once.")


def _strays(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> Iterator[Finding]:
    for table in tables.values():
        if table.columns[0].name == "game_key" and table.name not in ("games", "tellings"):
            sql = f"SELECT 1 FROM {table.name} WHERE game_key NOT IN (SELECT game_key FROM games)"
            if rows := _count(connection, sql):
                yield Finding("strays", table.name, rows, f"{table.name}: {rows} rows belong to no game.")
    for name in ("games", "tellings", "rejects", "problems"):
        sql = f"SELECT 1 FROM {name} WHERE load_key NOT IN (SELECT load_key FROM loads)"
        if rows := _count(connection, sql):
            yield Finding("strays", name, rows, f"{name}: {rows} rows belong to no file.")


def _references(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> Iterator[Finding]:
    """Whatever one table holds of another stands there, in the same game."""
    for table in tables.values():
        for column in table.columns:
            other, _, key = (column.of or "").partition(".")
            if other in tables and other != table.name:
                sql = (
                    f"SELECT 1 FROM {table.name} a WHERE a.{column.name} IS NOT NULL AND a.game_key IN "
                    f"(SELECT game_key FROM games) AND NOT EXISTS (FROM {other} b "
                    f"WHERE b.game_key = a.game_key AND b.{key} = a.{column.name})"
                )
                if rows := _count(connection, sql):
                    text = f"{table.name}: {rows} rows whose {column.name} does not stand in {column.of}."
                    yield Finding("references", table.name, rows, text)


def _checks(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> Iterator[Finding]:
    """What the rulesets' own tables promise beside."""
    for table in tables.values():
        for check in table.checks:
            if rows := _count(connection, check.sql):
                yield Finding("checks", table.name, rows, f"{table.name}: {rows} {check.text}.")


def _count(connection: duckdb.DuckDBPyConnection, sql: str) -> int:
    return whole(connection, f"SELECT count(*) FROM ({sql})")
