"""The logs of one file beside those told before: copies, logs that have grown, other tellings, one id for two games.

Whether a log is the beginning of an earlier, longer one cannot be seen while it is read: `tellings` finds out at the
end, and tells which of several logs stands for a game.
"""

from __future__ import annotations

from array import array
from typing import Any

from vflog.engine.codes import CODES
from vflog.engine.telling import Relation
from vflog.engine.verdict import STATUSES, FileVerdict, GameVerdict
from vflog.log.archives import Damage
from vflog.log.problems import Problem, make_problem
from vflog.log.sources import Source
from vflog.reading.known_games import CUT, GONE, OVER, REDACTED, KnownGame, KnownGames, id_hash
from vflog.reading.open_game import OpenGame
from vflog.reading.results import Results


class Copies:
    """Settles what the games of one file are to those known before, and reports them."""

    def __init__(self, source: Source, file: FileVerdict, results: Results) -> None:
        self._number = results.begins(file, source)
        self._file = file
        self._results = results
        self._rows = array("I")
        self._ends = array("Q")
        self._ids = bytearray()

    def others(self, key: int) -> KnownGames | None:
        """The logs told before, if one of them is of this game."""
        known = self._results.known
        return known if known.standing(key) is not None else None

    def begun(self, game: OpenGame) -> None:
        """A game has begun; tell where another one bears the same id."""
        if game.known is None:
            known = self._results.known
            if (number := known.by_id(game.id_hash)) is not None:
                clash = self._problem("game.id-clash", game, known.row(number), id=game.id)
                self._results.problem(clash, game.judge.header)

    def was_finished(self, game: str) -> bool:
        """Whether a game of that id, of this file, has its verdict."""
        known = self._results.known
        number = known.by_id(id_hash(game))
        return number is not None and known.row(number).file == self._number

    def settle(self, game: OpenGame, verdict: GameVerdict) -> None:
        """Report a game that is over, unless its lines repeat those of a log told before."""
        results, known = self._results, self._results.known
        verdict.telling = game.telling()
        row = self._row(game, verdict)
        grown_from = []
        for number in known.same_log(game.key, row.digest):
            before = known.row(number)
            if before.flags & GONE or before.tie <= row.tie:
                self._repeats(game, verdict, before)
                return
            grown_from.append((number, before))
        for number in game.extends:
            if not (before := known.row(number)).flags & GONE and before.count < game.lines:
                grown_from.append((number, before))
        standing = known.standing(game.key)
        for number, before in grown_from:
            grown = self._problem("game.grown", game, before, count=before.records + before.rejects)
            results.problem(grown, game.judge.header)
            relation: Relation = "shorter" if before.count < game.lines else "copy"
            results.supersede(number, game.id, self._file, relation, (self._file.file, game.line))
        self._report(game, verdict, row, standing)

    def doubt(self, damage: Damage) -> None:
        """A member of the archive is damaged: every game that has a line in it becomes invalid."""
        known, file = self._results.known, self._file.file
        ids = self._ids.decode().split("\n")
        doubtful: list[tuple[int, str, Problem]] = []
        for number, end, game in zip(self._rows, self._ends, ids, strict=False):
            row = known.row(number)
            if end > damage.start and row.file == self._number and not row.flags & GONE:
                doubtful.append((number, game, damage.problem(row.place(file, game))))
        self._results.invalidate(doubtful)

    def _repeats(self, game: OpenGame, verdict: GameVerdict, before: KnownGame) -> None:
        self._file.repeats += game.records + game.rejects
        self._results.problem(self._copy(game, before), game.judge.header)
        self._results.visitor.repeat(verdict)

    def _copy(self, game: OpenGame, before: KnownGame) -> Problem:
        return self._problem("game.copy", game, before, what="the game", count=game.records + game.rejects)

    def _report(self, game: OpenGame, verdict: GameVerdict, row: KnownGame, standing: int | None) -> None:
        """The game counts; it stands for its game where it ranks before what stood."""
        results, known, file = self._results, self._results.known, self._file
        file.records += game.records
        file.rejects += game.rejects
        file.games += 1
        row.share = results.game(verdict, row.writer)
        number = known.add(row, game.id)
        self._rows.append(number)
        self._ends.append(game.end)
        self._ids += game.id.encode() + b"\n"
        if standing is not None:
            before = known.row(standing)
            if before.flags & GONE:
                known.stand(standing, number)
            elif row.rank < before.rank:
                known.stand(standing, number)
                results.give_way(before, game.id, (file.file, game.line))

    def _row(self, game: OpenGame, verdict: GameVerdict) -> KnownGame:
        telling = verdict.telling
        assert telling is not None
        flags = (OVER if telling.over else 0) | (REDACTED if telling.redacted else 0) | (CUT if telling.tail else 0)
        return KnownGame(
            key=game.key,
            id_hash=game.id_hash,
            file=self._number,
            line=game.line,
            offset=game.offset,
            records=game.records,
            rejects=game.rejects,
            digest=telling.head[:16],
            tail=telling.tail.ljust(4, b"\0"),
            status=STATUSES.index(verdict.status),
            flags=flags,
            plays=telling.plays,
            unknown=telling.unknown,
            writer=self._results.writer(verdict.header),
            share=0,
        )

    def _problem(self, code: str, game: OpenGame, before: KnownGame, **values: Any) -> Problem:
        values.update(file=self._results.files[before.file].file, line=before.line)
        return make_problem(CODES, code, values, game.place(self._file.file))
