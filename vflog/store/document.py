"""`docs/tables.md` out of the tables that are data: `python -m vflog.store.document LOG N docs/tables.md`.

The log is that of the worked example: ten of its records, up to record N, and the rows they become. The questions
that the page names stand in `questions.md` beside it.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from vflog.engine.facts import Column, Table
from vflog.engine.tables import SCHEMA_VERSION, SHARED
from vflog.engine.views import View
from vflog.store.chart import tables, views
from vflog.store.connect import connect
from vflog.store.load import load
from vflog.store.query import plain

_HEAD = f"""\
# The tables

`vflog load` puts logs into a DuckDB database. This page is made from the comments that stand in the
database itself; schema version {SCHEMA_VERSION}. [Ten questions](questions.md) are worked in SQL and polars.

- `game_key` joins all tables of a game, `load_key` those of a file. Both are made from the bytes, so they
  are the same in every database; no number depends on the order of loading.
- What is not known is NULL, never 0. Ids are text, whatever they look like. Times are UTC.
- `seat`, `turn`, `slot` and `place_in_space` count from 1 (1 = the front of a space).
- Facts of records that were taken back are in no table but `records`.
- Statistics are over counted games (`games.counted`); `games.why_not` says what speaks against the others.
- Keys are not declared as constraints. The table `keys` lists them, and the end of each load and
  `vflog db check` hold them.
"""


#: How many records the example shows, and how many rows of a table.
_RECORDS, _ROWS = 10, 6
#: Tables of the example's records that say nothing new.
_NOT_SHOWN = frozenset({"records"})


def document(tables: Mapping[str, Table], log: str | Path, last: int, questions: str) -> str:
    """The whole page, with an example out of `log` up to record `last`, and links to the page `questions`."""
    shared = [table for table in tables.values() if table in SHARED]
    of_rulesets = [table for table in tables.values() if table not in SHARED]
    return "\n".join(
        [
            _HEAD,
            *_section("Tables of every game", shared),
            *_section("Tables of a ruleset", of_rulesets),
            *("## Views", ""),
            *(line for view in views() for line in _view(view)),
            *_questions(questions),
            *_example(tables, log, last),
        ]
    )


def _example(tables: Mapping[str, Table], log: str | Path, last: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "example.duckdb"
        load([log], db)
        with connect(db, read_only=True) as connection:
            between = (last - _RECORDS + 1, last)
            bodies = connection.execute(
                "SELECT body::VARCHAR FROM records WHERE n BETWEEN ? AND ? ORDER BY n", between
            ).fetchall()
            yield from ("## Example", "", f"{len(bodies)} records of `{Path(log).name}`:", "", "```json")
            yield from (body for (body,) in bodies)
            yield from ("```", "", "The rows that they become (`game_key`, the same in all, is left out):", "")
            for table in tables.values():
                by = table.record
                if table.name not in _NOT_SHOWN and any(c.name == by for c in table.fact_columns):
                    yield from _rows(connection, table, by, between)


def _rows(connection: duckdb.DuckDBPyConnection, table: Table, by: str, between: Sequence[int]) -> Iterator[str]:
    names = [c.name for c in table.fact_columns]
    order = ", ".join((by, *names))
    rows = connection.execute(
        f"SELECT {', '.join(names)} FROM {table.name} WHERE {by} BETWEEN ? AND ? ORDER BY {order}", between
    ).fetchall()
    if rows:
        yield from (f"`{table.name}`", "", _line(names), _line(["---"] * len(names)))
        yield from (_line(map(_cell, row)) for row in rows[:_ROWS])
        if more := len(rows) - _ROWS:
            yield from ("", f"and {more} more.") if more > 0 else ()
        yield ""


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(value: Any) -> str:
    value = plain(value)
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
    return text.replace("|", "\\|")


def _view(view: View) -> Iterator[str]:
    yield from (f"### `{view.name}`", "", view.comment, "", *_columns(view.columns, bare=True), "")


def _questions(page: str) -> Iterator[str]:
    """The headings of the page of questions, as links."""
    yield from ("## Ten questions", "")
    for title in re.findall(r"^## (\d.*)$", page, re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        yield f"- [{title}](questions.md#{anchor})"
    yield ""


def _section(title: str, tables: Iterable[Table]) -> Iterator[str]:
    yield from (f"## {title}", "")
    for table in tables:
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    key = ", ".join(f"`{name}`" for name in table.key)
    yield f"### `{table.name}`"
    yield ""
    yield f"{table.comment} " + (f"Key: {key}." if key else "No key: equal rows may stand.")
    yield ""
    yield from (*_columns(table.columns), "")


def _columns(columns: Iterable[Column], *, bare: bool = False) -> Iterator[str]:
    """Columns with types and comments; what may be NULL is told by the type, unless that is to be `bare`."""
    yield from ("| column | type | |", "| --- | --- | --- |")
    for column in columns:
        kind = column.type if column.null or bare else f"{column.type} NOT NULL"
        yield f"| `{column.name}` | {kind} | {column.text.replace('|', chr(92) + '|')} |"


def main(log: str, last: str, page: str) -> None:
    """Write the page, with a log for its example and the last of its records that is shown."""
    questions = Path(page).with_name("questions.md").read_text(encoding="utf-8")
    Path(page).write_text(document(tables(), log, int(last), questions), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
