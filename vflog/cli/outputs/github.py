"""Verdicts as annotations of GitHub's workflows: one line a cause."""

from __future__ import annotations

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
        where = ",".join(f"{name}={_property(str(value))}" for name, value in places.items() if value is not None)
        about = (who(problem) + times(run)).lstrip(" ,")
        said = f"{about[0].upper()}{about[1:]}: {problem.message}" if about else problem.message
        text = ". ".join(part.removesuffix(".") for part in (said, *after(problem), *following(run)))
        write(f"::{problem.severity} {where}::{_data(f'{text}.')}\n")

    def end(self, report: Report) -> None:
        """All is told."""
        super().end(report)
        more = f"; {several(self.passed_over, 'problem')} not listed, like those above" if self.passed_over else ""
        write(f"::notice title=vflog::{_data(counts(report) + more)}\n")


def _data(text: str) -> str:
    return safe(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
