"""Ratings: the model keeps what it must, the chances add up, the same games give the same bytes."""

from __future__ import annotations

import itertools
import json
import math
import random
from pathlib import Path

import pytest

pytest.importorskip("openskill", reason="the extra `ratings` is not installed")

from vflog.cli import main
from vflog.tournament import ratings
from vflog.tournament.ratings import Rated, chances, rated

CUP = Path(__file__).parents[2] / "sample_logs" / "tournament" / "cup.toml"


def ways_to_place(players: int) -> list[tuple[int, ...]]:
    """All ways in which so many can be placed, shared places and all."""
    every = itertools.product(range(players), repeat=players)
    return sorted({tuple(1 + sum(other < v for other in values) for v in values) for values in every})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_among_equals_equal_places_change_equally_and_better_ones_never_gain_less(players: int) -> None:
    model = ratings._model()
    equal = [(model.mu, model.sigma)] * players
    for places in ways_to_place(players):
        gains = ratings._gains(model, equal, places)
        for (one, a), (other, b) in itertools.product(zip(gains, places, strict=True), repeat=2):
            if a == b:
                assert math.isclose(one[0], other[0], abs_tol=1e-9)
                assert math.isclose(one[1], other[1])
            elif a < b:
                assert one[0] >= other[0] - 1e-9, places


def test_another_model_fails_where_the_first_place_is_shared() -> None:
    """So the test above can fail."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    gains = ratings._gains(model, [(model.mu, model.sigma)] * 5, [1, 1, 4, 5, 1])
    assert gains[2][0] > gains[0][0]


def test_chances_are_those_of_a_simulation_and_add_up() -> None:
    players = [(25.0, 2.0), (28.0, 1.0), (22.0, 8.0), (25.0, 2.0)]
    beta = 4.0
    found = chances(players, beta)
    assert math.isclose(sum(found), 1, abs_tol=1e-6)
    assert math.isclose(found[0], found[3], rel_tol=1e-9)
    dice = random.Random(5)
    wins = [0] * 4
    for _ in range(20_000):
        drawn = [dice.gauss(mu, math.hypot(sigma, beta)) for mu, sigma in players]
        wins[drawn.index(max(drawn))] += 1
    assert all(abs(w / 20_000 - f) < 0.015 for w, f in zip(wins, found, strict=True))


def season(days: int, seed: int = 1) -> list[Rated]:
    """Games in which p0 is the strongest and p7 the weakest."""
    dice = random.Random(seed)
    out = []
    for day in range(days):
        for k in range(6):
            four = dice.sample(range(8), 4)
            shown = sorted(four, key=lambda i: dice.gauss(-i, 2.0), reverse=True)
            places = tuple((f"p{i}", n) for n, i in enumerate(shown, 1))
            out.append(Rated(f"2026-05-{day + 1:02}", f"{day}-{k}", places))
    return out


def test_the_stronger_are_rated_higher_and_more_games_are_surer() -> None:
    found = {it.name: it for it in rated(season(20)).ratings}
    assert found["p0"].rating > found["p3"].rating > found["p7"].rating
    assert found["p0"].uncertainty < {it.name: it for it in rated(season(2)).ratings}["p0"].uncertainty


def test_the_order_in_which_games_are_given_changes_nothing() -> None:
    games = season(9)
    shuffled = random.Random(3).sample(games, len(games))
    assert rated(shuffled) == rated(games)


def test_days_go_in_order_and_games_of_a_day_together() -> None:
    one = Rated("2026-05-01", "a", (("x", 1), ("y", 2)))
    two = Rated("2026-05-01", "b", (("x", 2), ("z", 1)))
    later = Rated("2026-05-02", "b", two.places)
    together, apart = rated([one, two]), rated([one, later])
    assert together.days == 1
    assert apart.days == 2
    assert {it.name: it.rating for it in together.ratings} != {it.name: it.rating for it in apart.ratings}
    renamed = [Rated(one.day, "z", one.places), two]
    assert {i.name: i.rating for i in rated(renamed).ratings} == {i.name: i.rating for i in together.ratings}


def test_chances_foretold_are_compared_and_few_say_so() -> None:
    found = rated(season(25))
    assert sum(bin.chances for bin in found.calibration) >= 400
    assert all(abs(it.foretold - it.happened) < 0.2 for it in found.calibration if it.chances > 60)
    few = rated(season(1))
    assert few.calibration == []
    assert "too few" in few.note
    assert all(it.few == (it.games < 5) for it in few.ratings)


def test_the_command_over_files_and_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", str(CUP), "--format", "json"]) == 0
    told = capsys.readouterr().out
    found = json.loads(told)
    assert found["report"] == "vflog-ratings/1"
    assert {it["name"] for it in found["players"]["ratings"]} >= {"ada", "gus", "lou"}
    assert found["players"]["days"] == 4
    assert found["players"]["games"] == found["demis"]["games"] + 1  # one result is by hand, and tells no Demis
    assert {it["name"] for it in found["demis"]["ratings"]} >= {"naka", "belan"}
    db = str(tmp_path / "cup.duckdb")
    main(["tournament", str(CUP), "--db", db])
    capsys.readouterr()
    assert main(["ratings", "--db", db, "--format", "json"]) == 0
    assert capsys.readouterr().out == told
    assert main(["ratings", str(CUP)]) == 0
    text = capsys.readouterr().out
    assert "few games" in text
    rows = [line.split() for line in text.split("\n\n")[0].splitlines()[2:] if "±" in line]
    assert [row[0] for row in rows] == [it["called"] for it in found["players"]["ratings"]]
    assert "Ada" in {row[0] for row in rows}
    least = [float(row[1]) for row in rows]
    assert least == sorted(least, reverse=True)
    assert all(abs(float(row[2]) - float(row[4]) - float(row[1])) < 0.001 for row in rows)
    assert main(["ratings"]) == 2


def test_without_the_package_it_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    assert main(["ratings", str(CUP)]) == 3
    assert "pip install openskill" in capsys.readouterr().err
