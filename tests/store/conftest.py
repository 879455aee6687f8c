from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store import store_toy as toy
from tests.store.store_base import Base
from vflog.engine import ruleset as rulesets


@pytest.fixture(autouse=True)
def only_the_toy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the toy ruleset is installed, and judged by its own judge, but in modules that say `REAL`."""
    if getattr(request.module, "REAL", False):
        return
    monkeypatch.setattr("vflog.store.load.judge", toy.judge)
    monkeypatch.setattr(rulesets, "_known", {"toy": toy.Toy()})
    monkeypatch.setattr(rulesets, "_installed", tuple)


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


@pytest.fixture
def base(db: Path) -> Base:
    return Base(db)
