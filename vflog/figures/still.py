"""A figure over the records of a game as a still picture (SVG): without scripts, for paper, with a record marked."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Picture

_WIDTH, _HEIGHT = 480, 270
_LEFT, _RIGHT, _TOP, _BOTTOM = 26, 66, 16, 26
_DASH = {"dash": "6 3", "dot": "2 2.5", "longdash": "9 4", "dashdot": "6 3 2 3"}
_TAG = re.compile(r"<[^>]*>")
#: Points closer than this are drawn as one.
_DIGITS = 1


def still(picture: Picture, mark: int | None) -> str:
    """The lines and piles of areas of a picture as SVG, equal bytes for equal pictures; `mark` is the record that is
    marked. Single marks stand as small crosses."""
    return _Drawing(picture, mark).svg()


class _Drawing:
    def __init__(self, picture: Picture, mark: int | None) -> None:
        self._picture, self._mark = picture, mark
        low, high = picture.layout.get("xaxis", {}).get("range") or [0, 1]
        self._x0, self._x1 = float(low), float(high) or 1.0
        self._axes = {axis: picture.layout.get(axis.replace("y", "yaxis", 1), {}) for axis in ("y", "y2")}
        self._piled = self._pile()
        self._spans = {axis: self._span(axis) for axis in self._axes}

    def svg(self) -> str:
        label = html.escape(self._picture.alt)
        parts = [
            f'<svg class="still" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}" '
            'font-family="system-ui, sans-serif" font-size="10">'
        ]
        parts += self._bands()
        parts += self._grid()
        parts += self._areas()
        parts += self._lines()
        parts += self._marked()
        parts += self._names()
        return "\n".join([*parts, "</svg>"])

    # -- places ------------------------------------------------------------------------------------------

    def _x(self, value: float) -> float:
        inner = _WIDTH - _LEFT - _RIGHT
        return round(_LEFT + inner * (value - self._x0) / ((self._x1 - self._x0) or 1), _DIGITS)

    def _y(self, value: float, axis: str = "y") -> float:
        bottom, top = self._box(axis)
        low, high = self._spans[axis]
        return round(bottom - (bottom - top) * (value - low) / ((high - low) or 1), _DIGITS)

    def _box(self, axis: str) -> tuple[float, float]:
        """Where an axis begins and ends on the paper, from below."""
        first, last = self._axes[axis].get("domain") or (0, 1)
        inner = _HEIGHT - _TOP - _BOTTOM
        return _TOP + inner * (1 - first), _TOP + inner * (1 - last)

    def _span(self, axis: str) -> tuple[float, float]:
        given = self._axes[axis].get("range")
        if given:
            return float(given[0]), float(given[1])
        tops = [max(top) for trace, _, top in self._piled if _axis(trace) == axis and top]
        return 0.0, float(max(tops, default=1)) or 1.0

    # -- what is drawn -----------------------------------------------------------------------------------

    def _bands(self) -> list[str]:
        out = []
        for shape in self._picture.layout.get("shapes", ()):
            if shape.get("type") == "rect" and str(shape.get("fillcolor", "")).startswith("#"):
                x, end = self._x(shape["x0"]), self._x(shape["x1"])
                out.append(
                    f'<rect x="{x}" y="{_TOP}" width="{round(end - x, _DIGITS)}" '
                    f'height="{_HEIGHT - _TOP - _BOTTOM}" fill="{shape["fillcolor"]}"/>'
                )
        return out

    def _grid(self) -> list[str]:
        out = []
        for axis, told in self._axes.items():
            if not told:
                continue
            low, high = self._spans[axis]
            ticks = told.get("tickvals") or [low, high]
            for value in [tick for tick in ticks if len(ticks) < 8 or tick % 3 == 0]:
                y = self._y(value, axis)
                out.append(f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="{palette.GRID}"/>')
                ends = f'text-anchor="end" fill="{palette.MUTED}"'
                out.append(f'<text x="{_LEFT - 4}" y="{round(y + 3, _DIGITS)}" {ends}>{value:g}</text>')
        step = _step(self._x1)
        for value in range(0, int(self._x1) + 1, step):
            x = self._x(value)
            out.append(f'<text x="{x}" y="{_HEIGHT - 12}" text-anchor="middle" fill="{palette.MUTED}">{value}</text>')
        middle = (_WIDTH - _RIGHT + _LEFT) / 2
        return [*out, f'<text x="{middle}" y="{_HEIGHT - 2}" text-anchor="middle" fill="{palette.MUTED}">record</text>']

    def _pile(self) -> list[tuple[Mapping[str, Any], list[float], list[float]]]:
        """The areas that lie upon one another, each with where it begins and where it ends."""
        out: list[tuple[Mapping[str, Any], list[float], list[float]]] = []
        floor: dict[str, list[float]] = {}
        for trace in self._picture.data:
            if "stackgroup" in trace:
                under = floor.get(trace["stackgroup"], [0.0] * len(trace["x"]))
                top = [a + b for a, b in zip(under, trace["y"], strict=True)]
                floor[trace["stackgroup"]] = top
                out.append((trace, under, top))
        return out

    def _areas(self) -> list[str]:
        out = []
        for trace, under, top in self._piled:
            axis = _axis(trace)
            there = self._steps(trace["x"], top, axis)
            back = self._steps(trace["x"], under, axis)
            points = " ".join(f"{x},{y}" for x, y in [*there, *reversed(back)])
            out.append(f'<polygon points="{points}" fill="{trace["fillcolor"]}" stroke="{palette.SURFACE}"/>')
        before: list[tuple[float, float]] = []
        for trace in self._lined():
            here = self._steps(trace["x"], trace["y"], _axis(trace))
            if trace.get("fill") == "tonexty" and before:
                points = " ".join(f"{x},{y}" for x, y in [*before, *reversed(here)])
                out.append(f'<polygon points="{points}" fill="{palette.OUT}" opacity="0.5"/>')
            before = here
        return out

    def _lined(self) -> list[Mapping[str, Any]]:
        return [
            trace
            for trace in self._picture.data
            if trace["type"] == "scatter" and "lines" in trace.get("mode", "") and "stackgroup" not in trace
        ]

    def _lines(self) -> list[str]:
        out = []
        for trace in self._lined():
            line = trace.get("line", {})
            if not line.get("width", 1):
                continue
            points = " ".join(f"{x},{y}" for x, y in self._steps(trace["x"], trace["y"], _axis(trace)))
            dash = _DASH.get(line.get("dash", ""), "")
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            colour = line.get("color", palette.INK)
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"{dashed}/>')
        for trace in self._picture.data:
            if trace.get("mode") == "markers" and trace.get("marker", {}).get("symbol") == "x-thin":
                for x, y in zip(trace["x"], trace["y"], strict=True):
                    a, b = self._x(x), self._y(y)
                    out.append(f'<path d="M{a - 3} {b - 3}l6 6m0 -6l-6 6" stroke="{palette.INK}" stroke-width="1.2"/>')
        return out

    def _steps(self, xs: Sequence[float], ys: Sequence[float], axis: str) -> list[tuple[float, float]]:
        """The corners of a line that goes on level and then up or down."""
        out: list[tuple[float, float]] = []
        for x, y in zip(xs, ys, strict=True):
            if out:
                out.append((self._x(x), out[-1][1]))
            out.append((self._x(x), self._y(y, axis)))
        return out

    def _marked(self) -> list[str]:
        if self._mark is None:
            return []
        x = self._x(self._mark)
        return [
            f'<path d="M{x} {_TOP - 4}V{_HEIGHT - _BOTTOM}" stroke="{palette.BAD}" stroke-width="1.6"/>',
            f'<text x="{x}" y="{_TOP - 6}" text-anchor="middle" fill="{palette.BAD}" font-weight="bold">'
            f"record {self._mark}</text>",
        ]

    def _names(self) -> list[str]:
        """The words at the right end of the lines; of piles their legend."""
        out = []
        for note in self._picture.layout.get("annotations", ()):
            text = html.escape(html.unescape(_TAG.sub("", note.get("text", ""))))
            colour = note.get("font", {}).get("color", palette.MUTED)
            if note.get("xanchor") == "left" and "xshift" in note and note.get("yref", "y") == "y":
                x, y = _WIDTH - _RIGHT + 5, round(self._y(note["y"]) + 3, _DIGITS)
                out.append(f'<text x="{x}" y="{y}" fill="{colour}">{text}</text>')
        names = dict.fromkeys((trace["name"], trace["fillcolor"]) for trace, _, _ in self._piled)
        for i, (name, colour) in enumerate(names):
            y = _TOP + 8 + 14 * i
            out.append(f'<rect x="{_WIDTH - _RIGHT + 6}" y="{y - 8}" width="8" height="8" fill="{colour}"/>')
            out.append(f'<text x="{_WIDTH - _RIGHT + 17}" y="{y}" fill="{palette.INK}">{html.escape(name)}</text>')
        return out


def _axis(trace: Mapping[str, Any]) -> str:
    return str(trace.get("yaxis", "y"))


def _step(last: float) -> int:
    """A round number of records between two that are named on the axis."""
    step = 10
    while last / step > 8:
        step = step * 2 if str(step)[0] != "2" else step * 5 // 2
    return step
