"""The published vectors: every digest, state, status and winners equal."""

from __future__ import annotations

import pytest

from .harness import VECTORS, Game, read

NAMES = sorted(path.name.removesuffix(".expected.jsonl") for path in VECTORS.glob("*.expected.jsonl"))
OK = {"applied": True, "refused": False, "unjudged": None}


@pytest.mark.parametrize("name", NAMES)
def test_vector(name: str) -> None:
    *records, verdict = read(VECTORS / f"{name}.expected.jsonl")
    game = Game(read(VECTORS / f"{name}.jsonl"), digests=True)
    assert len(game.judged) == len(records)
    for judged, state, digests, expected in zip(game.judged, game.states, game.digests, records, strict=True):
        assert (judged.n, judged.judged, OK[judged.judged]) == (expected["n"], expected["judged"], expected["ok"])
        if "state" in expected:
            assert state == expected["state"]
        assert (digests or (None, None)) == (expected["digest"], expected["public"])
    assert (game.verdict.status, game.verdict.winners) == (verdict["status"], verdict["winners"])


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("illegal-")])
def test_the_broken_rule_is_named(name: str) -> None:
    *records, _ = read(VECTORS / f"{name}.expected.jsonl")
    broken = [record["rule"] for record in records if record["judged"] == "refused"]
    assert [rule for _, rule in Game(read(VECTORS / f"{name}.jsonl")).errors] == broken
