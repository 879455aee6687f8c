"""Figure 1, many games: Renown through them, who leads, who is in danger of annihilation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import FEW_GAMES, Column, Figure, Picture, Row, Rows
from vflog.figures.scope import RATES_FROM
from vflog.figures.shares import RATE
from vflog.figures.style import axis, bar_of, heat, layout, note, percent, spread
from vflog.figures.text import capital, label, words
from vflog.games.veiled_fate.figures import demis

_SPACES = range(13)
_STEPS = 31
#: From so many games on, heat maps instead of quantile bands.
VERY_MANY = 1000
#: Panels beside each other.
_ACROSS = 3


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
            "line": demis.line(row) | {"width": 1.4},
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
            "line": demis.line(rows[0]),
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
    axes: dict[str, Any] = {}
    lines = -(-len(panels) // _ACROSS)
    for i, (_, rows) in enumerate(panels):
        number = str(i + 1) if i else ""
        data += traces(rows, {"xaxis": "x" + number, "yaxis": "y" + number})
        axes["xaxis" + number], axes["yaxis" + number] = _panel_axes(i, lines, last=i + _ACROSS >= len(panels))
    names = [_panel_name(i, lines, name, rows[0]) for i, (name, rows) in enumerate(panels)]
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


def _panel_axes(i: int, lines: int, *, last: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """The axes of the i-th panel: the Ages (named below the last line), the spaces of the track."""
    column, top, number = i % _ACROSS, 1 - (i // _ACROSS) / lines, str(i + 1) if i else ""
    along = axis(
        domain=[column / _ACROSS + (0.01 if column else 0), (column + 1) / _ACROSS - 0.01],
        anchor="y" + number,
        range=[0, 3],
        tickvals=[0.5, 1.5, 2.5],
        showgrid=False,
        ticktext=["I", "II", "III"] if last else [""] * 3,
        minor={"tickvals": [1, 2], "showgrid": True, "gridcolor": palette.GRID, "ticks": ""},
    )
    up = axis(
        domain=[top - 1 / lines + 0.045, top - 0.04],
        anchor="x" + number,
        range=[-0.6, 12.6],
        tickvals=[0, 4, 8, 12],
        showticklabels=column == 0,
        automargin=False,
    )
    return along, up


def _panel_name(i: int, lines: int, name: str, row: Row) -> dict[str, Any]:
    column = i % _ACROSS
    return note(
        column / _ACROSS + (0.01 if column else 0),
        1 - (i // _ACROSS) / lines - 0.04,
        f"<b>{words(name)}</b>",
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="bottom",
        font={"size": 12, "color": demis.text(row["colour"]) if row["colour"] else palette.INK},
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
                "line": demis.line(each[0]) | {"shape": "linear"},
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
