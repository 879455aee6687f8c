"""Simulated games of both profiles and all rulings, full or with cards hidden."""

from __future__ import annotations

from functools import cache

from vflog.engine.dice import Dice
from vflog.engine.simulation import Wishes
from vflog.games.udacha import RULESET

from .harness import Log


@cache
def _made(seed: int, hidden: int) -> tuple[dict[str, object], ...]:
    dice = Dice(seed)
    rulings = {named.name: dice.choice(named.values) for named in RULESET.rulings.values() if dice.chance(25)}
    wishes = Wishes(game=f"udacha-{seed}", rulings=rulings, hidden=hidden)
    return tuple(RULESET.simulate(lambda _: None, seed, wishes))


def simulated(seed: int, hidden: bool = False) -> Log:
    """The records of one game, header first; with `hidden`, 70 in a hundred secrets are `"?"`."""
    return list(_made(seed, 70 if hidden else 0))
