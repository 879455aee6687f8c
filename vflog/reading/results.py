"""Collects the results of judging a corpus, and notifies a visitor of them in the order of the input."""

from __future__ import annotations

from collections.abc import Callable

from vflog.engine.summary import OUTSIDE, Summary
from vflog.engine.telling import Relation
from vflog.engine.verdict import (
    STATUSES,
    FileVerdict,
    GameVerdict,
    Judged,
    Report,
    Revision,
    Run,
    Status,
    Totals,
    Visitor,
)
from vflog.log.problems import Problem
from vflog.log.records import Header
from vflog.log.sources import Source
from vflog.reading.known_games import GONE, KnownGame, KnownGames
from vflog.version import VERSION

#: The name under which the product signs its reports.
PRODUCT = "vflog"


class BaseVisitor:
    """A visitor that does nothing: a base for those that want to hear of few things."""

    def record(self, judged: Judged) -> None:
        """A record was judged."""

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record."""

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end."""

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""

    def repeat(self, verdict: GameVerdict) -> None:
        """A game is over whose lines repeat those of another log."""

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""


class RunVisitor(BaseVisitor):
    """A visitor that hears at once of records in a row that were applied with nothing wrong, in the place of each."""

    def run(self, run: Run) -> None:
        """Records were applied."""


