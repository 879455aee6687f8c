"""Bars and dots for rates, always with their interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Row
from vflog.figures.text import label, words


def whiskers(rows: Sequence[Row]) -> dict[str, Any]:
    """The 95 % interval of each rate as error bars along x."""
    return {
        "type": "data", "symmetric": False, "thickness": 1.6, "width": 4, "color": palette.INK,
        "array": [round(row["hi"] - row["rate"], 4) for row in rows],
        "arrayminus": [round(row["rate"] - row["lo"], 4) for row in rows],
    }  # fmt: skip


def interval_bar(rows: Sequence[Row], name: str) -> dict[str, Any]:
    """Horizontal bars of rates; a click leads to the row of the table."""
    return {
        "type": "bar", "orientation": "h", "x": [round(row["rate"], 4) for row in rows],
        "y": [label(words(row[name])) for row in rows], "marker": {"color": palette.COOL}, "error_x": whiskers(rows),
        "customdata": [[i, row["wins"], row["games"]] for i, row in enumerate(rows)],
        "hovertemplate": "%{y}: %{customdata[1]} of %{customdata[2]} (%{x:.1%})<extra></extra>", "meta": "rows",
    }  # fmt: skip


def interval_dots(rows: Sequence[Row], names: Sequence[Any], colours: Sequence[str],
    symbols: Sequence[str]) -> dict[str, Any]:
    """Dots with whiskers, a row each."""
    return {
        "type": "scatter", "mode": "markers", "x": [round(row["rate"], 4) for row in rows], "y": list(names),
        "error_x": whiskers(rows) | {"color": palette.MUTED}, "meta": "rows",
        "marker": {"color": list(colours), "symbol": list(symbols), "size": 11,
                   "line": {"width": 1, "color": palette.INK}},
        "customdata": [
            [i, row["wins"], row["games"], round(row["lo"], 4), round(row["hi"], 4)] for i, row in enumerate(rows)
        ],
        "hovertemplate": "won %{customdata[1]} of %{customdata[2]}: %{x:.1%}"
        "<br>95 % interval %{customdata[3]:.1%} to %{customdata[4]:.1%}<extra></extra>",
    }  # fmt: skip


def expected_marks(rows: Sequence[Row], names: Sequence[Any]) -> dict[str, Any]:
    """What chance alone would bring, as a bar across each row."""
    return {
        "type": "scatter", "mode": "markers", "x": [round(float(row["expected"]), 4) for row in rows], "y": list(names),
        "marker": {"symbol": "line-ns", "size": 18, "line": {"width": 2, "color": palette.ACCENT}},
        "hovertemplate": "expected by chance: %{x:.1%}<extra></extra>", "name": "expected",
    }  # fmt: skip
