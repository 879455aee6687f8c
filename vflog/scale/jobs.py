"""By how many processes inputs are judged."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import chain

from vflog.engine.ruleset import all_installed
from vflog.log.problems import Problem
from vflog.log.sources import Source

#: About so many bytes are judged at once by one process.
PORTION = 1 << 20
#: Where less is to be read, starting processes costs more than it gives, unless their number is given.
WORTH = 8 << 20


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def possible() -> bool:
    """Whether other processes can judge as this one does: they know the rulesets that are installed, no others."""
    return os.name == "posix" and bool(sys.executable) and all_installed()


def enough(found: Iterator[Source | Problem], jobs: int | None) -> tuple[Iterator[Source | Problem], int]:
    """The inputs, and by how many processes they are to be judged."""
    if jobs is not None:
        return found, jobs if jobs > 1 and possible() else 1
    looked: list[Source | Problem] = []
    there = 0
    for each in found:
        looked.append(each)
        if isinstance(each, Source) and readable(each):
            there += each.size or 0
        if there >= WORTH:
            return chain(looked, found), cores() if possible() else 1
    return iter(looked), 1


def readable(source: Source) -> bool:
    """Whether another process can read an input, and what it reads there is all that is judged."""
    return type(source) is Source and source.again and source.path is not None and source.data is None
