"""The rows of one game that do not depend on any other: its records, seats, facts and rulings."""

from __future__ import annotations

from collections.abc import Mapping

from vflog.engine.facts import Table
from vflog.engine.judgements import in_the_end
from vflog.engine.verdict import GameVerdict
from vflog.store import gather
from vflog.store.frames import Rows
from vflog.store.gather import Gathered


class GameRows:
    """Makes them; `lean` leaves the lines themselves out."""

    def __init__(self, tables: Mapping[str, Table], *, lean: bool) -> None:
        self._spans = gather.Spans(tables)
        self._lean = lean

    def write(self, rows: Rows, verdict: GameVerdict, gathered: Gathered) -> None:
        """Add the rows of a game to those of all tables."""
        key = verdict.game_key
        judged = in_the_end(gathered.numbers, gathered.judged, verdict.taken_numbers)
        spans = self._spans.of(verdict, gathered, judged)
        rows.columns("records", gather.record_columns(gathered, judged, spans, lean=self._lean), key)
        for player in gather.player_rows(verdict):
            rows.row("players", player)
        if verdict.facts is not None:
            self._spans.time(verdict, gathered, judged)
            for table, values in verdict.facts.lists().items():
                if values:
                    rows.extend(table, values, key)
        rulings = verdict.summary.get("rulings", {}).items()
        rows.extend("game_rulings", [x for name, value in rulings for x in (name, gather.setting(value))], key)
