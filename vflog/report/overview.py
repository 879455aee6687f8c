"""The pages over all games: `index.html` and one for each set of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

import msgspec
from markupsafe import Markup

from vflog.log.output import Folder
from vflog.report.figure import Column, Row
from vflog.report.figures import PAGES
from vflog.report.page import REASONS, Link, cell_html, render, shown
from vflog.report.source import Source, csv
from vflog.report.text import plural

#: Games that `index.html` lists; the CSV has all.
MOST_GAMES = 300
_SOUND = ("valid", "adjudicated")

#: Tables that stand under the figures of a page: the query, its title, what to say of none, its columns.
TABLES: Mapping[str, tuple[tuple[str, str, str, tuple[Column, ...]], ...]] = {
    "logs": (
        (
            "summary", "Problems by front end, version and code", "No problem at all.",
            (
                Column("app", "Front end"), Column("app_version", "Version"), Column("code", "Code"),
                Column("severity", "Severity"),
                Column("rule", "Rule"), Column("basis", "Basis"), Column("problems", "Problems", "number"),
                Column("games", "Games", "number"),
            ),
        ),
        (
            "files", "Files", "No file has been loaded.",
            (
                Column("file", "File"), Column("lines", "Lines", "number"), Column("blank", "Blank", "number"),
                Column("records", "Records", "number"), Column("rejects", "Rejects", "number"),
                Column("repeats", "Repeats", "number"),
                Column("games", "Games", "number"), Column("problems", "Problems", "number"),
            ),
        ),
    ),
}  # fmt: skip


class Listed(msgspec.Struct, kw_only=True):
    """A table of a page."""

    title: str
    empty: str
    columns: tuple[Column, ...]
    rows: list[list[Markup]]
    sql: str
    csv: str


def invented(games: Sequence[Row]) -> str | None:
    """What to say where made-up cards of these games are read; nothing where there are none."""
    names = sorted({game["content_pack"] for game in games if game["content_invented"] and game["content_pack"]})
    told = []
    if names:
        which = f"the content pack {names[0]}" if len(names) == 1 else "the content packs " + ", ".join(names)
        what = "Quests, City cards, Fate counts and Corruption values"
        told.append(f"{what} are those of {which}, made up and not taken from printed cards.")
    if any(game["ruleset"] == "udacha" and game["simulated"] for game in games):
        told.append("All cards of the simulated games of Udacha are made up; its chapter publishes none.")
    return " ".join(told) or None


def where(game: Row, *, veiled: bool) -> str:
    """Where a game stands: its table of an event, else its file and line."""
    if game["event"]:
        parts = [game["event"]]
        parts += [f"round {game['round']}"] if game["round"] is not None else []
        parts += [f"table {game['table_id']}"] if game["table_id"] else []
        return ", ".join(parts)
    return f"line {game['first_line']}" if veiled else f"{PurePath(game['file']).name}, line {game['first_line']}"


def many_page(
    source: Source, folder: Folder, name: str, keys: set[int], every: Sequence[Row], common: Mapping[str, Any]
) -> Path:
    """A page of figures over all counted games."""
    title, figures = PAGES[name]
    link = linker(every, keys)
    told = [shown(source, figure, "data", "", link, folder.write) for figure in figures]
    tables = [_listed(source, folder, *table, link) for table in TABLES.get(name, ())]
    note = invented([game for game in every if game["counted"]]) if name != "logs" else None
    page = render("many.html", up="", here=name, title=title, figures=told, tables=tables, invented=note, **common)
    return folder.write(f"{name}.html", page)


def linker(every: Sequence[Row], keys: set[int]) -> Link:
    """What a game is called and where its page is, for the games that have one."""
    names = {game["game_key"]: game["game_id"] or "no id" for game in every}
    return lambda key: (names.get(key, str(key)), f"games/{key}.html" if key in keys else None)


def _listed(
    source: Source, folder: Folder, query: str, title: str, empty: str, columns: tuple[Column, ...], link: Link
) -> Listed:
    rows = source.rows(query)
    if source.pseudonyms and query == "files":
        rows = [{**row, "file": f"file {i}"} for i, row in enumerate(rows, 1)]
    folder.write(f"data/{query}.sql", source.text(query))
    folder.write(f"data/{query}.csv", csv(rows))
    cells = [[cell_html(row[c.name], c, link) for c in columns] for row in rows]
    return Listed(title=title, empty=empty, columns=columns, rows=cells, sql=f"data/{query}.sql",
        csv=f"data/{query}.csv")


def index_page(source: Source, folder: Folder, every: Sequence[Row], keys: set[int], common: Mapping[str, Any]) -> Path:
    """The verdicts, the totals, and the sums that must agree."""
    games = [_game_row(source, game, keys) for game in every]
    tables = {"totals": source.rows("totals"), "sums": source.rows("sums"),
        "games": [_csv_row(source, game) for game in every]}
    for name, rows in tables.items():
        folder.write(f"data/{name}.sql", source.text(name))
        folder.write(f"data/{name}.csv", csv(rows))
    without = sum(1 for game in every if game["game_key"] not in keys)
    page = render(
        "index.html", up="", here="index", headline=_headline(every), tiles=[_tile(row) for row in tables["totals"]],
        games=games[:MOST_GAMES], more_games=max(0, len(games) - MOST_GAMES), more_pages=_without(without, len(keys)),
        sums=tables["sums"], invented=invented(every),
        **common,
    )  # fmt: skip
    return folder.write("index.html", page)


def _headline(every: Sequence[Row]) -> str:
    sound = sum(game["status"] in _SOUND for game in every)
    if not every:
        return "No game at all"
    if sound == len(every):
        return f"{plural(len(every), 'game')}, all sound"
    return f"{plural(len(every), 'game')}, {sound:,} sound"


def _tile(row: Row) -> dict[str, Any]:
    why = row["counted"]
    reason = None if why in ("counted", row["status"]) else f"not counted: {REASONS.get(why, why)}"
    kind = "sound" if row["status"] in _SOUND else "unsound" if row["status"] in ("invalid", "unreadable") else "open"
    return {"count": row["games"], "status": row["status"], "why": reason, "kind": kind}


def _without(without: int, pages: int) -> str | None:
    if not without:
        return None
    return f"{plural(pages, 'game has', 'games have')} a page; name others to have theirs written."


def _game_row(source: Source, game: Row, keys: set[int]) -> dict[str, Any]:
    own = game["game_key"] in keys and game["why_not"] != "duplicate"
    page = f"games/{game['game_key']}.html" if own else None
    return {
        **game, "page": page, "where": where(game, veiled=source.pseudonyms),
        "first_message": source.veiled(game["game_key"], game["first_message"]),
        "wrong": f"{page}#problems" if page else "data/games.csv",
    }  # fmt: skip


def _csv_row(source: Source, game: Row) -> Row:
    told = {**game, "first_message": source.veiled(game["game_key"], game["first_message"])}
    if source.pseudonyms:
        told["file"] = None
    return told
