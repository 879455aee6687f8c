"""What all figures have in common: type, margins, axes, the line at record n."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vflog.figures import palette

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
#: Names on an axis that are to be read, not only looked up.
TICKS = {"size": 11, "color": palette.INK}
#: A legend below the plot.
BELOW: dict[str, Any] = {
    "orientation": "h", "x": 0, "xref": "container", "xanchor": "left", "y": 0, "yref": "container",
    "yanchor": "bottom", "font": {"size": 11}, "traceorder": "normal",
}  # fmt: skip


def layout(height: int, **more: Any) -> dict[str, Any]:
    """A layout of this height, in pixels, with room for what is given in `more`."""
    base: dict[str, Any] = {
        "height": height,
        "margin": {"l": 46, "r": 16, "t": 26, "b": 44},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "size": 12, "color": palette.INK},
        "hovermode": "closest",
        "hoverlabel": {
            "bgcolor": palette.SURFACE,
            "bordercolor": palette.MUTED,
            "align": "left",
            "font": {"color": palette.INK, "family": FONT, "size": 12},
        },
        "showlegend": False,
        "legend": {
            "orientation": "h",
            "x": 0,
            "y": 1.02,
            "xanchor": "left",
            "yanchor": "bottom",
            "font": {"size": 11},
            "traceorder": "normal",
        },
        "dragmode": False,
        "bargap": 0.25,
    }
    return base | more


def axis(title: str | None = None, **more: Any) -> dict[str, Any]:
    """An axis that stays in the background and cannot be dragged."""
    base: dict[str, Any] = {
        "gridcolor": palette.GRID,
        "linecolor": palette.GRID,
        "zerolinecolor": palette.GRID,
        "zeroline": False,
        "ticks": "",
        "tickfont": {"size": 11, "color": palette.MUTED},
        "fixedrange": True,
        "automargin": True,
    }
    if title:
        base["title"] = {"text": title, "font": {"size": 11, "color": palette.MUTED}, "standoff": 8}
    return base | more


def heat(cells: list[list[Any]], form: str | None = None, **more: Any) -> dict[str, Any]:
    """A heat map of these cells, row by row; with `form`, a format, each cell says what it holds.

    The first of a cell's `customdata` is the row of the table that a click leads to.
    """
    base: dict[str, Any] = {
        "type": "heatmap",
        "z": cells,
        "zmin": 0,
        "colorscale": palette.HEAT,
        "xgap": 2,
        "ygap": 2,
        "meta": "rows",
    }
    if form is not None:
        base["text"] = [["" if value is None else form.format(value) for value in line] for line in cells]
        base |= {"texttemplate": "%{text}", "textfont": {"color": palette.INK}, "colorscale": palette.TOLD}
        base["textfont"] |= more.pop("textfont", {})
    return base | more


def bar_of(title: str, **more: Any) -> dict[str, Any]:
    """The scale beside a heat map."""
    font = {"size": 11, "color": palette.MUTED}
    return {"title": {"text": title, "side": "top", "font": font}, "tickfont": font, "thickness": 10, **more}


def note(x: float, y: float, text: str, **more: Any) -> dict[str, Any]:
    """A word in the picture, without an arrow."""
    base: dict[str, Any] = {
        "x": x,
        "y": y,
        "text": text,
        "showarrow": False,
        "font": {"size": 11, "color": palette.MUTED},
    }
    return base | more


def cursor(last: float) -> dict[str, Any]:
    """The line at record n; the script finds it by its name and moves it."""
    return {
        "type": "line",
        "name": "cursor",
        "xref": "x",
        "yref": "paper",
        "x0": last,
        "x1": last,
        "y0": 0,
        "y1": 1,
        "line": {"width": 1.5, "color": palette.ACCENT, "dash": "solid"},
    }


def spread(values: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels near these values, at least `gap` apart, within the bounds as far as they fit."""
    order = sorted(range(len(values)), key=lambda i: (values[i], i))
    placed = [values[i] for i in order]
    for _ in range(3 * len(placed)):
        for i in range(1, len(placed)):
            lack = gap - (placed[i] - placed[i - 1])
            if lack > 1e-9:
                placed[i - 1] -= lack / 2
                placed[i] += lack / 2
        if placed:
            up, down = max(0.0, low - placed[0]), max(0.0, placed[-1] - high)
            placed = [v + up - down for v in placed]
    out = [0.0] * len(values)
    for at, value in zip(order, placed, strict=True):
        out[at] = round(value, 3)
    return out


def percent(value: float | None, digits: int = 0) -> str:
    """A share as people read it; a dash where it is unknown."""
    return "–" if value is None else f"{100 * value:.{digits}f} %"
