"""Figures 10, 11 and 12: which powers, where Renown comes from, where Demis travel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.scope import RATES_FROM
from vflog.figures.style import TICKS, axis, heat, layout
from vflog.figures.text import plural, words
from vflog.games.veiled_fate.figures import demis
from vflog.games.veiled_fate.figures.ages import ROMAN

_CAUSES = {
    "quest": "Quests", "age_card": "Age cards", "city": "City", "score": "Scores", "solo": "Lone gain",
    "corruption": "Corruption", "ruling": "Rulings", "completion": "Completion",
}  # fmt: skip
_AGES = (1, 2, 3)
_WAYS = {"cards": "paid with Fate cards", "favor": "by a Favor"}
_PLACES = ("city", "coast", "forest", "canyons", "desert", "volcano", "mountains", "pools", "abyss")


def draw_powers(rows: Rows) -> Picture | None:
    """How often each God Power is used in each Age, a panel for each way to pay."""
    if not rows:
        return None
    ways = [(via, list(told)) for via, told in groupby(rows, key=lambda row: row["via"])]
    rates = max(row["of_games"] for row in rows) >= RATES_FROM
    what = "a_game" if rates else "uses"
    most = max(row[what] for row in rows)
    names = sorted({row["power"] for row in rows})
    data, axes = [], {}
    for i, (via, told) in enumerate(ways):
        number = str(i + 1) if i else ""
        at = {(row["power"], row["age"]): row for row in told}
        cells = [[at.get((power, age)) for age in _AGES] for power in names]
        data.append(
            heat(
                [[round(row[what], 3) if row else None for row in line] for line in cells],
                "{:.2f}" if rates else "{:,}",
                x=[f"Age {ROMAN[age]}" for age in _AGES],
                y=[words(power) for power in names],
                zmax=round(most, 3),
                customdata=[[[rows.index(row), row["uses"]] if row else [-1, 0] for row in line] for line in cells],
                hovertemplate="%{y}, %{x}: %{customdata[1]} uses" + ", %{z:.2f} a game" * rates + "<extra></extra>",
                showscale=False,
                xaxis="x" + number,
                yaxis="y" + number,
            )
        )
        wide = [(i + (0.04 if i else 0)) / len(ways), (i + 1) / len(ways)]
        axes["xaxis" + number] = axis(_WAYS[via], domain=wide, showgrid=False, anchor="y" + number, type="category")
        axes["yaxis" + number] = axis(
            showgrid=False, showticklabels=i == 0, anchor="x" + number, type="category", tickfont=TICKS
        )
    games = {row["via"]: row["of_games"] for row in rows}
    return Picture(
        data=data,
        layout=layout(100 + 34 * len(names), margin={"l": 100, "r": 10, "t": 8, "b": 50}, **axes),
        alt="Uses of each God Power by Age and way to pay.",
        notes=[
            ("Uses a game: " if rates else "Uses: ")
            + ", ".join(f"{_WAYS[via]} over {plural(n, 'game')}" for via, n in games.items())
            + "."
        ],
        columns=[
            Column("power", "Power"),
            Column("via", "Paid by"),
            Column("age", "Age", "number", told=True),
            Column("uses", "Uses", "number"),
            Column("cards", "Fate cards", "number"),
            Column("a_game", "A game", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )


def draw_sources(rows: Rows) -> Picture | None:
    """Where each Demi's Renown came from: a table of Demis and causes, a bar in each cell, and what it comes to."""
    told = [row for row in rows if row["cause"] is not None and (row["gained"] or row["lost"])]
    if not told:
        return None
    games = told[0]["games"]
    whole = games < RATES_FROM
    per = "in this game" if games == 1 else f"in {games} games" if whole else "a game"
    if not whole:
        told = [{**row, "gained": row["gained"] / games, "lost": row["lost"] / games} for row in told]
    markers = {row["marker"]: row for row in rows}
    there = {row["cause"] for row in told}
    causes = [*(c for c in _CAUSES if c in there), *sorted(there - _CAUSES.keys())]
    at = {(row["marker"], row["cause"]): i for i, row in enumerate(told)}
    net = {m: sum(row["gained"] - row["lost"] for row in told if row["marker"] == m) for m in markers}
    longest = max(*(max(row["gained"], row["lost"]) for row in told), *(abs(v) for v in net.values()))
    if games > 1:
        markers = dict(sorted(markers.items(), key=lambda item: -net[item[0]]))
    cells = [_cells(told, at, markers, causes, side, longest) for side in ("gained", "lost")]
    data = [*cells, _totals(net, markers, len(causes), longest)]
    headings = [*(_CAUSES.get(cause, words(cause)) for cause in causes), "Sum"]
    return Picture(
        data=data,
        layout=layout(
            66 + 30 * len(markers),
            margin={"l": 72, "r": 12, "t": 34, "b": 10},
            barmode="overlay",
            bargap=0.3,
            **_table_axes([words(name) for name in markers], headings),
        ),
        narrow={
            "margin.l": 60,
            "margin.t": 52,
            "xaxis.tickangle": -40,
            "xaxis.tickfont.size": 9,
            "xaxis.ticklabelposition": "outside",
            **{f"data.{i}.textfont.size": 8 for i in range(3)},
            **{f"data.{i}.x": [round(length * _NARROWER, 4) for length in part["x"]] for i, part in enumerate(data)},
            "height": 78 + 36 * len(markers),
        },
        alt="Renown by cause: " + ", ".join(f"{words(m)} {_amount(v, whole)}" for m, v in net.items()) + ".",
        notes=[
            f"Renown {per}: upper bars are gains, lower, hatched ones losses, all to one scale; the last column is "
            "what they come to. Annihilation takes the marker, not its Renown."
        ],
        columns=[
            Column("marker", "Demi"),
            Column("cause", "Cause"),
            Column("gained", "Gained", "number"),
            Column("lost", "Lost", "number"),
            Column("steps", "Steps", "number"),
        ],
        rows=told,
    )


