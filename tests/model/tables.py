"""Random tables: a header, a pack, and the logs of what is played there."""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .check_vectors import finder
from .errors import Refused, Unsupported
from .hiding import hide
from .judge import Find
from .random_games import illegal_header, random_game, random_header
from .random_packs import as_toml, random_pack
from .sprinkle import random_score_log, sprinkle
from .variants import ALL_EDITS, illegal_variants

Log = list[dict[str, Any]]
PACKS = Path(__file__).parents[1] / "vectors" / "packs"
TRIALS = ("trial", "trial-small")


class Table:
    """Where one random game is played: its header and pack."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.packs = {name: (PACKS / f"{name}.toml").read_bytes() for name in TRIALS}
        content = {"pack": self.rng.choice([*TRIALS, "made", "made"])}
        self.header = random_header(self.rng, content, f"g{seed}")
        if content["pack"] != "made" and self.rng.random() < 0.9 and self._needs_more(content["pack"]):
            content["pack"] = "made"
        if content["pack"] == "made":
            self.packs["made"] = as_toml(random_pack(self.rng, "made", len(self.header["players"])))
        self.find: Find = finder(
            {
                name: (hashlib.sha256(data).hexdigest(), tomllib.loads(data.decode()))
                for name, data in self.packs.items()
            }
        )
        if self.rng.random() < 0.1:
            content["sha256"] = hashlib.sha256(self.packs[content["pack"]]).hexdigest()

    def _needs_more(self, trial: str) -> bool:
        """Whether a trial pack has no data for the role, or too few cards."""
        roles = {player.get("role") for player in self.header["players"]}
        few = trial == "trial-small" and len(self.header["players"]) == 9
        return few or bool(roles & {"steward", "sorcerer", "prophet"})

    def whole(self, rulings: list[float]) -> Log | None:
        """A game from its set-up to its end, some with a judge's rulings; None where the header allows none."""
        try:
            return random_game(self.header, self.find, self.rng, ruled=self.rng.choice(rulings))
        except (Refused, Unsupported):
            return None

    def score(self) -> Log:
        return random_score_log(self.header, self.find, self.rng)

    def logs(self, variants: int = 3) -> Iterator[Log]:
        """A whole game, hidden, with what happens around it, kept by a scorekeeper; one-edit variants of them."""
        rng = self.rng
        if rng.random() < 0.1:
            yield [illegal_header(rng, self.header), {"type": "note"}]
        log, score = self.whole([0, 0, 0.02, 0.1]), self.score()
        if log is None:
            yield [self.header]
            return
        yield log
        yield hide(log, rng, rng.choice([0.2, 0.5, 1]))
        around = sprinkle(log, self.find, rng)
        yield around
        yield from illegal_variants(around, rng, 1, ALL_EDITS)
        yield score
        if len(score) > 1:
            yield sprinkle(score, self.find, rng)
        yield from illegal_variants(log, rng, variants, ALL_EDITS)
        yield from illegal_variants(hide(log, rng, 0.4), rng, (variants + 1) // 2, ALL_EDITS)
        yield from illegal_variants(score, rng, (variants + 1) // 2, ALL_EDITS)
