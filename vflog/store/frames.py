"""From flat lists to DuckDB: a list becomes columns of full type, and those go in as an Arrow stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import polars as pl

from vflog.engine.facts import Column, Table

if TYPE_CHECKING:  # processes that only make rows need none of it
    import duckdb

#: Rows of a DuckDB row group: whole ones go straight to the file, even within a transaction.
ROW_GROUP = 122_880
#: Rows of a table that wait as Python values at most (about: a game is never divided).
PACKED = ROW_GROUP // 16

_TYPES: dict[str, Any] = {
    "BIGINT": pl.Int64,
    "INTEGER": pl.Int32,
    "BOOLEAN": pl.Boolean,
    "VARCHAR": pl.String,
    "BLOB": pl.Binary,
    "DECIMAL(10,3)": pl.Decimal(10, 3),
    "JSON": pl.String,
    "TIMESTAMP": pl.Datetime("us"),
}


def schema_of(table: Table) -> dict[str, Any]:
    """The columns of whole rows, each with its type."""
    return {column.name: _TYPES[column.type] for column in table.columns}


def series(column: Column, values: list[Any]) -> pl.Series:
    """The values as a column of exactly its type.

    Times come as the text that a log has, and what is no moment of the years 1 to 9999 becomes NULL;
    JSON comes as text, or as the bytes of a line.
    """
    dtype = _TYPES[column.type]
    if values[0] is None and values.count(None) == len(values):
        return pl.Series(column.name, [None], dtype=dtype).new_from_index(0, len(values))
    if column.type == "TIMESTAMP":
        times = pl.Series(column.name, values, dtype=pl.String).str.to_datetime(
            "%+", time_unit="us", time_zone="UTC", strict=False
        )
        inside = times.dt.year().is_between(1, 9999).fill_null(False)
        return times.zip_with(inside, pl.Series([None], dtype=times.dtype)).dt.replace_time_zone(None)
    if column.type == "JSON" and type(values[0]) is bytes:
        return pl.Series(column.name, values, dtype=pl.Binary).cast(pl.String)
    return pl.Series(column.name, values, dtype=dtype)


class Stream:
    """Shows DuckDB nothing of a frame but its Arrow stream, which it reads without pyarrow.

    Within a transaction DuckDB holds on to whatever was registered: `drop` lets the frame itself go.
    """

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)

    def drop(self) -> None:
        """The frame is read and no longer needed."""
        self._frame = self._frame.clear()


class Pending:
    """Rows of one table that wait to be written: a list a column and the game of each row, then frames of them.

    Python's own values take ten times the memory of a frame, so not many of them wait.
    """

    __slots__ = ("columns", "frames", "keyed", "keys", "names", "packed", "table", "values", "width")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.keyed = table.columns[0].name == "game_key"
        self.columns = table.fact_columns if self.keyed else table.columns
        self.width = len(self.columns)
        self.names = frozenset(column.name for column in table.columns)
        self.values: list[list[Any]] = [[] for _ in self.columns]
        self.keys: list[int] = []
        self.frames: list[pl.DataFrame] = []
        self.packed = 0

    @property
    def waiting(self) -> int:
        """So many rows are not packed."""
        return len(self.values[0])

    def pack(self) -> None:
        """Make a frame of the values."""
        if rows := self.waiting:
            columns = [series(c, values) for c, values in zip(self.columns, self.values, strict=True)]
            if self.keyed:
                columns.insert(0, pl.Series("game_key", self.keys, dtype=pl.Int64))
            self.frames.append(pl.DataFrame(columns))
            self.packed += rows
            self.clear_values()

    def clear_values(self) -> None:
        """Drop what is not packed."""
        for values in self.values:
            values.clear()
        self.keys.clear()

    def take(self, *, whole: bool) -> pl.DataFrame | None:
        """The rows that are to be written, in whole row groups or all; `None` where there are none."""
        rows = self.packed - self.packed % ROW_GROUP if whole else self.packed
        if not rows:
            return None
        every = pl.concat(self.frames)
        self.packed -= rows
        self.frames = [every[rows:]] if self.packed else []
        return every[:rows]


class Rows:
    """Gathers rows of all tables."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.tables = tuple(tables.values())
        self._pending = {name: Pending(table) for name, table in tables.items()}

    def extend(self, table: str, values: Sequence[Any], game_key: int | None = None) -> None:
        """Add whole rows, flat. With `game_key`, rows of a table of games without that column."""
        if values:
            width = self._pending[table].width
            self.columns(table, [values[k::width] for k in range(width)], game_key)

    def columns(self, table: str, columns: Sequence[Sequence[Any]], game_key: int | None = None) -> None:
        """Add whole rows, as columns. With `game_key`, rows of a table of games without that column."""
        pending = self._pending[table]
        for values, more in zip(pending.values, columns, strict=True):
            values.extend(more)
        if game_key is not None:
            pending.keys.extend([game_key] * len(columns[0]))

    def row(self, table: str, values: Mapping[str, Any]) -> None:
        """Add one row by names, what is not given as NULL; a name that is no column is a `KeyError`."""
        pending = self._pending[table]
        if not pending.names.issuperset(values):
            unknown = [name for name in values if name not in pending.names]
            raise KeyError(f"{table} has no column {', '.join(unknown)}")
        if pending.keyed:
            pending.keys.append(values["game_key"])
        for column, into in zip(pending.columns, pending.values, strict=True):
            into.append(values.get(column.name))

    def frames(self) -> Iterator[tuple[str, pl.DataFrame]]:
        """All rows that were gathered, by their tables; they are gathered no more."""
        for name, pending in self._pending.items():
            pending.pack()
            if (frame := pending.take(whole=False)) is not None:
                yield name, frame


