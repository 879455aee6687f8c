"""The application: the frame around every page, what is chosen, and what brings pages and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import dash
from dash import ALL, MATCH, ClientsideFunction, Input, Output, State, dcc, html
from flask import Response, request

from vflog.dashboard import address, check, parts
from vflog.dashboard.asking import Desk, row_name
from vflog.dashboard.pages import compare, game, games, many, now, sql, standings
from vflog.dashboard.still import stilled
from vflog.figures.filters import FROM, UNTIL, Choice
from vflog.figures.text import visible
from vflog.reporting.source import csv
from vflog.store.errors import StoreError
from vflog.version import VERSION

#: How often a page asks whether there is something new, in milliseconds.
EVERY = 2000
_INDEX = """<!DOCTYPE html>
<html lang="en">
<head>
{%metas%}
<meta name="color-scheme" content="light dark">
<title>{%title%}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/own/report.css">
{%css%}
</head>
<body>
{%app_entry%}
<footer class="scripts">{%config%}
<script src="/own/plotly.min.js"></script><script src="/own/points.js"></script>
{%scripts%}{%renderer%}</footer>
</body>
</html>"""

Page = Callable[[Desk, parts.Look, str], list[Any]]


def make(desk: Desk) -> dash.Dash:
    """The application over one database."""
    app = dash.Dash(
        __name__,
        title="vflog",
        update_title="",
        assets_folder=str(Path(__file__).parent / "assets"),
        serve_locally=True,
        suppress_callback_exceptions=True,
        index_string=_INDEX,
        meta_tags=[{"name": "viewport", "content": "width=device-width, initial-scale=1"}],
        add_log_handler=False,
        enable_mcp=False,
    )
    app.layout = _layout(desk)
    _frame(app, desk)
    _figures(app, desk)
    games.listen(app, desk)
    game.listen(app, desk)
    compare.listen(app, desk)
    sql.listen(app, desk)
    check.listen(app, desk)
    _files(app, desk)
    return app


def _layout(desk: Desk) -> Any:
    fields = [
        html.Div(
            [
                html.Label(each.title, htmlFor=f'{{"name":"{each.name}","type":"filter"}}', id=f"label-{each.name}"),
                dcc.Dropdown(
                    id={"type": "filter", "name": each.name},
                    multi=True,
                    placeholder="any",
                    options=[],
                    debounce=False,
                    maxHeight=340,
                ),
            ],
            className="field",
            id={"type": "field", "name": each.name},
        )
        for each in desk.filters
    ]
    days = [
        html.Div(
            [
                html.Label(title, htmlFor=f"day-{name}"),
                dcc.Input(id=f"day-{name}", type="text", debounce=True, placeholder="2026-12-31", maxLength=10),
            ],
            className="field",
        )
        for name, title in ((FROM, "Began from"), (UNTIL, "Began until"))
    ]
    return html.Div(
        [
            dcc.Location(id="url", refresh="callback-nav"),
            dcc.Store(id="look"),
            dcc.Store(id="mark"),
            dcc.Store(id="at"),
            dcc.Store(id="said"),
            dcc.Interval(id="tick", interval=EVERY),
            html.A("To the content", href="#main", className="skip"),
            html.Header(html.Nav(id="nav", **{"aria-label": "Pages"}), className="top"),
            html.Div(
                [
                    html.Div([html.Span(id="count", role="status"), html.Span(id="chips")], className="chosen"),
                    html.Details(
                        [html.Summary("Filters"), html.Div([*fields, *days], className="fields")], id="filters"
                    ),
                    html.Div(id="moment", role="status"),
                ],
                className="bar",
                id="bar",
            ),
            html.Main(id="main", tabIndex="-1"),
            html.Footer(
                html.P(f"Made by vflog {VERSION}, an unofficial tool. Every number is the answer of a query beside it.")
            ),
        ]
    )


# -- the frame ---------------------------------------------------------------------------------------------


def careful(answer: Callable[..., Any]) -> Callable[..., Any]:
    """What goes wrong in a page is told in its place; what does not change is one component."""

    @wraps(answer)
    def answered(*given: Any) -> Any:
        try:
            return stilled(answer(*given))
        except dash.exceptions.PreventUpdate:
            raise
        except Exception as error:
            return parts.wrong(error)

    return answered


def pages(desk: Desk) -> dict[str, tuple[str, Page]]:
    """The pages there are, by their paths: what a link to them says (nothing: there is none), and what makes them."""
    found: dict[str, tuple[str, Page]] = {"/": ("Now", now.page), "/games": ("Games", games.page)}
    for name, link, page in many.pages(desk):
        found[f"/{name}"] = (link, page)
    found["/standings"] = ("Standings", standings.page)
    found["/compare"] = ("Compare", compare.page)
    found["/check"] = ("Check a log", now.page)
    found["/sql"] = ("SQL", sql.page)
    found["/game"] = ("", game.page)
    return found


def _frame(app: dash.Dash, desk: Desk) -> None:
    app.clientside_callback(
        ClientsideFunction("vflog", "look"), Output("look", "data"), Input("url", "pathname"), State("look", "data")
    )
    app.clientside_callback(
        ClientsideFunction("vflog", "titled"), Output("said", "data"), Input("main", "children"), State("url", "href")
    )

    @app.callback(Output("mark", "data"), Input("tick", "n_intervals"), State("mark", "data"))
    def mark(_: int, before: str | None) -> Any:
        here = now.mark(desk)
        return dash.no_update if here == before else here

    @app.callback(
        Output("nav", "children"),
        Output("bar", "hidden"),
        Output("count", "children"),
        Output("chips", "children"),
        Output("moment", "children"),
        Output({"type": "filter", "name": ALL}, "options"),
        Output({"type": "filter", "name": ALL}, "value"),
        Output({"type": "field", "name": ALL}, "hidden"),
        Output(f"day-{FROM}", "value"),
        Output(f"day-{UNTIL}", "value"),
        Input("url", "pathname"),
        Input("url", "search"),
        Input("mark", "data"),
    )
    def around(path: str, search: str, _: str) -> Any:
        return frame(desk, path, search)

    @app.callback(
        Output("url", "search", allow_duplicate=True),
        Input({"type": "filter", "name": ALL}, "value"),
        Input(f"day-{FROM}", "value"),
        Input(f"day-{UNTIL}", "value"),
        State("url", "search"),
        prevent_initial_call=True,
    )
    def choose(values: Sequence[Sequence[str] | None], first: str | None, last: str | None, search: str) -> Any:
        return chosen(desk, values, first, last, search)

    @app.callback(
        Output("main", "children"),
        Input("url", "pathname"),
        Input("url", "search"),
        Input("look", "data"),
        Input("mark", "data"),
        State("at", "data"),
    )
    @careful
    def main(path: str, search: str, told: Any, _: Any, at: Any) -> Any:
        triggers = {each["prop_id"] for each in dash.callback_context.triggered}
        if told is None or (triggers == {"mark.data"} and path in ("/sql", "/check", "/compare")):
            raise dash.exceptions.PreventUpdate
        if path == "/game" and isinstance(at, Mapping) and triggers == {"mark.data"}:
            raise dash.exceptions.PreventUpdate
        return page(desk, path, search, parts.look(told))


def page(desk: Desk, path: str, search: str, look: parts.Look) -> list[Any]:
    """What stands on a page. Raises `StoreError`."""
    there = pages(desk).get(path or "/")
    if there is None:
        return [html.H1("Nothing here"), parts.sentence("There is no page of that name.")]
    return there[1](desk, look, search or "")


def frame(desk: Desk, path: str, search: str) -> tuple[Any, ...]:
    """What stands around a page: links, how much is chosen, the filters with the games left beside each value."""
    choice = address.choice(search, desk.filters)
    kept = address.search(choice)
    try:
        there = pages(desk)
        links = [_link(at, title, kept, path) for at, (title, _) in there.items() if title]
        here = desk.now(choice)
        options, shown = [], []
        for each in desk.filters:
            found = desk.offers(each, choice)
            options.append(
                [
                    {"value": it.value, "label": f"{visible(it.label)} ({it.games:,})", "search": it.label}
                    for it in found
                ]
            )
            shown.append(not choice.values.get(each.name) and len(found) < 2)
    except StoreError as error:
        nothing: list[Any] = [[] for _ in desk.filters]
        return [], False, parts.wrong(error), [], "", nothing, nothing, [False for _ in nothing], "", ""
    count = (
        f"{here.chosen:,} of {here.games:,} games" if kept else f"{here.games:,} game{'' if here.games == 1 else 's'}"
    )
    values = [list(choice.values.get(each.name, ())) for each in desk.filters]
    first, last = (next(iter(choice.values.get(name, ())), "") for name in (FROM, UNTIL))
    return links, False, count, _chips(desk, choice, path, search), _moment(here), options, values, shown, first, last


def _link(at: str, title: str, kept: str, path: str) -> Any:
    current = {"aria-current": "page"} if at == path else {}
    if at == "/check":  # a page of its own, without scripts of ours
        return html.A(title, href=at + kept)
    return html.Span(dcc.Link(title, href=at + kept), **current)


def _chips(desk: Desk, choice: Choice, path: str, search: str) -> list[Any]:
    rest = [(name, value) for name, value in address.pairs(search) if name in ("game", "n", "behind", "row")]
    more = dict(rest)
    titles = {each.name: each.title for each in desk.filters} | {FROM: "From", UNTIL: "Until"}
    out: list[Any] = []
    for name, values in choice.values.items():
        for value in values:
            left = address.changed(choice, name, [other for other in values if other != value])
            label = [f"{titles[name]}: ", html.Bdi(visible(value or "not said")), html.Span(" ×", className="cross")]
            out.append(
                dcc.Link(
                    label, href=path + address.search(left, **more), className="chip", title="Take this filter away"
                )
            )
    if len(out) > 1:
        out.append(dcc.Link("Take all away", href=path + address.search(Choice(), **more), className="all"))
    return out


def _moment(here: Any) -> list[Any]:
    at = here.at.replace("T", " ").removesuffix("+00:00")
    told: list[Any] = [f"As of {at} UTC"]
    if here.behind:
        told.append("; it is being written to, and is read again as soon as that is over")
    if here.view is not None:
        told += [". This database was made for the view ", html.Bdi(visible(here.view)), " and shows no more than that"]
    return [*told, "."]


def chosen(desk: Desk, values: Sequence[Sequence[str] | None], first: str | None, last: str | None, search: str) -> Any:
    """The address after somebody has chosen in the filters; nothing where it is as before, or the page is that of
    another dashboard with other filters, which was here before."""
    if len(values) != len(desk.filters):
        return dash.no_update
    before = address.choice(search, desk.filters)
    told = {each.name: tuple(value or ()) for each, value in zip(desk.filters, values, strict=True)}
    told |= {name: (day.strip(),) if day and day.strip() else () for name, day in ((FROM, first), (UNTIL, last))}
    after = Choice({name: value for name, value in told.items() if value})
    rest = {name: value for name, value in address.pairs(search) if name in ("game", "n", "by", "a", "b")}
    text = address.search(after, **rest)
    valid = address.choice(text, desk.filters)
    if address.search(valid) == address.search(before):
        return dash.no_update
    return address.search(valid, **rest)


# -- figures -----------------------------------------------------------------------------------------------


def _figures(app: dash.Dash, desk: Desk) -> None:
    place = {"type": "figure", "name": MATCH, "game": MATCH, "side": MATCH}

    @app.callback(
        Output(place, "children"),
        Input(place, "id"),
        State(place, "data-search"),
        State("url", "search"),
        State("look", "data"),
    )
    @careful
    def fill(told: Mapping[str, str], own: str | None, search: str | None, look: Any) -> Any:
        return filled(desk, told, own or search or "", parts.look(look))

    @app.callback(
        Output("url", "pathname", allow_duplicate=True),
        Output("url", "search", allow_duplicate=True),
        Input({"type": "plot", "name": ALL, "side": ALL}, "clickData"),
        State("url", "search"),
        prevent_initial_call=True,
    )
    def press(_: Any, search: str) -> Any:
        came = dash.callback_context.triggered_id
        told = dash.callback_context.triggered[0]["value"] if came else None
        to = listed(desk, came, told, search) if came and told else None
        return to if to is not None else (dash.no_update, dash.no_update)


def filled(desk: Desk, told: Mapping[str, str], search: str, look: parts.Look) -> Any:
    """What stands in the place of a figure."""
    found = desk.find(told["name"])
    if found is None:
        raise dash.exceptions.PreventUpdate
    choice = address.choice(search, desk.filters)
    key = int(told["game"]) if told["game"] else None
    at = address.one(search, "n") or ""
    n = int(at) if key is not None and at.isdecimal() and len(at) < 12 else None
    return parts.figure(
        desk, *found, desk.condition(choice), look, address.search(choice), game=key, n=n, side=told.get("side", "")
    )


def listed(desk: Desk, came: Mapping[str, str], told: Mapping[str, Any], search: str) -> tuple[str, str] | None:
    """Where a click on a point of a figure leads: the list of the games behind it."""
    found = desk.find(came["name"])
    if found is None or not told.get("points"):
        return None
    choice = address.choice(search, desk.filters)
    picture = desk.figure(*found, desk.condition(choice)).picture
    row = parts.picked(picture, told["points"][0]) if picture is not None else None
    if picture is None or row is None:
        return None
    return "/games", address.search(choice, behind=came["name"], row=row_name(picture, picture.rows[row]))


# -- files -------------------------------------------------------------------------------------------------


def _files(app: dash.Dash, desk: Desk) -> None:
    @app.server.route("/data/<name>.<form>")
    def data(name: str, form: str) -> Response:
        """The SQL of a figure, and its rows."""
        search = request.query_string.decode("utf-8", "replace")
        found, game_key = desk.find(name), address.one(search, "game")
        known = game_key is None or (game_key.lstrip("-").isdecimal() and len(game_key) < 20)
        if found is None or form not in ("sql", "csv") or not known or found[1].one_game != (game_key is not None):
            return Response("There is no such figure.\n", status=404, mimetype="text/plain")
        choice = address.choice(search, desk.filters)
        try:
            it = desk.figure(*found, desk.condition(choice), int(game_key) if game_key is not None else None)
        except StoreError as error:
            return Response(str(error), status=503, mimetype="text/plain")
        text = it.sql if form == "sql" else csv(it.rows)
        kind = "text/plain" if form == "sql" else "text/csv"
        return Response(text, mimetype=kind, headers={"Content-Disposition": f'inline; filename="{name}.{form}"'})
