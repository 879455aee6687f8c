"""Figure 1: who led when, and who will be annihilated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import FEW_GAMES, Column, Figure, Picture, Row, Rows
from vflog.figures.scope import RATES_FROM
from vflog.figures.shares import RATE
from vflog.figures.style import axis, bar_of, cursor, heat, layout, note, percent, spread
from vflog.figures.text import capital, label, words
from vflog.games.veiled_fate.figures import demis
from vflog.games.veiled_fate.figures.ages import bands

#: Ties are set apart by this much a place in the pack, around the true value.
_OFFSET = 0.07
_SPACES = list(range(13))
_STEPS = 31
#: From so many games on, heat maps instead of quantile bands.
VERY_MANY = 1000


def _offset(order: int | None) -> float:
    return round(((order or 5) - 5) * _OFFSET, 2) if (order or 0) <= 9 else 0.0


def _line(row: Row) -> dict[str, Any]:
    """How a Demi's line looks: its own colour, the style of its house."""
    return {"color": demis.colour(row["colour"]), "dash": demis.dash(row["house"]), "width": 2.2, "shape": "hv"}


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
        "line": _line(marker),
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
            480,
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


# -- many games ----------------------------------------------------------------------------------------


def draw_many(rows: Rows) -> Picture | None:
    """All counted games: lines, quantile bands or heat maps, a panel a marker, by what the rows hold."""
    if not rows:
        return None
    panels = [(name, list(group)) for name, group in groupby(rows, key=lambda row: row["marker"])][:10]
    if "renown" in rows[0] and isinstance(rows[0]["renown"], list):
        return _panels(panels, _thin_lines, "Renown by progress of the game, a line a game.", _line_table(rows))
    if "q50" in rows[0]:
        told = "Median, the middle half and 90 % of the games, by progress of the game."
        return _panels(panels, _quantiles, told, _band_table(rows))
    return _panels(panels, _heat, "Share of the games on each space, by progress of the game.", _heat_table(rows))


def _thin_lines(rows: Sequence[Row], ax: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x0": 0,
            "dx": 0.1,
            "y": row["renown"],
            **ax,
            "name": label(row["game_id"]),
            "line": _line(row) | {"width": 1.4},
            "opacity": 0.75,
            "hovertemplate": "%{fullData.name}: %{y}<extra></extra>",
            "meta": str(row["game_key"]),
        }
        for row in rows[:FEW_GAMES]
    ]


def _quantiles(rows: Sequence[Row], ax: dict[str, str]) -> list[dict[str, Any]]:
    tint = demis.colour(rows[0]["colour"]) if rows[0]["colour"] else palette.MUTED
    out: list[dict[str, Any]] = []
    for low, high, alpha in (("q05", "q95", 0.16), ("q25", "q75", 0.28)):
        base = {"type": "scatter", "mode": "lines", "x0": 0, "dx": 0.1, "hoverinfo": "skip", **ax}
        edge = {"width": 0, "shape": "hv", "color": tint}
        out.append(base | {"y": [row[low] for row in rows], "line": edge})
        fill = {"fill": "tonexty", "fillcolor": palette.clear(tint, alpha)}
        out.append(base | {"y": [row[high] for row in rows], "line": edge} | fill)
    out.append(
        {
            "type": "scatter",
            "mode": "lines",
            "x0": 0,
            "dx": 0.1,
            "y": [row["q50"] for row in rows],
            **ax,
            "line": _line(rows[0]),
            "customdata": [[row["q05"], row["q25"], row["q75"], row["q95"]] for row in rows],
            "hovertemplate": "median <b>%{y}</b><br>half of the games %{customdata[1]} to %{customdata[2]}"
            "<br>90 % of the games %{customdata[0]} to %{customdata[3]}<extra></extra>",
        }
    )
    return out


def _heat(rows: Sequence[Row], ax: dict[str, str]) -> list[dict[str, Any]]:
    grid: list[list[float | None]] = [[None] * _STEPS for _ in _SPACES]
    for row in rows:
        grid[row["renown"]][row["step"]] = round(row["stood"] / row["games"], 3)
    return [
        heat(
            grid,
            x0=0,
            dx=0.1,
            y0=0,
            dy=1,
            zmax=0.5,
            xgap=0,
            ygap=0,
            showscale=ax["xaxis"] == "x",
            **ax,
            colorbar=bar_of("share", tickformat=".0%", len=0.3, y=0.5),
            meta=None,
            hovertemplate="Renown %{y}: %{z:.0%} of the games<extra></extra>",
        )
    ]


