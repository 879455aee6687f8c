"""Tries the places: which tests see one refuse, and whether one of them fails once the refusal is dropped.

The tests run in this process and in forks of it, one for each place tried, so that nothing of one trial is left for the
next. A test that merely breaks down without the refusal does not hold it: then the place refuses for another reason,
and the test has to see the difference.
"""

from __future__ import annotations

import functools
import gc
import multiprocessing
import os
import signal
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import switch

#: The tests of the rules, and those that are asked where these hold nothing.
STAGES = (("tests/games/",), ("tests/golden/", "tests/conformance/", "tests/playback/"))
JOBS = os.cpu_count() or 1
#: A test that takes longer than so many seconds hangs.
LONGEST = 120
_FORK = multiprocessing.get_context("fork")


Failure = Literal["asserts", "breaks down"]


class Verdict(NamedTuple):
    """What came of a place: the test that holds it, if one does, and how many tests see it refuse."""

    place: int
    test: str | None
    tests: int


class Seen(NamedTuple):
    """What came of the tests as they are: the places that refused in each with its time; and which tests failed, for
    these can hold nothing."""

    reached: dict[int, tuple[frozenset[int], float]]
    failed: list[str]


class Trial:
    """A pytest plugin that takes the running of the tests into its hands."""

    def __init__(self, wanted: Sequence[int], equivalent: set[int], stages: Sequence[tuple[str, ...]]) -> None:
        self.wanted = wanted
        self.stages = stages
        #: What no test can hold is asked of the tests of the rules only.
        self.equivalent = equivalent
        self.items: list[pytest.Item] = []
        self.verdicts: dict[int, Verdict] = {}
        self.broken: list[str] = []
        #: How the test that is running has failed.
        self.failure: Failure | None = None

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and not issubclass(call.excinfo.type, pytest.skip.Exception):
            self.failure = failure(call.excinfo)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        alive = list(self.wanted)
        for stage in self.stages:
            if not alive:
                break
            seeing = self._observe([n for n, item in enumerate(self.items) if item.nodeid.startswith(stage)])
            told = _apart(self._try, [(place, seeing[place]) for place in alive])
            self.verdicts |= {v.place: v._replace(tests=v.tests + self._tests(v.place)) for v in told}
            alive = [n for n in alive if self.verdicts[n].test is None and n not in self.equivalent]
        return True

    def _tests(self, place: int) -> int:
        return self.verdicts[place].tests if place in self.verdicts else 0

    def _observe(self, numbers: Sequence[int]) -> dict[int, list[int]]:
        """Run these tests as they are: for each place those that see it refuse, the fastest first."""
        files = defaultdict(list)
        for number in numbers:
            files[self.items[number].path].append(number)
        seeing = defaultdict(list)
        for reached, failed in _apart(self._watch, files.values()):
            self.broken += failed
            for number, (places, seconds) in reached.items():
                for place in places:
                    seeing[place].append((seconds, number))
        return defaultdict(list, {place: [number for _, number in sorted(tests)] for place, tests in seeing.items()})

    def _watch(self, numbers: Iterable[int]) -> Seen:
        out = Seen({}, [])
        for number in numbers:
            switch.reached.clear()
            began = time.monotonic()
            if self._run(number) is not None:
                out.failed.append(self.items[number].nodeid)
                continue
            out.reached[number] = frozenset(switch.reached), time.monotonic() - began
        return out

    def _try(self, given: tuple[int, list[int]]) -> Verdict:
        switch.active, numbers = given
        for number in numbers:
            switch.replaced = False
            how = self._run(number)
            if how == "breaks down":
                switch.replaced = True
                _forget()
                how = self._run(number)
            if how == "asserts":
                return Verdict(switch.active, self.items[number].nodeid, len(numbers))
        return Verdict(switch.active, None, len(numbers))

    def _run(self, number: int) -> Failure | None:
        self.failure = None
        signal.alarm(LONGEST)
        runtestprotocol(self.items[number], log=False, nextitem=None)
        signal.alarm(0)
        return self.failure


def _forget() -> None:
    """Empty all caches: what a broken rule has left there is no longer true."""
    for cache in gc.get_objects():
        if type(cache) is functools._lru_cache_wrapper:
            cache.cache_clear()


def failure(told: pytest.ExceptionInfo[BaseException]) -> Failure:
    """An assertion of a test, and none of the product's own, says what should be."""
    within = (switch.ROOT / told.traceback[-1].path).is_relative_to(switch.ROOT / "vflog")
    return "asserts" if issubclass(told.type, AssertionError | pytest.fail.Exception) and not within else "breaks down"


def _apart(work: Any, tasks: Iterable[Any]) -> Iterator[Any]:
    """What the work comes to for each task, each in a process of its own."""
    global _work
    _work = work
    with _FORK.Pool(JOBS, _begin, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(_do, list(tasks))


_work: Any = None


def _do(task: Any) -> Any:
    return _work(task)


def _begin() -> None:
    signal.signal(signal.SIGALRM, _hangs)


def _hangs(*_: object) -> None:
    raise TimeoutError


def trial(wanted: Sequence[int], equivalent: set[int], stages: Sequence[tuple[str, ...]] = STAGES) -> Trial:
    """Try these places; the switches must be installed."""
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("mutants")
    out = Trial(wanted, equivalent, stages)
    folders = [folder for stage in stages for folder in stage]
    quiet = ("-qq", "--no-header", "--no-summary", "-p", "no:cacheprovider")
    code = pytest.main([*quiet, *folders], [out])
    assert len(out.verdicts) == len(wanted), f"pytest ended with {code}"
    return out
