"""`index.html`: what was found, in a sentence; what is wrong, as tiles that lead to lists; the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup

from vflog.figures.figure import Row
from vflog.figures.scope import Scope
from vflog.figures.text import plural, visible
from vflog.log.output import Folder
from vflog.reporting.overview import invented, kinds, where
from vflog.reporting.page import REASONS, render, script_json
from vflog.reporting.shared import pages_of
from vflog.reporting.source import Source, csv, csv_lines

#: Games that the page lists, and those that its search and filters know; the CSV has all.
MOST_GAMES = 300
MOST_SOUGHT = 20_000
_SOUND = ("valid", "adjudicated")
#: Width and height of a game's small line, in its own units: 0 to 30 are the course of a game, 0 to 12 the points.
_WIDE, _HIGH = 30, 12


def home_page(source: Source, folder: Folder, keys: set[int], common: Mapping[str, Any]) -> Path:
    """Write the page, the list of all games as CSV and for its search, and the sums that must agree."""
    tables = {name: source.rows(name) for name in ("totals", "sums", "found")}
    for name in ("totals", "sums"):
        folder.write(f"data/{name}.sql", source.text(name))
        folder.write(f"data/{name}.csv", csv(tables[name]))
    listed = _games(source, folder, keys)
    totals, found = tables["totals"], tables["found"][0]
    games = sum(row["games"] for row in totals)
    small = _small_lines(source, listed)
    page = render(
        "index.html",
        up="",
        here="index",
        headline=_headline(totals),
        found=_found(found, totals),
        tiles=_tiles(totals, found),
        games=[{**game, "small": small.get(game["game_key"])} for game in listed],
        more_games=max(0, games - len(listed)),
        sought=min(games, MOST_SOUGHT),
        all_games=games,
        more_pages=_without(games - len(keys), len(keys)),
        small=bool(small),
        wrong=any(game["first_message"] for game in listed),
        sums=tables["sums"],
        agree=all((row["told"] or 0) == (row["found"] or 0) for row in tables["sums"]),
        invented=invented(kinds(source)),
        **common,
    )
    return folder.write("index.html", page)


def _games(source: Source, folder: Folder, keys: set[int]) -> list[dict[str, Any]]:
    """The games that the page lists; all of them are written to `data/games.csv`, those to be sought to a script."""
    text = source.text("games")
    folder.write("data/games.sql", text)
    listed: list[dict[str, Any]] = []
    with folder.file("data/games.csv") as table, folder.file("data/games.js") as script:
        script.write(b"window.vflogGames([")

        def each() -> Iterator[Row]:
            for i, game in enumerate(source.stream(text)):
                row = _game_row(source, game, keys)
                if i < MOST_GAMES:
                    listed.append(row)
                if i < MOST_SOUGHT:
                    script.write(b",\n"[not i :] + script_json(msgspec.json.encode(_sought(row))).encode())
                yield _csv_row(source, game, row["first_message"])

        for line in csv_lines(each()):
            table.write(line.encode())
        script.write(b"]);\n")
    return listed


def _game_row(source: Source, game: Row, keys: set[int]) -> dict[str, Any]:
    page = f"games/{game['game_key']}.html" if game["game_key"] in keys else None
    return {
        **game,
        "page": page,
        "where": where(game, masked=source.pseudonyms),
        "first_message": source.masked(game["game_key"], game["first_message"]) if game["first_message"] else None,
        "wrong": f"{page}#problems" if page else "data/games.csv",
        "shows": " ".join(_shows(game)),
    }


def _shows(game: Row) -> list[str]:
    """The lists that a game stands in."""
    out = [game["status"], "counted" if game["counted"] else f"not-{game['why_not']}"]
    return [*out, *(["disputed"] if game["disputed"] else ())]


def _sought(row: Mapping[str, Any]) -> list[Any]:
    """What the page's script needs to list a game: as the cells of its row."""
    message = row["first_message"]
    wrong = f"{row['first_rule'] or row['first_code']}: {message}" if message else ""
    winners = ", ".join(map(visible, row["winners"] or []))
    return [
        str(row["game_key"]),
        visible(row["game_id"] or "no id"),
        row["page"],
        row["status"],
        row["shows"],
        winners,
        row["players"],
        row["records"],
        visible(wrong),
        visible(row["where"]),
    ]


def _csv_row(source: Source, game: Row, message: str | None) -> Row:
    told = {**game, "first_message": message}
    if source.pseudonyms:
        told["file"] = None
    return told


def _headline(totals: Sequence[Row]) -> str:
    games = sum(row["games"] for row in totals)
    sound = sum(row["games"] for row in totals if row["status"] in _SOUND)
    if not games:
        return "No game at all"
    if sound == games:
        return "1 game, sound" if games == 1 else f"{plural(games, 'game')}, all sound"
    return f"{plural(games, 'game')}, {sound:,} sound"