class Writer(Rows):
    """Gathers rows of all tables and writes them in whole row groups, within one transaction at a time.

    While rows gather, one thread of its own hands those before them to DuckDB: whoever uses the connection
    calls `flush` and `begin` first. What goes wrong there is raised by the next call here.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> None:
        super().__init__(tables)
        self._connection = connection
        self._open = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._under_way: list[Future[None]] = []

    def settle(self) -> None:
        """Write what fills whole row groups."""
        for name, pending in self._pending.items():
            if pending.waiting >= PACKED:
                pending.pack()
                self._write_groups(name, pending)

    def frame(self, table: str, frame: pl.DataFrame) -> None:
        """Add rows that are a frame already, with all columns in their order."""
        pending = self._pending[table]
        pending.pack()
        pending.frames.append(frame)
        pending.packed += frame.height
        self._write_groups(table, pending)

    def _write_groups(self, table: str, pending: Pending) -> None:
        if pending.packed >= ROW_GROUP and (frame := pending.take(whole=True)) is not None:
            self._wait()
            self.begin()
            self._under_way.append(self._thread.submit(self._insert, table, frame))

    def flush(self) -> None:
        """Write all that waits."""
        self._wait()
        for name, frame in self.frames():
            self.begin()
            self._insert(name, frame)

    def _wait(self) -> None:
        """Until the thread has nothing left to do."""
        while self._under_way:
            self._under_way.pop().result()

    def _insert(self, table: str, frame: pl.DataFrame) -> None:
        stream = Stream(frame)
        self._connection.register("incoming_rows", stream)
        try:
            self._connection.execute(f"INSERT INTO {table} SELECT * FROM incoming_rows")
        finally:
            self._connection.unregister("incoming_rows")
            stream.drop()

    def begin(self) -> None:
        """Open a transaction unless one is open."""
        if not self._open:
            self._connection.execute("BEGIN")
            self._open = True

    def commit(self) -> None:
        """Write all that waits and make it last."""
        self.flush()
        if self._open:
            self._connection.execute("COMMIT")
            self._open = False

    def abandon(self) -> None:
        """Drop all that has not been committed, and what is under way; raises nothing."""
        for pending in self._pending.values():
            pending.clear_values()
            pending.frames, pending.packed = [], 0
        if self._under_way:
            self._connection.interrupt()
        with suppress(Exception):
            self._wait()
        self._thread.shutdown()
        if self._open:
            self._open = False
            # Where the transaction has failed there is nothing left to undo.
            with suppress(Exception):
                self._connection.execute("ROLLBACK")
