"""Figure 1: who led when, and who will be annihilated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.style import axis, cursor, layout, note, spread
from vflog.figures.text import label, words
from vflog.games.veiled_fate.figures import demis
from vflog.games.veiled_fate.figures.ages import bands

#: Ties are set apart by this much a place in the pack, around the true value.
_OFFSET = 0.07
_SPACES = list(range(13))


def _offset(order: int | None) -> float:
    return round(((order or 5) - 5) * _OFFSET, 2) if (order or 0) <= 9 else 0.0


def _cause(row: Row) -> str:
    parts = [words(row["cause"])]
    if row["subject"]:
        parts.append(label(words(row["subject"]), 40))
    if row["flag"]:
        parts.append("by coin")
    if row["player"]:
        parts.append("by " + label(row["player"]))
    return ", ".join(parts)


def _steps(marker: Row, rows: Sequence[Row], last: int, start: int) -> list[tuple[int, int, str]]:
    """Record, true Renown and words at each step of a marker, the beginning and the end with it."""
    first = rows[0]["before"] if rows else start
    out = [(0, first, "at the start")]
    for row in rows:
        if row["after"] is not None:
            out.append((row["n"], row["after"], _cause(row)))
    end = marker["n"] if marker["flag"] and marker["n"] is not None else last
    if out[-1][0] < end:
        out.append((end, out[-1][1], "annihilated" if marker["flag"] else "as it stands"))
    return out


def _trace(marker: Row, steps: Sequence[tuple[int, int, str]]) -> dict[str, Any]:
    move = _offset(marker["pack_order"])
    who = words(marker["marker"]) + (f" ({label(marker['player'], 30)})" if marker["player"] else "")
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": who,
        "meta": marker["marker"],
        "x": [n for n, _, _ in steps],
        "y": [round(value + move, 2) for _, value, _ in steps],
        "customdata": [[value, text] for _, value, text in steps],
        "line": demis.line(marker),
        "marker": {"symbol": demis.symbol(marker["pack_order"]), "size": 5},
        "hovertemplate": "%{fullData.name}: <b>%{customdata[0]}</b><br>record %{x}: %{customdata[1]}<extra></extra>",
    }


def _above_hadria(steps: Sequence[tuple[int, int, str]], last: int) -> list[dict[str, Any]]:
    """The area above Hadria: who ends in it is out."""
    xs, ys = [n for n, _, _ in steps], [value + 0.5 for _, value, _ in steps]
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [0, last],
            "y": [12.6, 12.6],
            "hoverinfo": "skip",
            "line": {"width": 0, "color": palette.OUT},
        },
        {
            "type": "scatter",
            "mode": "lines",
            "name": "Hadria",
            "meta": "hadria",
            "x": xs,
            "y": ys,
            "customdata": [[value, text] for _, value, text in steps],
            "fill": "tonexty",
            "fillcolor": palette.clear(palette.OUT, 0.55),
            "line": {"shape": "hv", "width": 1.6, "color": palette.MUTED, "dash": "longdash"},
            "hovertemplate": "Hadria: <b>%{customdata[0]}</b><br>record %{x}: %{customdata[1]}<extra></extra>",
        },
    ]


def _smites(markers: dict[str, Row], hits: Sequence[Row]) -> dict[str, Any] | None:
    """A cross for each smite, by whatever cause, where the marker stood after the record."""
    if not hits:
        return None
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "smites",
        "x": [row["n"] for row in hits],
        "y": [round(row["after"] + _offset(markers[row["marker"]]["pack_order"]), 2) for row in hits],
        "customdata": [[words(row["marker"]), _cause(row)] for row in hits],
        "marker": {
            "symbol": "x-thin",
            "size": 9,
            "line": {"width": 2, "color": [demis.colour(markers[row["marker"]]["colour"]) for row in hits]},
        },
        "hovertemplate": "%{customdata[0]} smited<br>record %{x}: %{customdata[1]}<extra></extra>",
    }


def draw(rows: Rows) -> Picture | None:
    """The trajectories of one game: a step line a Demi, × for smites, Hadria as an area."""
    markers = {row["marker"]: row for row in rows if row["what"] == "marker"}
    steps = [row for row in rows if row["what"] == "step"]
    if not markers or not any(row["what"] in ("step", "smite") for row in rows):
        return None
    last = max(next(iter(markers.values()))["to_n"], 1)
    data: list[dict[str, Any]] = []
    ends: list[tuple[Row, int, int]] = []
    for name, marker in sorted(markers.items(), key=lambda item: item[0] != "hadria"):
        told = _steps(marker, [row for row in steps if row["marker"] == name], last, 1 if name == "hadria" else 0)
        data += _above_hadria(told, last) if name == "hadria" else [_trace(marker, told)]
        ends.append((marker, told[-1][0], told[-1][1]))
    if smites := _smites(markers, [row for row in rows if row["what"] == "smite"]):
        data.append(smites)
    ages, names = bands([row for row in rows if row["what"] == "age"], last)
    return Picture(
        data=data,
        layout=layout(
            505,
            margin={"l": 34, "r": 92, "t": 26, "b": 40},
            xaxis=axis("record", range=[0, last * 1.015], showgrid=False),
            yaxis=axis("Renown", range=[-0.6, 12.6], tickvals=_SPACES),
            shapes=[*ages, cursor(last)],
            annotations=[*names, *_end_labels(ends, last), *_out_label(markers)],
        ),
        narrow={"height": 420, "margin.r": 76, "margin.l": 30},
        alt=_told(ends),
        notes=_notes(markers),
        columns=[
            Column("n", "Record", "number"),
            Column("age", "Age", "number"),
            Column("marker", "Marker"),
            Column("before", "Before", "number"),
            Column("after", "After", "number"),
            Column("cause", "Cause"),
            Column("subject", "By what"),
            Column("flag", "Coin", "flag"),
            Column("player", "Player"),
        ],
        rows=steps,
    )


def _end_labels(ends: Sequence[tuple[Row, int, int]], last: int) -> list[dict[str, Any]]:
    places = spread([value + _offset(row["pack_order"]) for row, _, value in ends], 0.52, -0.3, 12.4)
    return [
        note(
            last,
            y,
            f"{words(row['marker'])}{' ✕' if row['flag'] else ''}",
            xanchor="left",
            xshift=6,
            font={"size": 11, "color": demis.text(row["colour"]) if row["colour"] else palette.MUTED},
        )
        for (row, _, _), y in zip(ends, places, strict=True)
    ]


def _out_label(markers: dict[str, Row]) -> list[dict[str, Any]]:
    if "hadria" not in markers:
        return []
    return [note(0.01, 12.15, "above Hadria you are out", xref="paper", xanchor="left", yanchor="middle")]


def _told(ends: Sequence[tuple[Row, int, int]]) -> str:
    order = sorted((e for e in ends if e[0]["marker"] != "hadria"), key=lambda e: (-e[2], e[0]["marker"]))
    out = {True: " (annihilated)", False: ""}
    line = ", ".join(f"{words(row['marker'])} {value}{out[row['flag']]}" for row, _, value in order)
    hadria = next((value for row, _, value in ends if row["marker"] == "hadria"), None)
    return f"Renown by record. At the end: {line}." + (f" Hadria {hadria}." if hadria is not None else "")


def _notes(markers: dict[str, Row]) -> list[str]:
    notes = ["Lines by house: bull solid, cat dashed, owl dotted. Equal values are set a little apart; × is a smite."]
    if out := [words(name) for name, row in markers.items() if row["flag"]]:
        notes.append(f"Annihilated: {', '.join(out)}.")
    return notes


GAME = Figure(
    name="renown", number=1, title="Renown", question="Who led when, who will be annihilated?", draw=draw,
    one_game=True, empty="No marker has moved on the Renown track.",
)  # fmt: skip
