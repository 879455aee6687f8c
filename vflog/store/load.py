"""Logs into a database: a file whole or not at all, the same file once, a grown game in place of the shorter.

Files are judged one after the other; rows gather and go to DuckDB in whole row groups. A transaction
ends only between files, so a load that is killed leaves whole files behind, and the next run does the
rest. At the end the tables are compared with the verdicts, to the row.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import duckdb
import msgspec
from msgspec import structs

from vflog.engine.facts import Table
from vflog.engine.settings import Settings as Judging
from vflog.engine.verdict import Report
from vflog.log import stage
from vflog.log.sources import Source
from vflog.playback.logs import NotThere
from vflog.reading.corpus import judge
from vflog.reading.garbage import collected_seldom
from vflog.reading.results import Progress
from vflog.store.agree import disagreements
from vflog.store.chart import tables
from vflog.store.connect import MEMORY, connect, journals, remove_spill, require_ours, whole
from vflog.store.errors import StoreError
from vflog.store.frames import Writer
from vflog.store.loader import Input, Loader, Tally
from vflog.store.schema import complete, make
from vflog.store.view import leave_out, view_of

#: Seconds that a load waits for a database that somebody else has open.
WAIT = 10.0


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How to load: DuckDB's memory, seconds to wait for a lock, without lines, simulated games counted; for a view."""

    memory: str = MEMORY
    wait: float = WAIT
    lean: bool = False
    count_simulated: bool = False
    #: Whose view the inputs are copies for; `None` where they are whole.
    view: str | None = None
    #: The database stays: not even the lines of the copies are kept in it.
    kept: bool = True


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What a load came to.

    `report` is about the files that were judged (not those of `tally.already`, which had been loaded
    before). `disagreements` tells where tables and verdicts differ, which would be a fault of ours.
    """

    db: str
    tally: Tally
    report: Report
    disagreements: list[str]


class How:
    """How a load judges its inputs: in this process, unless a subclass does it otherwise."""

    def loader(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: dict[str, Table],
        writer: Writer,
        judging: Judging,
        **more: bool,
    ) -> Loader:
        """Who takes what is told; `more` as `Loader` has it."""
        return Loader(connection, tables, writer, judge, judging, **more)

    def judge(self, inputs: Iterable[Source], judging: Judging, loader: Loader, progress: Progress | None) -> Report:
        """Judge the inputs."""
        return judge(inputs, judging, loader, collect=False, progress=progress)


def load(
    paths: Iterable[Input],
    db: str | Path,
    settings: Settings | None = None,
    judging: Judging | None = None,
    progress: Progress | None = None,
    how: How | None = None,
) -> Loaded:
    """Judge the inputs and put what they come to into the database `db`, made if missing.

    `paths` are files, folders, patterns and `-`, as everywhere, or sources and problems; of `judging` facts, records,
    records of play and digests are always wanted; `how` it is done, if not in this process.
    Raises `StoreError`, `KeyboardInterrupt`, or `NotThere` for what a view forbids; the database holds whole files
    only, and one that was made here and got none is not left behind.
    """
    settings = settings or Settings()
    judging = judging_all(judging or Judging())
    every = tables()
    made = make(db, every)
    filled = False
    if settings.view is not None and not made:
        raise NotThere(f"{db} is there already; a database for a view is made anew, under another name.")
    try:
        loaded = _load(paths, db, settings, judging, progress, every, how or How())
        filled = bool(loaded.tally.files)
        return loaded
    finally:
        if made and not filled:
            _remove_unused(db)


def judging_all(judging: Judging) -> Judging:
    """The settings with all that the tables are made from."""
    return structs.replace(judging, facts=True, records=True, plays=True, digests=True)


def _remove_unused(db: str | Path) -> None:
    """Remove a database into which nothing was loaded; it stays where it cannot be looked at."""
    with suppress(StoreError, OSError):
        with connect(db) as connection:
            unused = not whole(connection, "SELECT count(*) FROM loads")
            if unused:  # while nobody else can have it open
                os.unlink(os.path.realpath(db))
        if unused and not os.path.exists(db):
            for journal in journals(db):
                os.unlink(journal)


def _taken_over(journal: str) -> None:
    stage.listener(f"{journal} is taken over into the database: {stage.BROKEN_OFF}")


def _load(
    paths: Iterable[Input],
    db: str | Path,
    settings: Settings,
    judging: Judging,
    progress: Progress | None,
    every: dict[str, Table],
    how: How,
) -> Loaded:
    with connect(db, memory=settings.memory, wait=settings.wait, left=_taken_over) as connection, collected_seldom():
        require_ours(connection, db)
        if (view := view_of(connection)) is not None:
            raise NotThere(f"{db} was made for the view {view}: nothing is added to it.")
        for spilt in remove_spill(db):
            stage.listener(f"{spilt} is removed: {stage.BROKEN_OFF}")
        complete(connection, db, every)
        writer = Writer(connection, every)
        more = {"lean": settings.lean, "simulated": settings.count_simulated}
        loader = how.loader(connection, every, writer, judging, **more)
        try:
            report = how.judge(loader.fresh(paths), judging, loader, progress)
            if not report.complete:
                raise KeyboardInterrupt
            loader.commit()
        finally:
            loader.abandon()
        found = disagreements(connection, every, loader.tally, report)
        if settings.view is not None:
            leave_out(connection, settings.view, kept=settings.kept)
        connection.execute("CHECKPOINT")
        return Loaded(db=str(db), tally=loader.tally, report=report, disagreements=found)
