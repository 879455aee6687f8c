"""Judges a set of inputs: every line of every file accounted for, every game judged."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from vflog.engine.settings import Settings
from vflog.engine.verdict import Report, Visitor
from vflog.log.problems import Problem
from vflog.log.sources import Finder, Source
from vflog.reading.file_games import FileGames
from vflog.reading.file_reader import FileReader
from vflog.reading.game_opener import GameOpener
from vflog.reading.garbage import collected_seldom
from vflog.reading.results import Progress, Results
from vflog.reading.tellings import settle


def judge(
    inputs: Iterable[str | os.PathLike[str] | Source | Problem],
    settings: Settings | None = None,
    visitor: Visitor | None = None,
    *,
    collect: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Judge all games of some files, folders, patterns, `-` (standard input) or sources; problems are told.

    The visitor is told of everything as soon as it is certain. Without `collect` the report holds the totals
    and the files only, and memory stays flat but for 128 bytes a game. An interrupt from the keyboard
    ends the reading; the report is then not `complete`. Nothing that an input holds makes this raise.
    """
    results = Results(visitor, collect=collect)
    opener = GameOpener(settings if settings is not None else Settings())
    reader: FileReader | None = None
    try:
        with collected_seldom():
            for source in sources(inputs):
                if isinstance(source, Problem):
                    results.problem(source)
                    continue
                games = FileGames(source, results, opener)
                reader = FileReader(source, games, results, progress)
                reader.run()
                reader = None
            settle(results, opener)
    except KeyboardInterrupt:
        if reader is not None:
            reader.give_up()
        return results.report(complete=False)
    return results.report(complete=True)


def sources(inputs: Iterable[str | os.PathLike[str] | Source | Problem]) -> Iterator[Source | Problem]:
    """The inputs that paths stand for, and what is wrong with them."""
    finder = Finder()
    for one in inputs:
        if isinstance(one, Source | Problem):
            yield one
        else:
            yield from finder.find(one)
