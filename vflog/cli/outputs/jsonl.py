"""Verdicts as JSON lines: problems as they come, games and files when they end, the totals last."""

from __future__ import annotations

from vflog.cli.outputs import model
from vflog.cli.terminal import write
from vflog.engine.verdict import FileVerdict, GameVerdict, Report, Revision
from vflog.log.problems import Problem
from vflog.reading.results import BaseVisitor


class JsonLines(BaseVisitor):
    """Prints as it is told."""

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""
        write(model.line(model.ProblemLine(problem=model.problem(problem))))

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        write(model.line(model.GameLine(game=model.game(verdict))))

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""
        write(model.line(model.RevisedLine(revised=model.revised(revision))))

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end."""
        write(model.line(model.FileLine(file=model.file(verdict))))

    def end(self, report: Report) -> None:
        """All is told."""
        write(model.line(model.SummaryLine(summary=model.totals(report.totals), complete=report.complete)))
