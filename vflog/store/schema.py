"""DDL from the tables that are data, with every comment, and what a new database is filled with."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from vflog.engine import knowledge
from vflog.engine import ruleset as rulesets
from vflog.engine.facts import Column, Table
from vflog.engine.tables import SCHEMA_VERSION
from vflog.engine.views import View
from vflog.log import stage
from vflog.log.interrupts import held
from vflog.store.chart import tables, views
from vflog.store.connect import connect, journals, made_anew
from vflog.store.errors import Foreign, StoreError
from vflog.store.frames import Writer
from vflog.store.literal import literal
from vflog.version import VERSION


def row_and_key(table: Table) -> str:
    """The comment of a table: what one row is, and what tells rows apart."""
    key = ", ".join(table.key)
    return f"{table.comment} Key: {key}." if key else f"{table.comment} No key: equal rows may stand."


def _column(column: Column) -> str:
    parts = [column.name, column.type]
    if column.holds == "line":  # nothing else is as large
        parts.append("USING COMPRESSION zstd")
    if not column.null:
        parts.append("NOT NULL")
    if column.check:
        parts.append(f"CHECK ({column.check})")
    return " ".join(parts)


def ddl(tables: Mapping[str, Table]) -> Iterator[str]:
    """The statements that make the tables, the views and all their comments."""
    yield from _ddl_of_tables(tables.values())
    yield from ddl_of_views(views())


def _ddl_of_tables(tables: Iterable[Table]) -> Iterator[str]:
    for table in tables:
        yield f"CREATE TABLE {table.name} (\n  " + ",\n  ".join(map(_column, table.columns)) + "\n)"
        yield f"COMMENT ON TABLE {table.name} IS {literal(row_and_key(table))}"
        for column in table.columns:
            yield f"COMMENT ON COLUMN {table.name}.{column.name} IS {literal(column.text)}"


def ddl_of_views(views: Iterable[View]) -> Iterator[str]:
    """The statements that make views and their comments."""
    for view in views:
        yield f"CREATE VIEW {view.name} AS {view.sql}"
        yield f"COMMENT ON VIEW {view.name} IS {literal(view.comment)}"
        for column in view.columns:
            yield f"COMMENT ON COLUMN {view.name}.{column.name} IS {literal(column.text)}"


def make(path: str | Path, tables: Mapping[str, Table]) -> bool:
    """Make the database at `path` with all its tables, unless there is one: it appears whole or not at all.

    Returns whether it was made. Raises `StoreError`.
    """
    target = Path(os.path.realpath(path))
    left = journals(target)
    if target.exists():
        return False
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise StoreError(f"The database {path} cannot be made: its folder is missing or not ours to write.")
    try:
        with stage.staged(target.parent, target.name) as folder:
            folder.mkdir()
            _make(folder / target.name, path, tables)
            if [*folder.iterdir()] != [folder / target.name]:
                raise StoreError(f"The database {path} cannot be made: a part of it is still in a journal beside it.")
            with held():
                for journal in left:  # it would be taken for one of the new database
                    os.unlink(journal)
                    stage.listener(f"{journal} is removed: its database is gone.")
                return _appear(folder / target.name, target)
    except OSError as error:
        raise StoreError(f"The database {path} cannot be made: {error.strerror or error}.") from None


def _make(part: Path, called: str | Path, tables: Mapping[str, Table]) -> None:
    """A database in one file."""
    with connect(part, new=True, called=called) as connection:
        connection.execute("BEGIN")
        for statement in ddl(tables):
            connection.execute(statement)
        connection.execute("COMMIT")
        writer = Writer(connection, tables)
        try:
            _fill(writer)
        finally:
            writer.abandon()
        connection.execute("CHECKPOINT")


def _appear(part: Path, target: Path) -> bool:
    """Give a finished file its name, unless another loader was quicker; whether it got it."""
    try:
        os.link(part, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if target.exists():
            return False
        os.rename(part, target)
    return True


def _fill(writer: Writer) -> None:
    """What this version of vflog knows by itself: `meta`, `keys`, `codes` and `rules`."""
    now = datetime.now(UTC).isoformat()
    writer.extend("meta", (SCHEMA_VERSION, VERSION, revisions(), now, None))
    for name, rows in _known(writer.tables).items():
        for row in rows:
            writer.extend(name, row)
    writer.commit()


def _known(tables: Iterable[Table]) -> dict[str, list[tuple[str | None, ...]]]:
    """The rows of `keys` (for these tables), `codes` and `rules`."""
    return {
        "keys": [(table.name, ", ".join(table.key) or None, table.comment) for table in tables],
        "codes": [(code.code, code.severity, code.title or code.template) for code in knowledge.codes().values()],
        "rules": [(r.rule, r.title, r.source, r.basis) for _, r in sorted(knowledge.rules().items())],
    }


def complete(connection: duckdb.DuckDBPyConnection, path: str | Path, tables: Mapping[str, Table]) -> None:
    """Give a database what rulesets bring that were not installed when it was made: tables, views, codes, rules.

    Raises `Foreign` where one of its tables has other columns than it has here.
    """
    held = held_columns(connection)
    for name, table in tables.items():
        if name in held and held[name] != tuple(column.name for column in table.columns):
            raise Foreign(
                f"The table {name} in {path} has other columns than it has in the rulesets that are installed. "
                f"{made_anew(connection, path)}"
            )
    new = {name: table for name, table in tables.items() if name not in held}
    if not new:
        return
    connection.execute("BEGIN")
    for statement in (*_ddl_of_tables(new.values()), *ddl_of_views(view for view in views() if view.name not in held)):
        connection.execute(statement)
    for name, rows in _known(new.values()).items():
        first = tables[name].columns[0].name
        there = {value for (value,) in connection.execute(f"SELECT {first} FROM {name}").fetchall()}
        for row in rows:
            if row[0] not in there:
                connection.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    connection.execute("UPDATE meta SET revisions = ?", [revisions()])
    connection.execute("COMMIT")


def held_columns(connection: duckdb.DuckDBPyConnection) -> dict[str, tuple[str, ...]]:
    """The columns of every table and view that a database has, by name."""
    rows = connection.execute(
        "SELECT table_name, list(column_name ORDER BY column_index) FROM duckdb_columns() "
        "WHERE schema_name = 'main' AND NOT internal GROUP BY table_name"
    ).fetchall()
    return {name: tuple(columns) for name, columns in rows}


def tables_in(connection: duckdb.DuckDBPyConnection) -> dict[str, Table]:
    """The tables that a database has, of those there are: a ruleset may have been installed since it was made."""
    held = held_columns(connection)
    return {name: table for name, table in tables().items() if name in held}


def revisions() -> str:
    """The revisions of all rulesets, as the table `meta` tells them."""
    known = (rulesets.ruleset(name) for name in rulesets.names())
    return ", ".join(f"{each.name} {revision.name}" for each in known for revision in each.revisions)
