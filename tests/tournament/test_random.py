"""Random tournaments: this reckoning and the second one agree in every value and rank; files may come as they like."""

from __future__ import annotations

import gzip
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from vflog.engine.dice import Dice
from vflog.engine.settings import Settings
from vflog.log.sources import Source
from vflog.tournament import file, judged, report

from . import random_tournaments, reckoning

#: How many are tried (`make prove`: many more).
COUNT = int(os.environ.get("VFLOG_TOURNAMENTS", "100"))


def run(made: random_tournaments.Random, logs: list[bytes]) -> judged.Tournament:
    """A tournament by logs that lie nowhere."""
    sources = [Source(f"log{i}", None, again=True, data=data) for i, data in enumerate(logs)]
    return judged.tournament(file.read(made.text.encode()), sources, Settings())


def differences(number: int) -> list[str]:
    """In what the two reckonings differ on the tournament of that number, after every round."""
    made = random_tournaments.tournament(number)
    found = run(made, made.logs).report
    out = []
    for n in range(1, len(made.rounds) + 1):
        players = [p for p, first in made.players.items() if first <= n]
        second = reckoning.standings(
            players,
            made.rounds[:n],
            scale=made.scale,
            bye=made.bye,
            no_show=made.no_show,
            tiebreaks=made.tiebreaks,
            seed=made.seed,
        )
        mine = [
            (row.rank, row.person, Fraction(row.points), row.games, row.wins, _values(row.tiebreaks))
            for row in found.progress
            if row.round == n
        ]
        out += [f"{number}, round {n}: {a} is {b}" for a, b in zip(mine, second, strict=True) if a != b]
    return out


def _values(told: dict[str, str | None]) -> dict[str, Any]:
    return {n: v if v is None or n == "lot" else Fraction(v) for n, v in told.items()}


@pytest.mark.parametrize("first", range(0, COUNT, 10))
def test_the_second_reckoning_agrees(first: int) -> None:
    assert [text for number in range(first, first + 10) for text in differences(number)] == []


@pytest.mark.parametrize("number", range(0, 40, 4))
def test_order_names_packing_and_splitting_change_no_byte(number: int, tmp_path: Path) -> None:
    made = random_tournaments.tournament(number)
    dice = Dice(number)
    told = report.encoded(run(made, made.logs).report)
    shuffled = dice.sample(made.logs, len(made.logs))
    assert report.encoded(run(made, shuffled).report) == told
    assert report.encoded(run(made, [b"".join(shuffled)]).report) == told
    for i, data in enumerate(shuffled):
        packed = dice.chance(50)
        (tmp_path / f"{dice.below(10**6)}-{i}.jsonl{'.gz' * packed}").write_bytes(
            gzip.compress(data) if packed else data
        )
    again = judged.tournament(file.read(made.text.encode()), [tmp_path], Settings())
    assert report.encoded(again.report) == told


def test_a_wrong_reckoning_would_be_seen() -> None:
    made = random_tournaments.tournament(3)
    assert reckoning.points_of([1, 1, 3], [Fraction(5), Fraction(2)]) == [Fraction(7, 2), Fraction(7, 2), 0]
    assert any(row.tiebreaks for row in run(made, made.logs).report.progress)
