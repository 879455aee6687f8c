"""Figures 13 and 14: where Fate cards go, how long it takes and who rests when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.scope import FAINT_BELOW, RATES_FROM
from vflog.figures.shares import FAINT
from vflog.figures.style import BELOW, TICKS, axis, cursor, layout, note
from vflog.figures.text import label, plural, said
from vflog.games.veiled_fate.figures.ages import bands

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_LEGEND = {"orientation": "h", "x": 0, "xanchor": "left", "font": {"size": 11}, "traceorder": "normal"}
#: What cards of a hand were used for, in the order of the bars.
_WENT = {
    "vote": "on Quests (moves)", "voter": "as extra voter", "influence": "Influence", "portal": "Portal",
    "age_vote": "Age votes",
    "pay": "paid for powers", "swap": "swapped away", "limit": "above the limit",
}  # fmt: skip


def draw_fate(rows: Rows) -> Picture | None:
    """One game: the size of each hand by record, and below it what each player's cards went for."""
    hands = [row for row in rows if row["what"] == "hand"]
    uses = [row for row in rows if row["what"] == "why" and row["went"]]
    if not hands:
        return None
    last = max(next((row["n"] for row in rows if row["what"] == "last"), 1), 1)
    seats = sorted({row["seat"]: row["player"] for row in hands}.items())
    ages, names = bands([row for row in rows if row["what"] == "age"], last)
    for shape in ages:
        shape["y0"] = 0.54
    mark = cursor(last) | {"y0": 0.54}
    tallest = max(row["hand"] for row in hands)
    return Picture(
        data=[*(_hand(seat, hands, last, len(seats)) for seat, _ in seats), *_went(uses, seats)],
        layout=layout(
            480 + 26 * len(seats),
            margin={"l": 74, "r": 16, "t": 26, "b": 96},
            shapes=[*ages, mark],
            barmode="stack",
            showlegend=True,
            annotations=names,
            legend=_LEGEND | {"y": 0.44, "yanchor": "top"},
            legend2=_LEGEND | {"yref": "container", "y": 0, "yanchor": "bottom", "xref": "container"},
            xaxis=axis("record", range=[0, last], showgrid=False, anchor="y"),
            yaxis=axis("cards in hand", range=[-0.3, tallest + 0.7], dtick=2, domain=[0.54, 1]),
            xaxis2=axis("cards used", anchor="y2"),
            yaxis2=axis(
                domain=[0, 0.3], anchor="x2", autorange="reversed", type="category", showgrid=False, tickfont=TICKS
            ),
        ),
        narrow={"margin.l": 60, "margin.b": 150, "height": 560 + 26 * len(seats)},
        alt="Cards used: " + ", ".join(f"{said(name)} {_used(uses, seat)}" for seat, name in seats) + ".",
        notes=["Above: how many Fate cards each player held. Below: what their cards were used for."],
        columns=[
            Column("player", "Player"),
            Column("why", "What for"),
            Column("came", "Came", "number"),
            Column("went", "Went", "number"),
        ],
        rows=[row for row in rows if row["what"] == "why"],
    )


def _used(uses: Sequence[Row], seat: int) -> int:
    return sum(row["went"] for row in uses if row["seat"] == seat)


def _hand(seat: int, hands: Sequence[Row], last: int, seats: int) -> dict[str, Any]:
    rows = [row for row in hands if row["seat"] == seat]
    move = round((seat - (seats + 1) / 2) * 0.07, 2)
    points = [(row["n"], row["hand"], row["change"]) for row in rows]
    if points[-1][0] < last:
        points.append((last, points[-1][1], 0))
    place = (seat - 1) % len(palette.SERIES)
    return {
        "type": "scatter",
        "mode": "lines",
        "name": label(rows[0]["player"], 18),
        "x": [p[0] for p in points],
        "y": [round(p[1] + move, 2) for p in points],
        "customdata": [[p[1], p[2]] for p in points],
        "line": {"shape": "hv", "width": 1.8, "color": palette.SERIES[place], "dash": _DASHES[place % len(_DASHES)]},
        "hovertemplate": "%{fullData.name}: <b>%{customdata[0]}</b> cards (%{customdata[1]:+d})<br>"
        "record %{x}<extra></extra>",
    }


