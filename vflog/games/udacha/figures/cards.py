"""Udacha: the cards through the zones, and the windows that the players used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Column, Figure, Picture, Row, Rows
from vflog.figures.style import BELOW, TICKS, axis, cursor, layout, note
from vflog.figures.text import label, plural, said

#: Zones from the hidden ones to those out of play, each with its colour and its hatching (which tells it in grey).
_ZONES: tuple[tuple[str, str, str], ...] = (
    ("deck", palette.NEUTRAL, ""),
    ("hand", palette.SERIES[0], ""),
    ("vault", palette.SERIES[4], "."),
    ("heroes", palette.SERIES[1], ""),
    ("scenery", palette.SERIES[2], "/"),
    ("reserve", palette.SERIES[6], "\\"),
    ("contest", palette.SERIES[3], "x"),
    ("revealed", palette.SERIES[5], "."),
    ("discard", palette.SERIES[7], "-"),
    ("destroyed", palette.BAD, "|"),
)
_WINDOWS: dict[str | None, tuple[str, str]] = {
    "INT": ("INTERRUPT", "triangle-left"), "REA": ("REACTION", "triangle-right"), None: ("announced", "line-ns"),
}  # fmt: skip
#: A pile of areas is drawn with so many steps at most.
_MOST_MOMENTS = 150
_WORD = {"INT": "INTERRUPT", "REA": "REACTION"}


def draw_zones(rows: Rows) -> Picture | None:
    """One game: how many cards lie in each zone after each record, a pile of areas a side."""
    if not rows or not rows[0]["told"]:
        return None
    last = rows[0]["last"]
    counts = {(row["side"], row["zone"], row["n"]): row["cards"] for row in rows}
    moments = {side: _moments({row["n"] for row in rows if row["side"] == side}, last) for side in "AB"}
    data: list[dict[str, Any]] = []
    for side in "AB":
        for zone, colour, hatching in _ZONES:
            held = _held(counts, side, zone, moments[side])
            if any(held):
                data.append(_area(side, zone, colour, hatching, moments[side], held, not _drawn(data, zone)))
    ends = {side: {t["meta"].split()[1]: t["y"][-1] for t in data if t["meta"][0] == side} for side in "AB"}
    text = " ".join(
        f"{side} ends with {', '.join(f'{cards} in {zone}' for zone, cards in ends[side].items() if cards)}."
        for side in "AB"
        if ends[side]
    )
    return Picture(
        data=data,
        layout=layout(
            440,
            margin={"l": 46, "r": 12, "t": 24, "b": 80},
            showlegend=True,
            legend=BELOW,
            hovermode="closest",
            shapes=[cursor(last)],
            annotations=[
                note(0, top, f"Side {side}", xref="paper", yref="paper", xanchor="left", yanchor="bottom")
                for side, top in (("A", 1), ("B", 0.46))
            ],
            xaxis=axis("record", range=[0, last * 1.01 + 0.5], anchor="y2", showgrid=False),
            yaxis=axis("cards", domain=[0.54, 1], rangemode="tozero"),
            yaxis2=axis("cards", domain=[0, 0.46], rangemode="tozero"),
        ),
        narrow={"margin.l": 40, "margin.b": 124, "height": 480},
        alt=text,
        notes=[text, "Set-up and a judge's rulings say how many cards lie where; from then on moves are counted."],
        columns=[
            Column("n", "Record", "number"),
            Column("side", "Side"),
            Column("zone", "Zone"),
            Column("cards", "Cards", "number"),
        ],
        rows=rows,
    )


def _moments(changes: set[int], last: int) -> list[int]:
    """The records at which something changed and the last one; of very many, the last of every so many."""
    step = max(1, last // _MOST_MOMENTS)
    return sorted({*{n // step: n for n in sorted(changes)}.values(), last})


def _held(counts: Mapping[tuple[str, str, int], int], side: str, zone: str, moments: Sequence[int]) -> list[int]:
    """The cards of a zone at each of the moments."""
    changed = sorted((n, cards) for (s, z, n), cards in counts.items() if (s, z) == (side, zone))
    out: list[int] = []
    now = done = 0
    for n in moments:
        while done < len(changed) and changed[done][0] <= n:
            now = changed[done][1]
            done += 1
        out.append(now)
    return out


def _drawn(data: Sequence[dict[str, Any]], zone: str) -> bool:
    return any(trace["name"] == zone for trace in data)


def _area(
    side: str, zone: str, colour: str, hatching: str, moments: Sequence[int], held: list[int], named: bool
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": zone,
        "meta": f"{side} {zone}",
        "legendgroup": zone,
        "showlegend": named,
        "x": list(moments),
        "y": held,
        "yaxis": "y" if side == "A" else "y2",
        "stackgroup": side,
        "line": {"shape": "hv", "width": 0.8, "color": palette.SURFACE},
        "fillcolor": colour,
        "fillpattern": {"shape": hatching, "size": 6, "solidity": 0.35, "fgcolor": palette.SURFACE, "bgcolor": colour}
        if hatching
        else {},
        "hovertemplate": f"record %{{x}}, {side} {zone}: %{{y}}<extra></extra>",
    }


def draw_windows(rows: Rows) -> Picture | None:
    """One game: a lane a player, a mark a frame, answers by the window in which they came."""
    if not rows:
        return None
    last = rows[0]["last"]
    answers = [row for row in rows if row["resp_window"] is not None]
    lanes = {row["seat"]: label(row["player"], 16) + "\u200b" * row["seat"] for row in rows}
    place = {row["n"]: i for i, row in enumerate(answers)}
    data = [_marks(rows, lanes, place, window) for window in _WINDOWS]
    told = {window: next((row["alike"] for row in rows if row["resp_window"] == window), 0) for window in _WINDOWS}
    cancelled = rows[0]["all_cancelled"]
    text = (
        f"{plural(told['INT'], 'INTERRUPT')} and {plural(told['REA'], 'REACTION')} to what was announced, "
        f"{plural(told[None], 'frame')} that answered nothing; {cancelled:,} cancelled (open marks)."
    )
    return Picture(
        data=[trace for trace in data if trace["x"]],
        layout=layout(
            120 + 40 * len(lanes),
            margin={"l": 74, "r": 16, "t": 8, "b": 72},
            showlegend=True,
            legend=BELOW,
            shapes=[cursor(last)],
            xaxis=axis("record", range=[0, last * 1.01 + 0.5], showgrid=False),
            yaxis=axis(
                type="category",
                autorange="reversed",
                categoryorder="array",
                categoryarray=[lanes[seat] for seat in sorted(lanes)],
                tickfont=TICKS,
            ),
        ),
        narrow={"margin.l": 56},
        alt=text,
        notes=[text, "An INTERRUPT points back: it resolves before what it answers; a REACTION comes after it."],
        columns=[
            Column("n", "Frame", "number"),
            Column("player", "Player"),
            Column("window", "Window"),
            Column("card_name", "Card"),
            Column("effect", "Effect"),
            Column("trigger_n", "Answers", "number"),
            Column("trigger", "Which was"),
            Column("cancelled", "Cancelled", "flag"),
        ],
        rows=[{**row, "window": _WORD[row["resp_window"]], "trigger": _trigger(row)} for row in answers],
    )


def _marks(rows: Rows, lanes: dict[int, str], place: dict[int, int], window: str | None) -> dict[str, Any]:
    told = [row for row in rows if row["resp_window"] == window]
    name, symbol = _WINDOWS[window]
    colour = {"INT": palette.WARM, "REA": palette.COOL}.get(window or "", palette.MUTED)
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [row["n"] for row in told],
        "y": [lanes[row["seat"]] for row in told],
        "meta": "rows",
        "customdata": [[place.get(row["n"], -1), _said(row)] for row in told],
        "marker": {
            "symbol": [symbol + "-open" * bool(window and row["cancelled"]) for row in told],
            "size": 11 if window else 8,
            "color": colour,
            "opacity": 1,
            "line": {"width": 1.5, "color": colour},
        },
        "hovertemplate": "%{y}, frame %{x}: %{customdata[1]}<extra></extra>",
    }


def _said(row: Row) -> str:
    """What a frame is, for hovering."""
    parts = [row["what"], label(row["card_name"], 24) if row["card_name"] else ""]
    parts.append(f"to frame {row['trigger_n']}" if row["trigger_n"] is not None else "")
    return " ".join(filter(None, parts))


def _trigger(row: Row) -> str:
    """What a frame answers."""
    if row["trigger_what"] is None:
        return "" if row["trigger_n"] is not None else "at any time"
    card = f" {said(row['trigger_card'], 24)}" if row["trigger_card"] else ""
    return f"{said(row['trigger_player'], 24)}: {row['trigger_what']}{card}"


ZONES = Figure(
    name="udacha_zones", number=17, title="Cards through the zones",
    question="Where do the cards lie, record by record?", draw=draw_zones, one_game=True,
    empty="The database does not tell how many cards lay where at first.",
)  # fmt: skip
WINDOWS = Figure(
    name="udacha_windows", number=18, title="Windows", question="Who answered what, and when?", draw=draw_windows,
    one_game=True, empty="Nothing was announced.",
)  # fmt: skip
