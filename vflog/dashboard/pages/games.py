"""The list of games: sorted and searched by the database, a few rows at a time; a row opens its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, TypeGuard

import dash
import dash_ag_grid as ag
from dash import Input, Output, State, dcc, html

from vflog.dashboard import address, parts
from vflog.dashboard.asking import Desk
from vflog.figures.figure import Row
from vflog.figures.filters import literal
from vflog.figures.text import plural, visible

#: The columns: name, heading, SQL over the games of the report, whether it is a number, width.
_COLUMNS = (
    ("game_id", "Game", "coalesce(game_id, 'no id')", False, 116),
    ("status", "Status", "status", False, 108),
    ("event", "Event", "event", False, 100),
    ("round", "Round", "round", True, 84),
    ("table_id", "Table", "table_id", False, 84),
    ("app", "Front end", "concat_ws(' ', source_app, source_version)", False, 112),
    ("began", "Began", "strftime(started_utc, '%Y-%m-%d %H:%M')", False, 128),
    ("players", "Players", "players", True, 92),
    ("winners", "Won by", "array_to_string(winners, ', ')", False, 100),
    ("records", "Records", "records", True, 104),
    ("problems", "Problems", "problems", True, 108),
    ("wrong", "First error", "concat_ws(': ', coalesce(first_rule, first_code), first_message)", False, 150),
)
_FEW = ("round", "table_id", "players")
_NARROW = ("game_id", "status", "winners", "problems", "wrong")
_SIGNS = {
    "equals": "= {}", "notEqual": "<> {}", "lessThan": "< {}", "lessThanOrEqual": "<= {}", "greaterThan": "> {}",
    "greaterThanOrEqual": ">= {}",
}  # fmt: skip
_TEXTS = {
    "contains": "contains(lower({0}), lower({1}))", "notContains": "NOT contains(lower({0}), lower({1}))",
    "equals": "lower({0}) = lower({1})", "notEqual": "lower({0}) <> lower({1})",
    "startsWith": "starts_with(lower({0}), lower({1}))", "endsWith": "ends_with(lower({0}), lower({1}))",
}  # fmt: skip
#: Rows that are sent at once at most.
_MOST = 500


def page(desk: Desk, look: parts.Look, search: str) -> list[Any]:
    """The grid."""
    choice = address.choice(search, desk.filters)
    behind, row = address.one(search, "behind"), address.one(search, "row")
    told: list[Any] = []
    if behind and row is not None:
        found = desk.find(behind)
        title = found[1].title if found else behind
        back = dcc.Link("all games that are chosen", href=f"/games{address.search(choice)}")
        keys = desk.behind(behind, row, desk.condition(choice))
        if keys is None:
            told = [html.P(["There is no such row in that figure now; these are ", back, "."], className="told")]
        else:
            count = plural(len(set(keys)), "game")
            about = [f"The {count} behind ", html.Bdi(visible(row)), f" in “{title}”; ", back, "."]
            told = [html.P(about, className="told")]
    grid = ag.AgGrid(
        id="grid",
        columnDefs=[_column(*each) for each in _COLUMNS if not look.narrow or each[0] in _NARROW],
        rowModelType="infinite",
        defaultColDef={"sortable": True, "resizable": True, "filter": True, "floatingFilter": not look.narrow},
        dashGridOptions={
            "rowSelection": {"mode": "singleRow", "checkboxes": False, "enableClickSelection": True},
            "cacheBlockSize": 100,
            "maxBlocksInCache": 20,
            "suppressMovableColumns": True,
            "enableCellTextSelection": True,
            "ensureDomOrder": True,
        },
        getRowId="params.data.key",
        style={"height": "70vh" if look.narrow else "calc(100vh - 15rem)", "minHeight": "24rem"},
        className="games-grid",
    )
    return [html.H1("Games"), *told, grid]


def _column(name: str, title: str, sql: str, number: bool, width: int) -> dict[str, Any]:
    kind: dict[str, Any] = (
        {"filter": "agNumberColumnFilter", "type": "rightAligned"} if number else {"filter": "agTextColumnFilter"}
    )
    flex = {"flex": 1, "minWidth": width} if name == "wrong" else {"width": width}
    if name in _FEW:  # nobody seeks there but for one value, and there is no room for a button
        kind |= {"suppressFloatingFilterButton": True, "suppressHeaderFilterButton": True}
    return {"field": name, "headerName": title, "tooltipField": name, **kind, **flex}


def listen(app: dash.Dash, desk: Desk) -> None:
    """Bring the rows, and open a game."""

    @app.callback(Output("grid", "getRowsResponse"), Input("grid", "getRowsRequest"), State("url", "search"))
    def bring(wanted: Mapping[str, Any] | None, search: str) -> Any:
        if wanted is None:
            raise dash.exceptions.PreventUpdate
        found, count = rows(desk, wanted, search or "")
        return {"rowData": found, "rowCount": count}

    @app.callback(
        Output("url", "pathname", allow_duplicate=True),
        Output("url", "search", allow_duplicate=True),
        Input("grid", "selectedRows"),
        State("url", "search"),
        prevent_initial_call=True,
    )
    def open_game(selected: Sequence[Mapping[str, Any]] | None, search: str) -> Any:
        if not selected:
            raise dash.exceptions.PreventUpdate
        choice = address.choice(search, desk.filters)
        return "/game", address.search(choice, game=selected[0]["key"])


def rows(desk: Desk, wanted: Mapping[str, Any], search: str) -> tuple[list[dict[str, Any]], int]:
    """The rows that the grid asks for (`startRow`, `endRow`, `sortModel`, `filterModel`), and how many there are."""
    choice = address.choice(search, desk.filters)
    where = [desk.condition(choice) or "TRUE"]
    behind, row = address.one(search, "behind"), address.one(search, "row")
    if behind and row is not None:
        keys = desk.behind(behind, row, desk.condition(choice))
        if keys is not None:
            where.append(f"game_key IN ({', '.join(map(str, sorted(set(keys)))) or 'NULL'})")
    sql = {name: text for name, _, text, _, _ in _COLUMNS}
    for name, model in (wanted.get("filterModel") or {}).items():
        if name in sql and (part := _filter(sql[name], model)):
            where.append(part)
    order = [
        f"{each['colId']} {'DESC' if each.get('sort') == 'desc' else 'ASC'} NULLS LAST"
        for each in wanted.get("sortModel") or ()
        if each.get("colId") in sql
    ]
    first = max(0, int(wanted.get("startRow") or 0))
    most = max(0, min(_MOST, int(wanted.get("endRow") or 100) - first))
    columns = ", ".join(f"{text} AS {name}" for name, text in sql.items())

    def ask(source: Any) -> tuple[list[Row], int]:
        # The places in the report's own order: those with trouble first.
        inner = f"SELECT *, row_number() OVER () AS place FROM (\n{source.text('games')}\n)"
        told = f"SELECT game_key, place, {columns} FROM ({inner}) WHERE {' AND '.join(f'({each})' for each in where)}"
        by = ", ".join([*order, "place"])
        found = source.ask(
            f"SELECT *, count(*) OVER () AS of_all FROM ({told}) ORDER BY {by} LIMIT {most} OFFSET {first}"
        )
        if found or not first:
            return found, found[0]["of_all"] if found else 0
        return [], source.ask(f"SELECT count(*) AS n FROM ({told})")[0]["n"]

    found, count = desk.remembered(("rows", tuple(where), tuple(order), first, most), ask)
    return [_told(row) for row in found], count


def _told(row: Row) -> dict[str, Any]:
    out: dict[str, Any] = {"key": str(row["game_key"])}
    for name, *_ in _COLUMNS:
        value = row[name]
        out[name] = visible(value) if isinstance(value, str) else value
    return out


def _filter(sql: str, model: Mapping[str, Any]) -> str | None:
    """What somebody looks for in one column, as SQL."""
    if model.get("operator") in ("AND", "OR"):
        between = f" {model['operator']} "
        found = [part for each in model.get("conditions") or () if (part := _filter(sql, each))]
        return f"({between.join(found)})" if found else None
    kind, value = model.get("type"), model.get("filter")
    if kind in ("blank", "notBlank"):
        return f"coalesce(({sql})::VARCHAR, '') {'=' if kind == 'blank' else '<>'} ''"
    if model.get("filterType") == "number":
        if not _is_number(value):
            return None
        if kind == "inRange" and _is_number(model.get("filterTo")):
            return f"({sql}) BETWEEN {float(value)} AND {float(model['filterTo'])}"
        return f"({sql}) {_SIGNS[kind].format(float(value))}" if kind in _SIGNS else None
    if isinstance(value, str) and kind in _TEXTS and "\0" not in value:
        return _TEXTS[kind].format(f"coalesce(({sql})::VARCHAR, '')", literal(value))
    return None


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and isfinite(value)
