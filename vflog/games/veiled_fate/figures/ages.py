"""The Ages in figures over the records of a game: bands with their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vflog.figures import palette
from vflog.figures.style import note
from vflog.figures.text import label, words

ROMAN = {1: "I", 2: "II", 3: "III"}


def bands(ages: Sequence[Mapping[str, Any]], last: float) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Ages as bands over records, with their names above: shapes and annotations."""
    shapes, names = [], []
    for row in ages:
        first, end = row["n"], row["to_n"] if row["to_n"] is not None else last
        shapes.append(
            {
                "type": "rect",
                "xref": "x",
                "yref": "paper",
                "x0": first,
                "x1": end,
                "y0": 0,
                "y1": 1,
                "layer": "below",
                "line": {"width": 0},
                "fillcolor": palette.BAND if row["age"] % 2 else "rgba(0,0,0,0)",
            }
        )
        text = f"Age {ROMAN.get(row['age'], row['age'])}"
        names.append(
            note(
                (first + end) / 2, 1, text, yref="paper", yanchor="bottom", hovertext=label(words(row["subject"] or ""))
            )
        )
    return shapes, names