class Results:
    """The totals, the visitor, and (where it is collected) the whole report."""

    def __init__(self, visitor: Visitor | None, *, collect: bool) -> None:
        self.visitor: Visitor = visitor if visitor is not None else BaseVisitor()
        self.on_run = visitor.run if isinstance(visitor, RunVisitor) else None
        self.totals = Totals()
        self.files: list[FileVerdict] = []
        self.sources: list[Source] = []
        self.known = KnownGames()
        self._summary = Summary()
        self._collect = collect
        self._games: list[GameVerdict] = []
        self._problems: list[Problem] = []
        self._gone: set[tuple[int, str, int]] = set()
        self._file_begins = (0, 0)
        #: How many problems were collected when all files had been read.
        self._told_late: int | None = None

    def writer(self, header: Header | None) -> int:
        """The number of the app that wrote a game, in the summary of problems."""
        return self._summary.writer(header)

    def problem(self, problem: Problem, header: Header | None = None) -> None:
        """Report a problem that no verdict holds; `header` is of the game that it is about."""
        self.problem_of(problem, self._summary.writer(header))

    def problem_of(self, problem: Problem, writer: int) -> None:
        """Report a problem that no verdict holds, of a game that this app wrote."""
        self._summary.loose(problem, writer)
        self._problem(problem)

    def _problem(self, problem: Problem) -> None:
        if problem.severity == "error":
            self.totals.errors += 1
        else:
            self.totals.warnings += 1
        if self._collect:
            self._problems.append(problem)
        self.visitor.problem(problem)

    def game(self, verdict: GameVerdict, writer: int = OUTSIDE) -> int:
        """Report a game that this app wrote: first its problems, then its verdict. Returns its share in the summary of
        problems."""
        for problem in verdict.problems:
            self._problem(problem)
        share = self._summary.game(writer, verdict.problems)
        self.totals.games += 1
        self._status(verdict.status, 1)
        if self._collect:
            self._games.append(verdict)
        self.visitor.game(verdict)
        if self._collect:
            verdict.telling = None  # it holds the judge
        return share

    def file(self, verdict: FileVerdict) -> None:
        """Report a file, and put what was collected of it in the order of its lines."""
        self._sum(verdict, 1)
        self.totals.files += 1
        games, problems = self._file_begins
        self._games[games:] = sorted(self._games[games:], key=lambda g: g.line)
        self._problems[problems:] = sorted(self._problems[problems:], key=_line_of)
        self._file_begins = (len(self._games), len(self._problems))
        self.visitor.file(verdict)

    def all_read(self) -> None:
        """All files are at their ends; what comes now is told of them afterwards."""
        self._told_late = len(self._problems)

    def begins(self, verdict: FileVerdict, source: Source) -> int:
        """A file is begun; its number."""
        self.files.append(verdict)
        self.sources.append(source)
        self._file_begins = (len(self._games), len(self._problems))
        return len(self.files) - 1

    def supersede(
        self, number: int, id: str, still_open: FileVerdict | None, relation: Relation, by: tuple[str, int]
    ) -> None:
        """A log that has its verdict is the beginning of another one, or its copy: its lines are repeats."""
        game = self.known.row(number)
        game.flags |= GONE
        self.known.replace(number, game)
        file = self.files[game.file]
        if file is not still_open:
            self._sum(file, -1)
        file.records -= game.records
        file.rejects -= game.rejects
        file.repeats += game.records + game.rejects
        file.games -= 1
        if file is not still_open:
            self._sum(file, 1)
        self.totals.games -= 1
        self._status(STATUSES[game.status], -1)
        errors, warnings = self._summary.take_away(game.share)
        self.totals.errors -= errors
        self.totals.warnings -= warnings
        if self._collect:
            self._gone.add((game.key, file.file, game.line))
        self._revised(game, id, relation, by, errors + warnings)
        if file is not still_open:
            self.visitor.file(file)

    def give_way(self, game: KnownGame, id: str, by: tuple[str, int]) -> None:
        """A log stands for its game no more: another one that tells it otherwise does."""
        self._revised(game, id, "other", by)

    def _revised(
        self,
        game: KnownGame,
        id: str,
        relation: Relation | None = None,
        by: tuple[str, int] | None = None,
        problems: int = 0,
    ) -> None:
        self.visitor.revised(
            Revision(
                game=id,
                game_key=game.key,
                file=self.files[game.file].file,
                line=game.line,
                status=STATUSES[game.status],
                relation=relation,
                by=by,
                problems=problems,
            )
        )

    def invalidate(self, games: list[tuple[int, str, Problem]]) -> None:
        """Games that have their verdicts (by the numbers of their logs, and ids) have turned out to be in doubt: they
        are invalid now."""
        collected = {(g.game_key, g.file, g.line): g for g in self._games} if games else {}
        for number, id, problem in games:
            game = self.known.row(number)
            game.share = self._summary.more(game.share, problem)
            self._problem(problem)
            status, now = STATUSES[game.status], STATUSES[min(game.status, STATUSES.index("invalid"))]
            self._status(status, -1)
            self._status(now, 1)
            game.status = STATUSES.index(now)
            if verdict := collected.get((game.key, self.files[game.file].file, game.line)):
                verdict.status = now
                verdict.problems = [*verdict.problems, problem]
            self.known.replace(number, game)
            self._revised(game, id)

    def report(self, *, complete: bool) -> Report:
        """All that was game."""
        self.totals.by_status = {s: n for s in STATUSES if (n := self.totals.by_status.get(s, 0))}
        gone = [g for g in self._games if (g.game_key, g.file, g.line) in self._gone]
        without = {id(problem) for game in gone for problem in game.problems}
        self._in_order()
        return Report(
            tool=signature(),
            complete=complete,
            totals=self.totals,
            files=self.files,
            games=[g for g in self._games if (g.game_key, g.file, g.line) not in self._gone] if gone else self._games,
            problems=[p for p in self._problems if id(p) not in without],
            summary=self._summary.lines(),
        )

    def _in_order(self) -> None:
        """Put what was told of files after their ends among the problems of each."""
        if self._told_late is None:
            return
        files = {file.file: i for i, file in enumerate(self.files)}
        keys: dict[int, tuple[int, float]] = {}
        at = -1
        for problem in self._problems[: self._told_late]:
            at = files.get(problem.file or "", at)
            keys[id(problem)] = (at, _line_of(problem))
        for problem in self._problems[self._told_late :]:
            keys[id(problem)] = (files[problem.file or ""], _line_of(problem))
        self._problems.sort(key=lambda p: keys[id(p)])

    def _status(self, status: Status, by: int) -> None:
        self.totals.by_status[status] = self.totals.by_status.get(status, 0) + by

    def _sum(self, file: FileVerdict, by: int) -> None:
        for field in ("lines", "blank", "records", "rejects", "repeats"):
            setattr(self.totals, field, getattr(self.totals, field) + by * getattr(file, field))


def signature() -> str:
    """The product and its version, as reports name it."""
    return f"{PRODUCT} {VERSION}"


def _line_of(problem: Problem) -> float:
    return problem.line if problem.line is not None else float("inf")


#: Told of the bytes of the inputs as they are read: how many more, and of which input.
Progress = Callable[[int, str], None]
