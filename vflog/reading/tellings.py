"""The logs of games that are told more than once, when all inputs are read: which one stands for each game, which are
the beginnings of others, which contradict it.

For that the inputs with such logs are read once more, each once, however many logs there are; twice again where two
logs differ and one of them has `?`, which may stand for what the other says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from vflog.engine.codes import CODES
from vflog.engine.telling import SHOWN, SOUND_AND_OVER, contradict, play_digest, told_otherwise
from vflog.engine.verdict import STATUSES
from vflog.log.problems import Problem, Severity, make_problem
from vflog.log.records import Record
from vflog.log.sources import Source
from vflog.reading.file_games import FileGames
from vflog.reading.file_reader import FileReader
from vflog.reading.game_opener import GameOpener
from vflog.reading.known_games import GONE, REDACTED, SEVERAL, KnownGame, KnownGames
from vflog.reading.open_game import OpenGame
from vflog.reading.results import Results

#: Of so many games at once the records of a log are held, to compare others with them.
_AT_ONCE = 256
#: Told of the logs that are read again, by their numbers, when they are over.
Again = Callable[[int, OpenGame], None]


def settle(results: Results, opener: GameOpener) -> None:
    """Report what the logs of each game told more than once are to each other."""
    groups = _groups(results.known)
    if groups:
        _Tellings(results, opener, groups).settle()


def _groups(known: KnownGames) -> dict[int, list[int]]:
    """The numbers of the logs that are not repeats, by game, where there are several."""
    found: dict[int, list[int]] = defaultdict(list)
    for number in range(len(known)):
        row = known.row(number)
        if row.flags & SEVERAL and not row.flags & GONE:
            found[row.key].append(number)
    return {key: numbers for key, numbers in found.items() if len(numbers) > 1}


class _Tellings:
    """The logs that are not repeats, by game, in the order in which they came."""

    def __init__(self, results: Results, opener: GameOpener, groups: dict[int, list[int]]) -> None:
        self._results, self._opener = results, opener.with_plays()
        self._known = results.known
        self._groups = groups
        self._ids = results.known.ids()
        self._heads = opener.settings.tellings
        #: What is told of records of play: a digest, by the number of the log.
        self._plays: dict[int, bytes] = {}
        #: Logs that could not be read again.
        self._unread: set[int] = set()

    def settle(self) -> None:
        """Report all of it."""
        self._results.all_read()
        wanted = {n for numbers in self._groups.values() for n in self._to_read(numbers)}
        beginnings: list[tuple[int, int]] = []

        def over(number: int, game: OpenGame) -> None:
            self._plays[number] = play_digest(game.judge.plays())
            beginnings.extend((begun, number) for begun in game.extends if begun != number)

        self._read_again(wanted, over)
        self._pass_over(beginnings)
        chosen: set[int] = set()
        standing = {key: self._stand(key, numbers, chosen) for key, numbers in self._groups.items() if len(numbers) > 1}
        against = self._against(standing)
        for key, first in standing.items():
            for number in self._groups[key]:
                if number != first:
                    self._tell(key, number, first, against=number in against, chosen=key in chosen)

    def _to_read(self, numbers: list[int]) -> Iterator[int]:
        """The logs of a game that a later one may be the beginning of, and those that may contradict each other."""
        rows = [self._known.row(n) for n in numbers]
        over = [n for n, row in zip(numbers, rows, strict=True) if _may_contradict(row)]
        if len(over) > 1:
            yield from over
        shortest = rows[-1].count
        for number, row in zip(reversed(numbers), reversed(rows), strict=True):
            if row.count > shortest:
                yield number
            shortest = min(shortest, row.count)

    def _read_again(self, wanted: set[int], over: Again) -> None:
        """Read these logs again, each input once; where one cannot be read, its logs are noted."""
        by_file: dict[int, dict[int, int]] = defaultdict(dict)
        for number in sorted(wanted):
            row = self._known.row(number)
            by_file[row.file][row.line] = number
        for file, lines in by_file.items():
            source = self._results.sources[file]
            unheard = Results(None, collect=False)
            games = _Again(source, unheard, self._opener, lines, self._known, over)
            if source.again:
                with suppress(_Enough):
                    FileReader(source, games, unheard).run()
            self._unread.update(games.wanted.values())

    def _pass_over(self, beginnings: list[tuple[int, int]]) -> None:
        """These logs are the beginnings of others: their lines are repeats."""
        for number, longer in sorted(beginnings):
            row, other = self._known.row(number), self._known.row(longer)
            if row.flags & GONE or row.count >= other.count:
                continue
            id, file = self._ids[row.key], self._results.files[other.file].file
            copy = self._problem(
                "game.copy", row, other, what="the beginning of the game", count=row.records + row.rejects
            )
            self._results.problem_of(copy, row.writer)
            self._results.supersede(number, id, None, "shorter", (file, other.line))
            self._groups[row.key].remove(number)

    def _stand(self, key: int, numbers: list[int], chosen: set[int]) -> int:
        """The log that stands for a game."""
        rows = {n: self._known.row(n) for n in numbers}
        picked = [n for n, row in rows.items() if any(row.digest.hex().startswith(h[:32]) for h in self._heads)]
        if picked:
            chosen.add(key)
        first = min(picked or numbers, key=lambda n: rows[n].rank)
        before = self._known.standing(key)
        if before is not None and before != first:
            self._known.stand(before, first)
            if before in rows:
                file = self._results.files[rows[first].file].file
                self._results.give_way(rows[before], self._ids[key], (file, rows[first].line))
        return first

    def _against(self, standing: dict[int, int]) -> set[int]:
        """The logs that contradict the one that stands for their game in a record of play."""
        found: set[int] = set()
        doubtful: dict[int, int] = {}
        for key, first in standing.items():
            one = self._known.row(first)
            if not _may_contradict(one) or first not in self._plays:
                continue
            for number in self._groups[key]:
                other = self._known.row(number)
                if not _may_contradict(other) or self._plays.get(number, b"") in (b"", self._plays[first]):
                    continue
                if one.unknown or other.unknown:
                    doubtful[number] = first
                else:
                    found.add(number)
        found.update(self._differing(doubtful))
        return found

    def _differing(self, doubtful: dict[int, int]) -> Iterator[int]:
        """Those of the logs that contradict the one given with each, with `?` in their way."""
        firsts = sorted(set(doubtful.values()))
        for i in range(0, len(firsts), _AT_ONCE):
            some = set(firsts[i : i + _AT_ONCE])
            told: dict[int, list[Record]] = {}
            found: list[int] = []

            def hold(number: int, game: OpenGame, told: dict[int, list[Record]] = told) -> None:
                told[number] = game.judge.plays()

            def compare(
                number: int, game: OpenGame, told: dict[int, list[Record]] = told, found: list[int] = found
            ) -> None:
                if contradict(told[doubtful[number]], game.judge.plays()):
                    found.append(number)

            self._read_again(some, hold)
            self._read_again({n for n, first in doubtful.items() if first in told and first in some}, compare)
            yield from found

    def _tell(self, key: int, number: int, first: int, *, against: bool, chosen: bool) -> None:
        """Report a log that does not stand for its game."""
        row, other = self._known.row(number), self._known.row(first)
        code = "game.duplicate"
        severity: Severity = "error" if against and not chosen else "warning"
        if row.flags & REDACTED:
            code = "game.redacted"
        elif number in self._unread or first in self._unread:
            code, severity = "game.not-compared", "error"
        what = told_otherwise(row.rank, other.rank, against=against, chosen=chosen)
        heads = {"mine": row.digest.hex()[:SHOWN], "other": other.digest.hex()[:SHOWN]}
        self._results.problem_of(self._problem(code, row, other, severity, what=what, **heads), row.writer)

    def _problem(
        self, code: str, row: KnownGame, by: KnownGame, severity: Severity | None = None, **values: Any
    ) -> Problem:
        """The problem of a log that another one takes the place of."""
        files = self._results.files
        values.update(file=files[by.file].file, line=by.line)
        return make_problem(CODES, code, values, row.place(files[row.file].file, self._ids[row.key]), severity=severity)


class _Again(FileGames):
    """Waits for the games that begin on some lines, and for their ends."""

    def __init__(
        self,
        source: Source,
        results: Results,
        opener: GameOpener,
        lines: dict[int, int],
        known: KnownGames,
        over: Again,
    ) -> None:
        super().__init__(source, results, opener)
        self.wanted = lines
        self._logs, self._over = known, over

    def _begun(self, game: OpenGame) -> None:
        if game.line in self.wanted:
            game.known = self._logs

    def _finish(self, game: OpenGame) -> None:
        number = self.wanted.pop(game.line, None)
        if number is not None:
            self._over(number, game)
            if not self.wanted:
                raise _Enough


class _Enough(Exception):
    """All games that were looked for are over."""


def _may_contradict(row: KnownGame) -> bool:
    return STATUSES[row.status] in SOUND_AND_OVER and not row.flags & REDACTED
