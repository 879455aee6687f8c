"""How players' Renown grows from Age to Age, each against all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.scope import RATES_FROM
from vflog.figures.style import axis, layout, note
from vflog.figures.text import label, said
from vflog.games.veiled_fate.figures.ages import ROMAN

_MOST_ACROSS = 4


def draw(rows: Rows) -> Picture | None:
    """A panel a player: the median and the middle half at the end of each Age (few games: each a mark), on the band of
    all players."""
    every = [row for row in rows if row["seq"] == 0]
    players = [list(told) for seq, told in groupby(rows, key=lambda row: row["seq"]) if seq]
    if not players:
        return None
    most = max(row["q95"] for row in every)
    most = max(most, *(max(row["marks"] or [row["q75"]]) for told in players for row in told))
    across = min(_MOST_ACROSS, len(players))
    lines = -(-len(players) // across)
    band = _band(every) if min(row["games"] for row in every) >= RATES_FROM else []
    data: list[dict[str, Any]] = []
    names: list[dict[str, Any]] = []
    axes: dict[str, Any] = {}
    for i, told in enumerate(players):
        column, line = i % across, i // across
        number, top = str(i + 1) if i else "", 1 - line / lines
        place = {"xaxis": "x" + number, "yaxis": "y" + number}
        data += [trace | place for trace in (*band, *_player(told))]
        left = column / across + (0.01 if column else 0)
        axes["xaxis" + number] = axis(
            domain=[left, (column + 1) / across - 0.01],
            anchor="y" + number,
            range=[0.6, 3.4],
            tickvals=[1, 2, 3],
            ticktext=[ROMAN[age] for age in (1, 2, 3)],
            showgrid=False,
        )
        axes["yaxis" + number] = axis(
            domain=[top - 1 / lines + 0.18 / lines, top - 0.14 / lines],
            anchor="x" + number,
            range=[-0.5, most + 0.5],
            dtick=4,
            showticklabels=column == 0,
            automargin=False,
        )
        head = f"<b>{label(told[0]['name'], 18)}</b> ({max(row['games'] for row in told):,})"
        names.append(
            note(
                left,
                top - 0.13 / lines,
                head,
                xref="paper",
                yref="paper",
                xanchor="left",
                yanchor="bottom",
                font={"size": 11, "color": palette.INK},
            )
        )
    medians = ", ".join(f"{said(told[0]['name'], 18)} {told[-1]['q50']}" for told in players)
    return Picture(
        data=data,
        layout=layout(30 + 190 * lines, margin={"l": 30, "r": 8, "t": 6, "b": 10}, annotations=names, bargap=0, **axes),
        narrow={"height": 30 + 150 * lines}
        | {f"annotations.{i}.text": _on_a_phone(told[0]["name"]) for i, told in enumerate(players)},
        alt=f"Median Renown at the end of the last Age: {medians}.",
        notes=[
            "Renown of a player's best Demi at the ends of Ages I to III, games in brackets. The dot is the median, "
            f"the line through it the middle half; fewer than {RATES_FROM} games: each is an open mark. "
            + "Grey: the middle half and 90 % of all players. " * bool(band)
            + "Drawn are the 12 with the most games."
        ],
        columns=[
            Column("name", "Player"),
            Column("age", "Age", "number"),
            Column("games", "Games", "number"),
            Column("q05", "5 %", "number"),
            Column("q25", "25 %", "number"),
            Column("q50", "Median", "number"),
            Column("q75", "75 %", "number"),
            Column("q95", "95 %", "number"),
        ],
        rows=rows,
    )


def _on_a_phone(name: str) -> str:
    """The name over its front end, where there is no room for both beside each other."""
    who, _, where = name.partition(" (")
    return f"<b>{label(who, 11)}</b>" + (f"<br>{label(where.rstrip(')'), 12)}" if where else "")


def _band(every: Sequence[Row]) -> list[dict[str, Any]]:
    return [
        {
            "type": "bar",
            "x": [row["age"] for row in every],
            "base": [row[low] - 0.4 for row in every],
            "y": [row[high] - row[low] + 0.8 for row in every],
            "width": width,
            "offset": -width / 2,
            "hoverinfo": "skip",
            "marker": {"color": palette.clear(palette.MUTED, alpha)},
        }
        for low, high, width, alpha in (("q05", "q95", 0.8, 0.16), ("q25", "q75", 0.8, 0.22))
    ]


def _player(told: Sequence[Row]) -> list[dict[str, Any]]:
    many = [row for row in told if row["marks"] is None]
    marks = [(row, i, value) for row in told for i, value in enumerate(row["marks"] or ())]
    out: list[dict[str, Any]] = []
    if many:
        out.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "x": [row["age"] for row in many],
                "y": [row["q50"] for row in many],
                "line": {"color": palette.COOL, "width": 1.6},
                "marker": {"size": 9},
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "thickness": 3,
                    "width": 0,
                    "color": palette.COOL,
                    "array": [row["q75"] - row["q50"] for row in many],
                    "arrayminus": [row["q50"] - row["q25"] for row in many],
                },
                "customdata": [[row["q25"], row["q75"], row["games"]] for row in many],
                "hovertemplate": "median <b>%{y}</b> of %{customdata[2]} games"
                "<br>half of them %{customdata[0]} to %{customdata[1]}<extra></extra>",
            }
        )
    if marks:
        out.append(
            {
                "type": "scatter",
                "mode": "markers",
                "y": [value for _, _, value in marks],
                "x": [round(row["age"] - 0.3 + 0.6 * (i + 0.5) / len(row["marks"]), 3) for row, i, _ in marks],
                "marker": {"symbol": "circle-open", "size": 7, "color": palette.COOL, "line": {"width": 1.6}},
                "hovertemplate": "Renown %{y}<extra></extra>",
            }
        )
    return out


GROWTH = Figure(
    name="growth", number=1, title="Renown from Age to Age", question="Who gathers Renown early, who late?", draw=draw,
    needs=(
        (
            "game_key IN (SELECT game_key FROM player_demis d JOIN players p USING (game_key, player_id) "
            "JOIN snapshots s USING (game_key) WHERE p.role IS NULL AND s.marker = d.demi AND s.moment = 'age_end')",
            "in which no player's Demi is told at the end of an Age",
        ),
    ),
    empty="No counted game tells of a player's Demi at the end of an Age.",
    measure="The Renown of a player's best Demi at the end of each Age, as far as the log tells who owned it.",
)  # fmt: skip
