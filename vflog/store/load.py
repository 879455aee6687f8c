"""Logs into a database: a file whole or not at all, the same file once, a grown game in place of the shorter.

Files are judged one after the other; rows gather and go to DuckDB in whole row groups. A transaction
ends only between files, so a load that is killed leaves whole files behind, and the next run does the
rest. At the end the tables are compared with the verdicts, to the row.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import msgspec

from vflog.engine.verdict import Report, Visitor
from vflog.store.agree import disagreements
from vflog.store.connect import MEMORY, connect, require_ours, whole
from vflog.store.errors import StoreError
from vflog.store.frames import Writer
from vflog.store.loader import Loader, Tally
from vflog.store.schema import create, tables

#: Judges these files, telling the visitor; the report is about exactly them.
Judge = Callable[[Iterable[str], Visitor], Report]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How to load: DuckDB's memory, seconds to wait for a lock, without lines, simulated games counted."""

    memory: str = MEMORY
    wait: float = 0.0
    lean: bool = False
    count_simulated: bool = False


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What a load came to.

    `report` is about the files that were judged (not those of `tally.already`, which had been loaded
    before). `disagreements` tells where tables and verdicts differ, which would be a fault of ours.
    """

    db: str
    tally: Tally
    report: Report
    disagreements: list[str]


def load(paths: Iterable[str], db: str | Path, judge: Judge, settings: Settings | None = None) -> Loaded:
    """Judge the files at `paths` and put what they come to into the database `db`, made if missing.

    `paths` are single files (`-` for standard input), taken as they come. Raises `StoreError`, after
    which the database holds whole files only.
    """
    settings = settings or Settings()
    every = tables()
    with connect(db, memory=settings.memory, wait=settings.wait) as connection, _calm_collector():
        if not whole(connection, "SELECT count(*) FROM duckdb_tables()"):
            create(connection, every)
        require_ours(connection, db)
        loader = Loader(
            connection,
            every,
            Writer(connection, every),
            lean=settings.lean,
            simulated=settings.count_simulated,
        )
        try:
            report = judge(loader.fresh(paths), loader)
            loader.commit()
        except duckdb.OutOfMemoryException:
            loader.abandon()
            raise StoreError(
                f"{settings.memory} of memory are too little for this load; give --memory more."
            ) from None
        except duckdb.IOException as error:
            loader.abandon()
            raise StoreError(
                f"The database {db} could not be written: {str(error).splitlines()[0]}"
            ) from None
        except BaseException:
            loader.abandon()
            raise
        return Loaded(
            db=str(db),
            tally=loader.tally,
            report=report,
            disagreements=disagreements(connection, every, loader.tally, report),
        )


@contextmanager
def _calm_collector() -> Iterator[None]:
    """Among so many lists the garbage collector costs a third: freeze what is there, let it run seldom."""
    before = gc.get_threshold()
    frozen = gc.get_freeze_count()
    if not frozen:
        gc.collect()
        gc.freeze()
    gc.set_threshold(200_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if not frozen:
            gc.unfreeze()