def _went(rows: Sequence[Row], seats: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    names = {seat: label(name, 14) + "\u200b" * i for i, (seat, name) in enumerate(seats)}
    out = []
    for i, why in enumerate([*_WENT, *sorted({row["why"] for row in rows} - set(_WENT))]):
        told = [row for row in rows if row["why"] == why]
        if told:
            out.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "name": _WENT.get(why, why),
                    "legend": "legend2",
                    "x": [row["went"] for row in told],
                    "y": [names[row["seat"]] for row in told],
                    "xaxis": "x2",
                    "yaxis": "y2",
                    "marker": {
                        "color": palette.SERIES[(i * 2 + 3) % len(palette.SERIES)],
                        "line": {"width": 1, "color": palette.SURFACE},
                        "pattern": palette.pattern(i),
                    },
                    "hovertemplate": "%{y}: %{x} %{fullData.name}<extra></extra>",
                }
            )
    return out


# -- figure 14 -------------------------------------------------------------------------------------------


def draw_turns(rows: Rows) -> Picture | None:
    """One game: a lane a player, a block a turn, × where the player rested; by time where all turns have one."""
    turns = [row for row in rows if row["what"] == "turn"]
    players = [row for row in rows if row["what"] == "player"]
    if not turns:
        return None
    timed = all(row["seconds"] is not None for row in turns)
    lanes = {row["seat"]: label(row["player"], 16) + "\u200b" * i for i, row in enumerate(players)}
    spans = _spans(turns, timed)
    last = max(end for _, end in spans)
    ages, names = bands([row for row in rows if row["what"] == "age"], last) if not timed else _timed_ages(turns, spans)
    data = [_blocks(turns, spans, lanes, actions) for actions in (0, 1, 2)]
    data.append(_rests(turns, spans, lanes))
    return Picture(
        data=[trace for trace in data if trace["y"]],
        layout=layout(
            130 + 34 * len(lanes),
            margin={"l": 74, "r": 16, "t": 26, "b": 66},
            barmode="overlay",
            bargap=0.35,
            showlegend=True,
            legend=BELOW,
            shapes=ages + ([] if timed else [cursor(last)]),
            annotations=names,
            xaxis=axis("minutes of play" if timed else "record", range=[0, round(last * 1.015, 2)], showgrid=False),
            yaxis=axis(
                type="category",
                autorange="reversed",
                categoryorder="array",
                categoryarray=list(lanes.values()),
                showgrid=False,
                tickfont=TICKS,
            ),
        ),
        narrow={"margin.l": 60},
        alt=_told(turns, players, timed),
        notes=[_told(turns, players, timed)]
        + ([] if timed else ["The log does not tell the time of every turn, so lanes run by record."]),
        columns=[
            Column("turn", "Turn", "number"),
            Column("age", "Age", "number"),
            Column("player", "Player"),
            Column("n", "From", "number"),
            Column("to_n", "To", "number"),
            Column("actions", "Actions", "number"),
            Column("rested", "Rested"),
            Column("seconds", "Seconds", "number"),
        ],
        rows=turns,
    )


def _spans(turns: Sequence[Row], timed: bool) -> list[tuple[float, float]]:
    out: list[tuple[float, float]] = []
    clock = 0.0
    for row in turns:
        if timed:
            out.append((round(clock / 60, 3), round((clock + row["seconds"]) / 60, 3)))
            clock += row["seconds"]
        else:
            out.append((row["n"] - 0.5, row["to_n"] + 0.5))
    return out


