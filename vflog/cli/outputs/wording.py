"""How a problem and the totals read, the same in every output for people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from vflog.cli.outputs.causes import Run
from vflog.engine import knowledge
from vflog.engine.knowledge import WHOSE
from vflog.engine.verdict import STATUSES, Report
from vflog.log.nearest import slip
from vflog.log.problems import Basis, Problem

_LONGEST = 200
_asked = cache(knowledge.asked)


def place(problem: Problem) -> str:
    """Where a problem is: `file:line`, as far as it is known."""
    name = called(problem.file or "vflog")
    return name if problem.line is None else f"{name}:{problem.line}"


def called(file: str) -> str:
    """What an input is called."""
    return "standard input" if file == "-" else file


def who(problem: Problem) -> str:
    """The game, the record and the player, as far as they are known; each with a comma or a blank before it."""
    said = problem.said
    game = "" if problem.game is None else f" in game {problem.game}"
    record = "" if problem.n is None else f", record {problem.n}"
    return game + record + ("" if said is None or said.who is None else f", by {said.who}")


def times(run: Run) -> str:
    """How often a cause is found, up to where; nothing where it is once."""
    return "" if run.count == 1 else f", {number(run.count)} times up to {at(run.last)}"


def following(run: Run) -> list[str]:
    """What is said of the problems that follow from a run."""
    if run.last_follower is None:
        return []
    more = several(run.followers, "problem follows from it", "problems follow from it")
    return [f"{more}, up to {at(run.last_follower)} (--all lists every one)."]


def at(problem: Problem) -> str:
    """Where a problem is within its file."""
    line = "the end of the file" if problem.line is None else f"line {problem.line}"
    return line if problem.n is None else f"record {problem.n}, {line}"


def after(problem: Problem) -> list[str]:
    """What is said after a problem's own sentence: the line, the rule and whose it is, what was legal instead,
    under which ruling.
    """
    said = problem.said
    out = [] if said is None or said.quote is None else [f"It reads: {said.quote}"]
    if problem.rule is not None:
        whose = f", {WHOSE[problem.basis]}" if problem.basis else ""
        out.append(f"Rule {problem.rule}{whose}.")
    elif heading := _asked(problem.code):
        out.append(f"{of_the_format(heading)}.")
    if said is not None and isinstance(said.expected, list) and (name := slip(said.words, said.expected)):
        out.append(f"Did you mean {name}?")
    if problem.expected is not None:
        out.append(f"Legal instead: {short(problem.expected if said is None else said.expected)}.")
    if problem.holds_under:
        out.append(f"It would have been legal under the ruling {' or '.join(problem.holds_under)}.")
    if problem.follows:
        out.append("It follows an earlier problem.")
    return out


def of_the_format(heading: str) -> str:
    """What is no rule of a game: the log format asks for it, under that heading of its page."""
    return f'What the log format asks (docs/format.md, "{heading.replace("`", "")}"), no rule of a game'


def whose(marks: Sequence[Basis]) -> str:
    """Whose rule it is, in words; of a rule whose sentences differ each part."""
    return WHOSE[marks[0]] if len(marks) == 1 else ", ".join(f"in part {WHOSE[mark]}" for mark in marks)


def short(value: Any) -> str:
    """What was legal instead, for a sentence: a list by commas, an object by its names, long ones cut."""
    if isinstance(value, list):
        text = ", ".join(map(_item, value)) or "nothing"
    elif isinstance(value, dict):
        text = "; ".join(f"{key}: {short(item)}" for key, item in value.items() if item != [])
    else:
        text = _item(value)
    if len(text) <= _LONGEST:
        return text
    whole, _, cut = text[:_LONGEST].rpartition(", ")
    return f"{whole} and more" if whole else f"{cut}…"


def _item(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def number(count: int) -> str:
    """A number for people."""
    return f"{count:,}"


def several(count: int, one: str, more: str | None = None) -> str:
    """So many of something."""
    return f"{number(count)} {one if count == 1 else more or one + 's'}"


def counts(report: Report) -> str:
    """The totals in one sentence."""
    totals = report.totals
    by_status = ", ".join(f"{number(totals.by_status[s])} {s}" for s in STATUSES[::-1] if totals.by_status.get(s))
    games = several(totals.games, "game") + (f": {by_status}" if by_status else "")
    partial = "" if report.complete else " (partial: interrupted)"
    return (
        f"{several(totals.files, 'file')}, {games}; "
        f"{several(totals.errors, 'error')}, {several(totals.warnings, 'warning')}{partial}"
    )
