"""Deals Demi cards: to everybody, or to those whose Demis a log does not tell (S2, E1, C2)."""

from __future__ import annotations

import random
from typing import Any

from . import owners
from .config import Config

State = dict[str, Any]


def dealt(config: Config, state: State, rng: random.Random) -> dict[str, Any]:
    """Every player's Demi: those that are known, the others from what can be left."""
    told = {player: owners.as_list(known) for player, known in state["known_demis"].items()}
    celestial = str(config.celestial)
    if config.role == "arbiter" and len(told[celestial]) < 2:
        told[celestial] = ["?", "?"]
    copies = owners.COPIES_WITH_TEAMS if config.teams() else 1
    unheld = [demi for demi in config.pack.demis if state["shown"].count(demi) < copies]
    left = (
        _of_teams(config, told, unheld, rng)
        if config.teams()
        else [demi for demi in unheld if not any(demi in held for held in told.values())]
    )
    left = [demi for demi in left if demi not in state["_given_back"] or config.teams()]
    rng.shuffle(left)
    for player in config.others():
        told[player] = _filled(told[player], left)
    if celestial in told:
        others = unheld if config.teams() else left
        others = [demi for demi in others if demi not in told[celestial] and demi not in state["_given_back"]]
        told[celestial] = _filled(told[celestial], rng.sample(others, len(others)))
    return {player: held if config.is_role(player, "arbiter") else held[0] for player, held in told.items()}


def _of_teams(config: Config, told: dict[str, list[str]], unheld: list[str], rng: random.Random) -> list[str]:
    """What the players of teams hold that is not known: of so many Demis two cards each, with seven one less."""
    known = [demi for player in config.others() for demi in told[player] if demi != "?"]
    chosen = list(dict.fromkeys(known))
    others = [demi for demi in unheld if demi not in chosen]
    chosen += rng.sample(others, len(others))[: max(0, (len(config.others()) + 1) // 2 - len(chosen))]
    return [demi for demi in chosen for _ in range(2 - known.count(demi))]


def _filled(held: list[str], left: list[str]) -> list[str]:
    return [left.pop() if demi == "?" and left else demi for demi in held]
