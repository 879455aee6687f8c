"""Tables out of a database into Parquet or CSV: fixed order, equal bytes, no formulas in CSV."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import duckdb

from vflog.engine.facts import Column, Table
from vflog.store.errors import StoreError
from vflog.store.schema import literal

Format = Literal["parquet", "csv"]
#: What a spreadsheet takes for the beginning of a formula, blanks and wide forms included.
_FORMULA = r"^\s*[=+\-@\t\r＝＋－＠]"
_TEXT = ("VARCHAR", "JSON", "BLOB")
_OPTIONS: Mapping[Format, str] = {
    "parquet": "FORMAT parquet, COMPRESSION zstd",
    "csv": "FORMAT csv, HEADER true, DELIMITER ',', QUOTE '\"', ESCAPE '\"'",
}


def export(
    connection: duckdb.DuckDBPyConnection,
    tables: Iterable[Table],
    out: str | Path,
    formats: Iterable[Format] = ("parquet",),
) -> list[Path]:
    """Write each table to `out`/TABLE.FORMAT, whole or not at all; returns the paths.

    `out` is made where it is missing. Raises `StoreError` where it cannot be written.
    """
    folder = Path(out)
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table in tables:
            for form in formats:
                written.append(_write(connection, table, folder / f"{table.name}.{form}", form))
    except (OSError, duckdb.IOException) as error:
        raise StoreError(f"{folder} cannot be written: {str(error).splitlines()[0]}") from None
    return written


def _write(connection: duckdb.DuckDBPyConnection, table: Table, path: Path, form: Format) -> Path:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        connection.execute(f"COPY ({select(table, form)}) TO {literal(str(part))} ({_OPTIONS[form]})")
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return path


def select(table: Table, form: Format) -> str:
    """The query whose rows are written: all columns, ordered by the key and then by all the rest."""
    order = [*table.key, *(c.name for c in table.columns if c.name not in table.key)]
    columns = ", ".join(_safe(c) if form == "csv" and c.type in _TEXT else c.name for c in table.columns)
    places = ", ".join(f"{name} NULLS FIRST" for name in order)
    return f"SELECT {columns} FROM (FROM {table.name} ORDER BY {places})"


def _safe(column: Column) -> str:
    """Text that a spreadsheet would run gets an apostrophe before it."""
    text = f"{column.name}::VARCHAR"
    return f"CASE WHEN regexp_matches({text}, {literal(_FORMULA)}) THEN '''' || {text} ELSE {text} END AS {column.name}"
