"""What DuckDB raises, as a sentence for people: the one place that knows its errors by their types and texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from vflog.store.errors import Foreign, Locked, StoreError

#: What it says of an interrupt: its own error, or a bare `RuntimeError` where a signal came while it worked.
_INTERRUPTED = re.compile(r"Query interrupted|INTERRUPT Error|KeyboardInterrupt|Interrupted!")
_OWN_LIMIT = re.compile(r"failed to (allocate|pin|offload)|memory_limit|max_temp_directory_size|Out of Memory Error")
_NO_MEMORY = re.compile(r"[Oo]ut of memory|bad.?alloc|Cannot allocate memory|Allocation failure|start new thread")
#: What the system says where a file cannot take more, or cannot be written at all.
_FULL = re.compile(
    r"No space left on device|File too large|Disk quota exceeded|Read-only file system|Input/output error"
)
_HELD_HERE = re.compile(r"different configuration|Unique file handle conflict|already attached by")
_NO_DATABASE = re.compile(r"not a valid DuckDB database|Is a directory|magic bytes")
_DAMAGED = re.compile(r"[Cc]orrupt|[Cc]hecksum|Could not read enough bytes")
_OTHER_VERSION = re.compile(r"newer version|storage version|version number")
_NOT_OURS = re.compile(r"Permission denied|No such file or directory|Read-only file system|Not a directory")
#: What it puts before its sentences.
_KIND = re.compile(r"^(\w+( \w+)? (Error|Exception): )+")


@contextmanager
def told(path: str | Path, *, memory: str, reading: bool) -> Iterator[None]:
    """What DuckDB raises within the block is raised as a `StoreError` about the database at `path`.

    An interrupt while it worked is a `KeyboardInterrupt`, whatever it makes of it. All else passes.
    """
    try:
        yield
    except (duckdb.Error, RuntimeError, MemoryError) as error:
        text = str(error)
        if isinstance(error, duckdb.InterruptException) or _INTERRUPTED.search(text):
            raise KeyboardInterrupt from None
        if is_damage(error):
            raise StoreError(f"{path} is damaged; load the logs into a new database.") from None
        what = f"{path} cannot be {'read' if reading else 'written'}"
        why = reason(error)
        if why is not None:
            raise StoreError(f"{what}: {why.format(memory=memory)}") from None
        if not isinstance(error, duckdb.Error):
            raise
        if isinstance(error, duckdb.FatalException | duckdb.InternalException):
            raise StoreError(f"{what}: DuckDB could not go on.") from None
        raise StoreError(f"{what}: {first_line(text)}") from None


def reason(error: BaseException) -> str | None:
    """Why the system or a limit did not let it go on, as the end of a sentence; `{memory}` stands for the limit."""
    text = str(error)
    if isinstance(error, MemoryError) or _NO_MEMORY.search(text):
        return "the system gives no more memory."
    if isinstance(error, duckdb.OutOfMemoryException) or _OWN_LIMIT.search(text):
        return "{memory} of memory are too little here; give --memory more."
    full = _FULL.search(text)
    return f"{full[0]}." if full else None


def is_damage(error: Exception) -> bool:
    """Whether the file is not as DuckDB wrote it."""
    return isinstance(error, duckdb.Error) and _DAMAGED.search(str(error)) is not None


def not_opened(error: Exception, path: str | Path) -> StoreError | None:
    """Why a file cannot be opened as a database; `None` where that is not what the error is about."""
    text = str(error)
    if "lock on file" in text:
        return Locked(f"The database {path} is in use by another process; try again, or give --wait SECONDS.")
    if _HELD_HERE.search(text):
        return held_here(path)
    if _OTHER_VERSION.search(text):
        return Foreign(f"{path} was written by another version of DuckDB, which this one cannot read.")
    if _NO_DATABASE.search(text):
        return Foreign(f"{path} is no DuckDB database.")
    if is_damage(error):
        return Foreign(f"{path} is no DuckDB database, or is damaged.")
    if _NOT_OURS.search(text):
        return StoreError(f"The database {path} cannot be opened: its folder is missing or not ours to write.")
    return None


def held_here(path: str | Path) -> Locked:
    """This very process has the database open in a way that does not go with another."""
    return Locked(f"The database {path} is open in this process already; close that connection, or wait for it.")


def first_line(text: str) -> str:
    """The sentence of an error, without the kind of error before it."""
    line = _KIND.sub("", " ".join(text.split("\n\n")[0].split()))
    return line if line.endswith((".", "!", "?")) else f"{line}."
