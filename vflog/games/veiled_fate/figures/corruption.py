"""Figures 6 and 7: who gathered Corruption and what it cost, and how much of a limit Hadria is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.style import axis, cursor, heat, layout, note, spread
from vflog.figures.text import label, plural, said, words
from vflog.games.veiled_fate.figures.ages import bands
from vflog.games.veiled_fate.figures.rates import HADRIA as HADRIA_PLAYED

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")


def draw(rows: Rows) -> Picture | None:
    """One game: Corruption of each player by record, a step for each Favor."""
    players = [row for row in rows if row["what"] == "player"]
    favors = [row for row in rows if row["what"] == "favor"]
    if not players or not favors:
        return None
    last = max(players[0]["to_n"], 1)
    data = [
        _steps(player, [row for row in favors if row["seat"] == player["seat"]], last, len(players))
        for player in players
    ]
    ends = spread(
        [player["total"] or 0 for player in players], 0.07 * max(_most(players), 4), -0.2, _most(players) + 0.4
    )
    ages, names = bands([row for row in rows if row["what"] == "age"], last)
    return Picture(
        data=data,
        layout=layout(
            340,
            margin={"l": 34, "r": 120, "t": 26, "b": 40},
            shapes=[*ages, cursor(last)],
            xaxis=axis("record", range=[0, last], showgrid=False),
            yaxis=axis("Corruption", range=[-0.4, _most(players) + 0.6], dtick=1 if _most(players) < 10 else 2),
            annotations=[*names, *(_end(player, y, last) for player, y in zip(players, ends, strict=True))],
        ),
        narrow={"margin.r": 96, "height": 300},
        alt="Corruption at the end: " + ", ".join(f"{said(p['player'])} {p['total']}" for p in players) + ".",
        notes=[_cost(players)],
        columns=[
            Column("n", "Record", "number"),
            Column("age", "Age", "number"),
            Column("player", "Player"),
            Column("subject", "Favor"),
            Column("power", "Power"),
            Column("corruption", "Corruption", "number"),
            Column("total", "Total", "number"),
        ],
        rows=favors,
    )


def _most(players: Sequence[Row]) -> int:
    return max((player["total"] or 0) for player in players) or 1


def _steps(player: Row, favors: Sequence[Row], last: int, seats: int) -> dict[str, Any]:
    move = round((player["seat"] - (seats + 1) / 2) * 0.06, 2)
    points = [(0, 0, "at the start"), *((f["n"], f["total"], f"{_favor(f)}, +{f['corruption']}") for f in favors)]
    points.append((last, points[-1][1], "at the end"))
    place = (player["seat"] - 1) % len(palette.SERIES)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": label(player["player"]),
        "x": [p[0] for p in points],
        "y": [round(p[1] + move, 2) for p in points],
        "customdata": [[p[1], p[2]] for p in points],
        "line": {"shape": "hv", "width": 2.2, "color": palette.SERIES[place], "dash": _DASHES[place % len(_DASHES)]},
        "marker": {"size": 6},
        "hovertemplate": "%{fullData.name}: <b>%{customdata[0]}</b><br>record %{x}: %{customdata[1]}<extra></extra>",
    }


def _favor(row: Row) -> str:
    return label(words(row["subject"]), 30) if row["subject"] else "as the scorekeeper noted"


def _end(player: Row, y: float, last: int) -> dict[str, Any]:
    place = (player["seat"] - 1) % len(palette.SERIES)
    text = f"{label(player['player'], 13)} {player['total']}{' ★' if player['won'] else ''}"
    tint = palette.LEGIBLE[palette.SERIES[place]]
    return note(last, y, text, xanchor="left", xshift=6, font={"size": 11, "color": tint})


def _cost(players: Sequence[Row]) -> str:
    if players[0]["place"] is None:
        return "The game has no end that tells what it cost."
    most = [row for row in players if row["most"]]
    if not most:
        return "Nobody had any Corruption in the end, so nobody lost Renown for it."
    names = ", ".join(said(row["player"]) for row in most)
    won = any(row["won"] for row in most)
    end = "They won all the same." if won else "They did not win."
    return f"Most Corruption: {names} (the Demi loses 1 Renown). {end}"


def draw_many(rows: Rows) -> Picture | None:
    """Many games: seats by Corruption and place."""
    if not rows:
        return None
    totals: dict[int, int] = {}
    for row in rows:
        totals[row["corruption"]] = totals.get(row["corruption"], 0) + row["seats"]
    levels, places = list(range(max(totals) + 1)), list(range(1, max(row["place"] for row in rows) + 1))
    at = {(row["corruption"], row["place"]): i for i, row in enumerate(rows)}
    here = {place: rows[i]["seats"] for place, i in at.items()}
    grid = [[here.get((c, p)) for c in levels] for p in places]
    seats = [[[at.get((c, p), -1), here.get((c, p), 0), totals.get(c, 0)] for c in levels] for p in places]
    return Picture(
        data=[
            heat(
                grid,
                "{:,}",
                x=[str(c) if c < 9 else "9+" for c in levels],
                y=[str(p) if p < 6 else "6+" for p in places],
                customdata=seats,
                showscale=False,
                hovertemplate="Corruption %{x}, place %{y}: %{customdata[1]} of %{customdata[2]}<extra></extra>",
            )
        ],
        layout=layout(
            100 + 44 * len(places),
            margin={"l": 46, "r": 10, "t": 10, "b": 44},
            xaxis=axis("Corruption in the end", type="category", showgrid=False),
            yaxis=axis("place", type="category", autorange="reversed", showgrid=False),
        ),
        alt=f"Places by Corruption, over {plural(sum(totals.values()), 'seat')}.",
        notes=[
            f"{plural(sum(totals.values()), 'seat')}; each number is a count of seats. By Corruption: "
            + "; ".join(f"{c}: {totals[c]:,}" for c in sorted(totals))
            + "."
        ],
        columns=[
            Column("corruption", "Corruption", "number", told=True),
            Column("place", "Place", "number", told=True),
            Column("seats", "Seats", "number"),
            Column("most", "Had the most", "number"),
            Column("won", "Won", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )


def draw_hadria(rows: Rows) -> Picture | None:
    """Many games: Hadria against the leader at the end, 13 × 13; above the line the leader is out."""
    if not rows:
        return None
    at = {(row["leader"], row["hadria"]): i for i, row in enumerate(rows)}
    total = sum(row["games"] for row in rows)
    out = sum(row["games"] for row in rows if row["leader"] > row["hadria"])
    spaces = range(13)
    grid = [[rows[at[y, x]]["games"] if (y, x) in at else None for x in spaces] for y in spaces]
    stairs = [(x + d, x + 0.5) for x in spaces for d in (-0.5, 0.5)]
    return Picture(
        data=[
            heat(
                grid,
                "{:,}",
                x0=0,
                dx=1,
                y0=0,
                dy=1,
                xgap=1,
                ygap=1,
                showscale=False,
                textfont={"size": 10},
                zmax=max(4, *(row["games"] for row in rows)),
                customdata=[[[at.get((y, x), -1)] for x in spaces] for y in spaces],
                hovertemplate="Hadria %{x}, leader %{y}: %{z} games<extra></extra>",
            ),
            {
                "type": "scatter",
                "mode": "lines",
                "x": [p[0] for p in stairs],
                "y": [p[1] for p in stairs],
                "hoverinfo": "skip",
                "line": {"color": palette.WARM, "width": 2},
            },
        ],
        layout=layout(
            470,
            margin={"l": 46, "r": 10, "t": 26, "b": 44},
            xaxis=axis("Hadria's Renown", range=[-0.5, 12.5], dtick=1, showgrid=False, constrain="domain"),
            yaxis=axis("the leader's Renown", range=[-0.5, 12.5], dtick=1, showgrid=False),
            annotations=[
                note(
                    0,
                    1,
                    "above the line the leader is annihilated",
                    xref="paper",
                    yref="paper",
                    xanchor="left",
                    yanchor="bottom",
                    font={"size": 12, "color": palette.LEGIBLE[palette.WARM]},
                )
            ],
        ),
        narrow={"height": 400},
        alt=f"In {out} of {plural(total, 'game')} the leading Demi stood above Hadria and was annihilated.",
        notes=[
            f"After Corruption and before annihilation. In {out:,} of {plural(total, 'game')} the leading Demi stood "
            "above Hadria: it is out."
        ],
        columns=[
            Column("hadria", "Hadria", "number", told=True),
            Column("leader", "Leader", "number", told=True),
            Column("games", "Games", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )


_PLACES = (
    "game_key IN (SELECT game_key FROM players WHERE corruption IS NOT NULL GROUP BY game_key "
    "HAVING bool_and(place IS NOT NULL))",
    "in which somebody's place or Corruption is not told",
)
_LEVEL = (
    "game_key IN (SELECT game_key FROM snapshots WHERE moment = 'corruption' AND marker = 'hadria')",
    "that do not tell how she stood",
)
GAME = Figure(
    name="corruption", number=6, title="Corruption",
    question="Who gathered Corruption, from which Favors, did it cost the game?",
    draw=draw, one_game=True, empty="No Favor has been played.",
)  # fmt: skip
MANY = Figure(
    name="corruption_place", number=6, title="Corruption and place", question="Does Corruption cost the game?",
    draw=draw_many, needs=(HADRIA_PLAYED, _PLACES), empty="No counted game with Hadria has come to its end.",
    measure="Seats of games with Hadria by Corruption in the end and place.",
)  # fmt: skip
HADRIA = Figure(
    name="hadria", number=7, title="Hadria as a limit", question="How much of a limit is Hadria?", draw=draw_hadria,
    needs=(HADRIA_PLAYED, ("end_reason = 'played'", "not played to the end"), _LEVEL),
    empty="No counted game with Hadria has come to its end.",
    measure="Games with Hadria by her Renown and the best Demi's, after Corruption and before annihilation.",
)  # fmt: skip
