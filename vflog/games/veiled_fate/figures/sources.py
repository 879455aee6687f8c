"""Figures 10, 11 and 12: which powers, where Renown comes from, where Demis travel."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Rows
from vflog.figures.style import TICKS, axis, bar_of, heat, layout
from vflog.figures.text import plural, words
from vflog.games.veiled_fate.figures import demis
from vflog.games.veiled_fate.figures.ages import ROMAN

_CAUSES = {
    "quest": "Quests", "age_card": "Age cards", "city": "City", "score": "scores", "solo": "lone gain",
    "corruption": "Corruption", "ruling": "rulings", "completion": "completion",
}  # fmt: skip
_AGES = (1, 2, 3)
_WAYS = {"cards": "paid with Fate cards", "favor": "by a Favor"}
_PLACES = ("city", "coast", "forest", "canyons", "desert", "volcano", "mountains", "pools", "abyss")


def draw_powers(rows: Rows) -> Picture | None:
    """How often each God Power is used in each Age, a panel for each way to pay."""
    if not rows:
        return None
    ways = [(via, list(told)) for via, told in groupby(rows, key=lambda row: row["via"])]
    most = max(row["a_game"] for row in rows)
    names = sorted({row["power"] for row in rows})
    data, axes = [], {}
    for i, (via, told) in enumerate(ways):
        number = str(i + 1) if i else ""
        at = {(row["power"], row["age"]): row for row in told}
        cells = [[at.get((power, age)) for age in _AGES] for power in names]
        data.append(
            heat(
                [[round(row["a_game"], 3) if row else None for row in line] for line in cells], "{:.2f}",
                x=[f"Age {ROMAN[age]}" for age in _AGES], y=[words(power) for power in names], zmax=round(most, 3),
                customdata=[[[rows.index(row), row["uses"]] if row else [-1, 0] for row in line] for line in cells],
                hovertemplate="%{y}, %{x}: %{customdata[1]} uses, %{z:.2f} a game<extra></extra>",
                showscale=False, xaxis="x" + number, yaxis="y" + number,
            )
        )  # fmt: skip
        wide = [(i + (0.04 if i else 0)) / len(ways), (i + 1) / len(ways)]
        axes["xaxis" + number] = axis(_WAYS[via], domain=wide, showgrid=False, anchor="y" + number, type="category")
        axes["yaxis" + number] = axis(
            showgrid=False, showticklabels=i == 0, anchor="x" + number, type="category", tickfont=TICKS
        )
    games = {row["via"]: row["of_games"] for row in rows}
    return Picture(
        data=data,
        layout=layout(100 + 34 * len(names), margin={"l": 100, "r": 10, "t": 8, "b": 50}, **axes),
        alt="Uses a game of each God Power by Age and way to pay.",
        notes=["Uses a game: " + ", ".join(f"{_WAYS[via]} over {plural(n, 'game')}" for via, n in games.items()) + "."],
        columns=[
            Column("power", "Power"), Column("via", "Paid by"), Column("age", "Age", "number"),
            Column("uses", "Uses", "number"),
            Column("cards", "Fate cards", "number"), Column("a_game", "A game", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )  # fmt: skip


def draw_sources(rows: Rows) -> Picture | None:
    """Where each Demi's Renown came from: its total, and below it a waterfall of causes."""
    told = [row for row in rows if row["cause"] is not None and (row["gained"] or row["lost"])]
    if not told:
        return None
    one = told[0]["games"] == 1
    bars = _bars(rows)
    totals = [bar for bar in bars if bar["tint"]]
    edges = [bar["from"] for bar in bars] + [bar["from"] + bar["by"] for bar in bars]
    per = "in this game" if one else "a game"
    return Picture(
        data=[
            _floating(totals, color=[bar["tint"] for bar in totals]),
            _floating([bar for bar in bars if not bar["tint"] and bar["by"] > 0], color=palette.COOL),
            _floating(
                [bar for bar in bars if not bar["tint"] and bar["by"] < 0],
                color=palette.WARM, pattern=palette.pattern("/"),
            ),
        ],
        layout=layout(
            round(60 + 17 * (bars[-1]["y"] + 1)), margin={"l": 100, "r": 16, "t": 8, "b": 40}, bargap=0.2,
            xaxis=axis(
                f"Renown gained and lost {per}", zeroline=True, zerolinecolor=palette.MUTED, dtick=1 if one else None,
                range=[round(min(0, *edges) - 0.5, 2), round(max(edges) + 0.8, 2)],
            ),
            yaxis=axis(
                range=[bars[-1]["y"] + 0.7, -0.7], tickvals=[bar["y"] for bar in bars],
                ticktext=[bar["name"] for bar in bars],
                showgrid=False, tickfont=TICKS,
            ),
        ),
        narrow={"margin.l": 88},
        alt="Renown by cause: " + ", ".join(f"{bar['demi']} {_amount(bar)}" for bar in totals) + ".",
        notes=[
            "The bar of a Demi is what it came to; below it each cause begins where the one above ended, gains "
            "first, then losses, hatched. Annihilation takes the marker, not its Renown."
        ],
        columns=[
            Column("marker", "Demi"), Column("cause", "Cause"), Column("gained", "Gained", "number"),
            Column("lost", "Lost", "number"),
            Column("steps", "Steps", "number"),
        ],
        rows=told,
    )  # fmt: skip


