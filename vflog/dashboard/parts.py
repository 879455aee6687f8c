"""Pieces of pages: figures, tables and links as Dash's components. Text of strangers is only ever text in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from dash import dcc, html

from vflog.dashboard.asking import Desk, row_name
from vflog.figures import palette
from vflog.figures.figure import MOST_BYTES, Column, Figure, Picture, Row, encode
from vflog.figures.pages import RulesetPages
from vflog.figures.style import percent
from vflog.figures.text import plural, said, visible
from vflog.reporting.page import MOST_ROWS
from vflog.store.errors import StoreError

Component = Any

#: Games that are named in a row as examples; a link leads to all of them.
MOST_EXAMPLES = 2


class Look(msgspec.Struct, frozen=True):
    """How a browser shows pages: dark or light, narrow (a phone) or wide."""

    dark: bool = False
    narrow: bool = False


def look(told: Mapping[str, Any] | None) -> Look:
    """What the browser's script said."""
    told = told or {}
    return Look(bool(told.get("dark")), bool(told.get("narrow")))


# -- figures -----------------------------------------------------------------------------------------------


def dressed(picture: Picture, pages: Iterable[RulesetPages], look: Look) -> dict[str, Any]:
    """The picture as Plotly takes it: for a phone, and in the colours of a dark page."""
    plain: dict[str, Any] = msgspec.json.decode(encode(picture))
    whole = {"data": plain["data"], "layout": plain["layout"]}
    if look.narrow:
        for path, value in plain["narrow"].items():
            _put(whole if path.startswith("data.") else whole["layout"], path.split("."), value)
    if look.dark:
        pairs = dict(palette.PAIRS)
        for of in pages:
            pairs.update(of.colours)
        swap = pairs | {_triple(light): _triple(dark) for light, dark in pairs.items()}
        whole = _coloured(whole, swap)
    whole["layout"]["uirevision"] = "kept"
    whole["layout"]["autosize"] = True
    return whole


def _put(root: Any, steps: Sequence[str], value: Any) -> None:
    for step in steps[:-1]:
        root = root[int(step)] if isinstance(root, list) else root.setdefault(step, {})
    if isinstance(root, list):
        root[int(steps[-1])] = value
    else:
        root[steps[-1]] = value


def _triple(colour: str) -> str:
    return ",".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))


def _coloured(value: Any, swap: Mapping[str, str]) -> Any:
    match value:
        case str():
            if value.startswith("rgba("):
                inner, _, clear = value[5:-1].rpartition(",")
                return f"rgba({swap[inner]},{clear})" if inner in swap else value
            return swap.get(value, value)
        case list():
            return [_coloured(each, swap) for each in value]
        case dict():
            return {key: _coloured(each, swap) for key, each in value.items()}
        case _:
            return value


def slot(figure: Figure, game: int | None = None, search: str | None = None, side: str = "") -> Component:
    """The place of a figure, which the page's script asks to be filled; `search` where it is not the page's own."""
    told = {"type": "figure", "name": figure.name, "game": "" if game is None else str(game), "side": side}
    return html.Figure(
        html.P("…", className="waiting"),
        id=told,
        className="fig",
        **{"data-search": search or "", "aria-label": figure.title, "aria-busy": "true"},
    )


def figure(
    desk: Desk, of: RulesetPages, about: Figure, chosen: str | None, look: Look, search: str, *,
    game: int | None = None, n: int | None = None, side: str = "",
) -> list[Component]:  # fmt: skip
    """A figure with its question, caption, table, and links to its SQL and CSV; its cursor at record `n`.

    Raises `StoreError`.
    """
    it = desk.figure(of, about, chosen, game)
    query = search.lstrip("?") + (f"&{urlencode({'game': game})}" if game is not None else "")
    files = [
        html.A(form.upper(), href=f"/data/{about.name}.{form}?{query}", className="file", target="_self")
        for form in ("sql", "csv")
    ]
    head = [html.H2(about.title), html.P(about.question, className="question")]
    picture = it.picture
    if picture is None:
        return [*head, html.P(about.empty, className="empty"), _caption([*it.caption], files)]
    caption = [*it.caption, *picture.notes]
    drawn: list[Component] = []
    if len(encode(picture)) <= MOST_BYTES:
        height = picture.layout["height"]
        shown = dressed(picture, desk.pages, look)
        for shape in shown["layout"].get("shapes", ()) if n is not None else ():
            if shape.get("name") == "cursor":
                shape["x0"] = shape["x1"] = n
        drawn = [
            html.Div(
                dcc.Graph(
                    figure=shown,
                    id={"type": "plot" if game is None else "course", "name": about.name, "side": side},
                    config={"displayModeBar": False, "responsive": True, "doubleClick": False, "showTips": False},
                    style={"height": f"{shown['layout'].get('height', height)}px"},
                ),
                role="img",
                className="plot" + (" pressed" if game is None else ""),
                style={"minHeight": f"{shown['layout'].get('height', height)}px"},
                **{"aria-label": picture.alt},
            )
        ]
    else:
        caption.append("There is too much here for one picture; the CSV file has all of it.")
    more = (
        None
        if game is not None
        else lambda row: f"/games{_with(search, behind=about.name, row=row_name(picture, row))}"
    )
    return [
        *head,
        *drawn,
        _caption(caption, files),
        *_data(desk, picture, f"{about.title}: {picture.alt}", search, more),
    ]


