"""`db check`: do the keys hold, do the sums add up, does every row belong to a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import duckdb
import msgspec

from vflog.engine.facts import Table
from vflog.engine.tables import JUDGED
from vflog.store.connect import whole
from vflog.store.literal import literal
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
    filled = _filled(connection, tables)
    return [
        *_sums(connection),
        *_keys(connection, filled),
        *_strays(connection, filled),
        *_references(connection, filled, tables),
        *_checks(connection, filled),
    ]


def _filled(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> list[Table]:
    """The tables that have rows: in the others nothing can be wrong."""
    each = [f"SELECT {literal(name)} WHERE EXISTS (FROM {name})" for name in tables]
    return [tables[name] for (name,) in connection.execute(" UNION ALL ".join(each)).fetchall()]


def _sums(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    for table, sql, what in _SUMS:
        if rows := _count(connection, sql):
            yield Finding("sums", table, rows, f"{table}: {rows} {what}.")


def _keys(connection: duckdb.DuckDBPyConnection, tables: Iterable[Table]) -> Iterator[Finding]:
    for table in tables:
        if table.key:
            key = ", ".join(table.key)
            known = "WHERE load_key IS NOT NULL " if "load_key" in table.key else ""
            if rows := _count(connection, f"SELECT 1 FROM {table.name} {known}GROUP BY {key} HAVING count(*) > 1"):
                yield Finding("keys", table.name, rows, f"{table.name}: {rows} keys ({key}) stand more than once.")


def _strays(connection: duckdb.DuckDBPyConnection, tables: Sequence[Table]) -> Iterator[Finding]:
    of_games = [t.name for t in tables if t.columns[0].name == "game_key" and t.name not in ("games", "tellings")]
    of_files = [t.name for t in tables if t.name in ("games", "tellings", "rejects", "problems")]
    for names, whole_table, key, what in (
        (of_games, "games", "game_key", "game"),
        (of_files, "loads", "load_key", "file"),
    ):
        sides = [(name, key, "true") for name in names]
        for i in _unmatched(connection, sides, whole_table, (key,)):
            sql = f"SELECT 1 FROM {names[i]} WHERE {key} NOT IN (SELECT {key} FROM {whole_table})"
            if rows := _count(connection, sql):
                yield Finding("strays", names[i], rows, f"{names[i]}: {rows} rows belong to no {what}.")


def _references(
    connection: duckdb.DuckDBPyConnection, filled: Sequence[Table], tables: Mapping[str, Table]
) -> Iterator[Finding]:
    """Whatever one table holds of another stands there, in the same game."""
    of: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for table in filled:
        for each in table.columns:
            other = (each.of or "").partition(".")[0]
            if each.of is not None and other in tables and other != table.name:
                of[each.of].append((table.name, each.name))
    for target, columns in of.items():
        other, _, key = target.partition(".")
        sides = [(name, f"game_key, {column}", f"{column} IS NOT NULL") for name, column in columns]
        for i in _unmatched(connection, sides, other, ("game_key", key)):
            name, referring = columns[i]
            sql = (
                f"SELECT 1 FROM {name} a WHERE a.{referring} IS NOT NULL AND a.game_key IN "
                f"(SELECT game_key FROM games) AND NOT EXISTS (FROM {other} b "
                f"WHERE b.game_key = a.game_key AND b.{key} = a.{referring})"
            )
            if rows := _count(connection, sql):
                text = f"{name}: {rows} rows whose {referring} does not stand in {target}."
                yield Finding("references", name, rows, text)


def _unmatched(
    connection: duckdb.DuckDBPyConnection, sides: Sequence[tuple[str, str, str]], other: str, key: Sequence[str]
) -> list[int]:
    """Which of these tables (each with its columns and which of its rows) have rows that match no row of another one:
    a single statement for all, as each of its own would look at all of the other one."""
    if not sides:
        return []
    columns = [f"c{i}" for i in range(len(key))]
    every = " UNION ALL ".join(
        f"SELECT {i}, {what} FROM {name} WHERE {which}" for i, (name, what, which) in enumerate(sides)
    )
    same = " AND ".join(f"b.{name} = a.{column}" for name, column in zip(key, columns, strict=True))
    rows = connection.execute(
        f"SELECT DISTINCT side FROM ({every}) a(side, {', '.join(columns)}) ANTI JOIN {other} b ON {same} ORDER BY side"
    )
    return [side for (side,) in rows.fetchall()]


def _checks(connection: duckdb.DuckDBPyConnection, tables: Iterable[Table]) -> Iterator[Finding]:
    """What the rulesets' own tables promise beside."""
    for table in tables:
        for check in table.checks:
            if rows := _count(connection, check.sql):
                yield Finding("checks", table.name, rows, f"{table.name}: {rows} {check.text}.")


def _count(connection: duckdb.DuckDBPyConnection, sql: str) -> int:
    return whole(connection, f"SELECT count(*) FROM ({sql})")