def _bars(rows: Rows) -> list[dict[str, Any]]:
    """The bars from top to bottom: where each begins, how long it is, what it is called."""
    out: list[dict[str, Any]] = []
    y = 0.0
    for marker, group in groupby(rows, key=lambda row: row["marker"]):
        each = {row["cause"]: row for row in group}
        total: dict[str, Any] = {"y": y, "from": 0, "demi": words(marker), "name": f"<b>{words(marker)}</b>"}
        total["tint"] = demis.colour(next(iter(each.values()))["colour"])
        out.append(total)
        level = 0 if next(iter(each.values()))["games"] == 1 else 0.0
        causes = [*_CAUSES, *sorted(each.keys() - _CAUSES.keys() - {None})]
        for side, sign in (("gained", 1), ("lost", -1)):
            for cause in causes:
                amount = sign * each[cause][side] if cause in each else 0
                if amount:
                    y += 1
                    name = _CAUSES.get(cause, words(cause)) + ("" if sign > 0 else ", lost")
                    out.append({"y": y, "from": level, "by": amount, "name": name, "demi": words(marker), "tint": None})
                    level += amount
        total["by"] = level
        y += 1.5
    return out


def _floating(bars: list[dict[str, Any]], **look: Any) -> dict[str, Any]:
    return {
        "type": "bar", "orientation": "h", "y": [b["y"] for b in bars], "base": [round(b["from"], 3) for b in bars],
        "x": [round(b["by"], 3) for b in bars], "width": 0.8, "customdata": [[b["demi"], b["name"]] for b in bars],
        "marker": look, "text": [_amount(b) for b in bars], "textposition": "outside", "textfont": {"size": 10},
        "cliponaxis": False, "constraintext": "none",
        "hovertemplate": "%{customdata[0]}, %{customdata[1]}: %{x:+.3g}<extra></extra>",
    }  # fmt: skip


def _amount(bar: dict[str, Any]) -> str:
    by = bar["by"]
    text = f"{by:+d}" if isinstance(by, int) else f"{by:+.2f}"
    return text.removeprefix("+") if bar["tint"] else text


def draw_travel(rows: Rows) -> Picture | None:
    """Where Demis go: from the place of the row to that of the column."""
    if not rows:
        return None
    at = {(row["from_place"], row["to_place"]): i for i, row in enumerate(rows)}
    grid = [[rows[at[a, b]]["moves"] if (a, b) in at else None for b in _PLACES] for a in _PLACES]
    return Picture(
        data=[
            heat(
                grid, "{:,}", x=list(_PLACES), y=list(_PLACES), textfont={"size": 10}, colorbar=bar_of("moves"),
                customdata=[[[at.get((a, b), -1)] for b in _PLACES] for a in _PLACES],
                hovertemplate="%{y} → %{x}: %{z} times<extra></extra>",
            )
        ],
        layout=layout(
            470, margin={"l": 80, "r": 10, "t": 8, "b": 70},
            xaxis=axis("to", showgrid=False, tickangle=-40, type="category"),
            yaxis=axis("from", showgrid=False, autorange="reversed", type="category"),
        ),
        narrow={"height": 400, "data.0.showscale": False, "data.0.textfont.size": 8},
        alt=f"{plural(sum(row['moves'] for row in rows), 'move')} between the nine places.",
        notes=[
            "Moves, Portals, smites and rulings of Demis. A figure on a Quest stands in its region; steps within a "
            "place are left out."
        ],
        columns=[
            Column("from_place", "From"), Column("to_place", "To"), Column("moves", "Times", "number"),
            Column("by_move", "By a move", "number"),
            Column("by_smite", "By a smite", "number"), Column("games", "Games", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )  # fmt: skip


_FULL = (("detail IS DISTINCT FROM 'score'", "in a scorekeeper's log"),)
POWERS = Figure(
    name="powers", number=10, title="God Powers", question="Which powers, when, paid how?", draw=draw_powers,
    needs=_FULL, empty="No counted game has a God Power.",
)  # fmt: skip
GAME = Figure(
    name="sources", number=11, title="Where Renown came from", question="Where does Renown come from?",
    draw=draw_sources,
    one_game=True, empty="No Demi has gained or lost Renown.",
)  # fmt: skip
MANY = Figure(
    name="sources_many", number=11, title="Where Renown comes from", question="Where does Renown come from?",
    draw=draw_sources,
    empty="No counted game has Renown gained or lost.",
)  # fmt: skip
TRAVEL = Figure(
    name="travel", number=12, title="Where Demis travel", question="Where do Demis travel?", draw=draw_travel,
    needs=_FULL,
    empty="No counted game has moves.",
)  # fmt: skip
