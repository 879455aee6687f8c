"""Two compared: their rates, and the difference with its interval, reckoned once more."""

from __future__ import annotations

from math import isclose, sqrt
from pathlib import Path

import duckdb
import pytest

from vflog.dashboard.app import page
from vflog.dashboard.asking import Desk
from vflog.dashboard.pages.compare import Pair, kinds, own, side
from vflog.dashboard.parts import Look
from vflog.figures.difference import difference
from vflog.figures.filters import Choice


def wilson(wins: int, games: int) -> dict[str, float]:
    z, p = 1.959964, wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return {"rate": p, "lo": middle - half, "hi": middle + half}


@pytest.mark.parametrize(
    ("one", "other", "lo", "hi"),
    # Newcombe 1998, table II, method 10.
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((5, 56), (0, 29), -0.0381, 0.1926),
     ((10, 10), (0, 10), 0.6075, 1.0)],
)  # fmt: skip
def test_the_interval_of_a_difference(one: tuple[int, int], other: tuple[int, int], lo: float, hi: float) -> None:
    found = difference(wilson(*one), wilson(*other))
    assert isclose(found.lo, lo, abs_tol=2e-4)
    assert isclose(found.hi, hi, abs_tol=2e-4)
    assert found.clear == (lo > 0)
    turned = difference(wilson(*other), wilson(*one))
    assert isclose(turned.lo, -found.hi)


def test_what_can_be_compared(desk: Desk) -> None:
    assert {each.name for each in kinds(desk)} == {"player", "app", "event", "demi"}


def test_how_often_each_won(desk: Desk, db: Path) -> None:
    by = next(each for each in kinds(desk) if each.name == "demi")
    found = own(desk, Pair(by=by, a="agamar", b="klar", choice=Choice(), page="votes"))
    with duckdb.connect(str(db), read_only=True) as connection:
        rows = connection.execute(
            "SELECT demi, count(*), sum(won) FROM (SELECT game_key, demi, max(won::INT) AS won FROM player_demis "
            "JOIN players USING (game_key, player_id) JOIN games USING (game_key) "
            "WHERE counted AND won IS NOT NULL AND role IS NULL GROUP BY ALL) "
            "WHERE demi IN ('agamar', 'klar') GROUP BY demi"
        ).fetchall()
    assert {name: (row["games"], row["wins"]) for name, row in found.items()} == {d: (n, int(w)) for d, n, w in rows}


@pytest.mark.parametrize("by", ["player", "app", "event", "demi"])
def test_the_page_of_each_kind(desk: Desk, by: str) -> None:
    shown = str(page(desk, "/compare", f"?by={by}&page=demis", Look()))
    assert "Difference" in shown
    assert "A: " in shown
    assert shown.count("'side': 'a'") == shown.count("'side': 'b'") > 3


def test_each_side_is_one_of_the_two(desk: Desk) -> None:
    by = next(each for each in kinds(desk) if each.name == "event")
    pair = Pair(by=by, a="spring", b="autumn", choice=Choice({"app": ("overlay",)}), page="votes")
    assert side(pair, "a").values == {"app": ("overlay",), "event": ("spring",)}
    assert desk.now(side(pair, "a")).chosen + desk.now(side(pair, "b")).chosen == 16


def test_odd_addresses(desk: Desk) -> None:
    for odd in ("?by=nothing", "?a=%27&b=%22", "?by=app&a=overlay&b=overlay", "?page=nothing", "?event=nowhere"):
        shown = str(page(desk, "/compare", odd, Look()))
        assert "Compare" in shown
        assert shown.count("'side': 'a'") == shown.count("'side': 'b'")
