"""The pages of Nim: that of a game, and one over many."""

from __future__ import annotations

from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.pages import GamePage, Page, RulesetPages, Table
from vflog.figures.style import axis, cursor, layout

_COLUMNS = [Column("n", "Record", "number"), Column("pile", "Pile", "number"), Column("left_over", "Left", "number")]


def draw(rows: Rows) -> Picture | None:
    """One game: the stones left in each pile after each record that took some."""
    if not rows:
        return None
    data: list[dict[str, Any]] = []
    for i, pile in enumerate(sorted({row["pile"] for row in rows})):
        own = [row for row in rows if row["pile"] == pile]
        data.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": f"pile {pile}",
                "meta": f"pile {pile}",
                "x": [row["n"] for row in own],
                "y": [row["left_over"] for row in own],
                "line": {"shape": "hv", "color": palette.SERIES[i % len(palette.SERIES)]},
            }
        )
    last = max(row["n"] for row in rows)
    return Picture(
        data=data,
        layout=layout(300, shapes=[cursor(last)], xaxis=axis("record"), yaxis=axis("stones left")),
        alt=f"The stones left in {len(data)} piles, from record to record.",
        columns=_COLUMNS,
        rows=rows,
    )


STONES = Figure(
    name="nim_stones", number=1, title="Stones left", question="How did the piles go down?", draw=draw, one_game=True
)


def _facts(game: Row) -> list[tuple[str, str]]:
    return [("Start", f"{game['stones']} stones in {game['piles']} piles")]


PAGES = RulesetPages(
    ruleset="nim",
    package=__package__,
    game=GamePage(figures=(STONES,), facts=_facts),
    pages=(
        Page(
            name="nim",
            title="Openings of Nim",
            link="Nim",
            figures=(),
            tables=(
                Table(
                    query="nim_openings", title="First players", empty="No game counts.",
                    columns=(
                        Column("forced", "Can force it", "flag"), Column("games", "Games", "number"),
                        Column("wins", "Won", "number"),
                    ),
                ),
            ),
        ),
    ),
    games_table="nim_games",
)  # fmt: skip