def _panels(
    panels: Sequence[tuple[str, list[Row]]], traces: Any, told: str, table: tuple[list[Column], Rows]
) -> Picture:
    data: list[dict[str, Any]] = []
    names: list[dict[str, Any]] = []
    axes: dict[str, Any] = {}
    lines = -(-len(panels) // 3)
    for i, (name, rows) in enumerate(panels):
        column, line = i % 3, i // 3
        number = str(i + 1) if i else ""
        top = 1 - line / lines
        box = {
            "x": [column / 3 + (0.01 if column else 0), (column + 1) / 3 - 0.01],
            "y": [top - 1 / lines + 0.045, top - 0.04],
        }
        data += traces(rows, {"xaxis": "x" + number, "yaxis": "y" + number})
        axes["xaxis" + number] = axis(
            domain=box["x"],
            anchor="y" + number,
            range=[0, 3],
            tickvals=[0.5, 1.5, 2.5],
            showgrid=False,
            ticktext=["I", "II", "III"] if i + 3 >= len(panels) else [""] * 3,
            minor={"tickvals": [1, 2], "showgrid": True, "gridcolor": palette.GRID, "ticks": ""},
        )
        axes["yaxis" + number] = axis(
            domain=box["y"],
            anchor="x" + number,
            range=[-0.6, 12.6],
            tickvals=[0, 4, 8, 12],
            showticklabels=column == 0,
            automargin=False,
        )
        tint = demis.text(rows[0]["colour"]) if rows[0]["colour"] else palette.INK
        names.append(
            note(
                box["x"][0],
                top - 0.04,
                f"<b>{words(name)}</b>",
                xref="paper",
                yref="paper",
                xanchor="left",
                yanchor="bottom",
                font={"size": 12, "color": tint},
            )
        )
    return Picture(
        data=data,
        layout=layout(170 * lines + 40, margin={"l": 30, "r": 10, "t": 8, "b": 26}, annotations=names, **axes),
        narrow={"height": 140 * lines + 30},
        alt=told,
        notes=[
            told,
            "The horizontal axis runs through Ages I to III, each ten steps wide. A Demi that is annihilated keeps the "
            "Renown it had.",
        ],
        columns=table[0],
        rows=table[1],
    )


def draw_leading(rows: Rows) -> Picture | None:
    """How often each Demi had most Renown, by progress."""
    return _shares(rows, "share of games in which it leads", "A Demi leads where no other has as much Renown.")


def draw_risk(rows: Rows) -> Picture | None:
    """How often each Demi stood above Hadria, by progress."""
    return _shares(
        rows,
        "share of games in which it stands above Hadria",
        "A Demi above Hadria after Corruption is annihilated; on the way there it still can fall, or she rise.",
    )


def _shares(rows: Rows, what: str, told: str) -> Picture | None:
    """A line a Demi, with its name at the end and the interval of its last value in the table."""
    if not rows or rows[0]["games"] < RATES_FROM:
        return None
    lines = {name: list(group) for name, group in groupby(rows, key=lambda row: row["marker"])}
    most = max(row["rate"] for row in rows)
    ends = spread([each[-1]["rate"] for each in lines.values()], most * 0.055, 0, most)
    return Picture(
        data=[
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": words(name),
                "x0": 0,
                "dx": 0.1,
                "y": [round(row["rate"], 4) for row in each],
                "line": _line(each[0]) | {"shape": "linear"},
                "marker": {"symbol": demis.symbol(each[0]["pack_order"]), "maxdisplayed": 7, "size": 7},
                "customdata": [[row["wins"], row["games"], row["lo"], row["hi"]] for row in each],
                "hovertemplate": "%{fullData.name}: %{customdata[0]} of %{customdata[1]} (%{y:.0%})"
                "<br>95 % interval %{customdata[2]:.0%} to %{customdata[3]:.0%}<extra></extra>",
            }
            for name, each in lines.items()
        ],
        layout=layout(
            400,
            margin={"l": 46, "r": 84, "t": 10, "b": 40},
            xaxis=axis(
                range=[0, 3.02],
                tickvals=[0.5, 1.5, 2.5],
                ticktext=["Age I", "Age II", "Age III"],
                showgrid=False,
                minor={"tickvals": [1, 2, 3], "showgrid": True, "gridcolor": palette.GRID, "ticks": ""},
            ),
            yaxis=axis(what, range=[0, round(most * 1.06 + 0.01, 3)], tickformat=".0%"),
            annotations=[
                note(
                    3.02,
                    y,
                    words(name),
                    xanchor="left",
                    xshift=4,
                    font={"size": 11, "color": demis.text(each[0]["colour"])},
                )
                for (name, each), y in zip(lines.items(), ends, strict=True)
            ],
        ),
        narrow={"height": 360, "margin.r": 72},
        alt=f"{capital(what)}, at the end: "
        + ", ".join(f"{words(name)} {percent(each[-1]['rate'])}" for name, each in lines.items())
        + ".",
        notes=[
            told,
            "Lines by house: bull solid, cat dashed, owl dotted. The table has the 95 % intervals (Wilson). "
            "Nothing is expected by chance.",
        ],
        columns=[
            Column("marker", "Demi"),
            Column("when", "When"),
            Column("games", "Games", "number"),
            Column("wins", "Of them", "number"),
            *RATE,
        ],
        rows=[{**row, "when": _when(row["step"])} for row in rows if row["step"] in (10, 20, 30)],
    )


