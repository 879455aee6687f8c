"""The pages over all games: `index.html` and one for each set of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

import msgspec
from markupsafe import Markup

from vflog.figures.figure import Column, Row
from vflog.figures.pages import Page, RulesetPages, Table
from vflog.figures.text import plural
from vflog.log.output import Folder
from vflog.reporting.page import REASONS, Link, Shown, cell_html, render, shown
from vflog.reporting.shared import pages_of
from vflog.reporting.source import Source, csv

#: Games that `index.html` lists; the CSV has all.
MOST_GAMES = 300
_SOUND = ("valid", "adjudicated")

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
    notes = (
        pages_of(name).invented([game for game in games if game["ruleset"] == name])
        for name in sorted({game["ruleset"] for game in games} - {None}, reverse=True)
    )
    return " ".join(filter(None, notes)) or None


def where(game: Row, *, masked: bool) -> str:
    """Where a game stands: its table of an event, else its file and line."""
    if game["event"]:
        parts = [game["event"]]
        parts += [f"round {game['round']}"] if game["round"] is not None else []
        parts += [f"table {game['table_id']}"] if game["table_id"] else []
        return ", ".join(parts)
    line = f"line {game['first_line']}"
    return line if masked or game["file"] is None else f"{PurePath(game['file']).name}, {line}"


class Filled(msgspec.Struct, kw_only=True):
    """A page over many games that has something to show."""

    page: Page
    figures: list[Shown]
    tables: list[Listed]


def fill(source: Source, folder: Folder, pages: RulesetPages, page: Page, link: Link) -> Filled | None:
    """The figures and tables of a page; `None` where nothing that was loaded fills it."""
    shown_ = [shown(source, pages, figure, "data", "", link, folder.write) for figure in page.figures]
    tables = [_listed(source, folder, pages, table, link) for table in page.tables]
    if any(it.script is not None or it.rows for it in shown_) or any(table.rows for table in tables):
        return Filled(page=page, figures=shown_, tables=tables)
    return None


def many_page(
    folder: Folder, pages: RulesetPages, filled: Filled, every: Sequence[Row], common: Mapping[str, Any]
) -> Path:
    """Write a page of figures over many games."""
    page = filled.page
    note = pages.invented([game for game in every if game["counted"] and game["ruleset"] == pages.ruleset])
    text = render(
        "many.html", up="", here=page.name, title=page.title, figures=filled.figures, tables=filled.tables,
        invented=note, **common,
    )  # fmt: skip
    return folder.write(f"{page.name}.html", text)


def linker(every: Sequence[Row], keys: set[int]) -> Link:
    """What a game is called and where its page is, for the games that have one."""
    names = {game["game_key"]: game["game_id"] or "no id" for game in every}
    return lambda key: (names.get(key, str(key)), f"games/{key}.html" if key in keys else None)


def _listed(source: Source, folder: Folder, pages: RulesetPages, table: Table, link: Link) -> Listed:
    query = table.query
    rows = source.rows(query, package=pages.package)
    if source.pseudonyms and query == "files":
        rows = [{**row, "file": f"file {i}"} for i, row in enumerate(rows, 1)]
    folder.write(f"data/{query}.sql", source.text(query, package=pages.package))
    folder.write(f"data/{query}.csv", csv(rows))
    cells = [[cell_html(row[c.name], c, link) for c in table.columns] for row in rows]
    return Listed(
        title=table.title, empty=table.empty, columns=table.columns, rows=cells, sql=f"data/{query}.sql",
        csv=f"data/{query}.csv",
    )  # fmt: skip


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
    page = f"games/{game['game_key']}.html" if game["game_key"] in keys else None
    return {
        **game, "page": page, "where": where(game, masked=source.pseudonyms),
        "first_message": source.masked(game["game_key"], game["first_message"]),
        "wrong": f"{page}#problems" if page else "data/games.csv",
    }  # fmt: skip


def _csv_row(source: Source, game: Row) -> Row:
    told = {**game, "first_message": source.masked(game["game_key"], game["first_message"])}
    if source.pseudonyms:
        told["file"] = None
    return told
