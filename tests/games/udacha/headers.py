"""Random headers of Udacha."""

from __future__ import annotations

import random
from typing import Any

from tests.model_udacha.random_catalogues import random_cards
from vflog.games.udacha.invented import CARDS
from vflog.games.udacha.rulings import FIRST, NAMED


def random_header(rng: random.Random, game: str) -> dict[str, Any]:
    """The header of a game with some catalogue, profile and rulings."""
    return {
        "type": "game",
        "format": "vflog/1",
        "game": game,
        "ruleset": "udacha",
        "revision": FIRST.name,
        "players": [{"id": "A"}, {"id": "B"}],
        "to_win": rng.randint(1, 4),
        "profile": rng.choice(["core", "strict"]),
        "rulings": {name: rng.choice(r.values) for name, r in NAMED.items() if rng.random() < rng.choice((0, 0.4))},
        "cards": CARDS if rng.random() < 0.5 else random_cards(rng),
    }
