"""Figures 8 and 9: are some Demis better, does the seat matter."""

from __future__ import annotations

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Rows
from vflog.figures.shares import expected_marks, interval_dots
from vflog.figures.style import TICKS, axis, layout, percent
from vflog.figures.text import label, words
from vflog.games.veiled_fate.figures import demis

_RATE = (
    Column("games", "Games", "number"), Column("wins", "Won", "number"), Column("rate", "Rate", "rate"),
    Column("lo", "from", "rate"), Column("hi", "to", "rate"), Column("expected", "Expected", "rate"),
    Column("examples", "Such as", "games"),
)  # fmt: skip
_NOTE = "Whiskers are 95 % intervals (Wilson); the upright stroke is what chance alone would bring."


def draw_demis(rows: Rows) -> Picture | None:
    """How often the owner of each Demi won."""
    if not rows:
        return None
    ordered = sorted(rows, key=lambda row: (-row["rate"], row["demi"]))
    names = [f"{label(words(row['demi']))} ({row['games']})" for row in ordered]
    colours = [demis.colour(row["colour"]) for row in ordered]
    return Picture(
        data=[expected_marks(ordered, names),
            interval_dots(ordered, names, colours, [demis.symbol(row["pack_order"]) for row in ordered])],
        layout=_layout(rows, 110),
        narrow={"margin.l": 98},
        alt="Rate at which owners won: " + ", ".join(f"{words(row['demi'])} {percent(row['rate'])}"
            for row in ordered) + ".",
        notes=[f"In brackets the games in which the Demi had an owner other than the Celestial. {_NOTE}"],
        columns=[Column("demi", "Demi"), *_RATE],
        rows=ordered,
    )


def draw_seats(rows: Rows) -> Picture | None:
    """How often each seat won, by number of players."""
    if not rows:
        return None
    names = [f"{row['players']} players, seat {row['seat']} ({row['games']})" for row in rows]
    tints = [palette.SERIES[(row["seat"] - 1) % len(palette.SERIES)] for row in rows]
    return Picture(
        data=[expected_marks(rows, names), interval_dots(rows, names, tints, ["circle"] * len(rows))],
        layout=_layout(rows, 150),
        narrow={"margin.l": 138},
        alt="Rate at which each seat won, by number of players.",
        notes=[f"In brackets the games; Celestials left out. {_NOTE}"],
        columns=[Column("players", "Players", "number"), Column("seat", "Seat", "number"), *_RATE],
        rows=rows,
    )


def _layout(rows: Rows, left: int) -> dict[str, object]:
    most = max(*(row["hi"] for row in rows), *(row["expected"] for row in rows))
    return layout(
        70 + 28 * len(rows),
        margin={"l": left, "r": 20, "t": 8, "b": 40},
        xaxis=axis("share won", range=[0, round(min(1.02, most + 0.08), 2)], rangemode="tozero", tickformat=".0%"),
        yaxis=axis(autorange="reversed", type="category", tickfont=TICKS),
    )


DEMIS = Figure(
    name="demis", number=8, title="Demis", question="Are some Demis better?", draw=draw_demis,
    needs=(("end_reason IS NOT NULL", "without an end"),), empty="No counted game has an owned Demi and an end.",
)  # fmt: skip
SEATS = Figure(
    name="seats", number=9, title="Seats", question="Does the seat matter?", draw=draw_seats,
    needs=(("end_reason IS NOT NULL", "without an end"),), empty="No counted game has an end.",
)  # fmt: skip
