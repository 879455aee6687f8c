"""Figures 3, 4 and 5: what the votes said, who brought it about, and how close they were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.style import BELOW, TICKS, axis, layout, note
from vflog.figures.text import label, plural, words

_SOURCES = {"deck": ("deck", palette.NEUTRAL, "/"), "+2": ("drawn by +2", palette.MUTED, "."),
    "hidden": ("hidden", palette.OUT, "x")}


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
            parts[(list(_SOURCES).index(row["source"]) + 1 if row["source"] in _SOURCES else 0, seat,
                row["source"])].append(row)
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
            xaxis=axis(range=[-reach, reach], tickvals=_ticks(reach), ticktext=[str(abs(t)) for t in _ticks(reach)],
                       zeroline=True, zerolinecolor=palette.MUTED, zerolinewidth=1.5),
            yaxis=axis(autorange="reversed", showgrid=False, type="category", categoryorder="array",
                       categoryarray=list(names.values()), dtick=1, tickfont=TICKS),
            annotations=[
                note(0, 1, "← scorpions", xref="x", yref="paper", xanchor="right", yanchor="bottom", xshift=-8,
                     font={"size": 12, "color": palette.WARM}),
                note(0, 1, "feathers →", xref="x", yref="paper", xanchor="left", yanchor="bottom", xshift=8,
                     font={"size": 12, "color": palette.COOL}),
            ],
        ),
        narrow={"margin.l": 128, "yaxis.tickfont.size": 10, "height": height + 70, "margin.b": 110},
        alt=_told(list(votes.values())),
        notes=_notes(rows),
        columns=[
            Column("n", "Record", "number"), Column("age", "Age", "number"), Column("subject", "On"),
            Column("region", "Region"), Column("who", "Cards of"), Column("feathers", "Feathers", "number"),
            Column("scorpions", "Scorpions", "number"), Column("outcome", "Outcome"), Column("by_coin", "Coin", "flag"),
            Column("completed_by", "Completed by"),
        ],
        rows=_table(rows),
    )  # fmt: skip


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
            "type": "bar", "orientation": "h", "name": name, "x": xs, "y": ys, "customdata": told,
            "marker": {"color": tint, "pattern": pattern,
                       "line": {"width": 1, "color": palette.SURFACE}},
            "hovertemplate": "%{fullData.name}: %{customdata[0]} %{customdata[1]}<extra></extra>",
        }
    ]  # fmt: skip


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
                    "type": "scatter", "mode": "markers", "name": {"tie": "tie"}.get(outcome, f"{outcome} wins"),
                    "showlegend": False,
                    "x": [sign[outcome] * (max(row[f"all_{outcome}s"], 0) + 0.7) if outcome != "tie" else 0
                        for row in won],
                    "y": [names[row["vote"]] for row in won],
                    "marker": {"size": [13 if c else 9 for c in coin], "color": tint, "opacity": 1,
                        "line": {"width": 1.5, "color": tint},
                               "symbol": ["circle-open-dot" if c else "diamond-open" if outcome == "tie" else "star"
                                   for c in coin]},
                    "customdata": [[row["all_feathers"], row["all_scorpions"], ", by coin" if row["by_coin"] else ""]
                        for row in won],
                    "hovertemplate": f"{outcome}%{{customdata[2]}}<br>%{{customdata[0]}} feathers, "
                    "%{customdata[1]} scorpions<extra></extra>",
                }
            )  # fmt: skip
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


def draw_outcomes(rows: Rows) -> Picture | None:
    """Many games: for each Quest and Age card the shares of feather, tie and scorpion."""
    if not rows:
        return None
    ordered = sorted(rows, key=lambda row: (row["kind"] == "age", -(row["rate"] if row["rate"] is not None else -1),
        row["subject"]))
    names = [f"{label(words(row['name']), 24)} ({row['votes']})" for row in ordered]
    data = []
    for side, title, tint, pattern in (
        ("wins", "feather", palette.COOL, ""), ("ties", "tie", palette.NEUTRAL, "."),
        ("scorpions", "scorpion", palette.WARM, "/"),
    ):  # fmt: skip
        data.append(
            {
                "type": "bar", "orientation": "h", "name": title,
                "x": [round(row[side] / row["votes"], 4) for row in ordered],
                "y": names, "customdata": [[i, row[side], row["votes"]] for i, row in enumerate(ordered)],
                "meta": "rows",
                "marker": {"color": tint, "pattern": palette.pattern(pattern)},
                "hovertemplate": f"{title}: %{{customdata[1]}} of %{{customdata[2]}} votes (%{{x:.0%}})<extra></extra>",
            }
        )  # fmt: skip
    data.append(_feather_rate(ordered, names))
    split = sum(row["kind"] == "quest" for row in ordered)
    shapes = [
        {"type": "line", "xref": "x", "yref": "paper", "x0": 0.5, "x1": 0.5, "y0": 0, "y1": 1,
         "line": {"width": 1.2, "dash": "dot", "color": palette.ACCENT}}
    ]  # fmt: skip
    if 0 < split < len(ordered):
        shapes.append({"type": "line", "xref": "paper", "yref": "y", "x0": -0.3, "x1": 1, "y0": split - 0.5,
            "y1": split - 0.5,
                       "line": {"width": 1.5, "color": palette.INK}})  # fmt: skip
    return Picture(
        data=data,
        layout=layout(
            90 + 21 * len(ordered),
            margin={"l": 186, "r": 16, "t": 34, "b": 30},
            barmode="stack", bargap=0.18, showlegend=True, shapes=shapes,
            xaxis=axis(range=[0, 1], tickformat=".0%"),
            yaxis=axis(autorange="reversed", showgrid=False, type="category", categoryorder="array",
                categoryarray=names, dtick=1,
                       tickfont=TICKS),
        ),
        narrow={"margin.l": 150, "yaxis.tickfont.size": 10},
        alt=f"How {plural(sum(row['votes'] for row in rows), 'vote')} on {len(rows)} Quests and Age cards went.",
        notes=[
            "Votes in brackets; Quests above, Age cards below. The dot is the share of feathers among the votes that "
            "were no tie, its whiskers the 95 % interval (Wilson); one half is expected where both sides are as likely."
        ],
        columns=[
            Column("kind", "On"), Column("name", "Name"), Column("votes", "Votes", "number"),
            Column("wins", "Feather", "number"),
            Column("ties", "Tie", "number"), Column("scorpions", "Scorpion", "number"),
            Column("by_coin", "By coin", "number"),
            Column("rate", "Feather rate", "rate"), Column("lo", "from", "rate"), Column("hi", "to", "rate"),
            Column("expected", "Expected", "rate"), Column("examples", "Such as", "games"),
        ],
        rows=ordered,
    )  # fmt: skip


def _feather_rate(rows: Sequence[Row], names: Sequence[str]) -> dict[str, Any]:
    at = [i for i, row in enumerate(rows) if row["rate"] is not None]
    told = [rows[i] for i in at]
    return {
        "type": "scatter", "mode": "markers", "name": "feather rate", "cliponaxis": False, "y": [names[i] for i in at],
        "x": [round(row["rate"], 4) for row in told], "meta": "rows",
        "error_x": {
            "type": "data", "symmetric": False, "thickness": 1.4, "width": 3, "color": palette.INK,
            "array": [round(row["hi"] - row["rate"], 4) for row in told],
            "arrayminus": [round(row["rate"] - row["lo"], 4) for row in told],
        },
        "marker": {"color": palette.SURFACE, "size": 7, "line": {"width": 1.6, "color": palette.INK}},
        "customdata": [[i, round(rows[i]["lo"], 4), round(rows[i]["hi"], 4)] for i in at],
        "hovertemplate": "feathers without ties: %{x:.1%}<br>"
        "95 % interval %{customdata[1]:.1%} to %{customdata[2]:.1%}<extra></extra>",
    }  # fmt: skip


# -- figure 5 --------------------------------------------------------------------------------------------


def draw_margins(rows: Rows) -> Picture | None:
    """Many games: feathers less scorpions, a panel for each number of extra voters."""
    if not rows:
        return None
    groups = [(voters, list(group)) for voters, group in groupby(rows, key=lambda row: row["voters"])]
    data, axes, names = [], {}, []
    most = len(groups)
    for i, (voters, told) in enumerate(groups):
        number = str(i + 1) if i else ""
        total = sum(row["votes"] for row in told)
        top = 1 - i / most
        at = [rows.index(row) for row in told]
        data.append(
            {
                "type": "bar", "x": [row["margin"] for row in told],
                "y": [round(row["votes"] / total, 4) for row in told],
                "xaxis": "x", "yaxis": "y" + number, "meta": "rows",
                "marker": {"color": [palette.COOL if row["margin"] > 0 else palette.WARM
                    if row["margin"] < 0 else palette.NEUTRAL for row in told]},
                "customdata": [[k, row["votes"], row["by_coin"]] for k, row in zip(at, told, strict=True)],
                "hovertemplate": "%{x:+d}: %{customdata[1]} votes (%{y:.0%}), %{customdata[2]} by coin<extra></extra>",
            }
        )  # fmt: skip
        axes["yaxis" + number] = axis(domain=[top - 1 / most + 0.02, top - 0.16 / most - 0.02], tickformat=".0%",
            nticks=3, anchor="x", rangemode="tozero")
        close = sum(row["votes"] for row in told if abs(row["margin"]) <= 1)
        kind = "no extra voter" if voters == 0 else plural(voters,
            "extra voter") if voters < 5 else "5 or more extra voters"
        names.append(
            note(0, top, f"<b>{kind}</b>: {plural(total, 'vote')}, {100 * close / total:.0f} % within one",
                 xref="paper", yref="paper", xanchor="left", yanchor="top", font={"size": 12, "color": palette.INK})
        )  # fmt: skip
    return Picture(
        data=data,
        layout=layout(
            60 + 130 * most, margin={"l": 46, "r": 12, "t": 6, "b": 42}, annotations=names, bargap=0.12,
            xaxis=axis("feathers − scorpions", range=[-10.6, 10.6], dtick=2,
                anchor="y" + (str(most) if most > 1 else "")), **axes,
        ),
        alt=f"How close {plural(sum(row['votes'] for row in rows), 'vote')} on Quests were, by number of extra voters.",
        notes=["Differences beyond ten stand at ten. A vote at 0 is decided by the coin."],
        columns=[
            Column("voters", "Extra voters", "number"), Column("margin", "Feathers − scorpions", "number"),
            Column("votes", "Votes", "number"), Column("by_coin", "By coin", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )  # fmt: skip


_FULL = (("detail IS DISTINCT FROM 'score'", "in a scorekeeper's log, which tells no votes"),)
GAME = Figure(
    name="votes", number=3, title="Votes", question="What did each vote say, and who brought it about?", draw=draw,
    one_game=True, empty="No vote has been counted.",
)  # fmt: skip
OUTCOMES = Figure(
    name="outcomes", number=4, title="Which way votes go", question="Which Quests and Age cards go which way?",
    draw=draw_outcomes, needs=_FULL, empty="No counted game has a vote.",
)  # fmt: skip
MARGINS = Figure(
    name="margins", number=5, title="How close votes are", question="How close are votes, and do extra voters matter?",
    draw=draw_margins, needs=_FULL, empty="No counted game has a vote on a Quest.",
)  # fmt: skip
