"""`db digest`: equal content has an equal digest, whatever the order, the paths and the time of loading.

A row is hashed by itself and the hashes of a table are added up, so order does not matter and memory
stays flat. What depends on the order in which copies of one log came is left out: which of the files
stands for the game, and the problems that only tell that there is another copy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

import duckdb

from vflog.engine.facts import Table

#: Columns left out, by table: when and from where it was loaded, and which of several copies is kept.
_LEFT_OUT: Mapping[str, frozenset[str]] = {
    "meta": frozenset({"created_at"}),
    "loads": frozenset({"file", "loaded_at", "records", "repeats", "games"}),
    "games": frozenset({"load_key", "first_line", "problems"}),
    "records": frozenset({"line"}),
    "rejects": frozenset({"game_key"}),
    "problems": frozenset({"load_key", "line", "byte_offset"}),
}
#: What stands in their place.
_INSTEAD: Mapping[str, tuple[str, ...]] = {
    "loads": ("records + repeats",),
    "problems": tuple(f"CASE WHEN game_key IS NULL THEN {name} END" for name in ("load_key", "line", "byte_offset")),
}
#: Problems that tell of another copy in the sentence, not of the game.
_OF_COPIES = "code NOT LIKE 'game.%' OR code IN (SELECT code FROM codes WHERE severity = 'error')"
_PARTS = 4


def table_sums(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> Iterator[tuple[str, int, str]]:
    """Every table in order of its name: the name, its rows, the digest of its content."""
    for name in sorted(tables):
        left_out = _LEFT_OUT.get(name, frozenset())
        columns = [c.name for c in tables[name].columns if c.name not in left_out]
        columns.extend(_INSTEAD.get(name, ()))
        source = f"{name} WHERE {_OF_COPIES}" if name == "problems" else name
        yield name, *_sum(connection, columns, source)


def _sum(connection: duckdb.DuckDBPyConnection, columns: list[str], source: str) -> tuple[int, str]:
    # NULL and the length of every value keep rows apart that read alike when strung together.
    texts = ", ".join(f"coalesce(length(({c})::VARCHAR) || ':' || ({c})::VARCHAR, '-')" for c in columns)
    parts = ", ".join(
        f"coalesce(sum(('0x' || h[{16 * i + 1}:{16 * i + 16}])::UBIGINT), 0)::VARCHAR" for i in range(_PARTS)
    )
    rows = connection.execute(
        f"SELECT count(*), {parts} FROM (SELECT sha256(concat_ws(';', {texts})) AS h FROM {source})"
    ).fetchall()
    return int(rows[0][0]), hashlib.sha256(" ".join(rows[0][1:]).encode()).hexdigest()


def database_digest(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> str:
    """`sha256:` and 64 hex digits over the content of all tables."""
    whole = hashlib.sha256()
    for name, rows, digest in table_sums(connection, tables):
        whole.update(f"{name} {rows} {digest}\n".encode())
    return f"sha256:{whole.hexdigest()}"
