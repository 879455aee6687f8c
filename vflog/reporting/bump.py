"""Figure 16: how did the tournament go; a line a player, by rank after each round."""

from __future__ import annotations

from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.style import axis, layout, note, spread
from vflog.figures.text import label, plural, said

#: So many players have a line; the table has all.
MOST = 60
#: Equal ranks are drawn so far apart; who shares a rank leaves the next ones free.
_TIED = 0.3
_DASHES = ("solid", "dash", "dot")


def draw(rows: Rows) -> Picture | None:
    """The rank of each player after each round."""
    rounds = sorted({row["round"] for row in rows})
    if not rounds:
        return None
    last = [row for row in rows if row["round"] == rounds[-1]]
    drawn = last[:MOST]
    by_person: dict[str, list[Row]] = {}
    for row in rows:
        by_person.setdefault(row["person_id"], []).append(row)
    # Who comes from further down comes from below the picture.
    most = max(len(drawn), *(row["rank"] for row in drawn))
    at = {row["person_id"]: i for i, row in enumerate(last)}
    apart = _apart(rows, at)
    ends = spread([row["rank"] for row in drawn], 1.0, 1, most)
    left = f" The first {MOST} are drawn; the table has all {len(last):,}." if len(last) > MOST else ""
    return Picture(
        data=[_line(by_person[row["person_id"]], i, at[row["person_id"]], apart) for i, row in enumerate(drawn)],
        layout=layout(
            90 + 21 * most,
            margin={"l": 34, "r": 150, "t": 10, "b": 40},
            xaxis=axis("round", tickvals=rounds, range=[rounds[0] - 0.15, rounds[-1] + 0.15], showgrid=False),
            yaxis=axis("rank", range=[most + 0.7, 0.3], dtick=1 if most <= 30 else 5, showgrid=False),
            annotations=[
                note(
                    rounds[-1],
                    y,
                    f"{row['rank']} {label(row['player'], 17)}",
                    xanchor="left",
                    xshift=8,
                    font={"size": 11, "color": palette.LEGIBLE[_colour(i)]},
                )
                for i, (row, y) in enumerate(zip(drawn, ends, strict=True))
            ],
        ),
        narrow={"margin.r": 104, "margin.l": 26},
        alt="Ranks in the end: " + ", ".join(f"{row['rank']} {said(row['player'])}" for row in last[:12]) + ".",
        notes=[
            f"{plural(len(last), 'player')}, {plural(len(rounds), 'round')}; the best is on top, equal ranks a little "
            f"apart.{left}"
        ],
        columns=[
            Column("player", "Player"),
            Column("round", "Round", "number"),
            Column("rank", "Rank", "number"),
            Column("points", "Points", "number"),
            Column("games", "Games", "number"),
            Column("wins", "Won", "number"),
        ],
        rows=[*last, *(row for row in rows if row["round"] != rounds[-1])],
    )


def _colour(place: int) -> str:
    return palette.SERIES[place % len(palette.SERIES)]


def _apart(rows: Rows, at: dict[str, int]) -> dict[tuple[int, str], float]:
    """By round and player, how far below its rank a mark is drawn: of equal ranks those stand lower that end lower."""
    shared: dict[tuple[int, int], list[str]] = {}
    for row in sorted(rows, key=lambda row: at.get(row["person_id"], len(at))):
        shared.setdefault((row["round"], row["rank"]), []).append(row["person_id"])
    return {(n, who): round(_TIED * i, 2) for (n, _), people in shared.items() for i, who in enumerate(people)}


def _line(rows: list[Row], place: int, at: int, apart: dict[tuple[int, str], float]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": label(rows[0]["player"]),
        "x": [r["round"] for r in rows],
        "y": [r["rank"] + apart[r["round"], r["person_id"]] for r in rows],
        "customdata": [[at, r["points"], r["rank"]] for r in rows],
        "meta": "rows",
        "line": {"width": 2, "color": _colour(place), "dash": _DASHES[place // len(palette.SERIES) % len(_DASHES)]},
        "marker": {"size": 7},
        "hovertemplate": "%{fullData.name}: rank %{customdata[2]}<br>after round %{x}, points %{customdata[1]}"
        "<extra></extra>",
    }


BUMP = Figure(
    name="event_standings", number=16, title="Ranks by round", question="How did the tournament go?", draw=draw,
    counted=False, empty="No round has been reckoned.",
)  # fmt: skip
