"""Now: the tables of the round, each with where its game is, its last record and what is wrong; it follows the logs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from dash import dcc, html

from vflog.dashboard import address, parts
from vflog.dashboard.asking import Desk
from vflog.engine.board import board
from vflog.engine.people import people
from vflog.engine.ruleset import ruleset
from vflog.figures.figure import Row
from vflog.figures.text import plural, visible
from vflog.reporting.kept import NotKept
from vflog.reporting.sentences import teller
from vflog.reporting.source import Source
from vflog.tournament.findings import natural
from vflog.tournament.watch import TableNow

#: Tables of one round that are shown, and games without a round.
_MOST, _LAST = 120, 40


class Table(msgspec.Struct, kw_only=True):
    """A table as the page shows it; of a round in the database, `of` so many."""

    event: str | None
    now: TableNow
    key: int | None = None
    of: int = 0


def mark(desk: Desk) -> str:
    """What changes when there is something else to show on any page."""
    followed = ""
    if desk.logs is not None:
        told = [(event, msgspec.to_builtins(now)) for event, now in desk.logs.games()]
        followed = hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:16]
    return f"{desk.copies.mark} {followed}"


def page(desk: Desk, look: parts.Look, search: str) -> list[Any]:
    """The tables: of the folder of logs that is followed, else of the newest round in the database."""
    choice = address.choice(search, desk.filters)
    kept = address.search(choice)
    if desk.logs is not None:
        tables = [Table(event=event, now=now) for event, now in desk.logs.games()]
        return [html.H1("Now"), *_rounds(tables, kept)]
    return [html.H1("Now"), *_rounds(_stored(desk, desk.condition(choice)), kept)]


def _rounds(tables: Sequence[Table], kept: str) -> list[Any]:
    """The newest round of each event; what is older is folded away."""
    if not tables:
        return [parts.sentence("There is no game yet.")]
    groups: dict[tuple[str, int], list[Table]] = {}
    for table in tables:
        groups.setdefault((table.event or "", table.now.round if table.now.round is not None else -1), []).append(table)
    newest = {event: max(n for name, n in groups if name == event) for event, _ in groups}
    out: list[Any] = []
    for (event, n), group in sorted(groups.items(), key=lambda it: (it[0][0], -it[0][1])):
        title = " · ".join(filter(None, (event or "Games of no event", f"round {n}" if n >= 0 else "")))
        heading = [html.Bdi(visible(title)), html.Span(f" {_counted(group)}", className="question")]
        shown = _cards(group, kept)
        if newest[event] == n:
            out.append(html.Section([html.H2(heading), shown]))
        else:
            out.append(html.Details([html.Summary(heading), shown], className="earlier"))
    return out


def _all(group: Sequence[Table]) -> int:
    return max(len(group), group[0].of)


def _counted(group: Sequence[Table]) -> str:
    playing = sum(table.now.state == "playing" for table in group)
    wrong = sum(table.now.problems > 0 for table in group)
    told = [
        plural(_all(group), "table"),
        f"{playing} playing" if playing else "",
        f"{wrong} with an error" if wrong else "",
    ]
    return ", ".join(filter(None, told))


def _cards(group: Sequence[Table], kept: str) -> Any:
    ordered = sorted(group, key=lambda it: (not it.now.problems, natural(it.now.table or ""), it.now.game or ""))
    shown = html.Ul([_card(table, kept) for table in ordered[:_MOST]], className="tables")
    if (more := _all(group) - _MOST) <= 0:
        return shown
    return html.Div([shown, html.P(f"{plural(more, 'more table')} under Games.", className="question")])


def _card(table: Table, kept: str) -> Any:
    now = table.now
    name = f"Table {now.table}" if now.table is not None else (now.game or "no id")
    title: Any = html.Bdi(visible(name))
    if table.key is not None:
        title = dcc.Link(title, href=f"/game{parts.with_more(kept, game=table.key)}")
    lines: list[Any] = [
        html.Div(
            [html.B(title), html.Span(now.state, className=f"status {now.state.replace(' ', '-')}")], className="head"
        ),
    ]
    if now.moment:
        lines.append(html.P(html.Bdi(visible(now.moment)), className="moment"))
    if now.last:
        last = now.last if len(now.last) < 160 else now.last[:159] + "…"
        lines.append(html.P([f"{now.records:,} records; last: ", html.Bdi(visible(last))], className="last"))
    if now.problems:
        first = f": {now.first_problem}" if now.first_problem else ""
        lines.append(html.P(html.Bdi(visible(f"{plural(now.problems, 'error')}{first}")), className="wrong"))
    if now.app:
        lines.append(html.P(html.Bdi(visible(now.app)), className="rule"))
    return html.Li(lines, className="bad" if now.problems else "")


# -- out of the database -------------------------------------------------------------------------------------


def _stored(desk: Desk, chosen: str | None) -> list[Table]:
    def ask(source: Any) -> list[Row]:
        return source.ask(_TABLES.format(games=f"SELECT * FROM games WHERE {chosen or 'TRUE'}"))  # type: ignore[no-any-return]

    rows = desk.remembered(("now-tables", chosen), ask)
    return desk.remembered(("now-told", chosen), lambda source: _all_told(desk, source, rows))


def _all_told(desk: Desk, source: Source, rows: Sequence[Row]) -> list[Table]:
    keys = ", ".join(str(row["game_key"]) for row in rows) or "NULL"
    lines = source.ask(
        "SELECT game_key, arg_min(body, line)::VARCHAR AS header, arg_max(body, line)::VARCHAR AS last "
        f"FROM records WHERE game_key IN ({keys}) GROUP BY game_key"
    )
    last = {line["game_key"]: line["last"] and teller(line["header"])(line["last"]) for line in lines}
    return [_told(desk, row, last.get(row["game_key"])) for row in rows]


def _told(desk: Desk, row: Row, last: str | None) -> Table:
    now = TableNow(
        round=row["round"],
        table=row["table_id"],
        state="playing" if row["status"] == "incomplete" else row["status"],
        game=row["game_id"],
        app=row["source_app"],
        records=row["records"],
        problems=row["errors"],
        first_problem=row["first_error"],
        last=last,
    )
    if now.state != "playing":
        return Table(event=row["event"], now=now, key=row["game_key"], of=row["of_all"])
    game = desk.game(row["game_key"])
    try:
        with desk.playing:
            cursor = desk.cursor(game) if game is not None else None
            if cursor is not None:
                cursor.to_place(len(cursor) - 1)
                if (state := cursor.state) is not None:
                    sections = board(ruleset(cursor.header.ruleset), state, people(cursor.header))
                    now.moment = next((line for section in sections for line in section.lines), None)
    except NotKept:
        pass
    return Table(event=row["event"], now=now, key=row["game_key"], of=row["of_all"])


#: The games of the newest round of the newest event; without events those that were written last.
_TABLES = f"""
WITH chosen AS ({{games}}),
newest AS (
    SELECT event, round FROM chosen WHERE event IS NOT NULL AND round IS NOT NULL
    ORDER BY started_utc DESC NULLS LAST, event, round DESC LIMIT 1
),
here AS (
    SELECT c.* FROM chosen c JOIN newest n ON n.event = c.event
    WHERE c.round = (SELECT max(x.round) FROM chosen x WHERE x.event = n.event)
    UNION ALL (
        SELECT * FROM chosen WHERE NOT EXISTS (SELECT 1 FROM newest)
        ORDER BY coalesce(ended_utc, started_utc) DESC NULLS LAST, game_id LIMIT {_LAST}
    )
)
SELECT h.game_key, h.game_id, h.event, h.round, h.table_id, h.status, h.source_app, h.records, count(p.code) AS errors,
    first(p.message ORDER BY p.line) AS first_error, count(*) OVER () AS of_all
FROM here h LEFT JOIN problems p ON p.game_key = h.game_key AND p.severity = 'error'
    AND p.load_key IS NOT DISTINCT FROM h.load_key
GROUP BY ALL ORDER BY errors DESC, h.table_id, h.game_id LIMIT {_MOST}
"""
