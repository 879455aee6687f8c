"""What the commands that judge share: who watches for the exit code, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable

from vflog.cli import exits
from vflog.cli.outputs import Output
from vflog.engine.verdict import FileVerdict, GameVerdict, Report, Revision
from vflog.log.problems import Problem
from vflog.reading.results import BaseVisitor

_ALWAYS_BAD = ("unreadable", "unsupported", "invalid")


class Watch(BaseVisitor):
    """Passes everything on, and remembers what decides the exit code."""

    def __init__(self, output: Output | None = None) -> None:
        self._output: Output | BaseVisitor = output if output is not None else BaseVisitor()
        self.unread = False
        self.loose = False

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""
        if problem.severity == "error" and (problem.game is None or problem.code.startswith("game.")):
            # What no status of a game tells: lines of no game, two logs of one game that differ.
            of_input = problem.code.startswith("input.")
            self.unread = self.unread or of_input
            self.loose = self.loose or not of_input
        self._output.problem(problem)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        self._output.game(verdict)

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end."""
        self._output.file(verdict)

    def repeat(self, verdict: GameVerdict) -> None:
        """A game is over whose lines repeat those of another log."""
        self._output.repeat(verdict)

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""
        self._output.revised(revision)

    def code(self, report: Report, allowed: frozenset[str]) -> int:
        """The exit code of a command that judges."""
        if not report.complete:
            return exits.INTERRUPTED
        if self.unread:
            return exits.INPUT_OUTPUT
        return exits.FOUND if self.loose or not sound(report.totals.by_status, allowed) else exits.OK


def sound(statuses: Iterable[str], allowed: frozenset[str]) -> bool:
    """Whether no game has a status that is a failure."""
    bad = {*_ALWAYS_BAD, "incomplete", "abandoned"} - allowed
    return bad.isdisjoint(statuses)