def _caption(sentences: Sequence[str], files: Sequence[Component]) -> Component:
    return html.Figcaption([html.Span(" ".join(sentences) + " "), html.Span(list(files), className="files")])


def _data(desk: Desk, picture: Picture, caption: str, search: str, more: Any) -> list[Component]:
    if not picture.rows:
        return []
    rows = picture.rows[:MOST_ROWS]
    listed: list[Component] = [table(desk, caption, picture.columns, rows, search, more)]
    if len(picture.rows) > len(rows):
        more_rows = plural(len(picture.rows) - len(rows), "more row")
        listed.append(html.P(f"{more_rows} in the CSV file.", className="question"))
    return [html.Details([html.Summary(f"Table, {plural(len(picture.rows), 'row')}"), *listed], className="data")]


def picked(picture: Picture, point: Mapping[str, Any]) -> int | None:
    """The row of a figure's table that a click on one of its points leads to."""
    try:
        trace = picture.data[point["curveNumber"]]
    except (IndexError, KeyError, TypeError):
        return None
    if trace.get("meta") != "rows" or "customdata" not in trace:
        return None
    told = trace["customdata"]
    try:
        if trace.get("type") == "heatmap":
            cell = told[_place(trace, "y", point)][_place(trace, "x", point)]
        else:
            cell = told[point["pointNumber"]]
        row = int(cell[0])
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    return row if 0 <= row < len(picture.rows) else None


def _place(trace: Mapping[str, Any], along: str, point: Mapping[str, Any]) -> int:
    """Which column or line of a heat map was clicked; Plotly tells its value alone."""
    if along in trace:
        return list(trace[along]).index(point[along])
    place: int = round((point[along] - trace[f"{along}0"]) / trace[f"d{along}"])
    if place < 0:
        raise IndexError(place)
    return place


# -- tables ------------------------------------------------------------------------------------------------


def table(
    desk: Desk, caption: str, columns: Sequence[Column], rows: Sequence[Row], search: str, more: Any = None
) -> Component:
    """Rows as a table; games in it are links, `more` (a row) leads to all games behind it."""
    keys = {key for row in rows for column in columns for key in _games(row.get(column.name), column)}
    names = names_of(desk, keys)
    head = [html.Th(column.title, className=_kind(column), scope="col") for column in columns]
    body = []
    for row in rows:
        cells = [
            html.Td(cell(row.get(c.name), c, names, search), className=_kind(c), **{"data-label": c.title})
            for c in columns
        ]
        if more is not None and any(_games(row.get(c.name), c) for c in columns):
            before = cells[-1].children if isinstance(cells[-1].children, list) else [cells[-1].children]
            cells[-1].children = [*before, " ", dcc.Link("all", href=more(row), className="all")]
        body.append(html.Tr(cells))
    return framed(caption, head, body, "listed")


def framed(
    caption: str, head: Sequence[Component], body: Sequence[Component], kind: str = "", box: str = "scroll"
) -> Component:
    """A table with its caption, in a box that scrolls where it is too wide; `listed`: on a phone a block a row."""
    parts = [html.Caption(caption, className="unseen"), html.Thead(html.Tr(list(head))), html.Tbody(list(body))]
    return html.Div(
        html.Table(parts, className=kind), className=box, tabIndex="0", role="region", **{"aria-label": caption}
    )


def _kind(column: Column) -> str:
    return "num" if column.kind in ("number", "rate") else ""


def _games(value: Any, column: Column) -> list[int]:
    if value is None or column.kind not in ("game", "games"):
        return []
    return list(value)[:MOST_EXAMPLES] if isinstance(value, list) else [value]


def names_of(desk: Desk, keys: Iterable[int]) -> dict[int, str]:
    """What games are called, by their keys."""
    wanted = sorted(keys)
    if not wanted:
        return {}
    told = ", ".join(map(str, wanted))

    def ask(source: Any) -> dict[int, str]:
        rows = source.ask(f"SELECT game_key, game_id FROM games WHERE game_key IN ({told})")
        return {row["game_key"]: row["game_id"] or "no id" for row in rows}

    return desk.remembered(("names", told), ask)


def cell(value: Any, column: Column, names: Mapping[int, str], search: str) -> Component:
    """A value as it stands in a table."""
    if value is None:
        return ""
    match column.kind:
        case "rate":
            return percent(float(value), 1)
        case "flag":
            return "yes" if value else ""
        case "game" | "games":
            links = [game_link(key, names.get(key, str(key)), search) for key in _games(value, column)]
            return [part for link in links for part in (link, ", ")][:-1]
        case "number":
            return (
                f"{value:,}" if isinstance(value, int) else f"{value:,.3g}" if isinstance(value, float) else str(value)
            )
        case _:
            return html.Bdi(visible(str(value)))


def game_link(key: int, name: str, search: str) -> Component:
    """A link to the page of a game, what is chosen kept."""
    return dcc.Link(html.Bdi(said(name, 18)), href=f"/game{_with(search, game=key)}")


def _with(search: str, **more: Any) -> str:
    told = "&".join(filter(None, (search.lstrip("?"), urlencode(more))))
    return f"?{told}" if told else ""


with_more = _with


def sentence(text: str, kind: str = "told") -> Component:
    """Something to be told in the place of a page or figure."""
    return html.P(visible(text), className=kind, role="status")


def wrong(error: BaseException) -> Component:
    """What went wrong, for people: no internal name is shown."""
    if isinstance(error, StoreError):
        return sentence(str(error), "wrong")
    return sentence("This could not be shown, which is a fault of vflog.", "wrong")
