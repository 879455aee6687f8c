"""Verdicts as annotations of GitHub's workflows: one line a problem."""

from __future__ import annotations

from vflog.api import BaseVisitor
from vflog.cli.outputs.wording import after, counts
from vflog.cli.terminal import safe, write
from vflog.engine.verdict import Report
from vflog.log.problems import Problem


class Github(BaseVisitor):
    """Prints as it is told."""

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""
        places = {"file": problem.file, "line": problem.line, "title": problem.code}
        where = ",".join(f"{name}={_property(str(value))}" for name, value in places.items() if value is not None)
        text = ". ".join(part.removesuffix(".") for part in (problem.message, *after(problem)))
        write(f"::{problem.severity} {where}::{_data(f'{text}.')}\n")

    def end(self, report: Report) -> None:
        """All is told."""
        write(f"::notice title=vflog::{_data(counts(report))}\n")


def _data(text: str) -> str:
    return safe(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
