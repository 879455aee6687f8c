"""Random legal games of Nim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta

from vflog.engine import simulation
from vflog.engine.dice import Dice
from vflog.engine.ruleset import Finder, Ruleset

_NAMES = ("ada", "bob", "cy", "dot")


class Wishes(simulation.Wishes, frozen=True, kw_only=True):
    """Beside what every ruleset knows: the piles."""

    piles: Annotated[tuple[int, ...], Meta(description="piles")] = ()


def simulate(ruleset: Ruleset, find: Finder, seed: int, wishes: Wishes) -> Iterator[dict[str, Any]]:
    """The records of one game."""
    dice = Dice(seed)
    count = wishes.players or 2
    if not 2 <= count <= len(_NAMES):
        raise simulation.Impossible(f"Nim is played by 2 to {len(_NAMES)} here.")
    seats = _NAMES[:count]
    piles = list(wishes.piles) or [1 + dice.below(5) for _ in range(2 + dice.below(3))]
    header = {
        "type": "game",
        "n": 0,
        "format": "vflog/1",
        "game": wishes.game,
        "ruleset": ruleset.name,
        "revision": "1",
        "players": [{"id": name} for name in seats],
        "rulings": dict(wishes.rulings),
        "event": wishes.event,
        "round": wishes.round,
        "table": wishes.table,
        "source": {"app": simulation.APP},
        "piles": piles[:],
    }
    yield {key: value for key, value in header.items() if value not in (None, {})}
    n = 0
    for player in seats:
        if dice.chance(50):
            n += 1
            hidden = dice.chance(wishes.hidden)
            yield {"type": "pledge", "n": n, "player": player, "pile": "?" if hidden else 1 + dice.below(len(piles))}
    turn = 0
    while any(piles):
        n += 1
        pile = dice.choice([i for i, there in enumerate(piles) if there])
        stones = 1 + dice.below(piles[pile])
        piles[pile] -= stones
        yield {"type": "take", "n": n, "player": seats[turn % count], "pile": pile + 1, "stones": stones}
        turn += 1
    yield {"type": "end", "n": n + 1}
