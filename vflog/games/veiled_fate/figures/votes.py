"""Figure 3: what each vote of a game said, and who brought it about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
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


GAME = Figure(
    name="votes", number=3, title="Votes", question="What did each vote say, and who brought it about?", draw=draw,
    one_game=True, empty="No vote has been counted.",
)  # fmt: skip