def _table_axes(names: Sequence[str], headings: Sequence[str]) -> dict[str, Any]:
    """A line a Demi and a column a cause, its heading above."""
    return {
        "xaxis": axis(
            range=[-0.1, len(headings) + 0.02],
            tickvals=[i + 0.02 for i in range(len(headings))],
            ticktext=list(headings),
            side="top",
            showgrid=True,
            gridcolor=palette.MUTED,
            tickfont=TICKS,
            ticklabelposition="outside right",
            ticklabelshift=-2,
        ),
        "yaxis": axis(
            autorange="reversed",
            type="category",
            categoryorder="array",
            categoryarray=list(names),
            dtick=1,
            showgrid=True,
            tickfont=TICKS,
        ),
    }


#: The part of a cell that its longest bar takes: the amount stands beside it.
_FILL = 0.55
#: On a phone the bars are shorter, so that the amounts have room.
_NARROWER = 0.55


def _cells(
    told: Rows, at: Mapping[tuple[str, str], int], markers: Mapping[str, Row], causes: Sequence[str], side: str,
    longest: float,
) -> dict[str, Any]:  # fmt: skip
    shown = [
        (m, i, at[m, cause])
        for m in markers
        for i, cause in enumerate(causes)
        if (m, cause) in at and told[at[m, cause]][side]
    ]
    amounts = [told[k][side] for _, _, k in shown]
    whole = told[0]["games"] < RATES_FROM
    sign = 1 if side == "gained" else -1
    return {
        "type": "bar",
        "orientation": "h",
        "name": side,
        "meta": "rows",
        "width": 0.36,
        "offset": -0.38 if side == "gained" else 0.02,
        "y": [words(m) for m, _, _ in shown],
        "base": [i + 0.02 for _, i, _ in shown],
        "x": [round(_FILL * amount / longest, 4) for amount in amounts],
        "text": [_amount(sign * amount, whole) for amount in amounts],
        "textposition": "outside",
        "textfont": {"size": 10, "color": palette.INK},
        "cliponaxis": False,
        "constraintext": "none",
        "customdata": [
            [k, words(told[k]["cause"]), side, amount] for (_, _, k), amount in zip(shown, amounts, strict=True)
        ],
        "marker": {"color": palette.COOL}
        if side == "gained"
        else {"color": palette.WARM, "pattern": palette.pattern("/")},
        "hovertemplate": "%{y}, %{customdata[1]}: %{customdata[2]} %{customdata[3]:.3g}<extra></extra>",
    }