def _found(found: Row, totals: Sequence[Row]) -> list[str]:
    """Sentences: what is wrong, whose it is, what counts."""
    games = sum(row["games"] for row in totals)
    if not games:
        return []
    wrong = sum(row["games"] for row in totals if row["status"] in ("invalid", "unreadable"))
    told = []
    if wrong:
        most = "most often" if found["code_games"] > 1 else "such as"
        often = f", {most} “{found['code_title']}” ({plural(found['code_games'], 'game')})"
        told.append(f"{plural(wrong, 'game has', 'games have')} an error{often if found['code_title'] else ''}.")
        if wrong > 1 and found["app"] is not None and 2 * found["app_wrong"] > wrong:
            of = f"{visible(found['app'])}, which wrote {plural(found['app_games'], 'game')}"
            told.append(f"{found['app_wrong']:,} of them come from {of}.")
    else:
        told.append("No game has an error.")
    if stopped := sum(row["games"] for row in totals if row["status"] in ("incomplete", "abandoned")):
        told.append(f"{plural(stopped, 'was', 'were')} not played to the end.")
    if disputed := sum(row["disputed"] for row in totals):
        told.append(f"{plural(disputed, 'turns', 'turn')} on a point that the rules leave open.")
    counted = sum(row["games"] for row in totals if row["counted"] == "counted")
    told.append(f"{plural(counted, 'game counts', 'games count')} in what the other pages say.")
    return told


def _tiles(totals: Sequence[Row], found: Row) -> list[dict[str, Any]]:
    """What is wrong and what is not, each with the list that it leads to."""
    tiles: list[dict[str, Any]] = [_tile(row) for row in totals]
    disputed = sum(row["disputed"] for row in totals)
    if disputed:
        tiles.append(
            {
                "count": disputed,
                "status": "disputed",
                "why": "the rules leave it open",
                "kind": "open",
                "to": "#show=disputed",
            }
        )
    if found["rejects"]:
        tiles.append(
            {
                "count": found["rejects"],
                "status": "rejected lines",
                "why": "that are no records",
                "kind": "unsound",
                "to": "logs.html",
            }
        )
    return tiles


def _tile(row: Row) -> dict[str, Any]:
    why = row["counted"]
    reason = (
        None if why in ("counted", row["status"]) else f"not counted: {REASONS.get(why, why).removeprefix('that ')}"
    )
    kind = "sound" if row["status"] in _SOUND else "unsound" if row["status"] in ("invalid", "unreadable") else "open"
    shows = f"#show={row['status']}+{'counted' if why == 'counted' else f'not-{why}'}"
    return {"count": row["games"], "status": row["status"], "why": reason, "kind": kind, "to": shows}


def _without(without: int, pages: int) -> str | None:
    if without <= 0:
        return None
    return f"{plural(pages, 'game has', 'games have')} a page; name others to have theirs written."


# -- the small line of a game ------------------------------------------------------------------------------------------


def _small_lines(source: Source, games: Sequence[Row]) -> dict[int, Markup]:
    """For each game of a ruleset that has such: its line, and the best of the others, as a drawing."""
    out: dict[int, Markup] = {}
    for name in sorted({game["ruleset"] for game in games} - {None}):
        pages = pages_of(name)
        if pages.small_line is None:
            continue
        keys = ", ".join(str(game["game_key"]) for game in games if game["ruleset"] == name)
        scope = Scope(table=pages.games_table, counted=False, needs=((f"game_key IN ({keys})", "not listed"),))
        for row in source.rows(pages.small_line, package=pages.package, scope=scope):
            out[row["game_key"]] = _drawing(row)
    return out


def _drawing(row: Row) -> Markup:
    lines = [(kind, row[kind]) for kind in ("others", "own") if row[kind] and any(v is not None for v in row[kind])]
    line = Markup('<polyline class="{}" points="{}"/>')
    drawn = Markup("").join(line.format(kind, _points(row["steps"], values)) for kind, values in lines)
    return Markup('<svg class="small" viewBox="-1 -1 {} {}" role="img" aria-label="{}">{}</svg>').format(
        _WIDE + 2, _HIGH + 2, row["told"], drawn
    )


def _points(steps: Sequence[int], values: Sequence[int | None]) -> str:
    told = [(step, value) for step, value in zip(steps, values, strict=True) if value is not None]
    corners = chain.from_iterable(
        ((step, told[i - 1][1]), (step, value)) if i and value != told[i - 1][1] else ((step, value),)
        for i, (step, value) in enumerate(told)
    )
    return " ".join(f"{x},{_HIGH - y}" for x, y in corners)
