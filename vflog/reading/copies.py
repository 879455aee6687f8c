"""Copies of a game, a game that has grown, two games with one header, two games with one id."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable
from typing import Any

from vflog.engine.codes import CODES
from vflog.engine.verdict import STATUSES, FileVerdict, GameVerdict
from vflog.log.archives import Damage
from vflog.log.problems import Problem, make_problem
from vflog.log.records import Record
from vflog.log.sources import Source
from vflog.reading.game_opener import GameOpener
from vflog.reading.known_games import KnownGame, id_hash
from vflog.reading.open_game import OpenGame
from vflog.reading.results import Results

#: The digest of the first so many lines of the game that begins on that line of an input, by reading it once more.
Reread = Callable[[Source, int, int], bytes | None]


class Copies:
    """Settles what the games of one file are to those known before, and reports them."""

    def __init__(
        self, source: Source, file: FileVerdict, results: Results, opener: GameOpener, reread: Reread
    ) -> None:
        self._source = source
        self._number = results.begins(file, source)
        self._file = file
        self._results = results
        self._opener = opener
        self._reread = reread
        self._rows = array("I")
        self._ends = array("Q")
        self._ids = bytearray()

    def candidates(self, key: int) -> list[int]:
        """The games known that begin with the same line."""
        return list(self._results.known.by_key(key))

    def compare_with(self, game: OpenGame, candidates: list[int]) -> None:
        """A game has begun that may be a copy of these; warn where another one bears the same id."""
        known = self._results.known
        game.candidates = candidates
        game.marks = {known.row(n).count: b"" for n in candidates}
        if candidates:
            return
        for number in known.by_id(game.id_hash):
            game.extra.append(self._problem("game.id-clash", game, known.row(number), id=game.id))

    def was_finished(self, game: str) -> bool:
        """Whether a game of that id, of this file, has its verdict."""
        known = self._results.known
        return any(known.row(n).file == self._number for n in known.by_id(id_hash(game)))

    def settle(self, game: OpenGame, verdict: GameVerdict) -> None:
        """Report a game that is over, unless it is a copy."""
        known = self._results.known
        for number in game.candidates:
            before = known.row(number)
            same = self._same(game, before)
            if same and game.lines <= before.count:
                self._copy(game, before)
                return
            if same:
                self._grown(game, verdict, number, before)
                return
        if game.candidates:
            before = known.row(game.candidates[0])
            code = "game.not-compared" if self._same(game, before) is None else "game.duplicate"
            verdict.problems = [self._problem(code, game, before), *verdict.problems]
        share = self._report(game, verdict)
        self._keep(game, known.add(self._row(game, verdict, share)))

    def doubt(self, damage: Damage) -> None:
        """A member of the archive is damaged: every game that has a line in it becomes invalid."""
        known, file = self._results.known, self._file.file
        ids = self._ids.decode().split("\n")
        doubtful: list[tuple[KnownGame, Problem]] = []
        numbers = []
        for number, end, game in zip(self._rows, self._ends, ids, strict=False):
            row = known.row(number)
            if end > damage.start and row.file == self._number:
                doubtful.append((row, damage.problem(row.place(file, game))))
                numbers.append(number)
        self._results.invalidate(doubtful)
        for number, (row, _) in zip(numbers, doubtful, strict=True):
            known.replace(number, row)

    def _same(self, game: OpenGame, before: KnownGame) -> bool | None:
        """Whether one log is a beginning of the other; `None` where it cannot be known."""
        if game.lines >= before.count:
            return game.marks[before.count] == before.digest
        source = self._results.sources[before.file]
        if not source.again:
            return None
        try:
            if before.alone:
                return _digest_alone(source, before, game.lines) == game.digest
            return self._reread(source, before.line, game.lines) == game.digest
        except OSError:
            return None

    def _copy(self, game: OpenGame, before: KnownGame) -> None:
        lines = game.records + game.rejects
        self._file.repeats += lines
        what = "the game" if game.lines == before.count else "the beginning of the game"
        copy = self._problem("game.copy", game, before, what=what, count=lines)
        self._results.problem(copy, game.judge.header)

    def _grown(self, game: OpenGame, verdict: GameVerdict, number: int, before: KnownGame) -> None:
        grown = self._problem("game.grown", game, before, count=before.records + before.rejects)
        verdict.problems = [grown, *verdict.problems]
        self._results.supersede(before, self._file)
        share = self._report(game, verdict)
        self._results.known.replace(number, self._row(game, verdict, share))
        self._keep(game, number)

    def _report(self, game: OpenGame, verdict: GameVerdict) -> int:
        """The game counts: first what was held back until this was certain. Its share in the summary of problems."""
        file = self._file
        file.records += game.records
        file.rejects += game.rejects
        file.games += 1
        if game.candidates:
            self._replay_held(game)
        return self._results.game(verdict)

    def _replay_held(self, game: OpenGame) -> None:
        """Report the lines of a game that might have been a copy and is none: it is judged once more for them."""
        visitor = self._results.visitor
        judge = game.begin(on_record=visitor.record) if self._opener.settings.records else None
        for what, raw, line, offset, ends_judging in game.held:
            if isinstance(what, Record):
                if judge is not None:
                    judge.record(what, raw, line, offset)
            elif ends_judging:
                judge = self._opener.no_more(judge, what, visitor.record) if judge is not None else None
            else:
                if judge is not None:
                    judge.reject(what)
                visitor.reject(self._source.name, line, offset, raw, what)

    def _keep(self, game: OpenGame, number: int) -> None:
        self._rows.append(number)
        self._ends.append(game.end)
        self._ids += game.id.encode() + b"\n"

    def _row(self, game: OpenGame, verdict: GameVerdict, share: int) -> KnownGame:
        return KnownGame(
            key=game.key, id_hash=game.id_hash, file=self._number, line=game.line, offset=game.offset,
            count=game.lines, records=game.records, rejects=game.rejects, digest=game.digest,
            status=STATUSES.index(verdict.status), alone=game.alone, share=share,
        )  # fmt: skip

    def _problem(self, code: str, game: OpenGame, before: KnownGame, **values: Any) -> Problem:
        values.update(file=self._results.files[before.file].file, line=before.line)
        return make_problem(CODES, code, values, game.place(self._file.file))


def _digest_alone(source: Source, before: KnownGame, count: int) -> bytes:
    """The digest of the first so many lines of a game between whose lines stand no others."""
    digest = hashlib.sha256()
    for _, line in zip(range(count), source.lines_from(before.offset), strict=False):
        digest.update(line + b"\n")
    return digest.digest()[:16]