def _totals(net: Mapping[str, float], markers: Mapping[str, Row], column: int, longest: float) -> dict[str, Any]:
    whole = all(isinstance(value, int) for value in net.values())
    return {
        "type": "bar",
        "orientation": "h",
        "name": "sum",
        "width": 0.6,
        "offset": -0.3,
        "y": [words(m) for m in markers],
        "base": [column + 0.02] * len(markers),
        "x": [round(_FILL * abs(net[m]) / longest, 4) for m in markers],
        "text": [_amount(net[m], whole) for m in markers],
        "textposition": "outside",
        "textfont": {"size": 10, "color": palette.INK},
        "cliponaxis": False,
        "constraintext": "none",
        "marker": {
            "color": [demis.colour(row["colour"]) for row in markers.values()],
            "line": {"width": 1, "color": palette.MUTED},
        },
        "hovertemplate": "%{y}: %{text}<extra></extra>",
    }


def _amount(value: float, whole: bool) -> str:
    text = f"{value:+.0f}" if whole else f"{value:+.2f}"
    return text.replace("-", "−")


def _short(n: int) -> str:
    """A count where there is no room: 66,801 are 67k."""
    return f"{n:,}" if n < 10_000 else f"{n / 1000:.0f}k"


def draw_travel(rows: Rows) -> Picture | None:
    """Where Demis go: from the place of the row to that of the column."""
    if not rows:
        return None
    at = {(row["from_place"], row["to_place"]): i for i, row in enumerate(rows)}
    grid = [[rows[at[a, b]]["moves"] if (a, b) in at else None for b in _PLACES] for a in _PLACES]
    return Picture(
        data=[
            heat(
                grid,
                "{:,}",
                x=list(_PLACES),
                y=list(_PLACES),
                textfont={"size": 10},
                showscale=False,
                customdata=[[[at.get((a, b), -1)] for b in _PLACES] for a in _PLACES],
                hovertemplate="%{y} → %{x}: %{z} times<extra></extra>",
            )
        ],
        layout=layout(
            470,
            margin={"l": 80, "r": 10, "t": 8, "b": 70},
            xaxis=axis("to", showgrid=False, tickangle=-40, type="category"),
            yaxis=axis("from", showgrid=False, autorange="reversed", type="category"),
        ),
        narrow={
            "height": 400,
            "data.0.textfont.size": 8,
            "data.0.text": [["" if n is None else _short(n) for n in line] for line in grid],
        },
        alt=f"{plural(sum(row['moves'] for row in rows), 'move')} between the nine places.",
        notes=[
            "Moves, Portals, smites and rulings of Demis. A figure on a Quest stands in its region; steps within a "
            "place are left out."
        ],
        columns=[
            Column("from_place", "From"),
            Column("to_place", "To"),
            Column("moves", "Times", "number"),
            Column("by_move", "By a move", "number"),
            Column("by_smite", "By a smite", "number"),
            Column("games", "Games", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )


_FULL = ("detail IS DISTINCT FROM 'score'", "in a scorekeeper's log")
POWERS = Figure(
    name="powers", number=10, title="God Powers", question="Which powers, when, paid how?", draw=draw_powers,
    needs=(_FULL,), empty="No counted game has a God Power.",
    measure="Uses of a God Power in an Age; from 20 games on, divided by the games: for Favors those with Hadria.",
)  # fmt: skip
GAME = Figure(
    name="sources", number=11, title="Where Renown came from", question="Where does Renown come from?",
    draw=draw_sources, one_game=True, empty="No Demi has gained or lost Renown.",
)  # fmt: skip
MANY = Figure(
    name="sources_many", number=11, title="Where Renown comes from", question="Where does Renown come from?",
    draw=draw_sources, empty="No counted game has Renown gained or lost.",
    needs=(("game_key IN (SELECT game_key FROM renown)", "in which no marker moved"),),
    measure="Renown that a Demi gained and lost by a cause; from 20 games on, divided by the games.",
)  # fmt: skip
TRAVEL = Figure(
    name="travel", number=12, title="Where Demis travel", question="Where do Demis travel?", draw=draw_travel,
    needs=(
        _FULL,
        (
            "game_key IN (SELECT game_key FROM moves "
            "WHERE from_place <> to_place AND figure IN (SELECT demi FROM demis))",
            "in which no Demi went anywhere",
        ),
    ),
    empty="No counted game has moves.",
    measure="Changes of place of a Demi; a figure on a Quest stands in its region, steps within a place do not count.",
)  # fmt: skip
