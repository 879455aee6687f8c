"""SQL by anybody: it reads the database and nothing else, and has so much time, so many rows, so much memory."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from vflog.dashboard.asking import Desk
from vflog.dashboard.pages import sql
from vflog.figures.filters import Choice


def told(desk: Desk, text: str) -> str:
    return str(sql.answer(desk, text))


def test_an_answer(desk: Desk) -> None:
    shown = told(desk, "SELECT count(*) AS games, NULL AS nothing, '<b>' AS text FROM games")
    assert str(desk.now(Choice()).games) in shown
    assert "NULL" in shown
    assert "<b>" in shown


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
        "SELECT * FROM glob('/*')",
        "COPY games TO '/tmp/out.csv'",
        "ATTACH '/tmp/other.duckdb' AS other",
        "INSTALL httpfs",
        "LOAD httpfs",
        "EXPORT DATABASE '/tmp/out'",
        "SET enable_external_access = true",
        "SET memory_limit = '90GB'",
        "PRAGMA temp_directory = '/tmp'",
        "DELETE FROM games",
        "CREATE TABLE main.other AS SELECT 1",
    ],
)
def test_no_file_no_network_no_setting(desk: Desk, text: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.parent.iterdir())
    assert "wrong" in told(desk, text), text
    assert sorted(tmp_path.parent.iterdir()) == before


@pytest.mark.parametrize("text", ["", ";", "SELECT 1; SELECT 2", "SELEC", "SELECT * FROM nothing", "\0", "x" * 30_000])
def test_what_is_no_statement_is_said(desk: Desk, text: str) -> None:
    shown = told(desk, text)
    assert "wrong" in shown
    assert "Traceback" not in shown
    assert ".duckdb" not in shown, "nobody is told where the copy lies"


def test_so_many_rows(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "MOST_ROWS", 10)
    shown = sql.answer(desk, "SELECT range FROM range(1000000000)")
    assert "there are more" in str(shown)
    assert str(shown).count("Tr(") == 11


def test_so_much_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "SECONDS", 0.5)
    begun = time.monotonic()
    shown = told(desk, "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 3")
    assert "took more than 0.5 seconds" in shown
    assert time.monotonic() - begun < 30
    assert str(desk.now(Choice()).games) in told(desk, "SELECT count(*) FROM games"), "and all goes on"


def test_so_much_memory_and_nothing_on_disk(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "MEMORY", "24MB")
    shown: Any = told(desk, "SELECT list(range ORDER BY hash(range)) FROM range(8000000)")
    assert "memory" in shown
