"""SQL: one statement that only reads; it reaches no file and no network, and has so much time and so many rows."""

from __future__ import annotations

from itertools import islice
from typing import Any

import dash
from dash import Input, Output, State, dcc, html

from vflog.dashboard import address, parts
from vflog.dashboard.asking import Desk
from vflog.dashboard.still import stilled
from vflog.figures.text import plural, visible
from vflog.store.errors import QueryError, StoreError
from vflog.store.query import query

#: Rows that are shown, seconds that a statement may take, memory, characters of a cell and of a statement.
MOST_ROWS, SECONDS, MEMORY, _CELL, _LONGEST = 1000, 10.0, "256MB", 300, 20_000
_FIRST = "SELECT status, count(*) AS games\nFROM games\nGROUP BY ALL\nORDER BY games DESC"


def page(desk: Desk, look: parts.Look, search: str) -> list[Any]:
    """The place to write, and the tables there are."""
    tables = desk.remembered(("tables",), _tables)
    listed = [
        html.Details(
            [
                html.Summary([html.Code(name), html.Span([" ", *_with_code(about)], className="question")]),
                html.Ul(
                    [html.Li([html.Code(column), f" {kind}: ", *_with_code(told)]) for column, kind, told in columns]
                ),
            ]
        )
        for name, about, columns in tables
    ]
    text = address.one(search, "sql") or _FIRST
    return [
        html.H1("SQL"),
        html.P(
            f"One statement, which only reads: no file, no network, {SECONDS:g} seconds, {MOST_ROWS:,} rows. "
            "The filters of the other pages do not apply.",
            className="question",
        ),
        html.Label("A statement", htmlFor="sql", className="unseen"),
        dcc.Textarea(id="sql", value=text, className="sql", spellCheck=False, rows=7, maxLength=_LONGEST),
        html.P(html.Button("Run", id="run", className="button"), className="actions"),
        html.Div(id="answer", role="status"),
        html.Section([html.H2("Tables and views"), *listed], className="tables-there"),
    ]


def _with_code(text: str) -> list[Any]:
    """A text, what stands between back quotes in it as code."""
    return [html.Code(part) if i % 2 else part for i, part in enumerate(text.split("`"))]


def _tables(source: Any) -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    rows = source.ask(
        "SELECT t.name, coalesce(t.comment, '') AS about, c.column_name, c.data_type, coalesce(c.comment, '') AS told "
        "FROM (SELECT table_name AS name, comment FROM duckdb_tables() WHERE NOT internal AND NOT temporary "
        "UNION ALL SELECT view_name, comment FROM duckdb_views() WHERE NOT internal AND NOT temporary) t "
        "JOIN duckdb_columns() c ON c.table_name = t.name AND NOT c.internal ORDER BY t.name, c.column_index"
    )
    out: dict[str, tuple[str, list[tuple[str, str, str]]]] = {}
    for row in rows:
        out.setdefault(row["name"], (row["about"], []))[1].append((row["column_name"], row["data_type"], row["told"]))
    return [(name, about, columns) for name, (about, columns) in out.items()]


def listen(app: dash.Dash, desk: Desk) -> None:
    """Run what is written."""

    @app.callback(
        Output("answer", "children"), Input("run", "n_clicks"), State("sql", "value"), prevent_initial_call=True
    )
    def run(clicks: int | None, text: str | None) -> Any:
        if not clicks:
            raise dash.exceptions.PreventUpdate
        return stilled(answer(desk, text or ""))


def answer(desk: Desk, text: str) -> list[Any]:
    """The answer to a statement, or why there is none."""
    if len(text) > _LONGEST:
        return [parts.sentence(f"A statement has at most {_LONGEST:,} characters here.", "wrong")]
    file = "\0"
    try:
        with (
            desk.copies.snapshot() as here,
            query(file := here.file, text, as_text=True, memory=MEMORY, seconds=SECONDS, spills=False) as found,
        ):
            rows = [*islice(found.rows, MOST_ROWS + 1)]
            columns, types = found.columns, found.types
    except QueryError as why:
        return [parts.sentence(str(why), "wrong")]
    except StoreError as why:
        return [parts.sentence(str(why).replace(file, "The database"), "wrong")]
    more = len(rows) > MOST_ROWS
    numbers = [kind.startswith(("BIGINT", "INTEGER", "HUGEINT", "DOUBLE", "DECIMAL", "FLOAT")) for kind in types]
    head = [
        html.Th(visible(name), className="num" if number else "", scope="col")
        for name, number in zip(columns, numbers, strict=True)
    ]
    body = [
        html.Tr(
            [
                html.Td(_cell(value), className="num" if number else "")
                for value, number in zip(row, numbers, strict=True)
            ]
        )
        for row in rows[:MOST_ROWS]
    ]
    count = f"The first {MOST_ROWS:,} rows; there are more." if more else plural(len(rows), "row")
    return [html.P(count, className="question"), parts.framed("The answer", head, body, box="scroll tall")]


def _cell(value: Any) -> Any:
    if value is None:
        return html.Span("NULL", className="null")
    text = str(value)
    return html.Bdi(visible(text if len(text) <= _CELL else text[: _CELL - 1] + "…"))
