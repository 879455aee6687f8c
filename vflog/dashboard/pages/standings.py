"""Standings: of the tournaments in the database, or of the file that was given, judged anew as its logs change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dash import dcc, html

from vflog.dashboard import address, parts
from vflog.dashboard.asking import Desk
from vflog.figures.figure import Row
from vflog.figures.text import plural, visible
from vflog.playback.seals import seals_in
from vflog.playback.views import View
from vflog.reporting.bump import BUMP
from vflog.reporting.tournament import columns
from vflog.tournament.judged import as_seen, tournament
from vflog.tournament.report import Report, public


def page(desk: Desk, look: parts.Look, search: str) -> list[Any]:
    """A table and the ranks by round, a tournament after the other."""
    kept = address.search(address.choice(search, desk.filters))
    if desk.event is not None and desk.logs is not None:
        return [html.H1("Standings"), *_of_file(desk, look)]
    rows = desk.remembered(("standings",), lambda source: source.rows("event_standings"))
    people = desk.remembered(("people",), lambda source: source.rows("event_people"))
    ties = desk.remembered(("events",), lambda source: source.rows("event_list"))
    if not rows:
        there = "There are no standings: “vflog tournament FILE --db” puts them into the database."
        return [html.H1("Standings"), parts.sentence(there)]
    wanted = address.choice(search, desk.filters).values.get("event")
    names = {(row["event"], row["person_id"]): row["name"] or row["person_id"] for row in people}
    order = {row["event"]: [tie for tie in (row["tiebreaks"] or "").split(", ") if tie] for row in ties}
    out: list[Any] = [html.H1("Standings")]
    for event in dict.fromkeys(row["event"] for row in rows):
        if wanted is None or event in wanted:
            mine = [
                {**row, "player": names.get((event, row["person_id"]), row["person_id"])}
                for row in rows
                if row["event"] == event
            ]
            games = dcc.Link(
                "its games",
                href=f"/games{address.search(address.changed(address.choice(kept, desk.filters), 'event', [event]))}",
            )
            out += [html.H2(html.Bdi(visible(event))), html.P(games), *_event(desk, look, mine, order.get(event, []))]
    return out


def _of_file(desk: Desk, look: parts.Look) -> list[Any]:
    """The tournament of the file, as its logs are now."""
    report = desk.judged(_judged)
    called = report.called()
    rows: list[dict[str, Any]] = [
        {
            "event": report.event, "round": each.round, "rank": each.rank, "person_id": each.person,
            "player": called.get(each.person, each.person), "points": each.points, "games": each.games,
            "wins": each.wins, "tiebreaks": _joined(each.tiebreaks.values()),
        }
        for each in report.progress
    ]  # fmt: skip
    last = max((each.round for each in report.standings), default=0)
    shown = [row for row in rows if row["round"] <= last]
    errors, warnings = report.totals.errors, report.totals.warnings
    told = f"{plural(errors, 'error')}, {plural(warnings, 'warning')}; “vflog tournament” tells them."
    listed = [
        html.Li(
            [html.B(each.severity), " ", _where(each.round, each.table), html.Bdi(visible(each.message))],
            className=each.severity,
        )
        for each in report.findings[:50]
    ]
    found = [html.Details([html.Summary(told), html.Ul(listed, className="problems")])] if listed else []
    return [html.H2(html.Bdi(visible(report.event))), *found, *_event(desk, look, shown, report.scoring.tiebreaks)]


def _joined(values: Iterable[str | None]) -> str:
    return ", ".join("-" if value is None else value for value in values)


def _where(n: int | None, table: str | None) -> str:
    told = ", ".join(
        filter(None, (f"round {n}" if n is not None else "", f"table {table}" if table is not None else ""))
    )
    return f"{told}: " if told else ""


def _judged(desk: Desk) -> Report:
    assert desk.event is not None
    assert desk.logs is not None
    logs = desk.logs
    found = tournament(desk.event, logs.paths, logs.settings, seals=seals_in(logs.paths))
    if logs.view is None:
        return found.report
    # Who sees more than everybody sees the same standings: somebody need not be a player of every game.
    return public(as_seen(desk.event, logs.paths, View("public"), logs.settings, found.heads).report)


def _event(desk: Desk, look: parts.Look, rows: Sequence[Row], ties: Sequence[str]) -> list[Any]:
    if not rows:
        return [parts.sentence("No round has been reckoned.")]
    after = max(row["round"] for row in rows)
    last = [row for row in rows if row["round"] == after]
    titles = [name.replace("_", " ").capitalize() for name in ties]
    head = ["Rank", "Player", "Points", "Games", "Won", *titles]
    body = [
        html.Tr(
            [
                html.Td(cell, className="" if i == 1 else "num", **{"data-label": head[i]})
                for i, cell in enumerate(_line(row, points, values))
            ]
        )
        for row, points, *values in zip(last, *columns(last, range(len(ties))), strict=True)
    ]
    headings = [html.Th(title, className="" if i == 1 else "num", scope="col") for i, title in enumerate(head)]
    caption = f"Standings of {visible(rows[0]['event'])} after round {after}, the first on top"
    listed = parts.framed(caption, headings, body, "standings listed")
    picture = BUMP.draw(rows)
    drawn = []
    if picture is not None and len({row["round"] for row in rows}) > 1:
        shown = parts.dressed(picture, desk.pages, look)
        graph = dcc.Graph(
            figure=shown, config={"displayModeBar": False, "responsive": True, "doubleClick": False},
            style={"height": f"{shown['layout']['height']}px"},
        )  # fmt: skip
        drawn = [
            html.Figure(
                [
                    html.H2(BUMP.title),
                    html.P(BUMP.question, className="question"),
                    html.Div(graph, role="img", **{"aria-label": picture.alt}),
                ],
                className="fig",
            )
        ]
    return [html.P(f"After round {after}.", className="question"), listed, *drawn]


def _line(row: Mapping[str, Any], points: str, ties: Sequence[str]) -> list[Any]:
    return [row["rank"], html.Bdi(visible(row["player"])), points, row["games"], row["wins"], *ties]
