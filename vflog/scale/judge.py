"""Judges a set of inputs by many processes: the same results, in the same order, as from one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain

from vflog.engine.ruleset import all_installed
from vflog.engine.settings import Settings
from vflog.engine.verdict import Report, Visitor
from vflog.log.problems import Problem
from vflog.log.sources import Source
from vflog.reading import corpus
from vflog.reading.game_opener import GameOpener
from vflog.reading.garbage import collected_seldom
from vflog.reading.results import Progress, Results
from vflog.reading.tellings import settle
from vflog.scale.many import ManyProcesses
from vflog.scale.merge import Merge, wanted
from vflog.scale.parts import PORTION, portions, readable
from vflog.scale.pool import Pool

#: Where less is to be read, starting processes costs more than it gives, unless their number is given.
WORTH = 8 << 20


def judge(
    inputs: Iterable[str | os.PathLike[str] | Source | Problem],
    settings: Settings | None = None,
    visitor: Visitor | None = None,
    *,
    collect: bool = True,
    progress: Progress | None = None,
    jobs: int | None = None,
    size: int = PORTION,
) -> Report:
    """As `reading.corpus.judge`, by so many processes; without `jobs` by as many as there are cores to use, or by one
    where there is little to read. `size` is that of the portions that are given out.

    Raises `OSError` where a part cannot be judged, as its processes are ended again and again.
    """
    settings = settings if settings is not None else Settings()
    found, many = enough(corpus.sources(inputs), jobs)
    if many == 1:
        return corpus.judge(found, settings, visitor, collect=collect, progress=progress)
    results = Results(visitor, collect=collect)
    opener = GameOpener(settings)
    merge = Merge(results, opener, progress)
    try:
        with collected_seldom(), Pool(many, wanted(settings, visitor)) as pool:
            ManyProcesses(portions(found, size), pool, merge).run()
        settle(results, opener)
    except KeyboardInterrupt:
        merge.give_up()
        return results.report(complete=False)
    return results.report(complete=True)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def possible() -> bool:
    """Whether other processes can judge as this one does: they know the rulesets that are installed, no others."""
    return os.name == "posix" and bool(sys.executable) and all_installed()


def enough(
    found: Iterator[Source | Problem], jobs: int | None
) -> tuple[Iterator[Source | Problem], int]:
    """The inputs, and by how many processes they are to be judged."""
    if jobs == 1 or not possible():
        return found, 1
    if jobs is not None:
        return found, jobs
    looked: list[Source | Problem] = []
    there = 0
    for each in found:
        looked.append(each)
        if isinstance(each, Source) and readable(each):
            there += each.size or 0
        if there >= WORTH:
            return chain(looked, found), cores()
    return iter(looked), 1
