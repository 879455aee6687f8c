"""Figure 15: are the logs sound, and whose fault is it."""

from __future__ import annotations

from vflog.figures.figure import Column, Figure, Picture, Rows
from vflog.figures.style import TICKS, axis, heat, layout
from vflog.figures.text import label, plural


def draw(rows: Rows) -> Picture | None:
    """Problems by code and front end."""
    if not rows:
        return None
    codes = list(dict.fromkeys(row["code"] for row in rows))
    apps = list(dict.fromkeys(row["app"] for row in rows))
    at = {(row["code"], row["app"]): i for i, row in enumerate(rows)}
    grid = [[rows[at[c, a]]["problems"] if (c, a) in at else None for a in apps] for c in codes]
    shown = [label(a, 20) + "\u200b" * i for i, a in enumerate(apps)]
    total = sum(row["problems"] for row in rows)
    return Picture(
        data=[
            heat(
                grid,
                "{:,}",
                x=shown,
                y=codes,
                showscale=False,
                customdata=[[[at.get((c, a), -1)] for a in apps] for c in codes],
                hovertemplate="%{y}, %{x}: %{z}<extra></extra>",
            )
        ],
        layout=layout(
            60 + 28 * len(codes),
            margin={"l": 150, "r": 10, "t": 8, "b": 30},
            xaxis=axis(showgrid=False, type="category", tickfont=TICKS),
            yaxis=axis(showgrid=False, type="category", autorange="reversed", tickfont=TICKS),
        ),
        narrow={"margin.l": 130},
        alt=f"{plural(total, 'problem')} by code and front end.",
        notes=[f"{plural(total, 'problem')}, warnings among them."],
        columns=[
            Column("code", "Code"),
            Column("title", "What it means"),
            Column("app", "Front end"),
            Column("severity", "Severity"),
            Column("problems", "Problems", "number"),
            Column("games", "Games", "number"),
            Column("examples", "Such as", "games"),
        ],
        rows=rows,
    )


PROBLEMS = Figure(
    name="problems", number=15, title="Problems by front end", question="Are the logs sound, and whose fault is it?",
    draw=draw,
    counted=False, empty="Nothing is wrong with any log.",
)  # fmt: skip
