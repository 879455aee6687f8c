"""The one way to a DuckDB connection: nothing fetched, no Python variables as tables, UTC, bounded memory."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from vflog.engine.tables import SCHEMA_VERSION
from vflog.store.errors import Foreign, Locked, StoreError

#: What a command may use where the caller says nothing.
MEMORY = "512MB"
_MEMORY = re.compile(r"(\d{1,9})\s*([KMGT]i?B)", re.IGNORECASE)
_RETRY_SECONDS = 0.05
#: So many logs are named in a command.
_NAMED = 5


def settings(memory: str = MEMORY, *, sealed: bool = False) -> dict[str, str | bool | int | float | list[str]]:
    """The configuration of a connection; `sealed` ones can reach no file but their own database."""
    return {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "python_enable_replacements": False,
        "enable_external_access": not sealed,
        "memory_limit": share(memory),
    }


def share(memory: str) -> str:
    """DuckDB's share of an amount such as 512MB: half, the rest is Python's. Raises `StoreError`."""
    amount = _MEMORY.fullmatch(memory.strip())
    if amount is None or not int(amount[1]):
        raise StoreError(f"“{memory}” is no amount of memory; write it like 512MB or 2GB.")
    return f"{int(amount[1]) / 2}{amount[2]}"


@contextmanager
def connect(
    path: str | Path | None,
    *,
    read_only: bool = False,
    sealed: bool = False,
    memory: str = MEMORY,
    wait: float = 0.0,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to the database at `path` (`None`: one in memory), closed at the end of the block.

    `read_only` needs a database of vflog to be there. Where another process holds it, `wait` seconds
    are given it. Raises `Locked`, `Foreign` or `StoreError`, each with a sentence.
    """
    if path is not None and read_only and not Path(path).is_file():
        raise StoreError(f"There is no database at {path}; “vflog load” makes one.")
    connection = _opened(path, read_only, settings(memory, sealed=sealed), wait)
    try:
        connection.execute("SET TimeZone = 'UTC'")
        if read_only and path is not None:
            require_ours(connection, path)
        if sealed:
            connection.execute("SET lock_configuration = true")
        yield connection
    finally:
        connection.close()


def whole(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None
) -> int:
    """The single whole number that a statement answers with; 0 for NULL or no row."""
    rows = connection.execute(sql, parameters).fetchall()
    return int(rows[0][0] or 0) if rows else 0


def _opened(
    path: str | Path | None,
    read_only: bool,
    config: dict[str, str | bool | int | float | list[str]],
    wait: float,
) -> duckdb.DuckDBPyConnection:
    target = ":memory:" if path is None else str(path)
    until = time.monotonic() + wait
    while True:
        try:
            return duckdb.connect(target, read_only=read_only, config=config)
        except duckdb.Error as error:
            sentence = _why(str(error), target)
            if not isinstance(sentence, Locked) or time.monotonic() >= until:
                raise sentence from None
        time.sleep(_RETRY_SECONDS)


def _why(text: str, target: str) -> StoreError:
    """The sentence for what DuckDB says when it cannot open a file."""
    if "lock on file" in text or "different configuration" in text:
        return Locked(f"The database {target} is in use by another process; try again, or give --wait SECONDS.")
    # A file of text that DuckDB knows how to read it would open as views in memory, not as a database.
    no_database = ("not a valid DuckDB database", "checksum", "Is a directory", "in-memory database")
    if any(part in text for part in no_database):
        return Foreign(f"{target} is no DuckDB database.")
    if "newer version" in text or "storage version" in text or "version number" in text:
        return Foreign(f"{target} was written by another version of DuckDB, which this one cannot read.")
    if "Permission denied" in text or "No such file or directory" in text or "Read-only file system" in text:
        return StoreError(f"The database {target} cannot be opened: its folder is missing or not ours to write.")
    return StoreError(f"The database {target} cannot be opened: {text.splitlines()[0]}")


def require_ours(connection: duckdb.DuckDBPyConnection, path: str | Path) -> None:
    """Raise `Foreign` unless this is a database of vflog, of this version of the tables."""
    try:
        found = connection.execute("SELECT schema_version FROM meta").fetchall()
    except duckdb.Error:
        raise Foreign(f"{path} is a DuckDB database, but not one that vflog made.") from None
    if found != [(SCHEMA_VERSION,)]:
        version = found[0][0] if found else 0
        whose = "a newer vflog" if version > SCHEMA_VERSION else "an older vflog"
        raise Foreign(
            f"{path} was made by {whose}: its tables are of version {version or 'none'}, and this one reads and writes "
            f"version {SCHEMA_VERSION}. {made_anew(connection, path)}"
        )


def made_anew(connection: duckdb.DuckDBPyConnection, path: str | Path) -> str:
    """The command that makes a database anew out of the logs that it was loaded from, as far as it tells of them."""
    try:
        rows = connection.execute(f"SELECT file FROM loads ORDER BY loaded_at, file LIMIT {_NAMED + 1}").fetchall()
    except duckdb.Error:
        rows = []
    files = [shlex.quote(file) for (file,) in rows if isinstance(file, str)]
    logs = " ".join(files) if 0 < len(files) <= _NAMED else "LOGS"
    new = shlex.quote(str(Path(path).with_suffix(f".v{SCHEMA_VERSION}{Path(path).suffix}")))
    return f"Make it anew from its logs: vflog load {logs} --db {new}"
