"""Tells a listener of the records of one game as they are judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from vflog.engine.ruleset import Play
from vflog.engine.verdict import Judged, Run
from vflog.log.problems import Problem
from vflog.log.records import Record

Became = Literal["applied", "refused", "unjudged"]


class Notifier:
    """Tells of each record, or, where runs are wanted, of those in a row that were applied with nothing wrong."""

    def __init__(
        self, game: str, on_record: Callable[[Judged], None] | None, on_run: Callable[[Run], None] | None
    ) -> None:
        self._game = game
        self._on_record = on_record
        self._on_run = on_run
        #: Whether every record is told by itself.
        self.each = on_record is not None and on_run is None

    def run(self, records: Sequence[Record], raws: Sequence[bytes], first: int, end: int, n: int, line: int) -> None:
        """The records from `first` to before `end`, which has the number `n`, were applied; the first of them all
        stands on `line`."""
        if self._on_run is not None and first < end:
            self._on_run(
                Run(
                    game=self._game,
                    n=n - (end - first),
                    line=line + first,
                    records=records[first:end],
                    raws=raws[first:end],
                )
            )

    def record(
        self,
        record: Record,
        raw: bytes,
        line: int,
        byte_offset: int,
        n: int | None,
        became: Became,
        problems: list[Problem],
        first: int,
        play: Play | None,
    ) -> None:
        """One record was judged; of the problems those from `first` on are its own. `play` is the game after it."""
        if self._on_record is None:
            return
        play = None if became == "unjudged" else play
        self._on_record(
            Judged(
                game=self._game,
                n=n,
                line=line,
                byte_offset=byte_offset,
                record=record,
                raw=raw,
                judged=became,
                problems=problems[first:],
                document=play.document if play else None,
                public=play.public if play else None,
            )
        )
