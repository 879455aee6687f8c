"""The report: a folder of pages that open offline, or one figure for somebody else's page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from vflog.engine import ruleset as rulesets
from vflog.figures.figure import Figure, Row
from vflog.figures.pages import RulesetPages
from vflog.log.nearest import meant
from vflog.log.output import Folder, folder
from vflog.reporting import shared, tournament
from vflog.reporting.bump import BUMP
from vflog.reporting.game_page import game_page
from vflog.reporting.home import home_page
from vflog.reporting.measures import measures_page
from vflog.reporting.overview import fill, kinds, linker, many_page, merged
from vflog.reporting.page import asset, colours, plotly, render, shown
from vflog.reporting.source import Source, opened
from vflog.store.connect import MEMORY
from vflog.store.errors import StoreError
from vflog.version import VERSION

#: Pages for games are written for at most so many, unless games are named.
MOST_PAGES = 200
#: What draws figures, and takes the keyboard to their points.
_OWN_SCRIPTS = ("report.js", "points.js")


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What was written: the page to open first, all files, how many games have a page and how many not."""

    first: Path
    files: list[Path]
    games: int
    without_page: int


class UnknownFigure(ValueError):
    """There is no figure of this name, or it needs a game to be named; the text is the sentence."""


def write(
    db: str | Path,
    out: str | os.PathLike[str],
    *,
    games: Sequence[str] | None = None,
    fragment: str | None = None,
    pseudonyms: bool = False,
    progress: Callable[[int, int], None] | None = None,
    inputs: Iterable[str | os.PathLike[str]] = (),
    content: Sequence[str] = (),
    force: bool = False,
    wait: float = 0.0,
    memory: str = MEMORY,
    more: Mapping[str, bytes] = {},
) -> Written:
    """Write the report on the database `db` into the folder `out`; equal bytes for equal content.

    `games` are ids or keys of the games that get a page (else the first 200, those with trouble first).
    With `fragment`, the name of a figure, only `out`/NAME.html is written, a `<div>` with what it needs.
    `pseudonyms` replaces the players' names. `progress` hears pages done and pages in all. In the folders `content`
    packs are found to play games again, which are also looked for beside the logs. `inputs` are never written over,
    `db` is one; other files are if `force`. `wait` are seconds for a database in use, `memory` what it may use;
    `more` are files that come with the pages, by name. Raises `StoreError`, `UnknownFigure`, `Refusal`.
    """
    given = [db, *inputs]
    with (
        opened(db, pseudonyms=pseudonyms, wait=wait, memory=memory) as source,
        folder(out, force=force, inputs=given) as files,
    ):
        if fragment is not None:
            return _fragment(source, files, fragment, _chosen(source, games) if games else [])
        for name, data in more.items():
            files.write(name, data)
        return _pages(source, files, _chosen(source, games), progress, content)


def _chosen(source: Source, named: Sequence[str] | None) -> list[Row]:
    """The games that get a page."""
    every = source.stream(source.text("games"))
    if not named:
        return [*islice(every, MOST_PAGES)]
    wanted = set(named)
    found = [game for game in every if game["game_id"] in wanted or str(game["game_key"]) in wanted]
    known = {game["game_id"] for game in found} | {str(game["game_key"]) for game in found}
    if missing := [name for name in named if name not in known]:
        raise StoreError(f"The database has no game {', '.join(missing)}.")
    return found


def _pages(
    source: Source,
    folder: Folder,
    chosen: Sequence[Row],
    progress: Callable[[int, int], None] | None,
    content: Sequence[str],
) -> Written:
    every = shared.every(row["ruleset"] for row in kinds(source))
    many = merged(every)
    total = len(chosen) + len(many) + 1
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    keys = {game["game_key"] for game in chosen}
    link = linker(source, keys)
    filled = []
    for parts in many:
        if found := fill(source, folder, parts, link):
            filled.append(found)
        step()
    events = tournament.has_tournaments(source)
    links = [("index", "Games"), *([("tournament", "Tournament")] if events else [])]
    links += [*((found.page.name, found.page.link) for found in filled), ("measures", "Measures")]
    common = {"tool": VERSION, "colours": colours(every), "links": links}
    for name in ("report.css", "report.js", "points.js", "home.js", "replay.css", "replay.js"):
        folder.write(name, asset(name), shared=True)
    folder.write("plotly.min.js", plotly(), shared=True)
    for game in chosen:
        game_page(source, folder, game, common, content)
        step()
    for found in filled:
        many_page(source, folder, found, common)
    measures_page(folder, every, filled, common)
    if events:
        tournament.write_pages(source, folder, keys, common)
    first = home_page(source, folder, keys, common)
    step()
    games = source.ask("SELECT count(*) AS games FROM games")[0]["games"]
    return Written(first=first, files=folder.written, games=len(chosen), without_page=games - len(chosen))


def _fragment(source: Source, folder: Folder, name: str, games: Sequence[Row]) -> Written:
    known = {f: (of, figure) for of in shared.every(rulesets.names()) for f, figure in of.figures().items()}
    known[BUMP.name] = (shared.SHARED, BUMP)
    if name not in known:
        raise UnknownFigure(f"There is no figure {name}; there are {', '.join(known)}.{meant(name, known)}")
    of, figure = known[name]
    if figure.one_game and len(games) != 1:
        raise UnknownFigure(f"The figure {name} is about one game: name exactly one.")
    key = games[0]["game_key"] if figure.one_game else None
    first = folder.write(f"{name}.html", fragment_html(source, folder, of, figure, key))
    for asset_name in ("report.css", *_OWN_SCRIPTS):
        folder.write(asset_name, asset(asset_name), shared=True)
    folder.write("plotly.min.js", plotly(), shared=True)
    return Written(first=first, files=folder.written, games=len(games), without_page=0)


def fragment_html(source: Source, folder: Folder, of: RulesetPages, figure: Figure, game_key: int | None) -> str:
    """One figure as a `<div>`, with its table, its data and the names of the files that draw it."""
    if figure is BUMP:
        it = tournament.bump_lines(source, folder)
    else:
        it = shown(source, of, figure, "data", "", lambda key: (str(key), None), folder.write, game_key)
    return render("fragment.html", it=it, colours=colours([of]), scripts=("plotly.min.js", *_OWN_SCRIPTS))
