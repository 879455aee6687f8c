from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import store_toy as toy
from vflog.engine import ruleset as rulesets
from vflog.store.connect import connect
from vflog.store.digest import database_digest
from vflog.store.load import Loaded, Settings, load
from vflog.store.schema import tables


@pytest.fixture(autouse=True)
def only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the toy ruleset is installed."""
    monkeypatch.setattr(rulesets, "_known", {"toy": toy.Toy()})
    monkeypatch.setattr(rulesets, "entry_points", lambda **_: [])


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Write lines into a file; returns its path."""

    def write(name: str, *lines: str) -> str:
        path = tmp_path / name
        path.write_text("".join(f"{each}\n" for each in lines), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.duckdb"


class Base:
    """A database under test."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self, *paths: str, **settings: Any) -> Loaded:
        out = load(paths, self.path, toy.judge, Settings(**settings))
        assert out.disagreements == []
        return out

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with connect(self.path, read_only=True) as connection:
            return connection.execute(sql, list(parameters)).fetchall()

    def digest(self) -> str:
        with connect(self.path, read_only=True) as connection:
            return database_digest(connection, tables())


@pytest.fixture
def base(db: Path) -> Base:
    return Base(db)
