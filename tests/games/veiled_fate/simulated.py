"""Simulated games of many settings, made once."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from vflog.games.veiled_fate import RULESET
from vflog.games.veiled_fate.rulings import NAMED
from vflog.games.veiled_fate.simulate import simulate
from vflog.games.veiled_fate.wishes import Wishes

from .harness import Log, find


class Setting(NamedTuple):
    """What kind of game is simulated."""

    players: int
    expansions: str = ""
    role: str | None = None
    powers: str | None = None
    hidden: int = 0
    #: Every how many-th named ruling takes another value than its default (0: none).
    rulings: int = 0
    pack: str = "sample"
    seed: int = 1


#: Small decks run out, many players fill Quests, hidden games count what is not known.
SETTINGS: tuple[Setting, ...] = (
    Setting(2, seed=3),
    Setting(3, "hadria servants", seed=4, pack="trial-small"),
    Setting(4, "hadria", powers="base", rulings=2, seed=5),
    Setting(5, hidden=40, seed=6, pack="trial-small"),
    Setting(6, "hadria celestials", "arbiter", seed=7, rulings=3),
    Setting(7, "hadria", seed=8),
    Setting(9, "celestials servants", "mother-to-all", powers="base", seed=9),
    Setting(4, "celestials hadria", "tormentor", hidden=100, seed=10),
    Setting(5, "celestials", "eredan", rulings=4, seed=11, pack="trial-small"),
)


@cache
def simulated(setting: Setting) -> tuple[dict[str, Any], ...]:
    """The records of that game, header first; never changed by those who read them."""
    named = list(NAMED.values())
    rulings = {r.name: r.values[-1] for i, r in enumerate(named) if setting.rulings and i % setting.rulings == 0}
    wishes = Wishes(
        game="-".join(map(str, filter(None, ("g", setting.players, *setting.expansions.split(), setting.role)))),
        players=setting.players,
        expansions=tuple(setting.expansions.split()),
        role=setting.role,
        powers=setting.powers,
        hidden=setting.hidden,
        rulings=rulings,
        pack=None if setting.pack == "sample" else setting.pack,
    )
    return tuple(simulate(RULESET, find, setting.seed, wishes))


def numbered(log: Log) -> Log:
    """The same records, numbered by their places."""
    return [{**record, "n": n} for n, record in enumerate(log)]
