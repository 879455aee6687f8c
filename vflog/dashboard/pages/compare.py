"""Compare: two players, front ends, events ...: the same figures side by side, and each rate's difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dash
import msgspec
from dash import Input, Output, State, dcc, html

from vflog.dashboard import address, parts
from vflog.dashboard.asking import Desk
from vflog.engine.views import rate_of
from vflog.figures.difference import Difference, difference
from vflog.figures.figure import Figure, Row
from vflog.figures.filters import Choice, Filter, literal
from vflog.figures.pages import RulesetPages
from vflog.figures.scope import RATES_FROM, Scope
from vflog.figures.style import percent
from vflog.figures.text import visible, words
from vflog.reporting.overview import merged

_NOTE = (
    "A difference is what A has more than B, in points of a hundred, with its 95 % interval (Newcombe), as if the "
    "games of both were independent; games that both share count on either side. "
    f"Below {RATES_FROM} games there is no rate, and so no difference. Bold: the interval leaves out 0."
)


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """What is compared: the filter, its two values, what else is chosen, and which page's figures are shown."""

    by: Filter
    a: str
    b: str
    choice: Choice
    page: str


def kinds(desk: Desk) -> list[Filter]:
    """What can be compared, first that of which there are hits to count."""
    return sorted(
        (each for each in desk.filters if each.compared), key=lambda each: (each.hits is None, not each.counted)
    )


def page(desk: Desk, look: parts.Look, search: str) -> list[Any]:
    """Who is compared, and how they differ."""
    choice = address.choice(search, desk.filters)
    known = kinds(desk)
    by = next((each for each in known if each.name == address.one(search, "by")), known[0])
    rest = address.changed(choice, by.name, ())
    offers = desk.offers(by, rest)
    most = [offer.value for offer in offers if offer.value]
    a = address.one(search, "a") or (most[0] if most else "")
    b = address.one(search, "b") or (most[1] if len(most) > 1 else "")
    named = {offer.value: offer.label for offer in offers}
    names = {"a": named.get(a, a), "b": named.get(b, b)}
    shown = [pages for pages in merged(desk.pages) if any(_rated(figure) for _, one in pages for figure in one.figures)]
    which = address.one(search, "page") or shown[0][0][1].name
    options = [{"value": o.value, "label": f"{visible(o.label)} ({o.games:,})"} for o in offers if o.value]
    asked = html.Div(
        [
            _field("What", "by", [{"value": each.name, "label": each.title} for each in known], by.name),
            _field("A", "a", options, a),
            _field("B", "b", options, b),
            _field("Figures", "page", [{"value": p[0][1].name, "label": p[0][1].title} for p in shown], which),
        ],
        className="fields compared",
    )
    if not a or not b:
        return [html.H1("Compare"), asked, parts.sentence("There are no two to compare among what is chosen.")]
    pair = Pair(by=by, a=a, b=b, choice=rest, page=which)
    return [html.H1("Compare"), asked, *_rates(desk, pair, names, shown), *_sides(pair, names, shown)]


def _field(title: str, name: str, options: list[dict[str, str]], value: str) -> Any:
    return html.Div(
        [
            html.Label(title, htmlFor=f"compare-{name}"),
            dcc.Dropdown(options, value, id=f"compare-{name}", clearable=False),
        ],
        className="field",
    )


def _rated(figure: Figure) -> bool:
    return any("+rates" in name for _, name in figure.forms)


def side(pair: Pair, which: str) -> Choice:
    """What is chosen on one side."""
    return address.changed(pair.choice, pair.by.name, [pair.a if which == "a" else pair.b])


# -- rates -------------------------------------------------------------------------------------------------


def _rates(desk: Desk, pair: Pair, names: dict[str, str], shown: list[Any]) -> list[Any]:
    head = ["", *(html.Bdi(visible(names[which])) for which in "ab"), "Difference", "95 % interval"]
    rows: list[Any] = []
    if pair.by.hits is not None:
        found = own(desk, pair)
        rows.append(
            _line(
                [html.B(f"{pair.by.hit.capitalize()}, of {'counted' if pair.by.counted else 'all'} games")],
                found.get(pair.a),
                found.get(pair.b),
            )
        )
    parts_of = next((p for p in shown if p[0][1].name == pair.page), shown[0])
    for of, one in parts_of:
        for figure in one.figures:
            if _rated(figure):
                lines = [*_lines(desk, pair, of, figure)]
                if lines:
                    rows.append(html.Tr(html.Th(figure.title, colSpan=5, className="group", scope="rowgroup")))
                    rows += lines
    headings = [html.Th(text, className="num" if i else "", scope="col") for i, text in enumerate(head)]
    about = " and ".join(visible(names[which]) for which in "ab")
    listed = parts.framed(f"The rates of {about}, and how they differ", headings, rows, "compare listed")
    return [html.Section([html.H2("Rates"), listed, html.P(_NOTE, className="question")])]


