"""Problems by app, version and code, kept as they are told: the same count as the totals, whatever is taken away."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from vflog.log.problems import Problem
from vflog.log.records import Header

#: So many apps and versions are told apart; the rest is counted together.
MOST = 1000
OTHERS = ("(other apps)", None)
#: In the place of the number of a writer: none, for what lies outside of games.
OUTSIDE = 0xFFFF
#: The share of a game without problems.
NOTHING = 0


class Line(msgspec.Struct):
    """The problems of one code in the games that one version of an app wrote.

    `app` is `None` where the header names none; `of_games` is false for what lies outside of games (then there is
    no app). `games` are those that have the problem.
    """

    app: str | None
    version: str | None
    code: str
    of_games: bool
    errors: int = 0
    warnings: int = 0
    games: int = 0


#: What a game adds to the lines: the number of a line, its errors, its warnings.
_Share = tuple[tuple[int, int, int], ...]


class Summary:
    """The lines so far. A game's share in them has a number, by which it can be taken away again."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self._numbers: dict[tuple[str | None, str | None, str, bool], int] = {}
        #: The apps and versions told apart, by their numbers; the last number is that of all others.
        self._writers: dict[tuple[str | None, str | None], int] = {}
        self._names: list[tuple[str | None, str | None]] = []
        self._shares: list[_Share] = [()]
        self._share_numbers: dict[_Share, int] = {(): NOTHING}

    def writer(self, header: Header | None) -> int:
        """The number of the app and version that wrote a game; that of what lies outside of games without `header`."""
        if header is None:
            return OUTSIDE
        named = writer(header)
        number = self._writers.get(named)
        if number is None:
            named = named if len(self._writers) < MOST else OTHERS
            number = self._writers.setdefault(named, len(self._names))
            if number == len(self._names):
                self._names.append(named)
        return number

    def loose(self, problem: Problem, writer: int) -> None:
        """A problem that no verdict on a game holds; `writer` is of the game that it is about."""
        self._add(((self._line(problem.code, writer), *_severity(problem)),), 1, games=0)

    def game(self, number: int, problems: Collection[Problem]) -> int:
        """The problems of a game that the app of that number wrote; the number of its share."""
        if not problems:
            return NOTHING
        counts: dict[int, list[int]] = {}
        for problem in problems:
            errors, warnings = _severity(problem)
            count = counts.setdefault(self._line(problem.code, number), [0, 0])
            count[0] += errors
            count[1] += warnings
        share = tuple((line, errors, warnings) for line, (errors, warnings) in sorted(counts.items()))
        self._add(share, 1, games=1)
        return self._number(share)

    def more(self, number: int, problem: Problem) -> int:
        """One problem more of a game with that share; the number of what its share is now."""
        counts = {line: (errors, warnings) for line, errors, warnings in self._shares[number]}
        self._add(self._shares[number], -1, games=1)
        line = self._line(problem.code, OUTSIDE)
        errors, warnings = counts.get(line, (0, 0))
        more_errors, more_warnings = _severity(problem)
        counts[line] = (errors + more_errors, warnings + more_warnings)
        share = tuple((line, *count) for line, count in sorted(counts.items()))
        self._add(share, 1, games=1)
        return self._number(share)

    def take_away(self, number: int) -> tuple[int, int]:
        """A game with that share does not count; its errors and warnings."""
        share = self._shares[number]
        self._add(share, -1, games=1)
        return sum(errors for _, errors, _ in share), sum(warnings for _, _, warnings in share)

    def lines(self) -> list[Line]:
        """The lines that count something, in order."""
        lines = [line for line in self._lines if line.errors or line.warnings]
        return sorted(lines, key=lambda it: (not it.of_games, it.app or "", it.version or "", it.code))

    def _line(self, code: str, writer: int) -> int:
        app, version = (None, None) if writer == OUTSIDE else self._names[writer]
        key = (app, version, code, writer != OUTSIDE)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._lines)
            self._lines.append(Line(*key))
        return number

    def _add(self, share: _Share, sign: int, *, games: int) -> None:
        for number, errors, warnings in share:
            line = self._lines[number]
            line.errors += sign * errors
            line.warnings += sign * warnings
            line.games += sign * games

    def _number(self, share: _Share) -> int:
        number = self._share_numbers.get(share)
        if number is None:
            number = self._share_numbers[share] = len(self._shares)
            self._shares.append(share)
        return number


def writer(header: Header | None) -> tuple[str | None, str | None]:
    """The app that wrote a game, and its version, where the header names them."""
    source = getattr(header, "source", None)
    app, version = getattr(source, "app", None), getattr(source, "version", None)
    return app if isinstance(app, str) else None, version if isinstance(version, str) else None


def _severity(problem: Problem) -> tuple[int, int]:
    return (1, 0) if problem.severity == "error" else (0, 1)
