"""The page of one game: one slider for the position, what is legal there, and all figures of the game."""

from __future__ import annotations

from typing import Any

import dash
from dash import ALL, ClientsideFunction, Input, Output, State, dcc, html
from flask import Response, abort

from vflog.dashboard import address, parts
from vflog.dashboard.asking import Desk
from vflog.dashboard.still import stilled
from vflog.engine.board import board
from vflog.engine.people import people
from vflog.engine.ruleset import ruleset
from vflog.figures.text import plural, visible
from vflog.playback.forms import count_legal
from vflog.playback.logs import NotThere
from vflog.playback.told_forms import in_a_line
from vflog.playback.words import judged_in_words
from vflog.reporting.game_page import facts_of, verdict_of
from vflog.reporting.kept import NotKept
from vflog.reporting.replay_page import single
from vflog.reporting.shared import pages_of
from vflog.reporting.source import Source
from vflog.store.errors import StoreError

#: Forms that are listed.
_FORMS = 60


def _key(search: str) -> int | None:
    told = address.one(search, "game")
    return int(told) if told is not None and told.lstrip("-").isdecimal() and len(told) < 20 else None


def page(desk: Desk, look: parts.Look, search: str) -> list[Any]:
    """The page of the game that the address names."""
    key = _key(search)
    game = desk.game(key) if key is not None else None
    if key is None or game is None:
        return [
            html.H1("Which game?"),
            html.P(["There is no such game here; ", dcc.Link("all games", href="/games"), "."]),
        ]
    own = pages_of(game["ruleset"])
    kept = address.search(address.choice(search, desk.filters))
    facts = desk.remembered(("facts", key), lambda source: facts_of(source, own, game))
    last = max(game["records"] - 1, 0)
    at = address.one(search, "n")
    first = min(int(at), last) if at is not None and at.isdecimal() and len(at) < 12 else last
    lead = [
        html.Span(game["status"], className=f"status {game['status']}"),
        " ",
        visible(verdict_of(game, own.game.sound)),
    ]
    return [
        html.H1(html.Bdi(visible(game["game_id"] or "A game without an id"))),
        html.P(lead, className="lead"),
        html.P(
            [
                html.A(
                    "Watch it again", href=f"/replay/{key}#n={first}", target="_blank", id="watch", className="button"
                ),
                html.Button("Copy link", id="copy", className="button"),
                html.Span(id="copied", role="status"),
            ],
            className="actions",
        ),
        html.Div(
            [
                html.Label("After record", htmlFor="n"),
                dcc.Slider(
                    0,
                    max(last, 1),
                    1,
                    value=first,
                    id="n",
                    marks=_marks(last, look),
                    updatemode="mouseup",
                    tooltip={"placement": "bottom"},
                ),
            ],
            className="slider",
        ),
        html.H2("The position", className="unseen"),
        html.Div(id="position", **{"data-game": str(key), "aria-live": "polite"}),
        html.Dl([_fact(*each) for each in facts], className="facts"),
        *_problems(desk, key),
        html.Div([parts.slot(figure, key) for figure in own.game.figures], className="figures"),
        html.P(dcc.Link("All games", href=f"/games{kept}")),
    ]


def _fact(name: str, value: str) -> Any:
    return html.Div([html.Dt(name), html.Dd(html.Bdi(visible(value)))])