def own(desk: Desk, pair: Pair) -> dict[str, Row]:
    """How often each of the two had a hit of its own (won, was sound), over counted games."""
    scope = Scope(counted=pair.by.counted, chosen=desk.condition(pair.choice))
    text = (
        f"WITH {scope.shown()} SELECT value, games, wins, {rate_of('wins', 'games')}, expected FROM ("
        f"SELECT value, count(hit) AS games, count(*) FILTER (hit) AS wins, avg(chance) AS expected "
        f"FROM ({pair.by.hits}) SEMI JOIN shown USING (game_key) "
        f"WHERE value IN ({literal(pair.a)}, {literal(pair.b)}) GROUP BY value)"
    )
    rows = desk.remembered(("own", text), lambda source: source.ask(text))
    return {row["value"]: row for row in rows}


def _lines(desk: Desk, pair: Pair, of: RulesetPages, figure: Figure) -> Iterator[Any]:
    """The lines of a figure of rates, of both sides."""
    answers = [desk.figure(of, figure, desk.condition(side(pair, which))) for which in "ab"]
    if any(it.used < RATES_FROM or not it.rows or "rate" not in it.rows[0] for it in answers):
        return
    one, other = ({row["what"]: row for row in it.rows} for it in answers)
    for what in list(dict.fromkeys([*one, *other]))[:40]:
        yield _line([html.Bdi(visible(words(what)))], one.get(what), other.get(what))


def _line(name: list[Any], one: Row | None, other: Row | None) -> Any:
    cells = [_rate(one), _rate(other)]
    if one is None or other is None or min(one["games"], other["games"]) < RATES_FROM:
        told: list[Any] = ["", ""]
    else:
        found = difference(one, other)
        text = _points(found.value)
        told = [html.B(text) if found.clear else text, _interval(found)]
    labels = ("A", "B", "Difference", "95 % interval")
    values = zip(labels, (*cells, *told), strict=True)
    return html.Tr(
        [html.Td(name), *(html.Td(cell, className="num", **{"data-label": label}) for label, cell in values)]
    )


def _rate(row: Row | None) -> Any:
    if row is None or not row["games"]:
        return html.Span("none", className="null")
    if row["games"] < RATES_FROM:
        return f"{row['wins']} of {row['games']}"
    return [percent(float(row["rate"]), 1), html.Span(f" of {row['games']:,}", className="of")]


def _points(value: float) -> str:
    return f"{100 * value:+.1f}".replace("-", "−")


def _interval(found: Difference) -> str:
    return f"{_points(found.lo)} to {_points(found.hi)}"


# -- figures -----------------------------------------------------------------------------------------------


def _sides(pair: Pair, names: dict[str, str], shown: list[Any]) -> list[Any]:
    found = next((p for p in shown if p[0][1].name == pair.page), shown[0])
    columns = [
        html.Div(
            [
                html.H2([f"{which.upper()}: ", html.Bdi(visible(names[which]))]),
                *(
                    parts.slot(figure, search=address.search(side(pair, which)), side=which)
                    for _, one in found
                    for figure in one.figures
                ),
            ]
        )
        for which in "ab"
    ]
    return [html.Div(columns, className="sides")]


def listen(app: dash.Dash, desk: Desk) -> None:
    """Follow what is chosen to be compared."""

    @app.callback(
        Output("url", "search", allow_duplicate=True),
        Input("compare-by", "value"),
        Input("compare-a", "value"),
        Input("compare-b", "value"),
        Input("compare-page", "value"),
        State("url", "search"),
        prevent_initial_call=True,
    )
    def choose(by: str, a: str, b: str, page: str, search: str) -> Any:
        triggers = {each["prop_id"] for each in dash.callback_context.triggered}
        if len(triggers) != 1:
            return dash.no_update
        choice = address.choice(search, desk.filters)
        if "compare-by.value" in triggers:
            if by == (address.one(search, "by") or kinds(desk)[0].name):
                return dash.no_update
            return address.search(choice, by=by, page=page)
        before = {name: address.one(search, name) for name in ("by", "a", "b", "page")}
        after = {"by": by, "a": a, "b": b, "page": page}
        return dash.no_update if before == after else address.search(choice, **after)
