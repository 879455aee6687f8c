"""One cause is told once: what outputs for people make of the problems they hear of.

Problems of one code and one cause are a run, told with its number and its first and last place; what follows from an
earlier problem is counted with it. So much is kept whatever the inputs hold: some runs for each code of a game or
file, some causes for each code of an app.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from vflog.engine.summary import writer
from vflog.engine.verdict import FileVerdict, GameVerdict, Report
from vflog.log.problems import Problem
from vflog.reading.results import BaseVisitor

#: So many causes of one code are told apart in a game or file, and told in full for one version of an app.
MOST = 10
#: So many codes of versions of apps are told apart.
MOST_KINDS = 10_000


class Run(msgspec.Struct):
    """Problems of one cause: the first and the last of them, how many; and how many that follow from them."""

    first: Problem
    last: Problem
    count: int = 1
    followers: int = 0
    last_follower: Problem | None = None

    @property
    def problems(self) -> int:
        """All problems that it tells of."""
        return self.count + self.followers


class Runs:
    """The runs of a game, or of what lies outside of the games of a file."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self._runs: dict[tuple[str, str, str | None], Run] = {}
        self._causes: Counter[tuple[str, str]] = Counter()
        self._head: Run | None = None
        for problem in problems:
            self.add(problem)

    def add(self, problem: Problem) -> None:
        """One problem more."""
        if problem.follows and self._head is not None:
            self._head.followers += 1
            self._head.last_follower = problem
            return
        kind = (problem.code, problem.severity)
        run = self._runs.get((*kind, cause(problem)))
        if run is None and self._causes[kind] == MOST:
            run = self._runs.get((*kind, None))
        if run is not None:
            run.count += 1
            run.last = problem
        else:
            self._causes[kind] += 1
            run = Run(problem, problem)
            self._runs[(*kind, cause(problem) if self._causes[kind] < MOST else None)] = run
        self._head = run

    def take(self) -> list[Run]:
        """The runs in the order of their first problems; there are none from then on."""
        runs = sorted(self._runs.values(), key=lambda run: (run.first.line is None, run.first.line or 0))
        self._runs, self._causes, self._head = {}, Counter(), None
        return runs


def cause(problem: Problem) -> str:
    """What the problem has in common with others of its cause."""
    return problem.said.cause if problem.said is not None else problem.message


class ForPeople(BaseVisitor):
    """A visitor that is told each cause once, by `tell`, and each game with what was told of it, by `over`.

    With `every` each problem is told by itself. What is not told is counted in `passed_over`.
    """

    def __init__(self, *, every: bool = False) -> None:
        self._every = every
        self.passed_over = 0
        #: Problems that may be those of the game that is told next: all of one game.
        self._held: list[Problem] = []
        self._loose = Runs()
        self._known: set[tuple[object, ...]] = set()
        self._told: Counter[tuple[object, ...]] = Counter()

    # -- what outputs do ------------------------------------------------------------------------------

    def tell(self, run: Run) -> None:
        """Tell of a cause."""

    def over(self, verdict: GameVerdict, told: list[Run], passed: list[Run]) -> None:
        """A game is over: the runs that were told of it, and those that are like others told before."""

    def through(self, verdict: FileVerdict) -> None:
        """A file is at its end, and all is told that lies outside of its games."""

    def end(self, report: Report) -> None:
        """All is told."""
        self._settle()

    # -- what is heard --------------------------------------------------------------------------------

    def problem(self, problem: Problem) -> None:
        """Something is wrong: in a game whose verdict comes next, or outside of games."""
        if self._every:
            self.tell(Run(problem, problem))
            return
        if self._held and (problem.game is None or problem.game != self._held[0].game):
            self._let_go()
        if problem.code == "game.copy":
            self._loose.add(problem)
        else:
            self._held.append(problem)
        if problem.code.startswith("input."):
            self._settle()

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        own = {id(problem) for problem in verdict.problems}
        self._held = [problem for problem in self._held if id(problem) not in own]
        told: list[Run] = []
        passed: list[Run] = []
        if not self._every:
            for run in Runs(verdict.problems).take():
                (told if self._is_news(run, verdict) else passed).append(run)
        for run in told:
            self.tell(run)
        self.passed_over += sum(run.problems for run in passed)
        self.over(verdict, told, passed)

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end."""
        self._settle()
        self.through(verdict)

    def _let_go(self) -> None:
        for problem in self._held:
            self._loose.add(problem)
        self._held.clear()

    def _settle(self) -> None:
        self._let_go()
        for run in self._loose.take():
            if self._is_news(run, None):
                self.tell(run)
            else:
                self.passed_over += run.problems

    def _is_news(self, run: Run, verdict: GameVerdict | None) -> bool:
        """Whether a run is to be told: the first so many of a code in what one version of an app wrote are, but the
        same cause again is not, unless it is a rule of the game that is broken. Where a game names no app, what else
        is in its file is by the same."""
        app, version = writer(verdict.header) if verdict is not None else (None, None)
        kind: tuple[object, ...] = (verdict is None, app, version, run.first.code, run.first.severity)
        if kind not in self._told and len(self._told) >= MOST_KINDS:
            kind = (None, None, None, run.first.code, run.first.severity)
        known = (*kind, run.first.file if app is None else None, cause(run.first))
        if (run.first.rule is None and known in self._known) or self._told[kind] == MOST:
            return False
        self._told[kind] += 1
        self._known.add(known)
        return True
