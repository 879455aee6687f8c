"""The logs of a tournament, looked at by many processes: each game as a tournament asks, made where it was judged."""

from __future__ import annotations

import os
import pickle
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec

from vflog.engine.settings import Settings
from vflog.engine.telling import Telling
from vflog.engine.verdict import GameVerdict, Judged
from vflog.log.sources import Source
from vflog.reading.results import Progress
from vflog.scale.file_merge import MADE
from vflog.scale.judge import judge
from vflog.scale.messages import Made, Wanted
from vflog.scale.recorder import Maker
from vflog.tournament.logs import Log, Logs, Seen, log_of
from vflog.tournament.logs import judged as judged_here

_LOGS = "logs"


def judged(
    paths: Iterable[str | os.PathLike[str] | Source],
    settings: Settings,
    progress: Progress | None,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Logs:
    """As `tournament.logs.judged`, by so many processes, or a cluster, as `scale.judge` does."""
    return judged_here(paths, settings, progress, judge=partial(judge, jobs=jobs, cluster=cluster), seen=Merging())


class LogMaker(Maker):
    """Makes the logs of games as a tournament looks at them.

    They go to the process that began this one and nowhere else, so that Python's own way of packing is good enough.
    """

    def __init__(self) -> None:
        self._records: dict[str, list[Judged]] = defaultdict(list)
        self._logs: list[Log] = []

    def begins(self) -> None:
        """Other parts begin."""
        self._records.clear()
        self._logs.clear()

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        self._records[judged.game].append(judged)

    def over(self, verdict: GameVerdict, telling: Telling) -> dict[str, Any]:
        """A game is over."""
        told = msgspec.structs.replace(verdict, telling=telling)
        self._logs.append(log_of(told, self._records.pop(verdict.game or "", [])))
        return {}

    def made(self, *, kept: bool) -> Made | None:
        """The logs."""
        made = Made(kept, len(self._logs), {_LOGS: pickle.dumps(self._logs)})
        self._logs = []
        return made


class Merging(Seen):
    """Takes logs that were made elsewhere."""

    def wanted(self, settings: Settings) -> Wanted:
        """Logs."""
        return Wanted(settings, makes="logs")

    def message(self, made: Made | None) -> dict[tuple[str, int], Log] | None:
        """What was made of the games that are told next."""
        return None if made is None else {log.where: log for log in pickle.loads(made.parts[_LOGS])}

    def message_over(self) -> None:
        """Nothing waits."""

    def forget(self) -> None:
        """Nothing waits."""

    def _log(self, verdict: GameVerdict) -> Log:
        made = verdict.summary.get(MADE)
        return super()._log(verdict) if made is None else made[verdict.file, verdict.line]
