"""Where verdicts go: text, JSON, JSON lines, JUnit, GitHub annotations, all of one result model."""

from __future__ import annotations

from typing import Literal, Protocol

from vflog.engine.verdict import Report, Visitor

Format = Literal["text", "json", "jsonl", "junit", "github"]
#: Those that print from the whole report, and so need it collected.
COLLECTED: frozenset[Format] = frozenset({"json", "junit"})


class Output(Visitor, Protocol):
    """A visitor that prints, and is told when all is told."""

    def end(self, report: Report) -> None:
        """All is told; `report.complete` is false where it was interrupted."""


def output(form: Format, *, every: bool = False, allowed: frozenset[str] = frozenset()) -> Output:
    """The output of that format. `every`: games and problems are listed however many there are; `allowed`: statuses
    that are no failure.
    """
    if form == "json":
        from vflog.cli.outputs.json import Json

        return Json()
    if form == "jsonl":
        from vflog.cli.outputs.jsonl import JsonLines

        return JsonLines()
    if form == "junit":
        from vflog.cli.outputs.junit import Junit

        return Junit(allowed, every=every)
    if form == "github":
        from vflog.cli.outputs.github import Github

        return Github(every=every)
    from vflog.cli.outputs.text import Text

    return Text(every=every)
