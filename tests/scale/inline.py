"""Processes that are none: portions are judged here, and what they tell is heard in any order, as from many."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tests.reading.test_corpus import Listener
from vflog.cli.outputs import model
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Report
from vflog.log import stage
from vflog.log.problems import Problem
from vflog.reading import corpus
from vflog.reading.game_opener import GameOpener
from vflog.reading.results import Results
from vflog.reading.tellings import settle
from vflog.scale import messages
from vflog.scale.makers import maker
from vflog.scale.many import ManyProcesses
from vflog.scale.merge import Merge, wanted
from vflog.scale.messages import Task, Wanted
from vflog.scale.parts import portions
from vflog.scale.reading import PartJudge


class Inline:
    """In the place of a process."""

    def __init__(self, how: Wanted) -> None:
        self.runs: list[int] = []
        self.said: deque[bytes] = deque()
        self.judge = PartJudge(how, lambda message: self.said.append(messages.packed(message)), maker(how))

    def end(self) -> None:
        self.runs = []

    def why(self) -> str:
        return "it was tried"


class InlinePool:
    """In the place of a pool. `crashes`: so many of a hundred answers are the end of the process instead."""

    room = 8

    def __init__(self, jobs: int, how: Wanted, chance: random.Random, crashes: int = 0) -> None:
        self.workers: list[Any] = []
        self._jobs, self._how, self._chance, self._crashes = jobs, how, chance, crashes

    def __enter__(self) -> InlinePool:
        return self

    def __exit__(self, *_: object) -> None:
        self.workers.clear()

    def free(self) -> Inline | None:
        if len(self.workers) < self._jobs:
            self.workers.append(Inline(self._how))
        least = min(self.workers, key=lambda worker: len(worker.runs))
        return least if len(least.runs) < 2 else None

    def ask(self, worker: Inline, order: msgspec.Struct) -> None:
        data = messages.packed(order)
        if isinstance(messages.order(data), Task):
            worker.judge.task(messages.order(data))

    def said(self, of: Sequence[Inline]) -> Iterator[tuple[Inline, bytes | None]]:
        worker = self._chance.choice([each for each in of if each.said])
        if self._chance.randrange(100) < self._crashes:
            self.workers.remove(worker)
            yield worker, None
        else:
            yield worker, worker.said.popleft()


def many(
    inputs: Iterable[Any],
    settings: Settings,
    visitor: Any,
    chance: random.Random,
    *,
    jobs: int,
    size: int,
    crashes: int,
) -> Report:
    """As `scale.judge`, here."""
    results = Results(visitor, collect=True)
    opener = GameOpener(settings)
    merge = Merge(results, opener, None)
    pool: Any = InlinePool(jobs, wanted(settings, visitor), chance, crashes)
    before, stage.listener = stage.listener, lambda sentence: None
    try:
        ManyProcesses(portions(corpus.sources(inputs), size), pool, merge).run()
    finally:
        stage.listener = before
    settle(results, opener)
    return results.report(complete=True)


def plain(what: Any) -> Any:
    """What a visitor was told, as it can be compared."""
    if isinstance(what, GameVerdict):
        header = msgspec.to_builtins(what.header) if what.header is not None else None
        return header, what.end_reason, model.game(what), [plain(p) for p in what.problems]
    return msgspec.to_builtins(what) if isinstance(what, Problem) else what


def both(files: Sequence[Path], settings: Settings, chance: random.Random, **how: int) -> tuple[Any, Any]:
    """All that is told, and reported, by one process and by many."""
    out = []
    for some in (False, True):
        listener = Listener()
        report = many(files, settings, listener, chance, **how) if some else corpus.judge(files, settings, listener)
        told = [(kind, plain(what)) for kind, what in listener.told]
        out.append((told, model.report(report), [msgspec.to_builtins(line) for line in report.summary]))
    return out[0], out[1]
