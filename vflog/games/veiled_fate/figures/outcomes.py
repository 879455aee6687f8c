"""Figure 4: which way the votes on Quests and Age cards go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.scope import FAINT_BELOW, RATES_FROM
from vflog.figures.shares import RATE, distinct, dots
from vflog.figures.style import BELOW, TICKS, axis, layout
from vflog.figures.text import label, plural, words

#: So many Quests and Age cards are drawn, those with the most votes; the table and the CSV have all.
_MOST_CARDS = 36
_SIDES = (
    ("scorpions", "scorpion", -1, palette.WARM, "/"),
    ("ties", "tie", 0, palette.NEUTRAL, "."),
    ("wins", "feather", 1, palette.COOL, ""),
)


def draw_outcomes(rows: Rows) -> Picture | None:
    """Many games: for each Quest and Age card the votes for scorpions to the left, for feathers to the right, ties in
    the middle; where there are enough games the rate of feathers among the decided ones in a column of its own."""
    if not rows:
        return None
    rates = rows[0]["of_games"] >= RATES_FROM
    ordered = sorted(rows, key=lambda row: (row["kind"] == "age", _way(row), row["subject"]))
    most = {id(row) for row in rows[:_MOST_CARDS]}
    drawn = [(i, row) for i, row in enumerate(ordered) if id(row) in most]
    names = distinct([f"{label(words(row['name']), 24)} ({row['votes']:,})" for _, row in drawn])
    spans = [_span(row, rates) for _, row in drawn]
    data = [_side(drawn, names, rates, *side) for side in _SIDES]
    told = [(name, i, row) for name, (i, row) in zip(names, drawn, strict=True) if row["rate"] is not None]
    if rates and told:
        data += _rate_column(told)
    axes = _axes(max(max(-low, high) for low, high in spans) * 1.04, names, rates, with_rates=bool(rates and told))
    ticks = {name: axes["xaxis"][name] for name in ("tickvals", "ticktext")}
    return Picture(
        data=data,
        layout=layout(
            100 + 21 * len(drawn),
            margin={"l": 186, "r": 16, "t": 8, "b": 66},
            barmode="overlay",
            bargap=0.18,
            showlegend=True,
            shapes=_divide(sum(row["kind"] == "quest" for _, row in drawn), len(drawn)),
            legend=BELOW,
            **axes,
        ),
        narrow={
            "margin.l": 150,
            "yaxis.tickfont.size": 10,
            "xaxis.title.text": "← votes →",
            **{f"xaxis.{name}": [told[0], told[len(told) // 2], told[-1]] for name, told in ticks.items()},
            **({"xaxis2.title.text": "feathers", "xaxis2.tickvals": [0.5]} if rates else {}),
        },
        alt=f"How {plural(sum(row['votes'] for row in rows), 'vote')} on {len(rows)} Quests and Age cards went.",
        notes=_outcome_notes(rows, rates),
        columns=[
            Column("kind", "On"),
            Column("name", "Name"),
            Column("votes", "Votes", "number"),
            Column("scorpions", "Scorpion", "number"),
            Column("ties", "Tie", "number"),
            Column("wins", "Feather", "number"),
            Column("by_coin", "By coin", "number"),
            *((*RATE, Column("expected", "Expected", "rate")) if rates else ()),
            Column("examples", "Such as", "games"),
        ],
        rows=ordered,
    )


def _way(row: Row) -> float:
    """How far to the side of the feathers, those first; ties count half."""
    return -float(row["wins"] + row["ties"] / 2) / float(row["votes"])


def _span(row: Row, rates: bool) -> tuple[float, float]:
    whole = row["votes"] if rates else 1
    return -(row["scorpions"] + row["ties"] / 2) / whole, (row["wins"] + row["ties"] / 2) / whole


def _side(
    drawn: Sequence[tuple[int, Row]], names: Sequence[str], rates: bool, field: str, title: str, sign: int, tint: str,
    shape: str,
) -> dict[str, Any]:  # fmt: skip
    wholes = [row["votes"] if rates else 1 for _, row in drawn]
    lengths = [row[field] / whole for (_, row), whole in zip(drawn, wholes, strict=True)]
    middle = [row["ties"] / whole / 2 for (_, row), whole in zip(drawn, wholes, strict=True)]
    bases = [m if sign > 0 else -m - length if sign < 0 else -m for m, length in zip(middle, lengths, strict=True)]
    return {
        "type": "bar",
        "orientation": "h",
        "name": title,
        "y": list(names),
        "meta": "rows",
        "base": [round(base, 4) for base in bases],
        "x": [round(length, 4) for length in lengths],
        "customdata": [[i, row[field], row["votes"]] for i, row in drawn],
        "marker": {"color": tint, "pattern": palette.pattern(shape)},
        "hovertemplate": f"{title}: %{{customdata[1]}} of %{{customdata[2]}} votes<extra></extra>",
    }


def _axes(reach: float, names: Sequence[str], rates: bool, *, with_rates: bool) -> dict[str, Any]:
    """The votes to either side of the middle, the column of rates, and a line a card."""
    ticks = _ticks(reach, rates)
    axes = {
        "xaxis": axis(
            "scorpions ← votes → feathers",
            range=[-reach, reach],
            zeroline=False,
            domain=[0, 0.66] if rates else [0, 1],
            tickvals=ticks,
            ticktext=[f"{abs(tick):.0%}" if rates else f"{abs(tick):g}" for tick in ticks],
        ),
        "yaxis": axis(
            range=[len(names) - 0.4, -0.6],
            showgrid=False,
            type="category",
            categoryorder="array",
            categoryarray=list(names),
            dtick=1,
            tickfont=TICKS,
        ),
    }
    if with_rates:
        axes["xaxis2"] = axis(
            "feathers of the decided", domain=[0.7, 1], range=[-0.02, 1.02], tickvals=[0, 0.5, 1], tickformat=".0%"
        )
    return axes


def _ticks(reach: float, rates: bool) -> list[float]:
    """As many to either side of the middle."""
    step = 0.5 if rates else max(1, round(reach / 2.5))
    most = int(reach // step)
    return [round(step * i, 2) for i in range(-most, most + 1)]


def _rate_column(told: Sequence[tuple[str, int, Row]]) -> list[dict[str, Any]]:
    """The share of feathers among the decided votes, in a column of its own, and one half."""
    names, places, rows = [name for name, _, _ in told], [i for _, i, _ in told], [row for _, _, row in told]
    each = dots(rows, names, [palette.SURFACE] * len(told), ["circle"] * len(told), places, xaxis="x2")
    return [_half(names), each | {"marker": each["marker"] | {"size": 8}, "showlegend": False}]


def _divide(quests: int, drawn: int) -> list[dict[str, Any]]:
    """The line between Quests and Age cards."""
    if not 0 < quests < drawn:
        return []
    line = {"width": 1.5, "color": palette.INK}
    y = quests - 0.5
    return [{"type": "line", "xref": "paper", "yref": "y", "x0": 0, "x1": 1, "y0": y, "y1": y, "line": line}]


def _half(names: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [0.5, 0.5],
        "y": [names[0], names[-1]],
        "xaxis": "x2",
        "hoverinfo": "skip",
        "showlegend": False,
        "line": {"width": 1.2, "dash": "dot", "color": palette.ACCENT},
    }


def _outcome_notes(rows: Rows, rates: bool) -> list[str]:
    notes = ["Votes in brackets; Quests above, Age cards below. Ties lie in the middle, half to either side."]
    if rates:
        notes.append(
            "Bars are shares of the votes on the card. The dot is the share of feathers among its votes that were no "
            "tie, its whiskers the 95 % interval (Wilson), faint out of fewer than "
            f"{FAINT_BELOW}; one half is expected where both sides are as likely."
        )
    else:
        notes.append(f"Bars are votes: fewer than {RATES_FROM} games, so no rate is drawn.")
    if len(rows) > _MOST_CARDS:
        notes.append(
            f"Drawn are the {_MOST_CARDS} with the most votes; {len(rows) - _MOST_CARDS} more stand in the table."
        )
    return notes


#: Games that tell votes.
FULL = ("detail IS DISTINCT FROM 'score'", "in a scorekeeper's log, which tells no votes")
OUTCOMES = Figure(
    name="outcomes", number=4, title="Which way votes go", question="Which Quests and Age cards go which way?",
    draw=draw_outcomes, needs=(FULL, ("game_key IN (SELECT game_key FROM votes)", "without a vote")),
    empty="No counted game has a vote.",
    measure="Of the votes on a Quest or Age card that were no tie, the share that feathers won. One half is expected "
    "where both sides are as likely.",
)  # fmt: skip
