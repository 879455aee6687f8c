"""What every report has, whatever its rulesets: the page of logs; and the pages that each ruleset brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vflog.engine import ruleset as rulesets
from vflog.figures.figure import Column, Row
from vflog.figures.pages import Page, RulesetPages, Table
from vflog.log.problems import Unsupported
from vflog.reporting import soundness

LOGS = Page(
    name="logs",
    title="Logs",
    link="Logs",
    figures=(soundness.PROBLEMS,),
    tables=(
        Table(
            query="summary", title="Problems by front end, version and code", empty="No problem at all.",
            columns=(
                Column("app", "Front end"), Column("app_version", "Version"), Column("code", "Code"),
                Column("severity", "Severity"), Column("rule", "Rule"), Column("basis", "Basis"),
                Column("problems", "Problems", "number"), Column("games", "Games", "number"),
            ),
        ),
        Table(
            query="files", title="Files", empty="No file has been loaded.",
            columns=(
                Column("file", "File"), Column("lines", "Lines", "number"), Column("blank", "Blank", "number"),
                Column("records", "Records", "number"), Column("rejects", "Rejects", "number"),
                Column("repeats", "Repeats", "number"), Column("games", "Games", "number"),
                Column("problems", "Problems", "number"),
            ),
        ),
    ),
)  # fmt: skip
SHARED = RulesetPages(ruleset=None, package=__package__, pages=(LOGS,))


def pages_of(ruleset: str | None) -> RulesetPages:
    """What the ruleset of that name brings; the least there is where it brings nothing, or is not there."""
    try:
        found = rulesets.ruleset(ruleset or "").pages()
    except Unsupported:
        found = None
    return found if found is not None else RulesetPages(ruleset=ruleset, package=__package__)


def every(names: Iterable[str | None]) -> list[RulesetPages]:
    """What these rulesets bring, then what every report has."""
    return [*map(pages_of, sorted({name for name in names if name is not None})), SHARED]


def open_points(ruleset: str, code: str, problems: Sequence[Row]) -> list[dict[str, Any]]:
    """The open points that a game comes to, in the order in which it does: what is open, and at which records."""
    known = rulesets.ruleset(ruleset).rules
    found: dict[str, list[int]] = {}
    for problem in problems:
        if problem["code"] == code and problem["n"] is not None:
            found.setdefault(problem["rule"], []).append(problem["n"])
    return [
        {"point": point, "title": known[point].title, "text": known[point].text, "records": records}
        for point, records in found.items()
    ]
