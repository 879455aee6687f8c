"""Loads by many processes: they make the rows of games; one alone settles what depends on other games, and writes.

What was made of a game is taken where its log is the first that is told of the game, which is nearly always so. Of any
other log only the lines are needed, and they are among what was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import polars as pl

from vflog.engine.facts import Table
from vflog.engine.settings import Settings as Judging
from vflog.engine.verdict import GameVerdict, Report
from vflog.log.sources import Source
from vflog.reading import corpus
from vflog.reading.results import Progress
from vflog.scale import shards
from vflog.scale.file_merge import MADE
from vflog.scale.making_rows import CONTENT, Rest
from vflog.scale.messages import Made, Wanted
from vflog.scale.shards import Reader
from vflog.store import load as one
from vflog.store.frames import Writer, schema_of
from vflog.store.gather import Gathered
from vflog.store.load import How, Loaded, Settings
from vflog.store.loader import Input, Loader
from vflog.store.stored_tellings import Log


def load(
    paths: Iterable[Input],
    db: str | Path,
    settings: Settings | None = None,
    judging: Judging | None = None,
    progress: Progress | None = None,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Loaded:
    """As `store.load.load`, by so many processes, or a cluster, as `scale.judge` does."""
    if jobs == 1 and cluster is None:
        return one.load(paths, db, settings, judging, progress)
    return one.load(paths, db, settings, judging, progress, Many(jobs, cluster))


class _Merged(How):
    """What was judged in parts is merged, with the rows that were made there."""

    def loader(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: dict[str, Table],
        writer: Writer,
        judging: Judging,
        **more: bool,
    ) -> Loader:
        """Who takes what is told."""
        return MergingLoader(connection, tables, writer, judging, **more)


class Many(_Merged):
    """By many processes, or a cluster."""

    def __init__(self, jobs: int | None, cluster: str | None = None) -> None:
        self._how: dict[str, Any] = {"jobs": jobs, "cluster": cluster}

    def judge(self, inputs: Iterable[Source], judging: Judging, loader: Loader, progress: Progress | None) -> Report:
        """Judge the inputs."""
        from vflog.scale.judge import judge

        return judge(inputs, judging, loader, collect=False, progress=progress, **self._how)


class FromShards(_Merged):
    """From what shards came to."""

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = readers

    def judge(self, inputs: Iterable[Source], judging: Judging, loader: Loader, progress: Progress | None) -> Report:
        """Merge the shards; problems of inputs are noted as they always are. Raises `BadShard`."""
        more: dict[str, Any] = {"fresh": loader.is_fresh, "not_read": loader.tally.not_read.append}
        return shards.merge(self._readers, loader, collect=False, progress=progress, **more)


class Rows:
    """The rows that were made of some games: those of the games that are taken are written when all are settled."""

    def __init__(self, made: Made, tables: Mapping[str, Table]) -> None:
        self._tables = tables
        self.parts = made.parts
        self.kept = made.kept
        self.left = made.games
        self.taken: set[int] = set()
        self._frames: dict[str, pl.DataFrame] = {}

    def frame(self, table: str) -> pl.DataFrame | None:
        """The rows of a table."""
        if table not in self._frames and table in self.parts:
            frame = pl.read_ipc_stream(BytesIO(self.parts[table]))
            if frame.schema != schema_of(self._tables[table]):
                raise ValueError(f"These are no rows of {table}.")
            self._frames[table] = frame
        return self._frames.get(table)

    def write(self, writer: Writer) -> None:
        """Write the rows of the games that are taken."""
        if self.taken:
            taken = pl.Series(sorted(self.taken), dtype=pl.Int64)
            for table in self.parts:
                if table != CONTENT and (frame := self.frame(table)) is not None:
                    inside = frame["game_key"].is_in(taken.implode())
                    mine = frame if inside.all() else frame.filter(inside)
                    if mine.height:
                        writer.frame(table, mine)
        self.taken.clear()


class MergingLoader(Loader):
    """Takes the rows that were made elsewhere."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: dict[str, Table],
        writer: Writer,
        judging: Judging,
        **more: bool,
    ) -> None:
        super().__init__(connection, tables, writer, corpus.judge, judging, **more)
        self._waiting: list[Rows] = []
        self._tables = tables
        self._contents: dict[str, dict[str, Any]] = {}

    # -- what was made -----------------------------------------------------------------------------------

    def wanted(self, settings: Judging) -> Wanted:
        """Rows."""
        return Wanted(msgspec.structs.replace(settings, plays=False), rejects=True, makes="rows", lean=self._lean)

    def message(self, made: Made | None) -> Rows | None:
        """What was made of the games that are told next."""
        if made is None:
            return None
        for content in msgspec.msgpack.decode(made.parts.get(CONTENT, b"\x90")):
            for pack in content["packs"]:
                self._contents.setdefault(pack["sha256"], content)
        rows = Rows(made, self._tables)
        self._waiting.append(rows)
        return rows

    def message_over(self) -> None:
        """Write what is settled; commit where no file is half in."""
        for rows in self._waiting:
            if not rows.kept or not rows.left:
                rows.write(self._writer)
        self._waiting = [rows for rows in self._waiting if rows.kept and rows.left]
        if self._file is None and not self._waiting:
            super()._between_files()

    def forget(self) -> None:
        """Games that were kept will be told by others: of those taken already the rows are written."""
        for rows in self._waiting:
            rows.write(self._writer)
        self._waiting.clear()

    # -- in place of what is done in one process ------------------------------------------------------------

    def _between_files(self) -> None:
        """Not before the rows are written."""

    def commit(self) -> None:
        """As always; copies of files that are still to be read wait."""
        copies = self._copies
        there = self.tally.files | self._before
        self._copies = [(key, name) for key, name in copies if key in there]
        super().commit()
        self._copies = [(key, name) for key, name in copies if key not in there]

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        rows = verdict.summary.get(MADE)
        if rows is not None and verdict.telling is not None:
            verdict.telling = msgspec.structs.replace(verdict.telling, records=None)
        super().game(verdict)
        if rows is not None:
            rows.left -= 1

    def _log(self, verdict: GameVerdict, gathered: Gathered, *, cut: bool) -> Log:
        rows = verdict.summary.get(MADE)
        if rows is None:
            return super()._log(verdict, gathered, cut=cut)
        lines = {reject.line: reject.raw for reject in gathered.rejects}
        if (told := _rest(verdict).log) is not None:
            log = msgspec.msgpack.decode(told, type=Log)
            lines.update(zip(log.numbers, log.lines, strict=True))
        else:
            records = rows.frame("records").filter(pl.col("game_key") == verdict.game_key)
            bodies = (body.encode() for body in records["body"])
            lines.update(zip(records["line"], bodies, strict=True))
        numbers = sorted(lines)
        return Log(numbers, [lines[number] for number in numbers], cut)

    def _settle(self, verdict: GameVerdict, gathered: Gathered, row: dict[str, Any]) -> None:
        rows = verdict.summary.get(MADE)
        if rows is None:
            super()._settle(verdict, gathered, row)
            return
        rest = _rest(verdict)
        rows.taken.add(verdict.game_key)
        row["started_utc"], row["ended_utc"] = rest.ats
        row["lines"] += rest.records
        self._write_game(verdict, row)
        for pack in rest.packs:
            self._content(self._contents[pack])


def _rest(verdict: GameVerdict) -> Rest:
    """What was told of a game beside its rows; raises `msgspec.ValidationError` for anything else."""
    return msgspec.convert({name: verdict.summary.get(name) for name in Rest.__struct_fields__}, Rest)
