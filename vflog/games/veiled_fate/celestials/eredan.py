"""Eredan (VF-C3): no own Demi, one action a turn, God Powers only and free; wins by guessing who is who."""

from __future__ import annotations

from vflog.games.veiled_fate import identity
from vflog.games.veiled_fate.celestials.frame import Demis, Role
from vflog.games.veiled_fate.records import VeiledFateEnd
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET

#: By the number of different player Demis (known or not): how many guesses must be right.
GUESSES = {1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5}


def _won(g: Game, demis: Demis, r: VeiledFateEnd) -> bool:
    """Before the reveal it has guessed enough of the players' Demis."""
    if r.guess is UNSET:
        return False
    right = sum(identity.as_list(demis[p])[0] == r.guess[p] for p in g.terms.mortals)
    return right >= GUESSES[identity.different(g)]


ROLE = Role(
    name="eredan",
    title="Eredan",
    rule="VF-C3",
    text="Before the Demis are shown it guesses who has which; one action a turn, God Powers only, and those free.",
    wins="before",
    won=_won,
    demis=0,
    actions=1,
    moves=False,
    powers="free",
    guesses=True,
)
