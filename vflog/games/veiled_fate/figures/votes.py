"""Figures 3, 4 and 5: what the votes said, who brought it about, and how close they were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.scope import FAINT_BELOW, RATES_FROM
from vflog.figures.shares import RATE, distinct, dots
from vflog.figures.style import BELOW, TICKS, axis, layout, note
from vflog.figures.text import label, plural, words

_SOURCES = {
    "deck": ("deck", palette.NEUTRAL, "/"),
    "+2": ("drawn by +2", palette.MUTED, "."),
    "hidden": ("hidden", palette.OUT, "x"),
}


def _subject(row: Row) -> str:
    where = f", {row['region']}" if row["kind"] == "age" and row["region"] else ""
    return words(row["subject"]) + where


def draw(rows: Rows) -> Picture | None:
    """One game: votes in order, scorpions to the left, feathers to the right, parts by who put them there."""
    if not rows:
        return None
    votes = {row["vote"]: row for row in rows}
    names = {vote: f"{row['n']} · {label(_subject(row), 24)}" for vote, row in votes.items()}
    parts: dict[tuple[int, int, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row["source"] is not None:
            seat = row["seat"] if row["seat"] is not None else 99
            parts[
                (list(_SOURCES).index(row["source"]) + 1 if row["source"] in _SOURCES else 0, seat, row["source"])
            ].append(row)
    data = [trace for key in sorted(parts) for trace in _bars(key, parts[key], names)]
    data += _marks(list(votes.values()), names)
    reach = max(max(row["all_feathers"], row["all_scorpions"]) for row in votes.values()) + 1.5
    height = 92 + 25 * len(votes)
    return Picture(
        data=data,
        layout=layout(
            height,
            margin={"l": 160, "r": 16, "t": 30, "b": 40},
            barmode="relative",
            bargap=0.3,
            showlegend=True,
            legend=BELOW,
            xaxis=axis(
                range=[-reach, reach],
                tickvals=_ticks(reach),
                ticktext=[str(abs(t)) for t in _ticks(reach)],
                zeroline=True,
                zerolinecolor=palette.MUTED,
                zerolinewidth=1.5,
            ),
            yaxis=axis(
                autorange="reversed",
                showgrid=False,
                type="category",
                categoryorder="array",
                categoryarray=list(names.values()),
                dtick=1,
                tickfont=TICKS,
            ),
            annotations=[
                note(
                    0,
                    1,
                    "← scorpions",
                    xref="x",
                    yref="paper",
                    xanchor="right",
                    yanchor="bottom",
                    xshift=-8,
                    font={"size": 12, "color": palette.LEGIBLE[palette.WARM]},
                ),
                note(
                    0,
                    1,
                    "feathers →",
                    xref="x",
                    yref="paper",
                    xanchor="left",
                    yanchor="bottom",
                    xshift=8,
                    font={"size": 12, "color": palette.LEGIBLE[palette.COOL]},
                ),
            ],
        ),
        narrow={"margin.l": 128, "yaxis.tickfont.size": 10, "height": height + 70, "margin.b": 110},
        alt=_told(list(votes.values())),
        notes=_notes(rows),
        columns=[
            Column("n", "Record", "number"),
            Column("age", "Age", "number"),
            Column("subject", "On"),
            Column("region", "Region"),
            Column("who", "Cards of"),
            Column("feathers", "Feathers", "number"),
            Column("scorpions", "Scorpions", "number"),
            Column("outcome", "Outcome"),
            Column("by_coin", "Coin", "flag"),
            Column("completed_by", "Completed by"),
        ],
        rows=_table(rows),
    )


def _ticks(reach: float) -> list[int]:
    step = 1 if reach < 6 else 2 if reach < 14 else 5
    most = int(reach // step) * step
    return list(range(-most, most + 1, step))


def _bars(key: tuple[int, int, str], rows: Sequence[Row], names: dict[int, str]) -> list[dict[str, Any]]:
    _, seat, source = key
    if source == "player":
        name, tint = label(rows[0]["player"], 18), palette.SERIES[(seat - 1) % len(palette.SERIES)]
        pattern = palette.pattern(seat - 1)
    else:
        name, tint, shape = _SOURCES[source]
        pattern = palette.pattern(shape)
    xs, ys, told = [], [], []
    for row in rows:
        for side, sign in (("feathers", 1), ("scorpions", -1)):
            if row[side]:
                xs.append(sign * row[side])
                ys.append(names[row["vote"]])
                told.append([row[side], side[:-1] if row[side] == 1 else side])
    if not xs:
        return []
    return [
        {
            "type": "bar",
            "orientation": "h",
            "name": name,
            "x": xs,
            "y": ys,
            "customdata": told,
            "marker": {"color": tint, "pattern": pattern, "line": {"width": 1, "color": palette.SURFACE}},
            "hovertemplate": "%{fullData.name}: %{customdata[0]} %{customdata[1]}<extra></extra>",
        }
    ]


def _marks(votes: Sequence[Row], names: dict[int, str]) -> list[dict[str, Any]]:
    """The side that won, and a coin where it decided."""
    sign = {"feather": 1, "scorpion": -1, "tie": 0}
    out: list[dict[str, Any]] = []
    for outcome, tint in (("feather", palette.COOL), ("scorpion", palette.WARM), ("tie", palette.MUTED)):
        won = [row for row in votes if row["outcome"] == outcome]
        if won:
            coin = [row["by_coin"] for row in won]
            out.append(
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": {"tie": "tie"}.get(outcome, f"{outcome} wins"),
                    "showlegend": False,
                    "x": [
                        sign[outcome] * (max(row[f"all_{outcome}s"], 0) + 0.7) if outcome != "tie" else 0 for row in won
                    ],
                    "y": [names[row["vote"]] for row in won],
                    "marker": {
                        "size": [13 if c else 9 for c in coin],
                        "color": tint,
                        "opacity": 1,
                        "line": {"width": 1.5, "color": tint},
                        "symbol": [
                            "circle-open-dot" if c else "diamond-open" if outcome == "tie" else "star" for c in coin
                        ],
                    },
                    "customdata": [
                        [row["all_feathers"], row["all_scorpions"], ", by coin" if row["by_coin"] else ""]
                        for row in won
                    ],
                    "hovertemplate": f"{outcome}%{{customdata[2]}}<br>%{{customdata[0]}} feathers, "
                    "%{customdata[1]} scorpions<extra></extra>",
                }
            )
    return out


def _told(votes: Sequence[Row]) -> str:
    count = {side: sum(row["outcome"] == side for row in votes) for side in ("feather", "scorpion", "tie")}
    coins = sum(row["by_coin"] for row in votes)
    return (
        f"{plural(len(votes), 'vote')}: {count['feather']} for feathers, {count['scorpion']} for scorpions, "
        f"{count['tie']} tied; {coins} by coin."
    )


def _notes(rows: Rows) -> list[str]:
    notes = ["In order of their records. A star marks the side that won, a ring a coin, a diamond a tie."]
    if any(row["source"] == "hidden" for row in rows):
        notes.append("Hidden: cards whose owner the log does not tell, from the total of the reveal.")
    return notes


def _table(rows: Rows) -> list[Row]:
    out: list[Row] = []
    for _, group in groupby(rows, key=lambda row: row["vote"]):
        each = list(group)
        first = each[0]
        base = {k: first[k] for k in ("n", "age", "subject", "region", "outcome", "by_coin", "completed_by")}
        out.append(base | {"who": "all", "feathers": first["all_feathers"], "scorpions": first["all_scorpions"]})
        for row in each:
            if row["source"] is not None:
                who = row["player"] if row["source"] == "player" else _SOURCES[row["source"]][0]
                blank = dict.fromkeys(("n", "age", "subject", "region", "outcome", "by_coin", "completed_by"))
                out.append(blank | {"who": who, "feathers": row["feathers"], "scorpions": row["scorpions"]})
    return out


# -- figure 4 --------------------------------------------------------------------------------------------


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
    names = distinct([f"{label(words(row['name']), 24)} ({row['votes']})" for _, row in drawn])
    spans = [_span(row, rates) for _, row in drawn]
    reach = max(max(-low, high) for low, high in spans) * 1.04
    data = [_side(drawn, names, rates, *side) for side in _SIDES]
    told = [(name, i, row) for name, (i, row) in zip(names, drawn, strict=True) if row["rate"] is not None]
    axes: dict[str, Any] = {
        "xaxis": axis(
            "scorpions ← votes → feathers",
            range=[-reach, reach],
            zeroline=False,
            nticks=5,
            domain=[0, 0.66] if rates else [0, 1],
            showticklabels=False,
        ),
    }
    shapes: list[dict[str, Any]] = []
    if rates and told:
        kept = [row for _, _, row in told]
        names_told = [name for name, _, _ in told]
        data.append(_half(names_told))
        data.append(
            dots(
                kept,
                names_told,
                [palette.SURFACE] * len(kept),
                ["circle"] * len(kept),
                [i for _, i, _ in told],
                xaxis="x2",
            )
        )
        data[-1] |= {"marker": data[-1]["marker"] | {"size": 8}, "showlegend": False}
        axes["xaxis2"] = axis(
            "feathers of the decided", domain=[0.7, 1], range=[-0.02, 1.02], tickvals=[0, 0.5, 1], tickformat=".0%"
        )
    split = sum(row["kind"] == "quest" for _, row in drawn)
    if 0 < split < len(drawn):
        shapes.append(
            {
                "type": "line",
                "xref": "paper",
                "yref": "y",
                "x0": 0,
                "x1": 1,
                "y0": split - 0.5,
                "y1": split - 0.5,
                "line": {"width": 1.5, "color": palette.INK},
            }
        )
    return Picture(
        data=data,
        layout=layout(
            100 + 21 * len(drawn),
            margin={"l": 186, "r": 16, "t": 8, "b": 66},
            barmode="overlay",
            bargap=0.18,
            showlegend=True,
            shapes=shapes,
            legend=BELOW,
            **axes,
            yaxis=axis(
                range=[len(drawn) - 0.4, -0.6],
                showgrid=False,
                type="category",
                categoryorder="array",
                categoryarray=names,
                dtick=1,
                tickfont=TICKS,
            ),
        ),
        narrow={
            "margin.l": 150,
            "yaxis.tickfont.size": 10,
            "xaxis.title.text": "← votes →",
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


# -- figure 5 --------------------------------------------------------------------------------------------


def draw_margins(rows: Rows) -> Picture | None:
    """Many games: feathers less scorpions, a panel for each number of extra voters."""
    if not rows:
        return None
    groups = [(voters, list(group)) for voters, group in groupby(rows, key=lambda row: row["voters"])]
    rates = rows[0]["of_games"] >= RATES_FROM
    tallest = max(
        row["votes"] / (sum(each["votes"] for each in told) if rates else 1) for _, told in groups for row in told
    )
    data, axes, names = [], {}, []
    most = len(groups)
    for i, (voters, told) in enumerate(groups):
        number = str(i + 1) if i else ""
        total = sum(row["votes"] for row in told)
        top = 1 - i / most
        at = [rows.index(row) for row in told]
        data.append(
            {
                "type": "bar",
                "x": [row["margin"] for row in told],
                "width": 0.88,
                "y": [round(row["votes"] / total, 4) if rates else row["votes"] for row in told],
                "xaxis": "x",
                "yaxis": "y" + number,
                "meta": "rows",
                "marker": {
                    "color": [
                        palette.COOL if row["margin"] > 0 else palette.WARM if row["margin"] < 0 else palette.NEUTRAL
                        for row in told
                    ]
                },
                "customdata": [[k, row["votes"], row["by_coin"]] for k, row in zip(at, told, strict=True)],
                "hovertemplate": "%{x:+d}: %{customdata[1]} votes"
                + " (%{y:.0%})" * rates
                + ", %{customdata[2]} by coin<extra></extra>",
            }
        )
        axes["yaxis" + number] = axis(
            domain=[top - 1 / most + 0.02, top - 0.16 / most - 0.02],
            nticks=3,
            anchor="x",
            tickformat=".0%" if rates else "d",
            range=[0, round(tallest * 1.08, 4)],
        )
        close = sum(row["votes"] for row in told if abs(row["margin"]) <= 1)
        kind = (
            "no extra voter"
            if voters == 0
            else plural(voters, "extra voter")
            if voters < 5
            else "5 or more extra voters"
        )
        names.append(
            note(
                0,
                top,
                f"<b>{kind}</b>: {plural(total, 'vote')}, "
                + (f"{100 * close / total:.0f} % within one" if rates else f"{close} within one"),
                xref="paper",
                yref="paper",
                xanchor="left",
                yanchor="top",
                font={"size": 12, "color": palette.INK},
            )
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
            Column("voters", "Extra voters", "number"),
            Column("margin", "Feathers − scorpions", "number"),
            Column("votes", "Votes", "number"),
            Column("by_coin", "By coin", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )


_FULL = ("detail IS DISTINCT FROM 'score'", "in a scorekeeper's log, which tells no votes")
GAME = Figure(
    name="votes", number=3, title="Votes", question="What did each vote say, and who brought it about?", draw=draw,
    one_game=True, empty="No vote has been counted.",
)  # fmt: skip
OUTCOMES = Figure(
    name="outcomes", number=4, title="Which way votes go", question="Which Quests and Age cards go which way?",
    draw=draw_outcomes, needs=(_FULL, ("game_key IN (SELECT game_key FROM votes)", "without a vote")),
    empty="No counted game has a vote.",
    measure="Of the votes on a Quest or Age card that were no tie, the share that feathers won. One half is expected "
    "where both sides are as likely.",
)  # fmt: skip
MARGINS = Figure(
    name="margins", number=5, title="How close votes are", question="How close are votes, and do extra voters matter?",
    draw=draw_margins,
    needs=(_FULL, ("game_key IN (SELECT game_key FROM votes WHERE kind = 'quest')", "without a vote on a Quest")),
    empty="No counted game has a vote on a Quest.",
    measure="Feathers less scorpions of each vote on a Quest, by how many players voted when it was complete.",
)  # fmt: skip
