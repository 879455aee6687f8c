"""From rows to what a template shows: figures with caption and table, cells as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

import jinja2
import msgspec
from markupsafe import Markup, escape

from vflog.figures import palette
from vflog.figures.figure import MOST_BYTES, Column, Figure, Picture, Row, encode
from vflog.figures.pages import RulesetPages
from vflog.figures.scope import Scope
from vflog.figures.style import percent
from vflog.figures.text import plural, said, visible, words
from vflog.reporting.source import EVERY_GAME, Source, counts, csv

#: Rows of a table on a page; the CSV has all.
MOST_ROWS = 120

#: Games that are named as examples.
MOST_EXAMPLES = 6

#: Why a game is not counted, as the caption says it.
REASONS: Mapping[str, str] = {
    "invalid": "with an error", "incomplete": "incomplete", "abandoned": "abandoned",
    "unsupported": "that could not be judged",
    "not chosen": "not chosen by the filters",
    "duplicate": "that another log tells otherwise", "witness": "told by another log already", "simulated": "simulated",
}  # fmt: skip

#: A figure of so many pixels or more has the width of a page to itself, lower ones stand beside each other.
WIDE_FROM = 500

#: What a game is called, and where its page is, if it has one.
Link = Callable[[int], tuple[str, str | None]]


class Shown(msgspec.Struct, kw_only=True):
    """A figure ready for a page. `script` is its JSON, safe inside a script element; `None` draws nothing."""

    figure: Figure
    script: Markup | None
    alt: str
    caption: list[str]
    columns: list[Column]
    rows: list[list[Markup]]
    more: int
    sql: str
    csv: str
    height: int = 0
    wide: bool = False

    @property
    def drawn(self) -> bool:
        """Whether there is anything to show: a picture, or a table."""
        return self.script is not None or bool(self.rows)


class Asked(msgspec.Struct, kw_only=True):
    """A figure's answer: which games it is about and how many, what its caption says of them, SQL, rows, picture."""

    scope: Scope
    used: int
    caption: list[str]
    sql: str
    rows: list[Row]
    picture: Picture | None


def asked(
    source: Source,
    pages: RulesetPages,
    figure: Figure,
    game_key: int | None = None,
    chosen: str | None = None,
    **more: int,
) -> Asked:
    """Ask for a figure of one game (`game_key`), or of all that are `chosen` (a condition on games)."""
    scope = EVERY_GAME if figure.one_game else pages.scope(figure, chosen, **more)
    used, caption = 1, []
    if not figure.one_game:
        used, others = counts(source, scope)
        caption.append(_scope(used, others) if figure.counted else f"n = {plural(used, 'game')}, counted or not.")
    query = figure.query(used)
    rows = source.rows(query, game_key, package=pages.package, scope=scope)
    return Asked(
        scope=scope,
        used=used,
        caption=caption,
        sql=source.text(query, game_key, package=pages.package, scope=scope),
        rows=rows,
        picture=figure.draw(rows),
    )


def script_json(data: bytes) -> Markup:
    """JSON for inside a script element: nothing in it can end the element."""
    text = data.decode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(text)


def shown(
    source: Source,
    pages: RulesetPages,
    figure: Figure,
    place: str,
    up: str,
    link: Link,
    write: Callable[[str, str], object],
    game_key: int | None = None,
) -> Shown:
    """A figure of one game (`game_key`) or of all; its SQL and CSV are written to `place`/NAME.*."""
    it = asked(source, pages, figure, game_key)
    if not figure.one_game:
        write(f"{place}/{figure.name}.games.sql", it.scope.counts())
    write(f"{place}/{figure.name}.sql", it.sql)
    write(f"{place}/{figure.name}.csv", csv(it.rows))
    out = Shown(
        figure=figure,
        script=None,
        alt=figure.empty,
        caption=it.caption,
        columns=[],
        rows=[],
        more=0,
        sql=f"{up}{place}/{figure.name}.sql",
        csv=f"{up}{place}/{figure.name}.csv",
    )
    if it.picture is None:
        out.caption.insert(0, figure.empty)
        return out
    _fill(out, it.picture, link)
    return out


