"""What a set of inputs comes to: every line of every file accounted for, every game judged."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from vflog.engine.collector import calm
from vflog.engine.filerun import FileRun
from vflog.engine.openings import Openings
from vflog.engine.settings import Settings
from vflog.engine.teller import Progress, Teller
from vflog.engine.verdict import Report, Visitor
from vflog.log.problems import Problem
from vflog.log.sources import Finder, Source


def judge(
    inputs: Iterable[str | os.PathLike[str] | Source],
    settings: Settings | None = None,
    visitor: Visitor | None = None,
    *,
    collect: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Judge all games of some files, folders, patterns, `-` (standard input) or sources.

    The visitor is told of everything as soon as it is certain. Without `collect` the report holds the totals
    and the files only, and memory stays flat but for some hundred bytes a game. An interrupt from the keyboard
    ends the reading; the report is then not `complete`. Nothing that an input holds makes this raise.
    """
    teller = Teller(visitor, collect=collect)
    openings = Openings(settings if settings is not None else Settings())
    run: FileRun | None = None
    try:
        with calm():
            for source in _sources(inputs):
                if isinstance(source, Problem):
                    teller.problem(source)
                    continue
                run = FileRun(source, teller, openings, progress)
                run.run()
                run = None
    except KeyboardInterrupt:
        if run is not None:
            run.give_up()
        return teller.report(complete=False)
    return teller.report(complete=True)


def _sources(inputs: Iterable[str | os.PathLike[str] | Source]) -> Iterator[Source | Problem]:
    finder = Finder()
    for one in inputs:
        if isinstance(one, Source):
            yield one
        else:
            yield from finder.find(one)
