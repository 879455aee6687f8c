"""In the processes that judge for a load: the rows of the games of a part, as columns."""

from __future__ import annotations

from collections import defaultdict
from io import BytesIO
from typing import Any

import msgspec

from vflog.engine.telling import Telling
from vflog.engine.verdict import GameVerdict, Judged, Run
from vflog.reading.results import RunVisitor
from vflog.scale.messages import Made
from vflog.scale.recorder import Maker
from vflog.store.chart import tables
from vflog.store.frames import Rows
from vflog.store.game_rows import GameRows
from vflog.store.gather import Gathered
from vflog.store.stored_tellings import log_of

#: The name among what is made under which the cards are that games were played with.
CONTENT = "."


class Rest(msgspec.Struct, omit_defaults=True):
    """What is told of a game beside its rows: what its row of `games` has of its ruleset; the SHA-256 of its packs; the
    first and the last time of its records, and their number; its log, where it has no rows of records."""

    games: dict[str, Any]
    packs: list[str]
    ats: tuple[str | None, str | None]
    records: int
    log: bytes | None = None


class RowMaker(Maker, RunVisitor):
    """Makes the rows of games; one row of `games` and of `tellings` is made where all games are known."""

    def __init__(self, *, lean: bool) -> None:
        self._tables = tables()
        self._lean = lean
        self._game_rows = GameRows(self._tables, lean=lean)
        self._rows = Rows(self._tables)
        self._records: dict[str, Gathered] = defaultdict(Gathered)
        self._content: list[dict[str, Any]] = []
        #: The packs whose cards were told, and the games whose rows were made, since the parts began.
        self._packs: set[str] = set()
        self._keys: set[int] = set()
        self._games = 0

    def begins(self) -> None:
        """Other parts begin."""
        self._rows = Rows(self._tables)
        self._records.clear()
        self._packs.clear()
        self._keys.clear()
        self._content.clear()
        self._games = 0

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        self._records[judged.game].add(judged)

    def run(self, run: Run) -> None:
        """Records were applied."""
        self._records[run.game].add_run(run)

    def over(self, verdict: GameVerdict, telling: Telling) -> dict[str, Any]:
        """A game is over: make its rows, unless there are some of another log of the game already."""
        gathered = self._records.pop(verdict.game or "", None) or Gathered()
        content = verdict.summary.get("content", {})
        packs = [pack["sha256"] for pack in content.get("packs", ())]
        if not self._packs.issuperset(packs):
            self._packs.update(packs)
            self._content.append(content)
        ats = [at for at in gathered.times() if type(at) is str]
        told = Rest(
            games=verdict.summary.get("games", {}),
            packs=packs,
            ats=(ats[0], ats[-1]) if ats else (None, None),
            records=len(gathered.records),
        )
        again = verdict.game_key in self._keys
        if again or self._lean:
            told.log = msgspec.msgpack.encode(log_of(gathered, cut=False))
        if not again:
            self._keys.add(verdict.game_key)
            self._game_rows.write(self._rows, verdict, gathered)
        self._games += 1
        return msgspec.structs.asdict(told)

    def made(self, *, kept: bool) -> Made | None:
        """The rows, an Arrow stream a table."""
        parts = {name: _stream(frame) for name, frame in self._rows.frames()}
        if self._content:
            parts[CONTENT] = msgspec.msgpack.encode(self._content)
            self._content.clear()
        made = Made(kept, self._games, parts)
        self._games = 0
        return made


def _stream(frame: Any) -> bytes:
    out = BytesIO()
    frame.write_ipc_stream(out, compression="uncompressed")
    return out.getvalue()
