"""SQL of the user's: read-only, and it reaches no file, no network and no setting."""

from __future__ import annotations

import datetime as dt
import os
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from vflog.store.connect import MEMORY, connect
from vflog.store.errors import QueryError
from vflog.store.failures import first_line, is_damage

_ROWS = 1000
#: What is no fault of the statement: limits, disks, interrupts.
_NOT_ITS_OWN = (
    duckdb.OutOfMemoryException, duckdb.IOException, duckdb.InternalException, duckdb.InterruptException,
    duckdb.FatalException,
)  # fmt: skip
_ONLY_READS = "“query” only reads, and reaches nothing but the database: no files, no extensions, no settings."
#: Over a folder of files DuckDB may write there: it is asked for nothing that could.
_READING = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
#: What DuckDB says when a statement would write, or change how it is set up.
_READ_ONLY = ("read-only mode", "configuration has been locked")


class Result(msgspec.Struct, frozen=True):
    """The columns of an answer (names, DuckDB types), and its rows as they are asked for."""

    columns: list[str]
    types: list[str]
    rows: Iterator[tuple[Any, ...]]


@contextmanager
def query(
    db: str | Path,
    sql: str,
    *,
    wait: float = 0.0,
    memory: str = MEMORY,
    parameters: list[Any] | None = None,
    as_text: bool = False,
    seconds: float | None = None,
    spills: bool = True,
) -> Iterator[Result]:
    """Run one statement on the database at `db`; the rows are read within the block.

    `as_text`: every value as the text that DuckDB makes of it (`types` are those of the values themselves). What takes
    more than `seconds` is stopped; without `spills` nothing is put on disk for want of memory.
    Raises `QueryError` where the statement cannot be run, `StoreError` where the database cannot be read.
    """
    with (
        _in_time(seconds) as stop,
        connect(db, read_only=True, sealed=True, spills=spills, wait=wait, memory=memory) as connection,
        stop(connection),
    ):
        try:
            statements = connection.extract_statements(sql)
            if len(statements) != 1:
                raise QueryError(f"One SQL statement is asked for; there are {len(statements)}.")
            if os.path.isdir(db) and statements[0].type not in _READING:
                raise QueryError(_ONLY_READS)
            if as_text:
                answer = connection.sql(sql, params=parameters)
                if answer is None:
                    raise QueryError("The statement has no answer.")
                columns, types = answer.columns, [*map(str, answer.types)]
                cursor = connection.execute(answer.project("COLUMNS(*)::VARCHAR").sql_query(), parameters)
            else:
                cursor = connection.execute(statements[0], parameters)
                described = cursor.description or []
                columns, types = [c[0] for c in described], [str(c[1]) for c in described]
        except duckdb.Error as error:
            if isinstance(error, _NOT_ITS_OWN) or is_damage(error):
                raise
            raise QueryError(_sentence(error)) from None
        yield Result(columns, types, _rows(cursor, [] if as_text else types))


@contextmanager
def _in_time(seconds: float | None) -> Iterator[Callable[[duckdb.DuckDBPyConnection], AbstractContextManager[None]]]:
    """What stops a connection after so many seconds; raises `QueryError` where it did."""
    late = threading.Event()

    @contextmanager
    def stopped(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        def stop() -> None:
            late.set()
            connection.interrupt()

        timer = threading.Timer(seconds or 0, stop)
        timer.daemon = True
        if seconds is not None:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()

    try:
        yield stopped
    except (KeyboardInterrupt, QueryError):
        if not late.is_set():
            raise
        raise QueryError(f"The query was stopped: it took more than {seconds:g} seconds.") from None


def _rows(cursor: duckdb.DuckDBPyConnection, types: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    singles = {place for place, kind in enumerate(types) if "FLOAT" in kind}
    try:
        while chunk := cursor.fetchmany(_ROWS):
            if singles:
                yield from (tuple(short(v) if i in singles else v for i, v in enumerate(row)) for row in chunk)
            else:
                yield from chunk
    except (duckdb.Error, ValueError, OverflowError) as error:
        if isinstance(error, _NOT_ITS_OWN) or is_damage(error):
            raise
        raise QueryError(_sentence(error)) from None


def _sentence(error: Exception) -> str:
    """What DuckDB says, as one line, without its drawing of the place and its advice to loosen settings."""
    text = str(error)
    if isinstance(error, duckdb.PermissionException) or any(word in text for word in _READ_ONLY):
        return _ONLY_READS
    return f"The query cannot be run. {first_line(text)}"


def short(value: Any) -> Any:
    """A value whose floats have four bytes, each as the shortest number that stands for it: 0.1 for 0.100000001."""
    match value:
        case float() if isfinite(value):
            texts = (f"{value:.{digits}g}" for digits in range(1, 10))
            return next((float(text) for text in texts if _single(float(text)) == value), value)
        case list() | tuple():
            return [short(each) for each in value]
        case dict():
            return {key: short(each) for key, each in value.items()}
        case _:
            return value


def _single(value: float) -> float | None:
    """The nearest float of four bytes; `None` beyond them."""
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return None


def plain(value: Any) -> Any:
    """A value of an answer as JSON has it: times as ISO text, exact decimals and bytes as text.

    Bytes that are no UTF-8, and backslashes among them, stand as `\\xNN`, so that the text tells every byte.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case dt.datetime() | dt.date() | dt.time():
            return value.isoformat()
        case bytes():
            return value.replace(b"\\", b"\\x5c").decode("utf-8", "backslashreplace")
        case list() | tuple():
            return [plain(each) for each in value]
        case dict():
            return {str(key): plain(each) for key, each in value.items()}
        case Decimal() | _:
            return str(value)
