"""Judges a set of inputs by many processes: the same results, in the same order, as from one."""

from __future__ import annotations

import os
from collections.abc import Iterable

from vflog.engine.settings import Settings
from vflog.engine.verdict import Report, Visitor
from vflog.log.problems import Problem
from vflog.log.sources import Source
from vflog.reading import corpus
from vflog.reading.game_opener import GameOpener
from vflog.reading.garbage import collected_seldom
from vflog.reading.results import Progress, Results
from vflog.reading.tellings import settle
from vflog.scale.jobs import PORTION, spread


def judge(
    inputs: Iterable[str | os.PathLike[str] | Source | Problem],
    settings: Settings | None = None,
    visitor: Visitor | None = None,
    *,
    collect: bool = True,
    progress: Progress | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    size: int | None = None,
) -> Report:
    """As `reading.corpus.judge`, by so many processes; without `jobs` by as many as there are cores to use, or by one
    where there is little to read; or by the machines of the `cluster` at an address. `size` is that of the portions
    that are given out.

    Raises `OSError` where a part cannot be judged, as its processes are ended again and again, or there is no cluster.
    """
    settings = settings if settings is not None else Settings()
    found, over = spread(corpus.sources(inputs), jobs, cluster)
    if over is None:
        return corpus.judge(found, settings, visitor, collect=collect, progress=progress)
    from vflog.scale.many import ManyProcesses
    from vflog.scale.merge import Merge, taking_of, wanted
    from vflog.scale.parts import portions

    results = Results(visitor, collect=collect)
    opener = GameOpener(settings)
    merge = Merge(results, opener, progress, taking_of(visitor))
    try:
        with collected_seldom(), over.workers(wanted(settings, visitor)) as pool:
            ManyProcesses(portions(found, size or PORTION), pool, merge).run()
        settle(results, opener)
    except KeyboardInterrupt:
        merge.give_up()
        return results.report(complete=False)
    return results.report(complete=True)