def _line_table(rows: Rows) -> tuple[list[Column], Rows]:
    columns = [Column("marker", "Marker"), Column("game_key", "Game", "game")]
    columns += [Column(f"end{a}", f"After Age {'I' * a}", "number") for a in (1, 2)] + [Column("end", "End", "number")]
    return columns, [
        {**row, "end1": row["renown"][10], "end2": row["renown"][20], "end": row["renown"][30]} for row in rows
    ]


def _band_table(rows: Rows) -> tuple[list[Column], Rows]:
    columns = [Column("marker", "Marker"), Column("when", "When"), Column("games", "Games", "number")]
    marks = (("q05", "5 %"), ("q25", "25 %"), ("q50", "Median"), ("q75", "75 %"), ("q95", "95 %"))
    columns += [Column(name, title, "number") for name, title in marks]
    return columns, [{**row, "when": _when(row["step"])} for row in rows if row["step"] in (10, 20, 30)]


def _heat_table(rows: Rows) -> tuple[list[Column], Rows]:
    columns = [Column("marker", "Marker"), Column("when", "When"), Column("renown", "Renown", "number")]
    columns += [Column("stood", "Games there", "number"), Column("games", "of", "number")]
    return columns, [{**row, "when": _when(row["step"])} for row in rows if row["step"] == 30]


def _when(step: int) -> str:
    return "end" if step == 30 else f"after Age {'I' * (step // 10)}"


GAME = Figure(
    name="renown", number=1, title="Renown", question="Who led when, who will be annihilated?", draw=draw,
    one_game=True, empty="No marker has moved on the Renown track.",
)  # fmt: skip
_WHOLE = ("ages_played = 3", "that did not reach Age III")
MANY = Figure(
    name="renown_many", number=1, title="Renown through the game", question="Who leads when?", draw=draw_many,
    forms=((0, "renown_lines"), (FEW_GAMES + 1, "renown_bands"), (VERY_MANY, "renown_heat")), needs=(_WHOLE,),
    empty="No counted game reached Age III.",
    measure="The Renown of each marker at 31 moments of a game, ten in each Age, the records of an Age divided evenly. "
    "A Demi that is annihilated keeps the Renown it had.",
)  # fmt: skip
LEADING = Figure(
    name="leading", number=1, title="Who leads", question="Which Demi leads, and from when on?", draw=draw_leading,
    needs=(_WHOLE,), empty=f"Shares are drawn from {RATES_FROM} games on.",
    measure="The share of the games in which the Demi has more Renown than every other one, at 31 moments.",
)  # fmt: skip
RISK = Figure(
    name="risk", number=1, title="Who is in danger of annihilation",
    question="Which Demi stands above Hadria, and when?", draw=draw_risk,
    needs=(("hadria", "played without Hadria"), _WHOLE),
    empty=f"Shares are drawn from {RATES_FROM} games with Hadria on.",
    measure="The share of the games with Hadria in which the Demi has more Renown than she, at 31 moments.",
)  # fmt: skip
