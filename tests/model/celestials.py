"""The record `celestial`, and what the roles win by (C1 to C4)."""

from __future__ import annotations

from typing import Any

from . import owners, track
from .config import Config
from .errors import PRINTED, PUBLIC, need, refuse

State = dict[str, Any]
Record = dict[str, Any]

#: E1: with teams two players share a Demi, so there are two cards of each.
COPIES_WITH_TEAMS = 2


def judge_celestial(config: Config, state: State, record: Record) -> None:
    player, act = record["player"], record["act"]
    need(player == config.celestial, "VF-C2", f"{player} is no Celestial")
    if act == "look":
        need(config.role == "arbiter", "VF-C2", "only the Arbiter looks through the unused Demis",
             PRINTED)
        need("drew" not in record, "VF-C2", "a look draws nothing")
    elif act == "swap":
        need(config.role == "tormentor", "VF-C3", "only the Tormentor changes its Demi", PUBLIC)
        _swap(config, state, player, record)
    else:
        refuse("VF-C4", f"{act!r} is no act of a Celestial")


def _swap(config: Config, state: State, player: str, record: Record) -> None:
    need(state["phase"] == "turn" and state["turn"]["player"] == player, "VF-C3",
         "the Tormentor swaps in its own turn", PUBLIC)
    need(not state["celestial"]["used"], "VF-C3", "the Tormentor swaps once a game", PUBLIC)
    need("drew" in record, "VF-C3", "drew names the new Demi, or ?")
    drew, before = record["drew"], state["known_demis"][player]
    owners.check_form(config, player, drew, "VF-C3", hidden=True)
    need(drew == "?" or drew != before or config.teams(), "VF-C3", "the card given back is not drawn again", PUBLIC)
    if config.teams():
        copies = [before, *state["shown"]]
        copies += [demi for other in config.others() for demi in owners.known_of(state, other)]
        need(copies.count(drew) < COPIES_WITH_TEAMS, "VF-C3", f"no copy of {drew} is left", PUBLIC)
    elif before != "?":
        state["_given_back"] = [before]
    state["known_demis"][player] = drew
    state["celestial"]["used"] = True
    owners.check_all(config, state, "VF-C3")


# -- winning ------------------------------------------------------------------------

def wins_before(config: Config, state: State, held: dict[str, list[str]], guess: dict[str, str]
                ) -> bool:
    """The "before" check: Eredan's guesses."""
    if config.role != "eredan":
        return False
    right = sum(1 for player, demi in guess.items() if held.get(player) == [demi])
    # Those that the players hold, known or not: without teams each holds another, with teams two share one.
    different = (len(config.others()) + 1) // 2 if config.teams() else len(config.others())
    if different <= 3:
        return right >= 2
    if different <= 5:
        return right >= 3
    if different <= 7:
        return right >= 4
    return right >= 5


def wins_at_end(config: Config, state: State, held: dict[str, list[str]]) -> bool:
    """The "at the end" check, after annihilation."""
    left = track.places(state)
    if config.role == "mother-to-all":
        return _mother_wins(config, left, held)
    own = held.get(config.celestial or "", [])
    if not own or any(demi not in left for demi in own):
        return False
    if config.role == "arbiter":
        highest, lowest = left[:3], left[-3:]
        one, other = own
        return (one in highest and other in lowest) or (other in highest and one in lowest)
    if config.role == "tormentor":
        return left[-1] == own[0]
    return False


def _mother_wins(config: Config, left: list[str], held: dict[str, list[str]]) -> bool:
    controlled = {demi for player in config.others() for demi in held.get(player, [])}
    if any(demi not in left for demi in controlled):
        return False
    return all(demi in controlled for demi in left[: len(controlled)])