def _marks(last: int, look: parts.Look) -> dict[int, str]:
    steps = 4 if look.narrow else 8
    return {last * i // steps: str(last * i // steps) for i in range(steps + 1)}


def _problems(desk: Desk, key: int) -> list[Any]:
    rows = desk.remembered(("problems", key), lambda source: source.rows("game_problems", key))
    if not rows:
        return []
    listed = [
        html.Li(
            [
                html.B(row["severity"]),
                f" at record {row['n']}" if row["n"] is not None else "",
                f", line {row['line']}" if row["line"] else "",
                ": ",
                html.Bdi(visible(row["message"])),
                html.Span(f" {row['rule'] or row['code']}", className="rule"),
            ],
            className=row["severity"],
        )
        for row in rows
    ]
    return [html.Section([html.H2("What is wrong"), html.Ol(listed, className="problems")])]


def position(desk: Desk, key: int, n: int) -> list[Any]:
    """The position after a record: it in words, the board, what is legal. Raises `StoreError`."""
    game = desk.game(key)
    if game is None:
        return [parts.sentence("There is no such game here.")]
    with desk.playing:
        try:
            cursor = desk.cursor(game)
            cursor.to_place(max(0, min(n, len(cursor) - 1)))
        except (NotKept, NotThere) as why:
            return [parts.sentence(f"The board is not shown: {why}")]
        header = cursor.header
        words = judged_in_words(cursor.here, header)
        state = cursor.state
        sections = board(ruleset(header.ruleset), state, people(header)) if state is not None else []
        forms = cursor.legal()
        number = cursor.n
    about = f"Record {number if number is not None else '–'}: "
    told = [html.P([html.B(about), html.Bdi(visible(words))], className="record")]
    shown = html.Div([_section(each) for each in sections], className="board")
    listed = [html.Li(html.Code(visible(in_a_line(form)))) for form in forms[:_FORMS]]
    if len(forms) > _FORMS:
        listed.append(html.Li(f"and {plural(len(forms) - _FORMS, 'more form')}"))
    count = f"What is legal then: {plural(count_legal(forms), 'record')} in {plural(len(forms), 'form')}"
    return [*told, shown, html.Details([html.Summary(count), html.Ul(listed, className="forms")], className="data")]


def _section(section: Any) -> Any:
    out: list[Any] = [html.H3(section.title)]
    out += [html.P(html.Bdi(visible(line))) for line in section.lines]
    if section.rows:
        head = [html.Th(column, scope="col") for column in section.columns]
        rows = [
            html.Tr(
                [
                    html.Td(html.Bdi(visible(value)) if value else "", **{"data-label": column})
                    for column, value in zip(section.columns, row, strict=True)
                ]
            )
            for row in section.rows
        ]
        out.append(parts.framed(section.title, head, rows, "listed"))
    return html.Div(out, className="section")


def replay(desk: Desk, key: int) -> str | None:
    """The page on which the game is played again, a file of its own; `None` where there is no such game.

    Raises `NotKept`, `StoreError`.
    """
    game = desk.game(key)
    if game is None:
        return None

    def make(_: Source) -> str:
        with desk.playing:
            cursor = desk.cursor(game)
            cursor.to_place(0)
            return single([("all", cursor)])

    return desk.remembered(("replay", key), make)


def listen(app: dash.Dash, desk: Desk) -> None:
    """Follow the slider."""

    @app.callback(Output("position", "children"), Input("n", "value"), State("position", "data-game"))
    def follow(n: int, key: str) -> Any:
        try:
            return stilled(position(desk, int(key), int(n or 0)))
        except Exception as error:
            return parts.wrong(error)

    app.clientside_callback(
        ClientsideFunction("vflog", "moved"),
        Output("at", "data"),
        Input("n", "value"),
        State("position", "data-game"),
    )
    app.clientside_callback(
        ClientsideFunction("vflog", "pressed"),
        Output("n", "value"),
        Input({"type": "course", "name": ALL, "side": ALL}, "clickData"),
        State("n", "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("vflog", "copied"), Output("copied", "children"), Input("copy", "n_clicks")
    )

    @app.server.route("/replay/<key>")
    def watch(key: str) -> Response:
        if not key.lstrip("-").isdecimal() or len(key) > 20:
            abort(404)
        try:
            page = replay(desk, int(key))
        except (NotKept, StoreError) as why:
            return Response(str(why), status=404, mimetype="text/plain")
        if page is None:
            abort(404)
        return Response(page, mimetype="text/html", headers={"X-Own-Policy": "replay"})
