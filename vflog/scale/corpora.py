"""Inputs judged by many processes, each input as if there were no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from vflog.dispute.corpora import Each, Hearing, one_by_one, refuse
from vflog.engine.settings import Settings
from vflog.log.problems import Problem
from vflog.log.sources import Source
from vflog.reading.game_opener import GameOpener
from vflog.reading.results import BaseVisitor, Progress, Results
from vflog.reading.tellings import settle
from vflog.scale.jobs import PORTION, spread
from vflog.scale.many import ManyProcesses
from vflog.scale.merge import Merge, wanted
from vflog.scale.parts import Portion, portions


def each(jobs: int | None, cluster: str | None = None, *, at_once: int = 1) -> Each:
    """Judges inputs by so many processes, or a cluster, as `scale.judge` does. They are shared by `at_once` judgings
    that go on side by side."""

    def judged(
        found: Iterable[Source | Problem],
        settings: Settings,
        visitor: Callable[[], Hearing],
        progress: Progress | None,
    ) -> Iterator[tuple[Source, Hearing]]:
        inputs, over = spread(iter(found), jobs, cluster)
        if over is None:
            yield from one_by_one(inputs, settings, visitor, progress)
            return
        merge = _Apart(GameOpener(settings), progress, visitor)
        with over.workers(wanted(settings, visitor()), shared_by=at_once) as pool:
            for _ in ManyProcesses(portions(inputs, PORTION), pool, merge).steps():
                yield from cast(list[tuple[Source, Hearing]], merge.over)
                merge.over.clear()

    return judged


class _Apart(Merge):
    """Each input has results and a visitor of its own."""

    def __init__(self, opener: GameOpener, progress: Progress | None, visitor: Callable[[], BaseVisitor]) -> None:
        super().__init__(Results(None, collect=False), opener, progress)
        self._visitor = visitor
        self._hears = visitor()
        #: Inputs at their ends, each with its visitor.
        self.over: list[tuple[Source, BaseVisitor]] = []

    def here(self, portion: Portion) -> None:
        """An input that only this process can read; raises `InputError` for one that nobody can."""
        if isinstance(portion.here, Problem):
            refuse(portion.here)
        else:
            super().here(portion)

    def _results_of(self, source: Source) -> Results:
        self._hears = self._visitor()
        self._results = Results(self._hears, collect=False)
        return self._results

    def _over(self, source: Source) -> None:
        settle(self._results, self._opener)
        self.over.append((source, self._hears))
