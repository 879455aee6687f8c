"""`docs/tables.md` out of the tables that are data: `python -m vflog.store.document > docs/tables.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping

from vflog.engine.facts import Table
from vflog.engine.tables import SCHEMA_VERSION, SHARED
from vflog.store.schema import tables, views

_HEAD = f"""\
# The tables

`vflog load` puts logs into a DuckDB database. This page is made from the comments that stand in the
database itself (`python -m vflog.store.document`); schema version {SCHEMA_VERSION}.

- `game_key` joins all tables of a game, `load_key` those of a file. Both are made from the bytes, so they
  are the same in every database; no number depends on the order of loading.
- What is not known is NULL, never 0. Ids are text, whatever they look like. Times are UTC.
- `seat`, `turn`, `slot` and `place_in_space` count from 1 (1 = the front of a space).
- Facts of records that were taken back are in no table but `records`.
- Statistics are over counted games (`games.counted`); `games.why_not` says what speaks against the others.
- Keys are not declared as constraints. The table `keys` lists them, and the end of each load and
  `vflog db check` hold them.
"""


def document(tables: Mapping[str, Table]) -> str:
    """The whole page."""
    shared = [table for table in tables.values() if table in SHARED]
    of_rulesets = [table for table in tables.values() if table not in SHARED]
    parts = [_HEAD, _section("Tables of every game", shared), _section("Tables of a ruleset", of_rulesets)]
    lines = ["## Views", ""]
    for view in views(tables):
        lines += [f"- `{view.name}`: {view.comment}"]
    return "\n".join([*parts, "\n".join(lines)]) + "\n"


def _section(title: str, tables: Iterable[Table]) -> str:
    return "\n".join([f"## {title}", "", *(line for table in tables for line in _table(table))])


def _table(table: Table) -> Iterator[str]:
    key = ", ".join(f"`{name}`" for name in table.key)
    yield f"### `{table.name}`"
    yield ""
    yield f"{table.comment} " + (f"Key: {key}." if key else "No key: equal rows may stand.")
    yield ""
    yield "| column | type | |"
    yield "| --- | --- | --- |"
    for column in table.columns:
        kind = column.type if column.null else f"{column.type} NOT NULL"
        yield f"| `{column.name}` | {kind} | {column.comment.replace('|', chr(92) + '|')} |"
    yield ""


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(document(tables()))
