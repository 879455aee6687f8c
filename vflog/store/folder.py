"""A folder of Parquet files in the place of a database: TABLE.parquet, or any number of files in folders TABLE.

“vflog export --parts” writes such folders. Each table is a view over its files, so that whatever reads a database reads
a folder; nothing can be written there. What a database knows without a column, the order of the rows of a game, is a
column `rowid`: the number of the row in its file. All rows of a game are in one file of a table.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import duckdb
import polars as pl

from vflog.engine.facts import Column, Table
from vflog.store.literal import literal

_SUFFIX = ".parquet"
#: No folder of ours is without this table.
_ALWAYS = "meta"
#: One row a game has no order.
_GAMES = "games"


def is_folder_of_tables(path: str | os.PathLike[str]) -> bool:
    """Whether there is such a folder."""
    return os.path.isdir(path) and any(True for _ in files_of(path, _ALWAYS))


def files_of(folder: str | os.PathLike[str], table: str) -> Iterator[str]:
    """The files of a table, in order."""
    base = os.path.join(folder, table)
    if os.path.isfile(base + _SUFFIX):
        yield base + _SUFFIX
    for place, below, names in os.walk(base):
        below.sort()
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(_SUFFIX))


def attach(connection: duckdb.DuckDBPyConnection, folder: str | os.PathLike[str]) -> None:
    """Make the tables of a folder, and the views of a database over those that are there."""
    from vflog.store.chart import tables, views
    from vflog.store.schema import ddl_of_views

    for table in tables().values():
        if files := [*files_of(folder, table.name)]:
            connection.execute(_view(table, files))
    for view in views():
        with suppress(duckdb.CatalogException):  # over a table that is not there
            for statement in ddl_of_views([view]):
                connection.execute(statement)


def fault(folder: str | os.PathLike[str]) -> str | None:
    """What is wrong with the first file of a folder that cannot be read as the rows of its table, as a sentence."""
    from vflog.store.chart import tables

    for table in tables().values():
        for file in files_of(folder, table.name):
            name = os.path.relpath(file, folder)
            try:
                why = _wrong(table, file, name)
            except (OSError, pl.exceptions.PolarsError):
                why = f"{name} is no Parquet file, or is damaged."
            if why is not None:
                return why
    return None


def _wrong(table: Table, file: str, name: str) -> str | None:
    """Why a file, called `name`, does not hold rows of a table. Raises `OSError`, `PolarsError`."""
    held = pl.read_parquet_schema(file)
    for column in table.columns:
        if column.name not in held:
            return f"{name} has no column {column.name}."
        if not _fits(column, held[column.name]):
            return f"The column {column.name} of {name} is not of type {column.type}."
    lacking = _without_value(table, file)
    return None if lacking is None else f"The column {lacking} of {name} has no value in some row."


def _without_value(table: Table, file: str) -> str | None:
    """The first column that has NULL where it may not."""
    full = [column.name for column in table.columns if not column.null]
    counts = pl.scan_parquet(file).select(pl.col(full).null_count()).collect().row(0) if full else ()
    return next((name for name, count in zip(full, counts, strict=True) if count), None)


def _fits(column: Column, held: Any) -> bool:
    """Whether values of a type, as some program may have written them, can be those of a column."""
    if column.type == "BOOLEAN":
        return bool(held == pl.Boolean)
    if column.type == "TIMESTAMP":
        return bool(held.is_temporal())
    if column.type in ("VARCHAR", "JSON", "BLOB"):
        return held in (pl.String, pl.Binary, pl.Categorical)
    return bool(held.is_numeric())


def _view(table: Table, files: list[str]) -> str:
    columns = ", ".join(f"{column.name}::{column.type} AS {column.name}" for column in table.columns)
    listed = ", ".join(map(literal, files))
    source = f"read_parquet([{listed}], hive_partitioning = false, file_row_number = true)"
    order = "" if table.name == _GAMES or table.key == ("game_key",) else ", file_row_number AS rowid"
    return f"CREATE VIEW {table.name} AS SELECT {columns}{order} FROM {source}"
