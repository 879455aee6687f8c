"""Tables out of a database into Parquet or CSV: fixed order, equal bytes, no formulas in CSV."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import duckdb

from vflog.engine.facts import Column, Table
from vflog.log.output import folder
from vflog.store.errors import StoreError
from vflog.store.failures import reason
from vflog.store.literal import literal
from vflog.store.spreadsheet import FORMULA

Format = Literal["parquet", "csv"]
#: Types whose values are text to a spreadsheet.
TEXT = ("VARCHAR", "JSON", "BLOB")
_OPTIONS: Mapping[Format, str] = {
    "parquet": "FORMAT parquet, COMPRESSION zstd",
    "csv": "FORMAT csv, HEADER true, DELIMITER ',', QUOTE '\"', ESCAPE '\"'",
}


def export(
    connection: duckdb.DuckDBPyConnection,
    tables: Iterable[Table],
    out: str | os.PathLike[str],
    formats: Iterable[Format] = ("parquet",),
    *,
    parts: int | None = None,
    force: bool = False,
    inputs: Iterable[str | os.PathLike[str]] = (),
) -> list[Path]:
    """Write each table to `out`/TABLE.FORMAT; returns the paths.

    With `parts` each table is a folder `out`/TABLE of so many files, each with the rows of some games; a table that is
    not about games is one file. `out` is made where it is missing; all files appear or none. Raises `Refusal` (see
    `vflog.log.output`), and `OSError` or `StoreError` where it cannot be written.
    """
    with folder(out, force=force, inputs=inputs) as files:
        for table in tables:
            for form in formats:
                for name, which in _parts(table, form, parts):
                    rows = select(table, form) if which is None else _as_told(table, form, which)
                    _write(connection, rows, files.place(name), Path(out, name), form)
    return files.written


def _parts(table: Table, form: Format, parts: int | None) -> Iterator[tuple[str, str | None]]:
    """The files of a table, and which of its rows each has; `None`: all, in the order of their keys."""
    if parts is None:
        yield f"{table.name}.{form}", None
    elif table.columns[0].name != "game_key":
        yield f"{table.name}/{0:05}.{form}", "true"
    else:
        for i in range(parts):
            yield f"{table.name}/{i:05}.{form}", f"game_key % {parts} = {i}"


def _write(connection: duckdb.DuckDBPyConnection, rows: str, part: Path, target: Path, form: Format) -> None:
    try:
        connection.execute(f"COPY ({rows}) TO {literal(str(part))} ({_OPTIONS[form]})")
    except duckdb.IOException as error:
        if os.fspath(part) not in str(error):
            raise
        raise StoreError(f"{target} cannot be written: {reason(error) or 'DuckDB cannot write there.'}") from None


def select(table: Table, form: Format) -> str:
    """The query whose rows are written: all columns, ordered by the key and then by all the rest."""
    order = [*table.key, *(c.name for c in table.columns if c.name not in table.key)]
    columns = ", ".join(_safe(c) if form == "csv" and c.type in TEXT else c.name for c in table.columns)
    places = ", ".join(f"{name} NULLS FIRST" for name in order)
    return f"SELECT {columns} FROM (FROM {table.name} ORDER BY {places})"


def _as_told(table: Table, form: Format, which: str) -> str:
    """The same of some rows, those of a game in the order in which they were told."""
    columns = ", ".join(_safe(c) if form == "csv" and c.type in TEXT else c.name for c in table.columns)
    order = [c.name for c in table.columns if c.name in ("load_key", "game_key")] or [*table.key]
    places = "".join(f"{name} NULLS FIRST, " for name in order)
    return f"SELECT {columns} FROM {table.name} WHERE {which} ORDER BY {places}rowid"


def _safe(column: Column) -> str:
    """Text that a spreadsheet would run gets an apostrophe before it."""
    text = f"{column.name}::VARCHAR"
    return f"CASE WHEN regexp_matches({text}, {literal(FORMULA)}) THEN '''' || {text} ELSE {text} END AS {column.name}"
