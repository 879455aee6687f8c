"""Who holds which Demi card, as far as the log tells (S2, E1, Revelation)."""

from __future__ import annotations

from typing import Any

from .config import Config
from .errors import PRINTED, need

State = dict[str, Any]

#: E1: with teams two players share a Demi, so there are two cards of each.
COPIES_WITH_TEAMS = 2


def as_list(value: Any) -> list[str]:
    return list(value) if isinstance(value, list) else [value]


def known_of(state: State, player: str) -> list[str]:
    """The Demis of a player that are known."""
    return [demi for demi in as_list(state["known_demis"].get(player, "?")) if demi != "?"]


def check_form(config: Config, player: str, value: Any, rule: str, hidden: bool) -> None:
    """A Demi, or the Arbiter's two, each known or (where `hidden`) `?`."""
    need(config.has_demi(player), "VF-C3", f"{player} holds no Demi")
    if config.is_role(player, "arbiter"):
        whole = hidden and value == "?"
        pair = isinstance(value, list) and len(value) == 2
        need(whole or pair, "VF-C2", "the Arbiter holds a list of two Demis")
    else:
        need(not isinstance(value, list), rule, f"{player} holds one Demi")
    for demi in as_list(value):
        known = demi in config.pack.demis or (hidden and demi == "?")
        need(known, rule, f"{demi!r} is no Demi")


def check_all(config: Config, state: State, rule: str) -> None:
    """S2, E1, C2: what is known of the Demi cards fits together."""
    if config.role == "arbiter" and config.celestial is not None:
        own = known_of(state, config.celestial)
        need(len(set(own)) == len(own), "VF-C2", "the Arbiter's two Demis are different", PRINTED)
    if config.teams():
        _check_teams(config, state)
        return
    known: list[str] = []
    for player in config.players:
        known += known_of(state, player)
    need(len(set(known)) == len(known), rule, "two players hold the same Demi")
    for demi in state["shown"]:
        need(demi not in known, "VF-G", f"{demi} was shown as unused")
    for player in config.players:
        _check_given_back(state, player)


def _check_given_back(state: State, player: str) -> None:
    for demi in known_of(state, player):
        need(demi not in state["_given_back"], ("VF-C3", "VF-E2"), f"{demi} was given back")


def _check_teams(config: Config, state: State) -> None:
    """E1: two players a Demi at most, at most half of them (rounded up) different."""
    known = [demi for player in config.others() for demi in known_of(state, player)]
    for demi in set(known):
        need(known.count(demi) <= 2, "VF-E1", f"{demi} belongs to more than two players")
    for player in config.players:
        for demi in known_of(state, player):
            need(state["shown"].count(demi) < COPIES_WITH_TEAMS, "VF-G", f"both cards of {demi} were shown as unused")
    if config.celestial is not None:
        _check_given_back(state, config.celestial)
    most = (len(config.others()) + 1) // 2
    need(len(set(known)) <= most, "VF-E1", f"more than {most} different Demis")


def set_up_demis(config: Config, state: State, demis: dict[str, Any]) -> None:
    wanted = [player for player in config.players if config.has_demi(player)]
    need(sorted(demis) == sorted(wanted), "VF-S2", "demis names every player who holds a Demi")
    for player in wanted:
        learn(config, state, player, demis[player], "VF-S2", hidden=True)
    check_all(config, state, "VF-S2")


def learn(config: Config, state: State, player: str, told: Any, rule: str, hidden: bool) -> None:
    """What is told of a player's Demis must agree with what was known; `?` takes nothing back."""
    check_form(config, player, told, rule, hidden)
    known = [demi for demi in known_of(state, player) if demi not in as_list(told)]
    if told == "?":
        return
    places = as_list(told).count("?")
    need(len(known) <= places, rule, f"{player} was known to hold {known}")
    merged = [known.pop() if demi == "?" and known else demi for demi in as_list(told)]
    state["known_demis"][player] = merged if isinstance(told, list) else merged[0]


def tell(config: Config, state: State, told: dict[str, Any], hidden: bool) -> None:
    """The end tells Demis: they are known from now on."""
    for player in told:
        need(player in config.players, "VF-E2", f"{player!r} is no player of this game")
        learn(config, state, player, told[player], "VF-E2", hidden)
    check_all(config, state, "VF-E2")
