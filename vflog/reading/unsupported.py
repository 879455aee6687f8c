"""A game that this version, or the cards at hand, cannot judge: its records are counted and left unjudged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from vflog.engine.verdict import GameVerdict, Judged
from vflog.log.absent import UNSET
from vflog.log.problems import Place, Problem
from vflog.log.records import End, Header, Record


class Judging(Protocol):
    """What a game under way takes and gives, whether it can be judged or not."""

    ended: bool
    header: Header

    def record(self, record: Record, raw: bytes, line: int, byte_offset: int) -> None:
        """The next record of the game."""

    def records(self, records: Sequence[Record], raws: Sequence[bytes], line: int, offsets: Sequence[int]) -> None:
        """The next records of the game, on successive lines from `line` on."""

    def reject(self, problem: Problem) -> None:
        """A line of the game that is no record."""

    @property
    def played(self) -> int:
        """The number of its live records of play."""

    def plays(self) -> list[Record]:
        """The live records of play."""

    def finish(self, *, incomplete_input: bool = False) -> GameVerdict:
        """What the game comes to."""


class UnsupportedGame:
    """Counts the records of a game that cannot be judged. `so_far`: what had been judged before that was known."""

    def __init__(
        self,
        header: Header,
        problem: Problem,
        *,
        raw: bytes,
        place: Place,
        game_key: int = 0,
        on_record: Callable[[Judged], None] | None = None,
        so_far: GameVerdict | None = None,
    ) -> None:
        self.header = header
        self.ended = False
        self.played = 0
        self._on_record = on_record
        #: Told with the record from which on the game cannot be judged.
        self._why = [problem]
        if so_far is None:
            self._verdict = GameVerdict(
                game=header.game,
                game_key=game_key,
                file=place.file or "",
                line=place.line or 0,
                ruleset=header.ruleset,
                header=header,
            )
            self.record(header, raw, place.line or 0, place.byte_offset or 0)
        else:
            self._verdict = so_far
        self._verdict.status = "unsupported"
        self._verdict.problems = [*self._verdict.problems, problem]

    def records(self, records: Sequence[Record], raws: Sequence[bytes], line: int, offsets: Sequence[int]) -> None:
        """The next records: counted."""
        for i, record in enumerate(records):
            self.record(record, raws[i], line + i, offsets[i])

    def record(self, record: Record, raw: bytes, line: int, byte_offset: int) -> None:
        """The next record: counted."""
        verdict = self._verdict
        verdict.records += 1
        verdict.unjudged += 1
        if isinstance(record, End):
            self.ended = True
        if self._on_record is not None:
            n = record.n if record.n is not UNSET else verdict.records - 1
            self._on_record(
                Judged(
                    game=self.header.game,
                    n=n,
                    line=line,
                    byte_offset=byte_offset,
                    record=record,
                    raw=raw,
                    judged="unjudged",
                    problems=self._why,
                )
            )
            self._why = []

    def reject(self, problem: Problem) -> None:
        """A line that is no record."""
        self._verdict.problems.append(msgspec.structs.replace(problem, game=self.header.game))

    def plays(self) -> list[Record]:
        """None: nothing was judged."""
        return []

    def finish(self, *, incomplete_input: bool = False) -> GameVerdict:
        """The verdict: `unsupported`."""
        return self._verdict
