"""`db digest`: equal content has an equal digest, whatever the order, the paths and the time of loading.

A row is hashed by itself and the hashes of a table are added up, so order does not matter and memory stays flat.
What is told counts, not where: how the logs are spread over files, packed, copied or interleaved is left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

import duckdb

from vflog.engine.facts import Table
from vflog.store.stored_tellings import OF_LOGS

#: Columns left out, by table: when and from where it was loaded, and in which file and line.
_LEFT_OUT: Mapping[str, frozenset[str]] = {
    "meta": frozenset({"created_at"}),
    "games": frozenset({"load_key", "first_line"}),
    "tellings": frozenset({"load_key", "first_line", "file", "play_digest", "log"}),
    "records": frozenset({"line"}),
    "rejects": frozenset({"load_key", "line", "byte_offset", "game_key"}),
    "problems": frozenset({"load_key", "line", "byte_offset"}),
}
#: Rows left out: how often a log came, in which files, and the problems that tell of other logs.
_ROWS: Mapping[str, str] = {
    "loads": "false",
    "tellings": "relation <> 'copy'",
    "problems": "code NOT IN (" + ", ".join(f"'{code}'" for code in OF_LOGS) + ")",
}
_PARTS = 4


def table_sums(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> Iterator[tuple[str, int, str]]:
    """Every table in order of its name: the name, its rows, the digest of its content."""
    for name in sorted(tables):
        left_out = _LEFT_OUT.get(name, frozenset())
        columns = [c.name for c in tables[name].columns if c.name not in left_out]
        source = f"{name} WHERE {_ROWS[name]}" if name in _ROWS else name
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
