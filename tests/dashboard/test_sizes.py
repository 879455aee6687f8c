"""What pages take at thousands of games, in what needs no clock: questions asked, rows fetched, bytes of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from dash._utils import to_json

from tests.dashboard.test_pages import OF_FIGURES, PAGES, figures
from tests.reporting.report_base import load, simulated
from vflog.dashboard import asking
from vflog.dashboard.app import filled, frame, page
from vflog.dashboard.asking import Desk, row_name
from vflog.dashboard.copies import Copies
from vflog.dashboard.pages import games
from vflog.dashboard.parts import Look
from vflog.reporting.source import Source

GAMES, TIMES = 12, 168
#: Answers of a page, of what is around it, and of a figure have at most so many bytes.
PAGE, AROUND, FIGURE = 200_000, 40_000, 150_000
#: A figure is made of at most so many questions (how many games, the rows, names of games) and so many rows.
QUESTIONS, ROWS = 3, 5_000


def copied(db: Path, times: int) -> None:
    """Let every game stand in the database so many times, each with a key and an id of its own."""
    with duckdb.connect(str(db)) as connection:
        tables = connection.execute(
            "SELECT table_name FROM duckdb_columns() WHERE column_name = 'game_key' "
            "AND table_name IN (SELECT table_name FROM duckdb_tables())"
        ).fetchall()
        copies = f"(SELECT unnest(range(1, {times})) AS copy)"
        for (table,) in tables:
            changed = "xor(game_key, copy * 20015998343868) AS game_key"
            changed += ", game_id || '-' || copy AS game_id" if table == "games" else ""
            connection.execute(
                f"INSERT INTO {table} SELECT * EXCLUDE (copy) REPLACE ({changed}) FROM {table} CROSS JOIN {copies}"
            )


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Two thousand games."""
    db = load(tmp_path_factory.mktemp("large"), simulated(GAMES))
    copied(db, TIMES)
    desk = Desk(Copies(db))
    yield desk
    desk.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each question brought."""
    brought: list[int] = []
    ask = Source.ask

    def counted(self: Source, *given: Any) -> Any:
        rows = ask(self, *given)
        brought.append(len(rows))
        return rows

    monkeypatch.setattr(Source, "ask", counted)
    return brought


def test_there_are_thousands(large: Desk) -> None:
    assert frame(large, "/", "")[2] == f"{GAMES * TIMES:,} games"


@pytest.mark.parametrize("path", [path for path in PAGES if path != "/compare"])
@pytest.mark.parametrize("search", ["", "?players=3&players=4"], ids=["all", "chosen"])
def test_a_page_asks_little_and_is_small(large: Desk, asked: list[int], path: str, search: str) -> None:
    around = frame(large, path, search)
    assert len(to_json(around)) < AROUND
    assert len(asked) <= 2 * len(large.filters) + 5
    asked.clear()
    shown = page(large, path, search, Look())
    assert len(to_json(shown)) < PAGE
    assert len(asked) <= 6
    assert sum(asked) < ROWS
    for told in figures(shown):
        asked.clear()
        answer = to_json(filled(large, told, search, Look()))
        assert len(answer) < FIGURE, (told, len(answer))
        assert len(asked) <= QUESTIONS, told
        assert sum(asked) < ROWS, told


@pytest.mark.parametrize("path", OF_FIGURES)
def test_what_was_asked_for_is_not_asked_again(large: Desk, asked: list[int], path: str) -> None:
    def everything() -> None:
        frame(large, path, "")
        for told in figures(page(large, path, "", Look())):
            filled(large, told, "?app=overlay", Look())

    everything()
    asked.clear()
    everything()
    assert asked == []


def test_a_page_of_the_grid_is_one_question(large: Desk, asked: list[int]) -> None:
    found, count = games.rows(large, {"startRow": 300, "endRow": 400}, "?players=4")
    assert (len(found), count > 400) == (100, True)
    assert asked == [100]


def test_games_behind_a_row_are_all_listed_and_only_those_are_kept(large: Desk) -> None:
    of, figure = large.find("demis") or pytest.fail("there is no such figure")
    picture = large.figure(of, figure, None).picture
    assert picture is not None
    row = max(picture.rows, key=lambda row: row["games"])
    keys = large.behind("demis", row_name(picture, row), None)
    assert keys is not None
    assert len({*keys}) == row["games"] > 500
    held = [answer for key, answer in large._answers.items() if "behind" in key]
    assert held == [keys]


def test_what_is_remembered_is_bounded(large: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_REMEMBERED", 20)
    for n in range(60):
        large.remembered(("tried", n), lambda source: 1)
    assert len(large._answers) == 20
