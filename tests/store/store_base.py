"""A database under test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vflog.engine.settings import Settings as Judging
from vflog.store.chart import tables
from vflog.store.connect import connect
from vflog.store.digest import database_digest
from vflog.store.load import Loaded, Settings, load


class Base:
    """A database under test."""

    def __init__(self, path: Path, judging: Judging | None = None) -> None:
        self.path = path
        self.judging = judging

    def load(self, *paths: str, **settings: Any) -> Loaded:
        out = load(paths, self.path, Settings(**settings), self.judging)
        assert out.disagreements == []
        return out

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with connect(self.path, read_only=True) as connection:
            return connection.execute(sql, list(parameters)).fetchall()

    def digest(self) -> str:
        with connect(self.path, read_only=True) as connection:
            return database_digest(connection, tables())
