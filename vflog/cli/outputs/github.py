"""Verdicts as annotations of GitHub's workflows: one line a cause."""

from __future__ import annotations

from collections.abc import Mapping

from vflog.cli.outputs.causes import ForPeople, Run
from vflog.cli.outputs.wording import after, counts, following, several, times, who
from vflog.cli.terminal import safe, write
from vflog.engine.verdict import Report


class Github(ForPeople):
    """Prints as it is told."""

    def tell(self, run: Run) -> None:
        """Tell of a cause."""
        problem = run.first
        places = {"file": problem.file, "line": problem.line, "title": problem.code}
        known = {name: str(value) for name, value in places.items() if value is not None}
        about = (who(problem) + times(run)).lstrip(" ,")
        said = f"{about[0].upper()}{about[1:]}: {problem.message}" if about else problem.message
        text = ". ".join(part.removesuffix(".") for part in (said, *after(problem), *following(run)))
        write(annotation(problem.severity, known, f"{text}."))

    def end(self, report: Report) -> None:
        """All is told."""
        super().end(report)
        more = f"; {several(self.passed_over, 'problem')} not listed, like those above" if self.passed_over else ""
        write(annotation("notice", {"title": "vflog"}, counts(report) + more))


def annotation(severity: str, properties: Mapping[str, str], text: str) -> str:
    """The line that makes an annotation."""
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{severity} {given}::{_data(text)}\n"


def _data(text: str) -> str:
    return safe(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
