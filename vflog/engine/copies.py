"""Copies of a game, a game that has grown, two games with one header, two games with one id."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable
from typing import Any

from vflog.engine.input_codes import CODES
from vflog.engine.router import Running
from vflog.engine.seen import Told, id_hash
from vflog.engine.teller import Teller
from vflog.engine.verdict import STATUSES, FileVerdict, GameVerdict
from vflog.log.archives import Damage
from vflog.log.problems import Problem, told
from vflog.log.sources import Source

#: The digest of the first so many lines of a game told before, found by reading its input once more.
Recall = Callable[[Source, Told, int], bytes | None]


class Copies:
    """Settles what the games of one file are to those told before, and tells of them."""

    def __init__(
        self, number: int, file: FileVerdict, teller: Teller, recall: Recall, relive: Callable[[Running], None]
    ) -> None:
        self._number = number
        self._file = file
        self._teller = teller
        self._recall = recall
        self._relive = relive
        self._rows = array("I")
        self._ends = array("Q")
        self._ids = bytearray()

    def twins(self, key: int) -> list[int]:
        """The games told before that begin with the same line."""
        return list(self._teller.seen.by_key(key))

    def was_told(self, game: str) -> bool:
        """Whether a game of that id was told of this file."""
        seen = self._teller.seen
        return any(seen.row(n).file == self._number for n in seen.by_id(id_hash(game)))

    def clash(self, running: Running) -> None:
        """Warn where another game bears the same id."""
        if running.twins:
            return
        for number in self._teller.seen.by_id(running.id_hash):
            running.extra.append(
                self._problem("game.id-clash", running, self._teller.seen.row(number), game=running.id)
            )

    def settle(self, running: Running, verdict: GameVerdict) -> None:
        """Tell of a game that is over, unless it is a copy."""
        seen = self._teller.seen
        for number in running.twins:
            before = seen.row(number)
            same = self._same(running, before)
            if same and running.lines <= before.count:
                self._copy(running, before)
                return
            if same:
                self._grown(running, verdict, number, before)
                return
        if running.twins:
            before = seen.row(running.twins[0])
            code = "game.not-compared" if self._same(running, before) is None else "game.duplicate"
            verdict.problems = [self._problem(code, running, before), *verdict.problems]
        share = self._tell(running, verdict)
        self._keep(running, seen.add(self._row(running, verdict, share)))

    def doubt(self, damage: Damage) -> None:
        """A member of the archive is damaged: so may every game be that has a line in it."""
        seen, file = self._teller.seen, self._file.file
        ids = self._ids.decode().split("\n")
        doubtful: list[tuple[Told, Problem]] = []
        numbers = []
        for number, end, game in zip(self._rows, self._ends, ids, strict=False):
            row = seen.row(number)
            if end > damage.start and row.file == self._number:
                where = {"line": row.line, "byte_offset": row.offset, "game": game}
                doubtful.append((row, damage.problem(file, **where)))
                numbers.append(number)
        self._teller.damaged(doubtful)
        for number, (row, _) in zip(numbers, doubtful, strict=True):
            seen.replace(number, row)

    def _same(self, running: Running, before: Told) -> bool | None:
        """Whether one log is a beginning of the other; `None` where it cannot be known."""
        if running.lines >= before.count:
            return running.marks[before.count] == before.digest
        source = self._teller.sources[before.file]
        if not source.again:
            return None
        try:
            digest = beginning(source, before, running.lines) if before.alone else None
            return (digest or self._recall(source, before, running.lines)) == running.digest
        except OSError:
            return None

    def _copy(self, running: Running, before: Told) -> None:
        self._file.repeats += running.records + running.rejects
        what = "the game" if running.lines == before.count else "the beginning of the game"
        self._teller.problem(
            self._problem("game.copy", running, before, what=what, count=running.records + running.rejects),
            running.judge.header,
        )

    def _grown(self, running: Running, verdict: GameVerdict, number: int, before: Told) -> None:
        grown = self._problem("game.grown", running, before, count=before.records + before.rejects)
        verdict.problems = [grown, *verdict.problems]
        self._teller.superseded(before, self._file)
        share = self._tell(running, verdict)
        self._teller.seen.replace(number, self._row(running, verdict, share))
        self._keep(running, number)

    def _tell(self, running: Running, verdict: GameVerdict) -> int:
        """The game counts: first what was held back until this was certain. Its share in the summary of problems."""
        file = self._file
        file.records += running.records
        file.rejects += running.rejects
        file.games += 1
        if running.twins:
            self._relive(running)
        return self._teller.game(verdict)

    def _keep(self, running: Running, number: int) -> None:
        self._rows.append(number)
        self._ends.append(running.end)
        self._ids += running.id.encode() + b"\n"

    def _row(self, running: Running, verdict: GameVerdict, share: int) -> Told:
        return Told(
            key=running.key, id_hash=running.id_hash, file=self._number, line=running.line, offset=running.offset,
            count=running.lines, records=running.records, rejects=running.rejects, digest=running.digest,
            status=STATUSES.index(verdict.status), alone=running.alone, share=share,
        )  # fmt: skip

    def _problem(self, code: str, running: Running, before: Told, **values: Any) -> Problem:
        values.update(file=self._teller.files[before.file].file, line=before.line)
        return told(
            CODES, code, values, file=self._file.file, line=running.line, byte_offset=running.offset, game=running.id
        )


def beginning(source: Source, before: Told, count: int) -> bytes:
    """The digest of the first so many lines of a game between whose lines stand no others."""
    digest = hashlib.sha256()
    for _, line in zip(range(count), source.lines_from(before.offset), strict=False):
        digest.update(line + b"\n")
    return digest.digest()[:16]
