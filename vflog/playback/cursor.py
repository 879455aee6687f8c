"""A cursor: one game, looked at right after any of its records.

Forward it judges record by record; back it judges again from the beginning, which is exact and costs
some microseconds a record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from vflog.engine.judge import GameJudge
from vflog.engine.ruleset import Play, dialect_named, ruleset
from vflog.engine.settings import Settings
from vflog.engine.tables import FACTS
from vflog.engine.verdict import GameVerdict, Judged
from vflog.log.header import look_header
from vflog.log.records import Header
from vflog.playback.forms import legal
from vflog.playback.logs import GameLog, NotThere
from vflog.reading.game_opener import GameOpener
from vflog.reading.unsupported import Judging


class Cursor:
    """One game of a log, standing right after one of its records (at first after the `game` record)."""

    def __init__(self, log: GameLog, settings: Settings | None = None) -> None:
        self.log = log
        settings = settings if settings is not None else Settings()
        self._opener = GameOpener(msgspec.structs.replace(settings, records=True, facts=True))
        self._begin()

    def _begin(self) -> None:
        first = self.log.entries[0]
        self._told: list[Judged] = []
        self._judge: Judging = self._opener.judge(
            look_header(first.raw, dialect_named),
            raw=first.raw,
            source=self.log.source,
            place=first.place(self.log.source.name),
            game_key=self.log.verdict.game_key,
            on_record=self._told.append,
        )
        self._place = 0

    # -- where it stands -----------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.log.game

    @property
    def header(self) -> Header:
        """The `game` record."""
        return self.log.header

    @property
    def here(self) -> Judged:
        """The record it stands after, as it was judged when it came."""
        return self._told[-1]

    @property
    def n(self) -> int | None:
        """The number of that record; `None` where a wrong number left it without one."""
        return self.here.n

    @property
    def place(self) -> int:
        """How many records stand before that one."""
        return self._place

    def __len__(self) -> int:
        """The number of records."""
        return len(self.log.entries)

    # -- moving --------------------------------------------------------------------------------------

    def next(self) -> Judged | None:
        """Go to the next record; `None`, and no step, at the last."""
        if self._place + 1 >= len(self.log.entries):
            return None
        self._place += 1
        entry = self.log.entries[self._place]
        for problem in entry.rejects:
            self._judge.reject(problem)
        self._judge.record(entry.record, entry.raw, entry.line, entry.byte_offset)
        return self.here

    def back(self) -> Judged | None:
        """Go to the record before; `None`, and no step, at the first."""
        if self._place == 0:
            return None
        self.to_place(self._place - 1)
        return self.here

    def seek(self, n: int) -> Judged:
        """Go to the record of that number; raises `NotThere` where no record has it."""
        self.to_place(self.place_of(n))
        return self.here

    def to_place(self, place: int) -> None:
        """Go to a record by its place in the game, from 0; raises `IndexError`."""
        if not 0 <= place < len(self):
            raise IndexError(f"The game {self.game} has {len(self)} records.")
        if place < self._place:
            self._begin()
        while self._place < place:
            self.next()

    def place_of(self, n: int) -> int:
        """The place of the record of that number; raises `NotThere`."""
        numbers = {entry.n: place for place, entry in enumerate(self.log.entries) if entry.n is not None}
        if n not in numbers:
            last = max(numbers, default=0)
            raise NotThere(f"The game {self.game} has no record {n}; its last one is {last}.")
        return numbers[n]

    def __iter__(self) -> Iterator[Judged]:
        """The records from here on: the one it stands after, then each next one as it goes there."""
        yield self.here
        while (judged := self.next()) is not None:
            yield judged

    # -- what is there -------------------------------------------------------------------------------

    @property
    def play(self) -> Play | None:
        """The game under way, as the ruleset has it; `None` where the game cannot be judged."""
        return self._judge.play if isinstance(self._judge, GameJudge) else None

    @property
    def state(self) -> dict[str, Any] | None:
        """The state document: after the record, or as a refused one left it; `None` where there is none."""
        return None if self.play is None else self.play.document()

    @property
    def public(self) -> dict[str, Any] | None:
        """The public form of the state document."""
        play = self.play
        return None if play is None else play.public(play.document())

    def legal(self) -> list[dict[str, Any]]:
        """The forms of all records that are legal now; none where the game cannot be judged."""
        return [] if self.play is None else legal(self.play)

    def facts(self, table: str) -> list[dict[str, Any]]:
        """The rows that the game has brought so far to one of the fact tables; raises `NotThere`."""
        if not isinstance(self._judge, GameJudge) or self._judge.facts is None:
            return []
        tables = {t.name: t for t in (*ruleset(self.header.ruleset).tables, *FACTS)}
        if table not in tables:
            raise NotThere(f"There is no table of facts {table!r}; there are {', '.join(sorted(tables))}.")
        columns = [column.name for column in tables[table].fact_columns]
        return [dict(zip(columns, row, strict=True)) for row in self._judge.facts.rows(table)]

    @property
    def due(self) -> int:
        """The number of a record that would come after the last one."""
        self.to_place(len(self) - 1)
        return self._judge.due if isinstance(self._judge, GameJudge) else len(self)

    def finish(self) -> GameVerdict:
        """Go to the end; what the game comes to by the records that this cursor has."""
        self.to_place(len(self) - 1)
        for problem in self.log.rest:
            self._judge.reject(problem)
        return self._judge.finish()

    @property
    def verdict(self) -> GameVerdict:
        """What the whole game comes to."""
        return self.log.verdict
