"""The pages of tournaments: `tournament.html`, by trouble until nothing is wrong, then by standing; and one a round.

All is told by the tables of the database, which `vflog.store.events` has filled.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from markupsafe import Markup

from vflog.engine.people import called
from vflog.figures.figure import MOST_BYTES, Row, encode
from vflog.figures.text import plural, visible
from vflog.log.output import Folder
from vflog.reporting.bump import BUMP
from vflog.reporting.page import Shown, asset, cell_html, render, script_json
from vflog.reporting.source import Source, csv
from vflog.tournament.file import LOT
from vflog.tournament.findings import natural
from vflog.tournament.report import column, mixed
from vflog.tournament.report import points as in_points

_QUERIES = ("event_list", "event_people", "event_standings", "event_results", "event_tables", "event_findings")
#: Tables with nothing wrong that are listed; the CSV has all.
MOST_TABLES = 200


#: What decides a table, and several of them.
_STATUS = {"by its log": "by their logs", "by hand": "by hand", "open": "open"}


class Line(msgspec.Struct, kw_only=True):
    """Somebody in the standings: a cell a round, what put them there."""

    rank: int
    player: str
    withdrawn: bool
    points: str
    games: int
    cells: list[Markup]
    tiebreaks: list[str]
    because: str


class Place(msgspec.Struct, kw_only=True):
    """A table of a round: its log, its people, what is wrong with it."""

    round: int
    table: str
    anchor: str
    link: str
    game: str | None
    app: str | None
    status: str
    players: list[tuple[str, str]]
    findings: list[Row]
    errors: int
    judge: str | None
    reason: str | None


class Event(msgspec.Struct, kw_only=True):
    """All that the pages tell of a tournament."""

    name: str
    lead: str
    clean: bool
    scoring: Row
    rounds: list[tuple[int, str]]
    tiebreaks: list[str]
    lines: list[Line]
    after: int
    tables: list[Place]
    findings: list[Row]
    figure: Shown | None
    #: The line height of the sheet for the wall, in millimetres.
    row: str


def has_tournaments(source: Source) -> bool:
    """Whether the database has any."""
    return bool(source.rows("event_list"))


def write_pages(source: Source, folder: Folder, keys: set[int], common: Mapping[str, Any]) -> None:
    """Write `tournament.html` and the pages of the rounds; `keys` are of games that have a page."""
    rows = {name: source.rows(name) for name in _QUERIES}
    names = _names(source, rows["event_people"])
    if source.pseudonyms:
        rows["event_results"] = [
            {**row, "judge": row["judge"] and "a judge", "reason": row["reason"] and "for a reason that names people"}
            for row in rows["event_results"]
        ]
    for name, found in rows.items():
        folder.write(f"data/{name}.sql", source.text(name))
        folder.write(f"data/{name}.csv", csv([_masked(source, names, row) for row in found]))
    folder.write("tournament.css", asset("tournament.css"), shared=True)
    events = [_event(source, i, given, rows, names, keys) for i, given in enumerate(rows["event_list"])]
    folder.write("tournament.html", render("tournament.html", up="", here="tournament", events=events, **common))
    for event in events:
        for n, page in event.rounds:
            tables = sorted((t for t in event.tables if t.round == n), key=lambda t: natural(t.table))
            byes = _byes(rows["event_results"], event.name, n, names)
            told = render("round.html", up="", here="", event=event, n=n, tables=tables, byes=byes, **common)
            folder.write(page, told)


def bump_lines(source: Source, folder: Folder) -> Shown:
    """Figure 16 alone: of the tournament that comes first in the database."""
    rows = source.rows(BUMP.name)
    names = _names(source, source.rows("event_people"))
    folder.write(f"data/{BUMP.name}.sql", source.text(BUMP.name))
    folder.write(f"data/{BUMP.name}.csv", csv([_masked(source, names, row) for row in rows]))
    first = next((row["event"] for row in rows), None)
    called_so = [{**row, "player": names[row["event"], row["person_id"]]} for row in rows if row["event"] == first]
    nothing = Shown(
        figure=BUMP,
        script=None,
        alt=BUMP.empty,
        caption=[BUMP.empty],
        columns=[],
        rows=[],
        more=0,
        sql=f"data/{BUMP.name}.sql",
        csv=f"data/{BUMP.name}.csv",
    )
    return _figure(called_so) or nothing


def _names(source: Source, people: Sequence[Row]) -> dict[tuple[str, str], str]:
    """What everybody is called, by event and id."""
    if source.pseudonyms:
        told = source.ask("SELECT word, pseudonym FROM pseudonyms WHERE kind = 'person'")
        by_id = {row["word"]: row["pseudonym"] for row in told}
        return {(row["event"], row["person_id"]): by_id[row["person_id"]] for row in people}
    out = {}
    for event in dict.fromkeys(row["event"] for row in people):
        of_event = [(row["person_id"], row["name"]) for row in people if row["event"] == event]
        out.update({(event, person): name for person, name in called(of_event).items()})
    return out


def _masked(source: Source, names: Mapping[tuple[str, str], str], row: Row) -> Row:
    """A row for the CSV, in which nobody is named where pseudonyms are asked for."""
    if not source.pseudonyms:
        return row
    out = dict(row)
    if "person_id" in out:
        out["person_id"] = names.get((row["event"], row["person_id"]))
    return {
        name: None if name in ("name", "message", "judge", "reason", "seed") else value for name, value in out.items()
    }


def _event(
    source: Source, number: int, given: Row, rows: Mapping[str, Sequence[Row]], names: Mapping[tuple[str, str], str],
    keys: set[int],
) -> Event:  # fmt: skip
    name = given["event"]
    mine = {query: [row for row in found if row["event"] == name] for query, found in rows.items()}
    calls = {person: text for (event, person), text in names.items() if event == name}
    rounds = sorted({row["round"] for row in (*mine["event_standings"], *mine["event_tables"])})
    pages = {n: f"round-{n}.html" if number == 0 else f"event-{number + 1}-round-{n}.html" for n in rounds}
    findings = [_told(source, row) for row in mine["event_findings"]]
    tables = _places(mine, findings, calls, pages, keys)
    played = [row["round"] for row in mine["event_results"] if row["table_id"] is not None]
    after = max(played, default=rounds[-1] if rounds else 0)
    ties = [tie for tie in given["tiebreaks"].split(", ") if tie]
    lines = _lines(mine, after, ties, calls, pages, keys)
    errors = sum(finding["severity"] == "error" for finding in findings)
    return Event(
        name=name,
        lead=_lead(len(calls), len(rounds), tables, errors, len(findings) - errors),
        clean=not errors,
        scoring=given if not source.pseudonyms else {**given, "seed": None},
        rounds=list(pages.items()),
        tiebreaks=[tie for tie in ties if tie != LOT],
        lines=lines,
        after=after,
        tables=tables,
        findings=findings,
        row=f"{min(6.4, 235 / (len(lines) + 1)):.2f}",
        figure=_figure(
            [
                {**row, "player": calls.get(row["person_id"], row["person_id"])}
                for row in mine["event_standings"]
                if row["round"] <= after
            ]
        ),
    )


def _told(source: Source, row: Row) -> Row:
    """A finding as people read it; without its sentence, which may name somebody, where nobody is to be named."""
    at = None if row["table_id"] is None else anchor(row["table_id"])
    return {**row, "anchor": at, "message": row["title"] if source.pseudonyms else row["message"]}


def _lead(players: int, rounds: int, tables: Sequence[Place], errors: int, warnings: int) -> str:
    counts = {status: sum(t.status == status for t in tables) for status in _STATUS}
    statuses = ", ".join(f"{count:,} {_STATUS[status]}" for status, count in counts.items() if count)
    told = f"{plural(len(tables), 'table')} ({statuses})" if tables else "no tables"
    wrong = f"{plural(errors, 'error')}, {plural(warnings, 'warning')}" if errors or warnings else "nothing is wrong"
    return f"{plural(players, 'player')}, {plural(rounds, 'round')}, {told}; {wrong}."


def _figure(rows: Sequence[Row]) -> Shown | None:
    """The bump lines."""
    picture = BUMP.draw(rows)
    if picture is None:
        return None
    data = encode(picture)
    out = Shown(
        figure=BUMP,
        script=script_json(data) if len(data) <= MOST_BYTES else None,
        alt=picture.alt,
        caption=list(picture.notes),
        columns=picture.columns,
        more=max(0, len(picture.rows) - MOST_TABLES),
        rows=[
            [cell_html(row.get(c.name), c, lambda key: (str(key), None)) for c in picture.columns]
            for row in picture.rows[:MOST_TABLES]
        ],
        sql="data/event_standings.sql",
        csv="data/event_standings.csv",
        height=picture.layout["height"],
    )
    if out.script is None:
        out.caption.append("There is too much here for one picture; the CSV file has all of it.")
    return out


# -- standings ---------------------------------------------------------------------------------------------


def _lines(
    mine: Mapping[str, Sequence[Row]], after: int, ties: Sequence[str], calls: Mapping[str, str],
    pages: Mapping[int, str], keys: set[int],
) -> list[Line]:  # fmt: skip
    results = {(row["person_id"], row["round"]): row for row in mine["event_results"]}
    left = {row["person_id"]: row["until_round"] for row in mine["event_people"] if row["until_round"] is not None}
    out: list[Line] = []
    before: Row | None = None
    rows = [row for row in mine["event_standings"] if row["round"] == after]
    kept = [i for i, name in enumerate(ties) if name != LOT]
    for row, points, *values in zip(rows, *columns(rows, kept), strict=True):
        person = row["person_id"]
        out.append(
            Line(
                rank=row["rank"],
                player=calls.get(person, person),
                points=points,
                games=row["games"],
                withdrawn=left.get(person, after) < max(pages),
                because=_because(before, row, ties, calls),
                cells=[_cell(results.get((person, n)), page, keys) for n, page in pages.items() if n <= after],
                tiebreaks=values,
            )
        )
        before = row
    return out


def columns(rows: Sequence[Row], ties: Iterable[int]) -> list[list[str]]:
    """The points of some rows of the standings, and their tie-breaks of these places, each in one notation."""
    split = [(row["tiebreaks"] or "").split(", ") for row in rows]
    told = [[None if values[i] == "-" else values[i] for values in split] for i in ties]
    return [column([row["points"] for row in rows]), *map(column, told)]


def _cell(result: Row | None, page: str, keys: set[int]) -> Markup:
    """What a round brought, with a link to where it comes from."""
    if result is None:
        return Markup('<span class="none">–</span>')
    points = mixed(result["points"])
    if result["table_id"] is None:
        return Markup('<a href="{}#byes">{}</a> <small>bye</small>').format(page, points)
    where = f"{page}#{anchor(result['table_id'])}"
    if result["game_key"] in keys:
        where = f"games/{result['game_key']}.html"
    place = _ordinal(result["place"]) if result["place"] is not None else "absent"
    judge = ", by hand" if result["judge"] is not None else ""
    text = Markup('<a href="{}" title="table {}">{}</a> <small>{}{}</small>')
    return text.format(where, visible(result["table_id"]), points, place, judge)


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def anchor(table: str) -> str:
    """What a link calls a table, whatever its label holds."""
    return f"t{table}" if re.fullmatch("[A-Za-z0-9-]+", table) else f"t-{sha256(table.encode()).hexdigest()[:12]}"


def _because(before: Row | None, row: Row, ties: Sequence[str], calls: Mapping[str, str]) -> str:
    """What decides between somebody and who stands just before."""
    if before is None:
        return ""
    if before["points"] != row["points"]:
        return "points"
    for name, theirs, own in zip(ties, before["tiebreaks"].split(", "), row["tiebreaks"].split(", "), strict=False):
        if theirs != own:
            return name.replace("_", " ")
    return f"shares it with {calls.get(before['person_id'], before['person_id'])}"


# -- tables ------------------------------------------------------------------------------------------------


def _places(
    mine: Mapping[str, Sequence[Row]], findings: Sequence[Row], calls: Mapping[str, str], pages: Mapping[int, str],
    keys: set[int],
) -> list[Place]:  # fmt: skip
    """The tables, those with most trouble first."""
    wrong: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for finding in findings:
        wrong[finding["round"], finding["table_id"]].append(finding)
    results: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in mine["event_results"]:
        if row["table_id"] is not None:
            results[row["round"], row["table_id"]].append(row)
    seated: dict[tuple[int, str], list[Row]] = defaultdict(list)
    for row in mine["event_tables"]:
        seated[row["round"], row["table_id"]].append(row)
    out = []
    for (n, table), rows in seated.items():
        log, told = rows[0], results[n, table]
        judge = next((row for row in told if row["judge"] is not None), None)
        key = next((row["game_key"] for row in told if row["game_key"] is not None), log["game_key"])
        people = told or rows
        out.append(
            Place(
                round=n,
                table=table,
                anchor=anchor(table),
                game=log["game_id"],
                app=_app(log),
                findings=wrong[n, table],
                link=f"games/{key}.html" if key in keys else f"{pages[n]}#{anchor(table)}",
                status="by hand" if judge else "by its log" if told else "open",
                players=[(calls.get(row["person_id"], row["person_id"]), _place(row)) for row in people],
                errors=sum(finding["severity"] == "error" for finding in wrong[n, table]),
                judge=judge["judge"] if judge else None,
                reason=judge["reason"] if judge else None,
            )
        )
    return sorted(out, key=lambda it: (-it.errors, -len(it.findings), it.app or "", it.round, natural(it.table)))


def _place(row: Row) -> str:
    if "points" not in row:
        return ""
    place = "absent" if row["place"] is None else f"place {row['place']}"
    return f"{place}, {in_points(row['points'])}"


def _app(log: Row) -> str | None:
    return " ".join(filter(None, (log["source_app"], log["source_version"]))) or None


def _byes(results: Sequence[Row], event: str, n: int, names: Mapping[tuple[str, str], str]) -> list[tuple[str, str]]:
    return [
        (names[event, row["person_id"]], mixed(row["points"]))
        for row in results
        if row["event"] == event and row["round"] == n and row["table_id"] is None
    ]
