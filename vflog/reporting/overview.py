"""The pages over all games: `index.html` and one for each set of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Any

import msgspec
from markupsafe import Markup

from vflog.figures.figure import Column, Row
from vflog.figures.pages import Page, RulesetPages, Table
from vflog.log.output import Folder
from vflog.reporting.page import Link, Shown, cell_html, render, shown, side_by_side
from vflog.reporting.shared import pages_of
from vflog.reporting.source import Source, csv


class Listed(msgspec.Struct, kw_only=True):
    """A table of a page."""

    title: str
    empty: str
    columns: tuple[Column, ...]
    rows: list[list[Markup]]
    sql: str
    csv: str


def kinds(source: Source) -> list[Row]:
    """The kinds of games there are, for what is said of invented cards."""
    return source.rows("kinds")


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
    rulesets: set[str | None]


def merged(pages: Sequence[RulesetPages]) -> list[list[tuple[RulesetPages, Page]]]:
    """The pages of all rulesets in order; those of one name together."""
    out: dict[str, list[tuple[RulesetPages, Page]]] = {}
    for of in pages:
        for page in of.pages:
            out.setdefault(page.name, []).append((of, page))
    return sorted(out.values(), key=lambda parts: parts[0][0].ruleset is None)


def fill(source: Source, folder: Folder, parts: Sequence[tuple[RulesetPages, Page]], link: Link) -> Filled | None:
    """The figures and tables of a page; `None` where nothing that was loaded fills it."""
    figures: list[Shown] = []
    tables: list[Listed] = []
    for of, page in sorted(parts, key=lambda part: part[0].ruleset is not None):
        figures += [shown(source, of, figure, "data", "", link, folder.write) for figure in page.figures]
        tables += [_listed(source, folder, of, table, link) for table in page.tables]
    if any(it.drawn for it in figures) or any(table.rows for table in tables):
        return Filled(
            page=parts[0][1], figures=side_by_side(figures), tables=tables, rulesets={of.ruleset for of, _ in parts}
        )
    return None


def many_page(source: Source, folder: Folder, filled: Filled, common: Mapping[str, Any]) -> Path:
    """Write a page of figures over many games."""
    page = filled.page
    note = invented([row for row in kinds(source) if row["counted"] and row["ruleset"] in filled.rulesets])
    text = render(
        "many.html",
        up="",
        here=page.name,
        title=page.title,
        figures=filled.figures,
        tables=filled.tables,
        invented=note,
        lead=page.lead,
        **common,
    )
    return folder.write(f"{page.name}.html", text)


def linker(source: Source, keys: set[int]) -> Link:
    """What a game is called and where its page is, if it has one."""

    @cache
    def link(key: int) -> tuple[str, str | None]:
        name = source.ask("SELECT game_id FROM games WHERE game_key = $game_key LIMIT 1", key)
        called = name[0]["game_id"] if name else str(key)
        return called or "no id", f"games/{key}.html" if key in keys else None

    return link


def _listed(source: Source, folder: Folder, pages: RulesetPages, table: Table, link: Link) -> Listed:
    query = table.query
    scope = pages.scope(table)
    rows = source.rows(query, package=pages.package, scope=scope)
    if source.pseudonyms and query == "files":
        rows = [{**row, "file": f"file {i}"} for i, row in enumerate(rows, 1)]
    folder.write(f"data/{query}.sql", source.text(query, package=pages.package, scope=scope))
    folder.write(f"data/{query}.csv", csv(rows))
    cells = [[cell_html(row[c.name], c, link) for c in table.columns] for row in rows]
    return Listed(
        title=table.title,
        empty=table.empty,
        columns=table.columns,
        rows=cells,
        sql=f"data/{query}.sql",
        csv=f"data/{query}.csv",
    )