def _timed_ages(
    turns: Sequence[Row], spans: Sequence[tuple[float, float]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    ages = []
    for age in sorted({row["age"] for row in turns}):
        inside = [span for row, span in zip(turns, spans, strict=True) if row["age"] == age]
        ages.append({"age": age, "n": inside[0][0], "to_n": inside[-1][1], "subject": None})
    return bands(ages, spans[-1][1])


def _blocks(
    turns: Sequence[Row], spans: Sequence[tuple[float, float]], lanes: dict[int, str], actions: int
) -> dict[str, Any]:
    told = [(row, span) for row, span in zip(turns, spans, strict=True) if min(row["actions"], 2) == actions]
    return {
        "type": "bar",
        "orientation": "h",
        "name": ("no action", "1 action", "2 actions")[actions],
        "base": [span[0] for _, span in told],
        "x": [round(span[1] - span[0], 3) for _, span in told],
        "y": [lanes[row["seat"]] for row, _ in told],
        "marker": {
            "color": (palette.NEUTRAL, palette.SERIES[6], palette.SERIES[0])[actions],
            "line": {"width": 1, "color": palette.SURFACE},
        },
        "customdata": [[row["turn"], row["n"], row["to_n"], _lasted(row["seconds"])] for row, _ in told],
        "hovertemplate": "%{y}, turn %{customdata[0]}: "
        "records %{customdata[1]} to %{customdata[2]}%{customdata[3]}<extra></extra>",
    }


def _lasted(seconds: float | None) -> str:
    return "" if seconds is None else f", {int(seconds) // 60}:{int(seconds) % 60:02d} min"


def _rests(turns: Sequence[Row], spans: Sequence[tuple[float, float]], lanes: dict[int, str]) -> dict[str, Any]:
    told = [(row, span) for row, span in zip(turns, spans, strict=True) if row["rested"]]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "rested",
        "x": [span[1] for _, span in told],
        "y": [lanes[row["seat"]] for row, _ in told],
        "customdata": [[row["rested"]] for row, _ in told],
        "marker": {
            "symbol": ["x" if row["rested"] == "chosen" else "x-thin" for row, _ in told],
            "size": 8,
            "opacity": 1,
            "color": palette.WARM,
            "line": {"width": 2, "color": palette.WARM},
        },
        "hovertemplate": "%{y} rested (%{customdata[0]})<extra></extra>",
    }


def _told(turns: Sequence[Row], players: Sequence[Row], timed: bool) -> str:
    text = f"{plural(len(turns), 'turn')}; a heavy × is a rest by choice, a thin one by the rules."
    if timed:
        total = sum(row["seconds"] for row in turns)
        each = []
        for player in players:
            mine = [row["seconds"] for row in turns if row["seat"] == player["seat"]]
            if mine:
                each.append(f"{said(player['player'])} {sum(mine) / len(mine):.0f} s")
        text += f" {total / 60:.0f} minutes of play; a turn takes on average: {', '.join(each)}."
    return text


def draw_lengths(rows: Rows) -> Picture | None:
    """Many games: cumulative curves of how long games last, a curve for each number of players; few: a mark a game."""
    if not rows:
        return None
    if "game_key" in rows[0]:
        return _marks(rows)
    timed, games = sum(row["timed"] for row in rows), sum(row["games"] for row in rows)
    what = "minutes" if 2 * timed >= games else "turns"
    rows_shown = [row for row in rows if row["timed"]] if what == "minutes" else rows
    shares = [round(i / 20, 2) for i in range(21)]
    data = []
    for i, row in enumerate(rows_shown):
        data.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": f"{row['players']} players ({row['timed'] if what == 'minutes' else row['games']})",
                "x": [round(v, 1) for v in row[what]],
                "y": shares,
                "line": {
                    "width": 2.2,
                    "color": palette.SERIES[i % len(palette.SERIES)],
                    "dash": _DASHES[i % len(_DASHES)],
                },
                "opacity": FAINT if row["games"] < FAINT_BELOW else 1,
                "hovertemplate": f"{row['players']} players: %{{y:.0%}} of games within %{{x}} {what}<extra></extra>",
            }
        )
    most = max(row[what][-1] for row in rows_shown)
    shape = {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": 0.5,
        "y1": 0.5,
        "line": {"width": 1, "dash": "dot", "color": palette.MUTED},
    }
    return Picture(
        data=data,
        layout=layout(
            360,
            margin={"l": 46, "r": 16, "t": 30, "b": 44},
            showlegend=True,
            shapes=[shape],
            xaxis=axis(f"{what} of play", range=[0, round(most * 1.02 + 1)]),
            yaxis=axis("share of the games", range=[0, 1.02], tickformat=".0%"),
            annotations=[note(0, 0.5, "median", xref="paper", xanchor="left", yanchor="bottom", xshift=4)],
        ),
        alt="; ".join(f"{row['players']} players: median {row[what][10]:.0f} {what}" for row in rows_shown) + ".",
        notes=["In brackets the games" + _faint(rows_shown) + "." + _untimed(what, games - timed)],
        columns=[
            Column("players", "Players", "number"),
            Column("games", "Games", "number"),
            Column("timed", "With times", "number"),
            Column("turns_half", "Median turns", "number"),
            Column("minutes_half", "Median minutes", "number"),
        ],
        rows=[
            {
                **row,
                "turns_half": round(row["turns"][10], 1),
                "minutes_half": round(row["minutes"][10], 1) if row["minutes"] else None,
            }
            for row in rows
        ],
    )


