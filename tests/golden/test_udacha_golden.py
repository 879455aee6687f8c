"""Golden games of Udacha: every verdict and digest as it was when somebody last looked at it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.golden.make_udacha import FOLDER, expected, logs, written

LOGS: dict[str, list[dict[str, Any]]] = dict(logs())
each = pytest.mark.parametrize("name", LOGS)


@each
def test_the_log_is_the_one_that_is_made(name: str) -> None:
    assert (FOLDER / f"{name}.jsonl").read_bytes() == written(LOGS[name])


@each
def test_it_comes_to_the_same(name: str) -> None:
    assert expected(FOLDER / f"{name}.jsonl") == (FOLDER / f"{name}.expected.jsonl").read_text("utf-8")


def test_no_other_files_lie_there() -> None:
    assert len(list(FOLDER.iterdir())) == 2 * len(LOGS)


def test_the_corrected_game_shows_every_kind_of_correction() -> None:
    *records, verdict = map(json.loads, (FOLDER / "corrected.expected.jsonl").read_text("utf-8").splitlines())
    assert [record["n"] for record in records if record["judged"] == "refused"] == [2]
    told = [problem for record in records for problem in record["problems"]]
    assert told == [["udacha.m2", "M2", "error"], ["udacha.disputed", "A40", "warning"]]
    assert (verdict["status"], verdict["winners"]) == ("adjudicated", ["B"])
