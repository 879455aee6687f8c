"""Verdicts as JUnit XML: a test case a game, and one a file for what is wrong outside of its games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vflog.cli.outputs.causes import Run, Runs
from vflog.cli.outputs.wording import after, following, place, times, who
from vflog.cli.terminal import safe, write
from vflog.engine.verdict import GameVerdict, Report
from vflog.log.problems import Problem
from vflog.reading.results import BaseVisitor

#: Characters that XML 1.0 forbids and that are no control characters.
_FORBIDDEN = re.compile("[\ud800-\udfff\ufffe\uffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;"}
#: A game of this status has neither failed nor passed, unless the caller allows it.
_UNDECIDED = frozenset({"incomplete", "abandoned"})


class Junit(BaseVisitor):
    """Prints at the end, file by file in the order of the input."""

    def __init__(self, allowed: frozenset[str], *, every: bool = False) -> None:
        self._allowed = allowed
        self._every = every

    def end(self, report: Report) -> None:
        """All is told."""
        suites = list(self._suites(report))
        cases, failed = sum(n for _, n, _ in suites), sum(f for *_, f in suites)
        write('<?xml version="1.0" encoding="UTF-8"?>\n')
        write(f'<testsuites name="vflog" tests="{cases}" failures="{failed}">\n')
        for text, _, _ in suites:
            write(text)
        write("</testsuites>\n")

    def _suites(self, report: Report) -> Iterator[tuple[str, int, int]]:
        """Of each file: its suite, the number of its cases and of those that failed."""
        games: dict[str, list[GameVerdict]] = {file.file: [] for file in report.files}
        loose: dict[str, list[Problem]] = {file.file: [] for file in report.files}
        for game in report.games:
            games.setdefault(game.file, []).append(game)
        own = {id(problem) for game in report.games for problem in game.problems}
        for problem in report.problems:
            if id(problem) not in own:
                loose.setdefault(problem.file or "", []).append(problem)
        for file in {**games, **loose}:
            cases = [self._game(game) for game in games.get(file, [])]
            if told := loose.get(file):
                cases.append(self._loose(file, told))
            if cases:
                failed = sum("<failure" in case for case in cases)
                head = f'  <testsuite name="{xml(file)}" tests="{len(cases)}" failures="{failed}">\n'
                yield head + "".join(cases) + "  </testsuite>\n", len(cases), failed

    def _game(self, game: GameVerdict) -> str:
        name = f"{game.game or f'line {game.line}'}: {game.status}"
        told = self._runs(p for p in game.problems if p.severity == "error")
        passes = game.status in ("valid", "adjudicated") or game.status in self._allowed
        inside = "" if passes else _failure(game.status, told) or _skipped(game.status)
        return _case(game.file, name, inside)

    def _loose(self, file: str, told: list[Problem]) -> str:
        if errors := self._runs(p for p in told if p.severity == "error"):
            return _case(file, "lines of no game", _failure("invalid", errors))
        text = "".join(f"{_head(run)}: {run.first.message}\n" for run in self._runs(told))
        return _case(file, "lines of no game", f"      <system-out>{xml(text)}</system-out>\n")

    def _runs(self, problems: Iterable[Problem]) -> list[Run]:
        return [Run(p, p) for p in problems] if self._every else Runs(problems).take()


def _head(run: Run) -> str:
    return f"{place(run.first)}{who(run.first)}{times(run)}"


def _case(file: str, name: str, inside: str) -> str:
    head = f'    <testcase classname="{xml(file)}" name="{xml(name)}"'
    return f"{head}>\n{inside}    </testcase>\n" if inside else f"{head}/>\n"


def _failure(status: str, told: list[Run]) -> str:
    if not told and status in _UNDECIDED:
        return f'      <failure type="{status}" message="The game is {status}."/>\n'
    if not told:
        return f'      <failure type="{status}" message="{status}"/>\n'
    first = told[0].first
    text = "\n".join(" ".join((f"{_head(r)}: {r.first.message}", *after(r.first), *following(r))) for r in told)
    return f'      <failure type="{xml(first.code)}" message="{xml(first.message)}">{xml(text)}</failure>\n'


def _skipped(status: str) -> str:
    return f'      <skipped message="{status}"/>\n'


def xml(text: str) -> str:
    """A text that XML can hold: control characters are written out, and what it forbids besides."""
    kept = "\n".join(safe(line) for line in text.split("\n"))
    kept = _FORBIDDEN.sub(lambda m: f"\\u{ord(m[0]):04x}", kept)
    return "".join(_ESCAPES.get(c, c) for c in kept)
