"""The places of a game that was played to its end (E3)."""

from __future__ import annotations

from typing import Any

from . import owners, track
from .config import Config

State = dict[str, Any]


def places(config: Config, state: State) -> dict[str, int]:
    """Each player's place: one more than the players ahead; from 2 on where nobody won."""
    order = track.places(state)

    def key(player: str) -> tuple[int, int]:
        if player in state["winners"]:
            return 0, 0
        if player == config.celestial:
            return 3, 0
        demi = owners.known_of(state, player)[0]
        return (1, order.index(demi)) if demi in order else (2, 0)

    keys = {player: key(player) for player in config.players}
    first = 1 if state["winners"] else 2
    return {player: first + sum(other < keys[player] for other in keys.values()) for player in config.players}
