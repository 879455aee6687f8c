"""DDL from the tables that are data, with every comment, and what a new database is filled with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

import duckdb

from vflog.engine import ruleset as rulesets
from vflog.engine.facts import Column, Table
from vflog.engine.tables import SCHEMA_VERSION, SHARED, chart
from vflog.log.problems import Code, Rule
from vflog.store.views import VIEWS, View


def tool_version() -> str:
    """The version of vflog."""
    try:
        return version("vflog")
    except PackageNotFoundError:
        return "unknown"


def tables() -> dict[str, Table]:
    """Every table of a database by name: the shared ones, then those of each installed ruleset."""
    every = list(SHARED)
    for name in rulesets.names():
        every.extend(rulesets.ruleset(name).tables)
    return chart(every)


def views(tables: Mapping[str, Table]) -> tuple[View, ...]:
    """The views whose tables are all there."""
    return tuple(view for view in VIEWS if view.needs <= tables.keys())


def literal(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def row_and_key(table: Table) -> str:
    """The comment of a table: what one row is, and what tells rows apart."""
    key = ", ".join(table.key)
    return f"{table.comment} Key: {key}." if key else f"{table.comment} No key: equal rows may stand."


def _column(column: Column) -> str:
    parts = [column.name, column.type]
    if not column.null:
        parts.append("NOT NULL")
    if column.check:
        parts.append(f"CHECK ({column.check})")
    return " ".join(parts)


def ddl(tables: Mapping[str, Table]) -> Iterator[str]:
    """The statements that make the tables, the views and all their comments."""
    for table in tables.values():
        yield f"CREATE TABLE {table.name} (\n  " + ",\n  ".join(map(_column, table.columns)) + "\n)"
        yield f"COMMENT ON TABLE {table.name} IS {literal(row_and_key(table))}"
        for column in table.columns:
            yield f"COMMENT ON COLUMN {table.name}.{column.name} IS {literal(column.comment)}"
    for view in views(tables):
        yield f"CREATE VIEW {view.name} AS {view.sql}"
        yield f"COMMENT ON VIEW {view.name} IS {literal(view.comment)}"


def create(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> None:
    """Make all of it in an empty database, in one transaction: it is there whole or not at all."""
    connection.execute("BEGIN")
    for statement in ddl(tables):
        connection.execute(statement)
    insert_named(connection, tables)
    connection.execute("COMMIT")


def insert_named(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> None:
    """Fill `meta`, `keys`, `codes` and `rules`: what this version of vflog knows by itself."""
    now = datetime.now(UTC).replace(tzinfo=None)
    connection.execute(
        "INSERT INTO meta VALUES (?, ?, ?, ?)", [SCHEMA_VERSION, tool_version(), revisions(), now]
    )
    _insert(connection, "keys", [(t.name, ", ".join(t.key) or None, t.comment) for t in tables.values()])
    _insert(connection, "codes", [(c.code, c.severity, c.title or c.template) for c in codes()])
    _insert(connection, "rules", [(r.rule, r.title, r.source, r.basis) for r in rules()])


def _insert(connection: duckdb.DuckDBPyConnection, table: str, rows: list[tuple[object, ...]]) -> None:
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def revisions() -> str:
    """The revisions of all rulesets, as the table `meta` tells them."""
    known = (rulesets.ruleset(name) for name in rulesets.names())
    return ", ".join(f"{each.name} {revision.name}" for each in known for revision in each.revisions)


def codes() -> list[Code]:
    """Every code of the format and of the rulesets, by name."""
    known: dict[str, Code] = {}
    for name in rulesets.names():
        known.update(rulesets.ruleset(name).codes)
    return [known[code] for code in sorted(known)]


def rules() -> list[Rule]:
    """Every rule of the rulesets, by name."""
    known: dict[str, Rule] = {}
    for name in rulesets.names():
        known.update(rulesets.ruleset(name).rules)
    return [known[rule] for rule in sorted(known)]
