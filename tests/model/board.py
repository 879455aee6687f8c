"""Places, who stands where, Hadria's steps, and the City card (sections 1 and 4)."""

from __future__ import annotations

from typing import Any

from . import cards, track
from .config import Config
from .errors import Rules, need, refuse
from .pack import LOCATIONS, REGIONS

State = dict[str, Any]
Record = dict[str, Any]


def known_demi(config: Config, demi: Any, rule: Rules) -> None:
    need(demi in config.pack.demis, rule, f"{demi!r} is no Demi")


def living_demi(config: Config, state: State, demi: Any, rule: Rules) -> None:
    if demi == track.SORCERER and config.role == "sorcerer":
        refuse("VF-C4", "the Sorcerer's figure is no Demi")
    known_demi(config, demi, rule)
    need(state["demis"].get(demi, {}).get("renown", 0) is not None, rule, f"{demi} is out of the game")


def is_adjacent(config: Config, start: str, end: str) -> bool:
    """B1, B2: whether two of the City and the regions are neighbours, this way."""
    if start == end:
        return False
    if start == "city":
        return end in REGIONS
    if end == "city":
        return start in REGIONS
    if start not in REGIONS or end not in REGIONS:
        return False
    if (start, end) == ("mountains", "coast"):
        return bool(config.rulings["bridge"] == "both")
    return config.pack.ring_neighbours(start, end)


def may_move(config: Config, start: str, end: str) -> bool:
    """M2: whether a move leads from one location to another."""
    if end == "abyss":
        return False
    if end == "pools":
        return start == "abyss"
    if start == "abyss":
        return False
    if start == "pools":
        return end == "city"
    return is_adjacent(config, start, end)


def demis_at(state: State, locations: list[str]) -> list[str]:
    """B6: the Demis in some locations, those on slots too (no order)."""
    return [
        demi for demi, figure in state["demis"].items() if figure["at"] in locations and figure["renown"] is not None
    ]


def free_quest_slot(config: Config, state: State, quest: Any, slot: int, rule: Rules, basis: str | None = None) -> None:
    need(quest in state["quests"], rule, f"{quest!r} is no Quest on the board", basis)
    slots = state["quests"][quest]["slots"]
    need(1 <= slot <= len(slots), rule, f"{quest} has no slot {slot}", basis)
    need(slots[slot - 1] is None, rule, f"slot {slot} of {quest} is not free", basis)
    printed = config.pack.quest(quest)["slots"][slot - 1]
    need(not is_ignored(config, state, printed), "VF-C4", f"slot {slot} of {quest} is for the dead alone")


def meets_need(config: Config, demi: str, slot: dict[str, Any]) -> bool:
    """M3: `house:…`, `colour:…`, `demi:…` or none."""
    wanted = slot.get("need")
    if wanted is None:
        return True
    what, _, value = wanted.partition(":")
    if what == "house":
        return bool(config.pack.house[demi] == value)
    if what == "colour":
        return bool(config.pack.colour[demi] == value)
    return bool(what == "demi" and demi == value)


def is_ignored(config: Config, state: State, printed: dict[str, Any]) -> bool:
    """C4: a slot that only Demis could take who died by a prophecy."""
    if config.role != "prophet":
        return False
    fitting = [demi for demi in config.pack.demis if meets_need(config, demi, printed)]
    return bool(fitting) and all(demi in state["celestial"]["dead"] for demi in fitting)


def is_full(config: Config, state: State, quest: str) -> bool:
    """Whether every slot of a Quest is taken, but for those that are ignored."""
    printed = config.pack.quest(quest)["slots"]
    return all(
        demi is not None or is_ignored(config, state, printed[index])
        for index, demi in enumerate(state["quests"][quest]["slots"])
    )


def put_on_slot(state: State, demi: str, quest: str, slot: int) -> None:
    """A Demi goes onto a free slot, from wherever it is."""
    track.free_slot(state, demi)
    state["quests"][quest]["slots"][slot - 1] = demi
    track.figure_of(state, demi).update(at=state["quests"][quest]["region"], quest=quest, slot=slot)


def put_at(state: State, demi: str, location: str) -> None:
    track.free_slot(state, demi)
    track.figure_of(state, demi)["at"] = location


def hadria_follows(config: Config, state: State, start: str, from_slot: bool, end: str) -> None:
    """H2: a Demi left `start` for `end` by a move or a God Power."""
    hadria = state["hadria"]
    if hadria is None or start == end or hadria["at"] != start:
        return
    if from_slot and not config.rulings["hadria_follows_quest"]:
        return
    hadria["at"] = end


# -- the City card (A5) ----------------------------------------------------------


def arrive_in_city(config: Config, state: State, player: str, demi: str, record: Record) -> None:
    """The marker goes one space on and the mover has that space."""
    space = record.get("space", {})
    if state["city"] is None:
        need(not space, "VF-A5", "there is no City card, so no space")
        return
    card = config.pack.city[state["city"]["card"]]
    state["city"]["space"] += 1
    number = state["city"]["space"]
    if number >= len(card["spaces"]):
        state["city"] = None
    _have_space(config, state, player, demi, card["spaces"][number - 1], space)


def no_space(record: Record) -> None:
    need(not record.get("space"), "VF-A5", "this record comes to no City space")


def _only(space: Record, wanted: str | None) -> None:
    for key in space:
        if not key.startswith("x_"):
            need(key == wanted, "VF-A5", f"this City space asks for {wanted}, not for {key}")


def _have_space(config: Config, state: State, player: str, demi: str, text: str, space: Record) -> None:
    word, _, amount = text.partition(" ")
    if word == "draw":
        _only(space, "drew")
        cards.draw_to_hand(config, state, player, space.get("drew", []), int(amount), "the City space")
    elif word in ("gain", "lose"):
        _only(space, None)
        track.apply(config, state, [(demi, track.parse_result(text, None))])
    elif word == "coin":
        _only(space, "coin")
        need("coin" in space, "VF-A5", "this City space asks for the coin")
        track.apply(config, state, [(demi, track.parse_result("coin", space["coin"]))])
    elif word in ("choose_gain", "smite_choice"):
        _only(space, "target")
        need("target" in space, "VF-A5", "this City space asks for a target")
        target = space["target"]
        # A smite reaches the Sorcerer's figure too (C4).
        if word == "choose_gain" or target != track.SORCERER or config.role != "sorcerer":
            living_demi(config, state, target, "VF-A5")
        result = f"gain {amount}" if word == "choose_gain" else "smite"
        track.apply(config, state, [(target, track.parse_result(result, None))])
    elif word == "nothing":
        _only(space, None)
    else:
        refuse("VF-A5", f"the City space {text!r} is not known")


def known_location(location: Any, rule: Rules) -> None:
    need(location in LOCATIONS, rule, f"{location!r} is no location")
