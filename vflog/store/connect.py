"""The one way to a DuckDB connection: nothing fetched, no Python variables as tables, UTC, bounded memory.

A database file is attached to an instance of DuckDB in memory, one for each configuration that is asked for, so that
whatever reads in a process can overlap. They close together: the system drops all locks that a process has on a file
as soon as one handle of it is closed.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb

from vflog.engine.tables import SCHEMA_VERSION
from vflog.log.interrupts import stopped_by
from vflog.store import folder
from vflog.store.errors import Foreign, Locked, StoreError
from vflog.store.failures import held_here, not_opened, told
from vflog.store.literal import literal

#: What a command may use where the caller says nothing.
MEMORY = "512MB"
_MEMORY = re.compile(r"(\d{1,9})\s*([KMGT]i?B)", re.IGNORECASE)
_RETRY_SECONDS = 0.05
#: So many logs are named in a command.
_NAMED = 5
#: Names that DuckDB has taken for databases of its own.
_TAKEN = frozenset({"memory", "temp", "system"})
#: What may lie beside a database: its journals.
JOURNALS = (".wal", ".wal.checkpoint", ".wal.recovery")


def settings(memory: str, spill: str | None) -> dict[str, str | bool | int | float | list[str]]:
    """The configuration of an instance; `spill` is the folder for what memory cannot take, if it may be put down."""
    return {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "python_enable_replacements": False,
        "memory_limit": share(memory),
        **({"temp_directory": spill} if spill is not None else {"max_temp_directory_size": "0KB"}),
    }


def share(memory: str) -> str:
    """DuckDB's share of an amount such as 512MB: half, the rest is Python's. Raises `StoreError`."""
    amount = _MEMORY.fullmatch(memory.strip())
    if amount is None or not int(amount[1]):
        raise StoreError(f"“{memory}” is no amount of memory; write it like 512MB or 2GB.")
    return f"{int(amount[1]) / 2}{amount[2]}"


@contextmanager
def connect(
    path: str | Path,
    *,
    read_only: bool = False,
    sealed: bool = False,
    spills: bool = True,
    new: bool = False,
    memory: str = MEMORY,
    wait: float = 0.0,
    called: str | Path | None = None,
    left: Callable[[str], None] | None = None,
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to the database at `path`, closed at the end of the block; or to a folder of Parquet files in the
    place of one (`store.folder`), from which can only be read.

    `read_only` needs a database of vflog, `sealed` ones can reach no file but it, and put nothing on disk unless it
    `spills`; only where it is to be `new` is one made. Where somebody else holds it, `wait` seconds are given them.
    `left` is told of each journal that lay beside it: who had it open last was broken off. Raises `Locked`, `Foreign`
    or `StoreError`, each with a sentence that names the database as it is `called`, and `KeyboardInterrupt`; so does
    what is done with the connection within the block.
    """
    name = path if called is None else called
    if not new:
        _require_file(path, name, read_only)
    with _of_folder(path, name), told(name, memory=memory, reading=read_only):
        config = (memory, sealed, spills)
        file = _taken(path, name, read_only, config, wait)
        try:
            if left is not None:
                for journal in file.journals:
                    left(journal)
            connection = file.cursor(config)
            try:
                with stopped_by(connection.interrupt):
                    if read_only:
                        require_ours(connection, name)
                    yield connection
            finally:
                connection.close()
        finally:
            file.leave()


