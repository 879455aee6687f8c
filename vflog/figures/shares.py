"""Figures of rates: marks where there are few games, from there dots with their interval.

The rows are those of the kit's two forms (`queries/marks.sql`, `queries/rates.sql`): a kind of thing is a line of the
picture, told by `what`; a hit is what its rate counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any

import msgspec

from vflog.figures import palette
from vflog.figures.figure import Column, Picture, Row, Rows
from vflog.figures.scope import FAINT_BELOW, RATES_FROM
from vflog.figures.style import TICKS, axis, layout, percent
from vflog.figures.text import capital, label, said, words

#: How strong a rate out of few is drawn.
FAINT = 0.4
WHISKERS = "Whiskers are 95 % intervals (Wilson)."
EXPECTED = "The upright stroke is what is expected by chance."
#: How often each kind has been seen, and how often it was a hit.
COUNTS = (Column("games", "Of", "number"), Column("wins", "Hits", "number"))
RATE = (Column("rate", "Rate", "rate"), Column("lo", "from", "rate"), Column("hi", "to", "rate"))
SUCH_AS = Column("examples", "Such as", "games")
#: Letters of an axis' title that a phone has room for.
_LINE = 34
#: Letters of the name of a line for which a phone has room; longer ones are broken into lines of so many.
_NAME, _NAME_LINE = 26, 22
#: Marks of a kind that are drawn at most; the table counts all.
MOST_MARKS = 160


def forms(name: str) -> tuple[tuple[int, str], ...]:
    """The queries of a figure of rates whose `units` are those of the query `name`."""
    return ((0, f"{name}+marks"), (RATES_FROM, f"{name}+rates"))


def _plain(row: Row) -> str:
    return palette.COOL


def _circle(row: Row) -> str:
    return "circle"


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """What a figure of rates says.

    `title` heads the lines, `hit` and `miss` say what a filled and an open mark are, `unit` what is counted, `along`
    the axis of rates. With `ordered` the lines keep the order of the query, else the highest rate is first, rates out
    of few last. `misses` are not drawn where every game is a miss of all lines but one. At most the first `most` kinds
    of the query are drawn, their names as `named` writes them.
    """

    title: str
    hit: str
    miss: str
    unit: str = "game"
    along: str = "share"
    ordered: bool = False
    misses: bool = True
    left: int = 110
    notes: tuple[str, ...] = ()
    most: int | None = None
    named: Callable[[str], str] = words
    colour: Callable[[Row], str] = _plain
    symbol: Callable[[Row], str] = _circle

    def draw(self, rows: Rows) -> Picture | None:
        """The picture of the rows of either form."""
        if not rows:
            return None
        return self._rates(rows) if "rate" in rows[0] else self._marks(rows)

    # -- few games -----------------------------------------------------------------------------------

    def _marks(self, rows: Rows) -> Picture:
        kinds: dict[tuple[Any, ...], list[Row]] = {}
        for row in rows:
            kinds.setdefault(tuple(value for name, value in row.items() if name not in _OF_A_UNIT), []).append(row)
        groups = [(told, _tally(told)) for told in kinds.values()]
        first = {id(tally) for _, tally in groups[: self.most]}
        if not self.ordered:
            groups.sort(key=lambda group: (-group[1]["wins"], group[1]["games"]))
        drawn = [(i, told, tally) for i, (told, tally) in enumerate(groups) if id(tally) in first]
        names = distinct([label(self.named(tally["what"]), 30) for _, _, tally in drawn])
        marks = [
            (k, name, row, i)
            for name, (i, told, _) in zip(names, drawn, strict=True)
            for k, row in enumerate([row for row in told if self._has_mark(row)][:MOST_MARKS], 1)
        ]
        most = max((k for k, *_ in marks), default=1)
        texts = [f"{said(self.named(tally['what']), 30)} {tally['wins']} of {tally['games']}" for _, _, tally in drawn]
        ticks = {"dtick": 1} if most <= 12 else {"nticks": 8}
        return Picture(
            data=[self._open_and_filled(marks, 11 if most <= 24 else 6)],
            layout=layout(
                76 + 26 * len(names),
                margin={"l": self.left, "r": 20, "t": 8, "b": 40},
                yaxis=_lines(names),
                xaxis=axis(f"{self.unit}s", range=[0.2, most + 0.8], rangemode="tozero", **ticks),
            ),
            narrow={"margin.l": self.left - 12} | _names_on_a_phone(names, 76),
            alt=f"{capital(self.hit)}: {', '.join(texts)}.",
            notes=[
                f"A filled mark is a {self.unit} {self.hit}{f', an open one {self.miss}' if self.misses else ''}.",
                f"Fewer than {RATES_FROM} games: no rate is drawn.",
                *self.notes,
                *self._beyond(len(groups)),
            ],
            columns=[Column("what", self.title), *COUNTS, SUCH_AS],
            rows=[tally for _, tally in groups],
        )

    def _open_and_filled(self, marks: Sequence[tuple[int, str, Row, int]], size: int) -> dict[str, Any]:
        """The marks: where each stands, on which line, its row, and the row of the table that it leads to."""
        tints = [self.colour(row) for _, _, row, _ in marks]
        return {
            "type": "scatter",
            "mode": "markers",
            "x": [k for k, *_ in marks],
            "y": [name for _, name, _, _ in marks],
            "customdata": [
                [i, label(row["game_id"] or "no id", 20), self.hit if row["hit"] else self.miss] for *_, row, i in marks
            ],
            "meta": "rows",
            "marker": {
                "symbol": [self.symbol(row) + ("" if row["hit"] else "-open") for *_, row, _ in marks],
                "color": tints,
                "size": size,
                "opacity": 1,
                "line": {"width": 1.6, "color": tints},
            },
            "hovertemplate": "%{customdata[1]}: %{customdata[2]}<extra></extra>",
        }

    def _has_mark(self, row: Row) -> bool:
        return bool(row["hit"]) or (self.misses and row["hit"] is not None)

    def _beyond(self, kinds: int) -> list[str]:
        if self.most is None or kinds <= self.most:
            return []
        return [f"Drawn are {self.most} of {kinds:,}, those with the most {self.unit}s; the table has more."]

    # -- many games ----------------------------------------------------------------------------------

    def _rates(self, rows: Rows) -> Picture:
        kept = rows if self.ordered else sorted(rows, key=_by_rate)
        first = {id(row) for row in rows[: self.most]}
        places = [i for i, row in enumerate(kept) if id(row) in first]
        drawn = [kept[i] for i in places]
        names = distinct([f"{label(self.named(row['what']), 30)} ({row['games']:,})" for row in drawn])
        data = [dots(drawn, names, [self.colour(row) for row in drawn], [self.symbol(row) for row in drawn], places)]
        expected = [(row, name) for row, name in zip(drawn, names, strict=True) if row["expected"] is not None]
        if expected:
            data.insert(0, expected_marks([row for row, _ in expected], [name for _, name in expected]))
        most = max(max(row["hi"], row["expected"] or 0) for row in drawn)
        told = [WHISKERS, EXPECTED if expected else "Nothing is expected by chance."]
        if any(row["games"] < FAINT_BELOW for row in drawn):
            told.append(f"Faint: out of fewer than {FAINT_BELOW}.")
        texts = [f"{said(self.named(row['what']), 30)} {percent(row['rate'])}" for row in drawn]
        return Picture(
            data=data,
            layout=layout(
                70 + 28 * len(names),
                margin={"l": self.left, "r": 20, "t": 8, "b": 40},
                yaxis=_lines(names),
                xaxis=axis(
                    self.along, range=[0, round(min(1.02, most + 0.08), 2)], rangemode="tozero", tickformat=".0%"
                ),
            ),
            narrow={"margin.l": self.left - 12} | _names_on_a_phone(names, 70) | self._title_on_a_phone(),
            alt=f"{capital(self.along)}: {', '.join(texts)}.",
            notes=[f"In brackets the {self.unit}s.", *self.notes, *told, *self._beyond(len(rows))],
            columns=[Column("what", self.title), *COUNTS, *RATE, Column("expected", "Expected", "rate"), SUCH_AS],
            rows=kept,
        )

    def _title_on_a_phone(self) -> dict[str, Any]:
        """The title of the axis in two lines, where one is too long."""
        if len(self.along) <= _LINE:
            return {}
        return {"xaxis.title.text": "<br>".join(wrap(self.along, _LINE)), "margin.b": 54}


def _by_rate(row: Row) -> tuple[bool, float, int, str]:
    """The highest rate first; those out of few, which say little, after the others."""
    return row["games"] < FAINT_BELOW, -row["rate"], row["seq"], row["what"]


#: What is a unit's own in the rows of few games; the rest is that of its kind.
_OF_A_UNIT = frozenset({"game_key", "game_id", "hit", "chance"})


def _lines(names: Sequence[str]) -> dict[str, Any]:
    return axis(
        range=[len(names) - 0.4, -0.6],
        type="category",
        categoryorder="array",
        categoryarray=list(names),
        tickfont=TICKS,
        dtick=1,
        # A mark at nought does not lie on the name.
        ticks="outside",
        ticklen=7,
        tickcolor="rgba(0,0,0,0)",
    )


def _names_on_a_phone(names: Sequence[str], rest: int) -> dict[str, Any]:
    """Long names in two lines, which leaves room for what they name; `rest` is what is beside the lines in height."""
    if max(map(len, names)) <= _NAME:
        return {}
    broken = ["<br>".join(wrap(name, _NAME_LINE, break_long_words=False, break_on_hyphens=False)) for name in names]
    return {"yaxis.tickvals": list(names), "yaxis.ticktext": broken, "height": rest + 34 * len(names)}


def distinct(names: Sequence[str]) -> list[str]:
    """The names, told apart where they look alike: equal names would share a line."""
    return [name + "\u200b" * names[:i].count(name) for i, name in enumerate(names)]


def _tally(told: Sequence[Row]) -> dict[str, Any]:
    games = [row for row in told if row["hit"] is not None]
    hits = [row["game_key"] for row in games if row["hit"]]
    keys = [*hits, *(row["game_key"] for row in games if not row["hit"])]
    kept = {name: value for name, value in told[0].items() if name not in _OF_A_UNIT}
    return kept | {"games": len(games), "wins": len(hits), "examples": list(dict.fromkeys(keys))}


def whiskers(rows: Sequence[Row]) -> dict[str, Any]:
    """The 95 % interval of each rate as error bars along x."""
    return {
        "type": "data",
        "symmetric": False,
        "thickness": 1.6,
        "width": 4,
        "color": palette.MUTED,
        "array": [round(row["hi"] - row["rate"], 4) for row in rows],
        "arrayminus": [round(row["rate"] - row["lo"], 4) for row in rows],
    }


def dots(
    rows: Sequence[Row],
    names: Sequence[Any],
    colours: Sequence[str],
    symbols: Sequence[str],
    places: Sequence[int],
    **more: Any,
) -> dict[str, Any]:
    """Dots with whiskers, a line each; faint where they are out of few. A click leads to the row at that place of the
    table.
    """
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [round(row["rate"], 4) for row in rows],
        "y": list(names),
        "cliponaxis": False,
        "error_x": whiskers(rows),
        "meta": "rows",
        "marker": {
            "color": list(colours),
            "symbol": list(symbols),
            "size": 11,
            "line": {"width": 1, "color": palette.INK},
            "opacity": [FAINT if row["games"] < FAINT_BELOW else 1 for row in rows],
        },
        "customdata": [
            [i, row["wins"], row["games"], round(row["lo"], 4), round(row["hi"], 4)]
            for i, row in zip(places, rows, strict=True)
        ],
        "hovertemplate": "%{customdata[1]} of %{customdata[2]}: %{x:.1%}"
        "<br>95 % interval %{customdata[3]:.1%} to %{customdata[4]:.1%}<extra></extra>",
    } | more


def expected_marks(rows: Sequence[Row], names: Sequence[Any]) -> dict[str, Any]:
    """What chance alone would bring, as a bar across each row."""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [round(float(row["expected"]), 4) for row in rows],
        "y": list(names),
        "marker": {"symbol": "line-ns", "size": 18, "line": {"width": 2, "color": palette.ACCENT}},
        "hovertemplate": "expected by chance: %{x:.1%}<extra></extra>",
        "name": "expected",
    }
