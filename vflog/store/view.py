"""Databases made for a view: what they do not hold, and that they are asked for no other view."""

from __future__ import annotations

import os

import duckdb

from vflog.playback.logs import NotThere
from vflog.store.connect import connect
from vflog.store.literal import literal

#: What tells how long lines are, or what they say: it is NULL in a database for a view.
UNTOLD = {
    "loads": ("sha256", "bytes"),
    "games": ("digest", "public_digest", "chain_head"),
    "tellings": ("chain_head", "tail", "play_digest", "log"),
    "problems": ("byte_offset",),
    "rejects": ("byte_offset", "raw"),
}
#: What is beside that NULL in one that is kept.
_KEPT = {
    "loads": ("load_key",),
    "games": ("load_key",),
    "tellings": ("load_key",),
    "problems": ("load_key",),
    "rejects": ("load_key",),
    "records": ("body",),
}


def leave_out(connection: duckdb.DuckDBPyConnection, view: str, *, kept: bool) -> None:
    """Take out of a database that has just been filled for a view what no view shows, and note the view.

    Without `kept` it is for pages that are made at once: the lines, as the view shows them, stay in it.
    """
    held = {
        (table, column)
        for table, column in connection.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE schema_name = 'main' AND NOT internal"
        ).fetchall()
    }
    connection.execute("BEGIN")
    for untold in (UNTOLD, _KEPT) if kept else (UNTOLD,):
        for table, columns in untold.items():
            if there := [column for column in columns if (table, column) in held]:
                connection.execute(f"UPDATE {table} SET {', '.join(f'{column} = NULL' for column in there)}")
    if not kept:
        # Pages are the same wherever the log lies.
        connection.execute("UPDATE loads SET file = regexp_replace(file, '.*/', '')")
    connection.execute(f"UPDATE meta SET view = {literal(view)}")
    connection.execute("COMMIT")


def view_of(connection: duckdb.DuckDBPyConnection) -> str | None:
    """The view that a database was made for; `None` for one that holds everything."""
    rows = connection.execute("SELECT view FROM meta").fetchall()
    return rows[0][0] if rows else None


def check(db: str | os.PathLike[str], view: str, wait: float = 0.0) -> None:
    """Raise `NotThere` where a database was not made for this view; `StoreError` where it cannot be opened."""
    with connect(os.fspath(db), read_only=True, wait=wait) as connection:
        made_for = view_of(connection)
    if made_for != view:
        holds = "holds everything that its logs told" if made_for is None else f"was made for the view {made_for}"
        raise NotThere(f"The database {os.fspath(db)} {holds}; “vflog load --view {view}” makes one for that view.")
