"""The engine against the second model: random games, hidden, sprinkled, kept by scorekeepers, and one-edit variants."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from tests.games.veiled_fate.harness import PACKS, Game, Log
from tests.games.veiled_fate.simulated import SETTINGS, Setting, simulated
from tests.model import judge_log
from tests.model.check_vectors import pack_finder
from tests.model.errors import Refused
from tests.model.hiding import hide
from tests.model.random_games import random_game, random_header
from tests.model.sprinkle import random_score_log, sprinkle
from tests.model.variants import illegal_variants

#: So many random games, six logs each; `make model` asks for many.
SEEDS = range(7000, 7000 + int(os.environ.get("VFLOG_MODEL_GAMES", "20")))
FIND = pack_finder(PACKS)


def compare(log: Log) -> None:
    """Both judge every record alike, and the game; rules may differ where a record breaks several."""
    *expected, verdict = judge_log(log, FIND)
    expected = [line for line in expected if line["judged"] != "rejected"]
    game = Game(log, digests=True)
    assert len(game.judged) == len(expected)
    for judged, state, digests, line in zip(game.judged, game.states, game.digests, expected, strict=True):
        where = (judged.n, judged.problems, line["message"])
        assert judged.judged == line["judged"], where
        if (digests or (None, None)) != (line["digest"], line["public"]):
            assert state == line["state"], where
            assert digests == (line["digest"], line["public"]), where
    assert (game.verdict.status, game.verdict.winners) == (verdict["status"], verdict["winners"])


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    header = random_header(rng, {"pack": rng.choice(["trial", "trial-small"])}, f"g{seed}")
    try:
        log = random_game(header, FIND, rng)
    except Refused:
        compare([header])
        return
    for other in _others(log, header, rng):
        compare(other)


def _others(log: Log, header: dict[str, Any], rng: random.Random) -> list[Log]:
    score = random_score_log(header, FIND, rng)
    around = hide(log, rng, 0.4) if rng.random() < 0.5 else sprinkle(log, FIND, rng)
    return [log, around, score, *illegal_variants(log, rng, 2), *illegal_variants(score, rng, 1)]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: f"{s.players}-{s.expansions}-{s.role}-{s.hidden}")
def test_simulated_games(setting: Setting) -> None:
    """The simulator's games of every setting, with some edits."""
    rng = random.Random(setting.seed)
    pack = setting.pack if setting.pack != "sample" else "trial"
    log = list(simulated(setting._replace(pack=pack)))
    for other in (log, sprinkle(log, FIND, rng, 0.05), *illegal_variants(log, rng, 2)):
        compare(other)