#: What comes of a value that no database has, wherever it is used; not of a closed pipe, or of what may not be written.
_OF_VALUES = (StoreError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@contextmanager
def _of_folder(path: str | Path, name: str | Path) -> Iterator[None]:
    """Where a folder cannot be read as the files of tables, what is wrong with which file."""
    try:
        yield
    except _OF_VALUES:
        if os.path.isdir(path) and (fault := folder.fault(path)) is not None:
            raise Foreign(f"{name} cannot be read: {fault}") from None
        raise


def whole(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[Any] | dict[str, Any] | None = None
) -> int:
    """The single whole number that a statement answers with; 0 for NULL or no row."""
    rows = connection.execute(sql, parameters).fetchall()
    return int(rows[0][0] or 0) if rows else 0


def _require_file(path: str | Path, name: str | Path, read_only: bool) -> None:
    if not os.path.exists(path):
        raise StoreError(f"There is no database at {name}; “vflog load” makes one.")
    if os.path.isdir(path):
        if not folder.is_folder_of_tables(path):
            raise Foreign(f"{name} is a folder without Parquet files that “vflog export” wrote.")
        if not read_only:
            raise StoreError(f"{name} is a folder of Parquet files, from which vflog only reads.")
        return
    if not os.path.isfile(path) or not os.path.getsize(path):
        raise Foreign(f"{name} is no DuckDB database.")


def require_database(path: str | os.PathLike[str]) -> None:
    """Raise `StoreError` for a folder: there are things that only a database can be asked."""
    if os.path.isdir(path):
        raise StoreError(f"{path} is a folder of Parquet files; this needs the database that it came from.")


#: Of an instance: its memory, whether it is sealed, whether it may put down what memory cannot take.
_Config = tuple[str, bool, bool]


class _File:
    """A database file that this process has open: instances by configuration, and how many use them."""

    def __init__(self, key: str, read_only: bool) -> None:
        self._key, self.read_only = key, read_only
        self.users = 0
        self.journals: list[str] = []
        self._instances: dict[_Config, duckdb.DuckDBPyConnection] = {}
        # As DuckDB would call it; queries may name it so.
        stem = Path(key).name.partition(".")[0] or "db"
        name = f"{stem}_" if stem.lower() in _TAKEN else stem
        self._name = '"' + name.replace('"', '""') + '"'

    def open(self, config: _Config) -> None:
        """An instance of this configuration, unless there is one."""
        if config in self._instances:
            return
        memory, sealed, spills = config
        spill = f"{self._key}.{secrets.token_hex(4)}.tmp" if spills else None
        instance = duckdb.connect(":memory:", config=settings(memory, spill))
        try:
            of_files = os.path.isdir(self._key)
            if of_files:
                self._attach_folder(instance)
            else:
                mode = ", READ_ONLY" if self.read_only else ""
                instance.execute(f"ATTACH {literal(self._key)} AS {self._name} (TYPE duckdb{mode})")
            instance.execute("SET GLOBAL TimeZone = 'UTC'")
            if sealed:
                if of_files:
                    instance.execute(f"SET allowed_directories = [{literal(self._key)}]")
                instance.execute("SET enable_external_access = false")
                instance.execute("SET lock_configuration = true")
        except BaseException:
            instance.close()
            raise
        self._instances[config] = instance

    def _attach_folder(self, instance: duckdb.DuckDBPyConnection) -> None:
        """Views in memory over the files of a folder."""
        instance.execute(f"ATTACH ':memory:' AS {self._name}")
        instance.execute(f"USE {self._name}")
        folder.attach(instance, self._key)
        instance.execute("USE memory")

    def cursor(self, config: _Config) -> duckdb.DuckDBPyConnection:
        """A connection of this configuration."""
        connection = self._instances[config].cursor()
        connection.execute(f"USE {self._name}")
        return connection

    def leave(self) -> None:
        """One user less; the last one closes all."""
        with _guard:
            self.users -= 1
            if not self.users:
                _files.pop(self._key, None)
                for instance in self._instances.values():
                    with suppress(duckdb.Error):
                        instance.close()


#: What this process has open, by the real path.
_files: dict[str, _File] = {}
_guard = threading.Lock()


def _taken(path: str | Path, name: str | Path, read_only: bool, config: _Config, wait: float) -> _File:
    """The file, open for one user more."""
    until = time.monotonic() + wait
    while True:
        try:
            return _open(os.path.realpath(path), name, read_only, config)
        except Locked:
            if time.monotonic() >= until:
                raise
        time.sleep(_RETRY_SECONDS)


def _open(key: str, name: str | Path, read_only: bool, config: _Config) -> _File:
    with _guard:
        file = _files.get(key)
        if file is None:
            file = _File(key, read_only)
        elif not (read_only and file.read_only):
            raise held_here(name)
        try:
            file.open(config)
        except duckdb.Error as error:
            why = not_opened(error, name)
            if why is None:
                raise
            raise why from None
        file.users += 1
        # They stay until they are put into the file; who closes a database takes them away before others can open it.
        file.journals = journals(key)
        _files[key] = file
    return file


def journals(path: str | Path) -> list[str]:
    """The journals beside a database: what is in them is not yet in its file."""
    return [each for end in JOURNALS if os.path.exists(each := f"{os.path.realpath(path)}{end}")]


def remove_spill(path: str | Path) -> Iterator[str]:
    """Remove what was put down for want of memory beside a database that nobody else can have open now."""
    place, name = os.path.split(os.path.realpath(path))
    ours = re.compile(re.escape(name) + r"\.([0-9a-f]{8}\.)?tmp")
    with suppress(OSError):
        for entry in [*os.scandir(place)]:
            if ours.fullmatch(entry.name) and entry.is_dir() and _is_spill(entry.path):
                shutil.rmtree(entry.path, ignore_errors=True)
                yield entry.path


def _is_spill(folder: str) -> bool:
    """Whether there is nothing in a folder but what DuckDB puts down for want of memory."""
    return all(name.startswith("duckdb_temp") for name in os.listdir(folder))


def require_ours(connection: duckdb.DuckDBPyConnection, path: str | Path) -> None:
    """Raise `Foreign` unless this is a database of vflog, of this version of the tables."""
    try:
        found = connection.execute("SELECT schema_version FROM meta").fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):
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
