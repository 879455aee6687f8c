"""Who judges inputs: this process, several, or the machines of a cluster."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from vflog.engine.ruleset import all_installed
from vflog.log.problems import Problem
from vflog.log.sources import Source

if TYPE_CHECKING:
    from vflog.scale.many import Workers
    from vflog.scale.messages import Wanted

#: About so many bytes are judged at once by one process.
PORTION = 1 << 20
#: Where less is to be read, starting processes costs more than it gives, unless their number is given.
WORTH = 8 << 20
#: Why a cluster cannot judge as this process does.
_NOT_HERE = (
    "--cluster works only where other processes can judge as this one does: on Linux and macOS, with rulesets that are "
    "installed."
)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def possible() -> bool:
    """Whether other processes can judge as this one does: they know the rulesets that are installed, no others."""
    return os.name == "posix" and bool(sys.executable) and all_installed()


class Spread(NamedTuple):
    """Over whom the judging of inputs is spread: so many processes, or the machines of a cluster at an address, with so
    many parts at once (0: as many as suit it)."""

    jobs: int
    cluster: str | None = None

    def workers(self, wanted: Wanted, *, shared_by: int = 1) -> Workers:
        """Those who judge in this way, a fair part of them where they are shared."""
        jobs = self.jobs and max(1, self.jobs // shared_by)
        if self.cluster is not None:
            from vflog.scale.cluster import Cluster

            return Cluster(self.cluster, jobs, wanted)
        from vflog.scale.pool import Pool

        return Pool(jobs, wanted)


def spread(
    found: Iterator[Source | Problem], jobs: int | None, cluster: str | None = None
) -> tuple[Iterator[Source | Problem], Spread | None]:
    """The inputs, and over whom their judging is spread; `None`: this process judges them. Raises `NoCluster`."""
    if cluster is not None:
        if not possible():
            from vflog.scale.cluster import NoCluster

            raise NoCluster(_NOT_HERE)
        return found, Spread(jobs or 0, cluster)
    if not possible():
        return found, None
    if jobs is not None:
        return found, Spread(jobs) if jobs > 1 else None
    looked: list[Source | Problem] = []
    there = 0
    for each in found:
        looked.append(each)
        if isinstance(each, Source) and readable(each):
            there += each.size or 0
        if there >= WORTH:
            return chain(looked, found), Spread(cores()) if cores() > 1 else None
    return iter(looked), None


def readable(source: Source) -> bool:
    """Whether another process can read an input, and what it reads there is all that is judged."""
    return type(source) is Source and source.again and source.path is not None and source.data is None