def side_by_side(figures: list[Shown]) -> list[Shown]:
    """The figures of a page: where one would have nothing beside it, it has the width of the page to itself."""
    waiting: Shown | None = None
    for it in filter(lambda it: it.drawn, figures):
        if it.wide or waiting is not None:
            if it.wide and waiting is not None:
                waiting.wide = True
            waiting = None
        else:
            waiting = it
    if waiting is not None:
        waiting.wide = True
    return figures


def _fill(out: Shown, picture: Picture, link: Link) -> None:
    data = encode(picture)
    if len(data) <= MOST_BYTES:
        out.script = script_json(data)
        out.height = picture.layout["height"]
        out.wide = out.height > WIDE_FROM
    else:
        out.caption.append("There is too much here for one picture; the CSV file has all of it.")
    out.alt = picture.alt
    out.caption += picture.notes
    out.columns = picture.columns
    out.rows = [[cell_html(row.get(c.name), c, link) for c in picture.columns] for row in picture.rows[:MOST_ROWS]]
    out.more = max(0, len(picture.rows) - MOST_ROWS)


def _scope(used: int, others: list[tuple[str, int]]) -> str:
    text = f"n = {plural(used, 'game')}."
    if others:
        text += " Left out: " + ", ".join(f"{count:,} {REASONS.get(why, why)}" for why, count in others) + "."
    return text


def cell_html(value: Any, column: Column, link: Link) -> Markup:
    """A value as it stands in a table."""
    if value is None:
        return Markup("")
    match column.kind:
        case "rate":
            return escape(percent(float(value), 1))
        case "flag":
            return escape("yes" if value else "")
        case "game":
            return game_html(value, link)
        case "games":
            return Markup(", ").join(game_html(key, link) for key in value[:MOST_EXAMPLES])
        case "number":
            return escape(
                f"{value:,}" if isinstance(value, int) else f"{value:,.3g}" if isinstance(value, float) else value
            )
        case _:
            return Markup("<bdi>{}</bdi>").format(visible(str(value)))


def game_html(key: int, link: Link) -> Markup:
    """A game, with a link where it has a page."""
    name, where = link(key)
    shown_name = Markup("<bdi>{}</bdi>").format(said(name, 18))
    return Markup('<a href="{}">{}</a>').format(where, shown_name) if where else shown_name


@cache
def templates() -> jinja2.Environment:
    """The packaged templates; everything is escaped."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("vflog.reporting", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {"visible": _bdi, "words": words, "percent": percent, "count": lambda n: f"{n:,}"}
    environment.globals["plural"] = plural
    return environment


def _bdi(value: Any) -> Markup:
    return Markup("<bdi>{}</bdi>").format(visible(str(value))) if value is not None else Markup("")


def render(name: str, **values: Any) -> str:
    """A page."""
    return templates().get_template(name).render(**values)


def colours(pages: Iterable[RulesetPages]) -> Markup:
    """What the script needs to show figures of these rulesets on a dark page."""
    pairs = dict(palette.PAIRS)
    for of in pages:
        pairs.update(of.colours)
    return script_json(msgspec.json.encode(pairs))


#: A script that is written in parts, a thing each, which a page gets as one.
_PARTS: Mapping[str, tuple[str, ...]] = {
    "replay.js": ("kit", "film", "places", "tokens", "map", "track", "beside", "list", "strip", "moving", "views",
                  "controls", "begin"),
}  # fmt: skip


def asset(name: str) -> bytes:
    """A packaged file; a script in parts as one."""
    assets = resources.files(__package__).joinpath("assets")
    if name not in _PARTS:
        return assets.joinpath(name).read_bytes()
    parts = (assets.joinpath(name.removesuffix(".js"), f"{part}.js").read_bytes() for part in _PARTS[name])
    return b'(function () {\n"use strict";\n\n' + b"\n".join(parts) + b"})();\n"


def plotly() -> bytes:
    """Plotly's script, as its package brings it."""
    return resources.files("plotly").joinpath("package_data", "plotly.min.js").read_bytes()
