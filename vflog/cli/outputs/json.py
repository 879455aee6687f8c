"""Verdicts as one JSON object, printed at the end."""

from __future__ import annotations

from vflog.cli.outputs import model
from vflog.cli.terminal import write
from vflog.engine.verdict import Report
from vflog.reading.results import BaseVisitor


class Json(BaseVisitor):
    """Prints the whole report."""

    def end(self, report: Report) -> None:
        """All is told."""
        write(model.line(model.report(report)))
