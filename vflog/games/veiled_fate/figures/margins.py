"""Figure 5: how close the votes on Quests are, and whether extra voters matter."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Rows
from vflog.figures.scope import RATES_FROM
from vflog.figures.style import axis, layout, note
from vflog.figures.text import plural
from vflog.games.veiled_fate.figures.outcomes import FULL

#: The query counts votes with more extra voters among these.
_MOST_VOTERS = 5


def draw_margins(rows: Rows) -> Picture | None:
    """Many games: feathers less scorpions, a panel for each number of extra voters."""
    if not rows:
        return None
    groups = [(voters, list(group)) for voters, group in groupby(rows, key=lambda row: row["voters"])]
    rates = rows[0]["of_games"] >= RATES_FROM
    tallest = max(
        row["votes"] / (sum(each["votes"] for each in told) if rates else 1) for _, told in groups for row in told
    )
    most = len(groups)
    data, axes, names = [], {}, []
    for i, (voters, told) in enumerate(groups):
        number, top = str(i + 1) if i else "", 1 - i / most
        data.append(_bars(rows, told, rates) | {"xaxis": "x", "yaxis": "y" + number})
        names.append(_heading(voters, told, top))
        axes["yaxis" + number] = axis(
            domain=[top - 1 / most + 0.02, top - 0.16 / most - 0.02],
            nticks=3,
            anchor="x",
            tickformat=".0%" if rates else "d",
            range=[0, round(tallest * 1.08, 4)],
        )
    return Picture(
        data=data,
        layout=layout(
            60 + 130 * most,
            margin={"l": 46, "r": 12, "t": 6, "b": 42},
            annotations=names,
            bargap=0.12,
            xaxis=axis(
                "feathers − scorpions", range=[-10.6, 10.6], dtick=2, anchor="y" + (str(most) if most > 1 else "")
            ),
            **axes,
        ),
        alt=f"How close {plural(sum(row['votes'] for row in rows), 'vote')} on Quests were, by number of extra voters.",
        notes=[
            "Differences beyond ten stand at ten. A vote at 0 is decided by the coin. Heights are "
            + (
                "shares of the votes with so many extra voters."
                if rates
                else f"votes: fewer than {RATES_FROM} games, so no share is drawn."
            )
        ],
        columns=[
            Column("voters", "Extra voters", "number", told=True),
            Column("margin", "Feathers − scorpions", "number", told=True),
            Column("votes", "Votes", "number"),
            Column("by_coin", "By coin", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )


def _bars(rows: Rows, told: Rows, rates: bool) -> dict[str, Any]:
    """The votes with so many extra voters: a bar a difference, in the colour of the side that won."""
    total = sum(row["votes"] for row in told)
    tints = (palette.NEUTRAL, palette.COOL, palette.WARM)
    return {
        "type": "bar",
        "x": [row["margin"] for row in told],
        "width": 0.88,
        "y": [round(row["votes"] / total, 4) if rates else row["votes"] for row in told],
        "meta": "rows",
        "marker": {"color": [tints[(row["margin"] > 0) - (row["margin"] < 0)] for row in told]},
        "customdata": [[rows.index(row), row["votes"], row["by_coin"]] for row in told],
        "hovertemplate": "%{x:+d}: %{customdata[1]} votes"
        + " (%{y:.0%})" * rates
        + ", %{customdata[2]} by coin<extra></extra>",
    }


def _heading(voters: int, told: Rows, top: float) -> dict[str, Any]:
    """Over a panel: how many extra voters, how many votes, how many of them were close."""
    kind = plural(voters, "extra voter") if voters < _MOST_VOTERS else f"{_MOST_VOTERS} or more extra voters"
    close = sum(row["votes"] for row in told if abs(row["margin"]) <= 1)
    text = f"<b>{kind if voters else 'no extra voter'}</b>: {plural(sum(row['votes'] for row in told), 'vote')}, "
    return note(
        0,
        top,
        text + f"{close:,} within one",
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="top",
        font={"size": 12, "color": palette.INK},
    )


MARGINS = Figure(
    name="margins", number=5, title="How close votes are", question="How close are votes, and do extra voters matter?",
    draw=draw_margins,
    needs=(FULL, ("game_key IN (SELECT game_key FROM votes WHERE kind = 'quest')", "without a vote on a Quest")),
    empty="No counted game has a vote on a Quest.",
    measure="Feathers less scorpions of each vote on a Quest, by how many players voted when it was complete.",
)  # fmt: skip