def _faint(rows: Rows) -> str:
    few = any(row["games"] < FAINT_BELOW for row in rows)
    return f"; faint: out of fewer than {FAINT_BELOW}" if few else ""


def _marks(rows: Rows) -> Picture:
    timed = [row for row in rows if row["minutes"] is not None]
    what = "minutes" if 2 * len(timed) >= len(rows) else "turns"
    shown = timed if what == "minutes" else list(rows)
    names = [f"{players} players" for players in sorted({row["players"] for row in shown})]
    return Picture(
        data=[
            {
                "type": "scatter",
                "mode": "markers",
                "x": [row[what] for row in shown],
                "meta": "rows",
                "y": [f"{row['players']} players" for row in shown],
                "marker": {"symbol": "circle-open", "size": 11, "color": palette.COOL, "line": {"width": 2}},
                "customdata": [[rows.index(row), label(row["game_id"] or "no id", 20)] for row in shown],
                "hovertemplate": f"%{{customdata[1]}}: %{{x}} {what}<extra></extra>",
            }
        ],
        layout=layout(
            90 + 40 * len(names),
            margin={"l": 80, "r": 16, "t": 8, "b": 44},
            xaxis=axis(f"{what} of play", rangemode="tozero"),
            yaxis=axis(
                type="category", categoryorder="array", categoryarray=names, autorange="reversed", tickfont=TICKS
            ),
        ),
        alt="; ".join(f"{label(row['game_id'] or 'no id', 20)}: {row[what]:.0f} {what}" for row in shown) + ".",
        notes=[f"A mark is a game.{_untimed(what, len(rows) - len(timed))}"],
        columns=[
            Column("players", "Players", "number"),
            Column("game_key", "Game", "game"),
            Column("turns", "Turns", "number"),
            Column("minutes", "Minutes", "number"),
        ],
        rows=rows,
    )


def _untimed(what: str, count: int) -> str:
    if what == "turns":
        return " Most logs do not tell the times of all turns, so length is in turns."
    return f" Left out: {plural(count, 'game')} without the times of all turns." if count else ""


FATE = Figure(
    name="fate", number=13, title="Fate cards", question="Where do Fate cards go?", draw=draw_fate, one_game=True,
    empty="The log tells of no Fate cards.",
)  # fmt: skip
TURNS = Figure(
    name="turns", number=14, title="Turns and rests", question="How long does it take, who rests when?",
    draw=draw_turns,
    one_game=True, empty="The log tells of no turns.",
)  # fmt: skip
LENGTHS = Figure(
    name="lengths", number=14, title="How long games last", question="How long does it take?", draw=draw_lengths,
    forms=((0, "lengths_few"), (RATES_FROM, "lengths")),
    needs=(
        ("detail IS DISTINCT FROM 'score'", "in a scorekeeper's log"),
        ("game_key IN (SELECT game_key FROM turns)", "without a turn"),
    ),
    empty="No counted game has turns.",
    measure="The turns of a game; its minutes are the sum of what its turns took, pauses taken out, where all have "
    "times.",
)  # fmt: skip
