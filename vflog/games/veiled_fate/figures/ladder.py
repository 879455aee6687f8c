"""Figure 2: how the winner was decided, from the end of Age III to the winner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.style import TICKS, axis, layout, note
from vflog.figures.text import label, words
from vflog.games.veiled_fate.figures import demis

_STEPS = {1: "Age III", 2: "Corruption", 3: "annihilation", 4: "the end"}
_BRIEF = {1: "Age III", 2: "Corr.", 3: "annih.", 4: "end"}


def draw(rows: Rows) -> Picture | None:
    """One game: the ranks of the Demis at each deciding step, those of players strong, the others faint."""
    steps = sorted({row["step"] for row in rows})
    lines: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["marker"] != "hadria" and row["rank"] is not None:
            lines[row["marker"]].append(row)
    if not lines or len(steps) < 2:
        return None
    place = {step: i for i, step in enumerate(steps)}
    data = [_line(name, told, place) for name, told in sorted(lines.items(), key=lambda item: item[1][0]["rank"])]
    last, count = len(steps) - 1, max(row["rank"] for told in lines.values() for row in told)
    return Picture(
        data=data,
        layout=layout(
            380,
            margin={"l": 78, "r": 128, "t": 12, "b": 34},
            xaxis=axis(
                tickvals=list(range(len(steps))),
                ticktext=[_STEPS[s] for s in steps],
                range=[-0.1, last + 0.1],
                showgrid=True,
                tickfont=TICKS,
                tickangle=0,
            ),
            yaxis=axis(range=[count + 0.6, 0.4], tickvals=[], showgrid=False),
            annotations=[a for name, told in sorted(lines.items()) for a in _labels(name, told, place, last)],
        ),
        narrow={"margin.l": 70, "margin.r": 96, "height": 360, "xaxis.ticktext": [_BRIEF[s] for s in steps]},
        alt=_told(rows, lines, steps[-1]),
        notes=_notes(rows, lines, place, last),
        columns=[
            Column("when", "After"),
            Column("marker", "Marker"),
            Column("renown", "Renown", "number"),
            Column("rank", "Rank", "number"),
            Column("player", "Of"),
            Column("won", "Won", "flag"),
        ],
        rows=[{**row, "when": _STEPS[row["step"]]} for row in rows],
    )


def _line(name: str, told: Sequence[Row], place: dict[int, int]) -> dict[str, Any]:
    owned = told[0]["player"] is not None
    tint = demis.colour(told[0]["colour"])
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": words(name),
        "opacity": 1 if owned else 0.45,
        "x": [place[row["step"]] for row in told],
        "y": [row["rank"] for row in told],
        "customdata": [[row["renown"]] for row in told],
        "line": {"color": tint, "dash": demis.dash(told[0]["house"]), "width": 3 if owned else 1.5},
        "marker": {"symbol": demis.symbol(told[0]["pack_order"]), "size": 9 if owned else 6, "color": tint},
        "hovertemplate": "%{fullData.name}: rank %{y}, Renown %{customdata[0]}<extra></extra>",
    }


def _labels(name: str, told: Sequence[Row], place: dict[int, int], last: int) -> list[dict[str, Any]]:
    font = {"size": 11, "color": demis.text(told[0]["colour"])}
    first, end = told[0], told[-1]
    out = [
        note(
            place[first["step"]],
            first["rank"],
            f"{words(name)} {first['renown']}",
            xanchor="right",
            xshift=-10,
            font=font,
        )
    ]
    if place[end["step"]] < last:
        out.append(note(place[end["step"]], end["rank"], "✕ out", xanchor="left", xshift=9, font=font))
        return out
    owner = f" {label(end['player'], 14)}" if end["player"] else ""
    out.append(
        note(
            last,
            end["rank"],
            f"{end['renown']}{owner}{' ★' if end['won'] else ''}",
            xanchor="left",
            xshift=10,
            font=font,
        )
    )
    return out


def _gone(lines: dict[str, list[Row]], place: dict[int, int], last: int) -> list[str]:
    return [words(name) for name, told in sorted(lines.items()) if place[told[-1]["step"]] < last]


def _notes(rows: Rows, lines: dict[str, list[Row]], place: dict[int, int], last: int) -> list[str]:
    notes = ["Strong lines are Demis of players, faint ones nobody's; a star is the winner."]
    if hadria := [row["renown"] for row in rows if row["marker"] == "hadria"]:
        out = _gone(lines, place, last)
        gone = f"annihilated above her: {', '.join(out)}" if out else "nobody stood above her"
        notes.append(f"Hadria ended on {hadria[-1]}; {gone}.")
    return notes


def _told(rows: Rows, lines: dict[str, list[Row]], end: int) -> str:
    final = [row for row in rows if row["step"] == end and row["rank"] is not None]
    return "Final order: " + ", ".join(f"{words(row['marker'])} ({row['renown']})" for row in final) + "."


GAME = Figure(
    name="ladder", number=2, title="How it was decided", question="How was the winner decided?", draw=draw,
    one_game=True, empty="The game has not come to its end.",
)  # fmt: skip
