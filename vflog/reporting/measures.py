"""`measures.html`: what every figure and table counts, and how, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from vflog.engine.tables import SCHEMA_VERSION
from vflog.figures.figure import Figure
from vflog.figures.pages import RulesetPages
from vflog.figures.scope import FAINT_BELOW, RATES_FROM
from vflog.log.output import Folder
from vflog.reporting.overview import Filled
from vflog.reporting.page import render

#: The day from which on the measures are defined as they are; changed with any of them.
AS_OF = "2026-11-30"
#: What all of them share.
SHARED: tuple[tuple[str, str], ...] = (
    ("A game that counts", "It is sound (no error, or it stands by a judge's word), was played to its end by the "
     "players, was not simulated, and no other log of it is told differently or was told before. Every figure says how "
     "many games it is about (n) and how many it leaves out, by the first reason that holds."),
    ("A rate", f"Drawn from {RATES_FROM} games on; with fewer each game is a mark. What is out of fewer than "
     f"{FAINT_BELOW} is drawn faint."),
    ("Its interval", "The 95 % interval of a share by Wilson: the shares of which what was found is no more than 1.96 "
     "standard errors away."),
    ("What is expected", "What would come out if chance alone decided, where that can be said; drawn as an upright "
     "stroke or a dotted line."),
    ("Roles", "Players with a role of their own are left out where chances are compared."),
    ("Teams", "Team mates win together: a team counts once in what is expected."),
)  # fmt: skip


def measures_page(
    folder: Folder, rulesets: Sequence[RulesetPages], filled: Iterable[Filled], common: Mapping[str, Any]
) -> Path:
    """Write the page: the measures of the pages that are there, and of games' own."""
    groups = [
        (found.page.title, f"{found.page.name}.html", [_told(it.figure) for it in found.figures if it.figure.measure])
        for found in filled
    ]
    own = [
        (f"A game of {of.ruleset}", None, [_told(figure) for figure in of.game.figures if figure.measure])
        for of in rulesets
        if of.ruleset is not None
    ]
    page = render(
        "measures.html",
        up="",
        here="measures",
        as_of=AS_OF,
        tables=SCHEMA_VERSION,
        shared=SHARED,
        groups=[group for group in (*groups, *own) if group[2]],
        **common,
    )
    return folder.write("measures.html", page)


def _told(figure: Figure) -> dict[str, Any]:
    out = "; ".join(f"games {reason}" for _, reason in figure.needs)
    return {
        "name": figure.name,
        "title": figure.title,
        "number": figure.number,
        "question": figure.question,
        "measure": figure.measure,
        "out": out,
        "counted": figure.counted,
        "one": figure.one_game,
    }
