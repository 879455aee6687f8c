"""Judge logs: which games are sound, which are not, and why.

Prints each problem with its place, the rule and whose rule it is, and what was legal instead; then the status
of each game and the totals, in which every line is accounted for.
"""

from __future__ import annotations

from typing import Annotated

import typer

from vflog import services
from vflog.cli import options
from vflog.cli.judging import Watch
from vflog.cli.outputs import COLLECTED, output
from vflog.cli.progress import Progress

#: The forms of output that tell digests.
DIGESTS = ("json", "jsonl")


def validate(
    paths: options.Logs,
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    telling: options.Tellings = None,
    format: options.Verdicts = "text",
    view: options.View = "all",
    no_text: options.NoText = False,
    allow: options.Allow = None,
    every: Annotated[bool, typer.Option("--all", help="List every game and every problem, however many.")] = False,
) -> int:
    """Judge logs."""
    allowed = options.allowed(allow)
    out = output(format, every=every, allowed=allowed)
    watch = Watch(out)
    with Progress(paths) as progress:
        report = services.validate(
            paths,
            content=options.content(content),
            rulings=options.rulings(ruling),
            keep_going=keep_going,
            tellings=options.tellings(telling),
            view=view,
            text=not no_text,
            visitor=watch,
            collect=format in COLLECTED,
            digests=format in DIGESTS,
            progress=progress,
        )
    out.end(report)
    return watch.code(report, allowed)


COMMAND = validate
