"""The published vectors: verdicts of short logs, digests of whole ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .harness import Game

VECTORS = Path(__file__).parents[2] / "vectors" / "udacha"


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


VERDICTS = _lines(VECTORS / "verdicts.jsonl")
LOGS = sorted(path.name.removesuffix(".expected.jsonl") for path in VECTORS.glob("*.expected.jsonl"))


@pytest.mark.parametrize("vector", VERDICTS, ids=lambda vector: vector["id"])
@pytest.mark.parametrize("profile", ["core", "strict"])
def test_verdicts(vector: dict[str, Any], profile: str) -> None:
    game = Game([{**vector["log"][0], "profile": profile}, *vector["log"][1:]])
    legal = vector["verdict"] == "legal"
    assert game.finding() == (vector["verdict"], vector.get("n"), None if legal else vector["rule"])
    refused = vector["verdict"] == "illegal" or (vector["verdict"] == "disputed" and profile == "strict")
    assert game.verdict.status == ("invalid" if refused else "incomplete")


@pytest.mark.parametrize("name", LOGS)
def test_digests(name: str) -> None:
    log = _lines(VECTORS / f"{name}.jsonl")
    *records, verdict = _lines(VECTORS / f"{name}.expected.jsonl")
    game = Game(log)
    assert len(game.judged) == len(records)
    for judged, state, digests, expected in zip(game.judged, game.states, game.digests, records, strict=True):
        assert (judged.n, judged.judged) == (expected["n"], expected["judged"])
        if "state" in expected:
            assert state == expected["state"]
        assert digests == (expected["digest"], expected["public"])
        told = [problem for problem in judged.problems if problem.code != "game.no-revision"]
        assert [problem.rule for problem in told] == ([expected["rule"]] if expected["rule"] else [])
    assert game.verdict.status == verdict["status"]
    assert game.verdict.winners == verdict["winners"]
