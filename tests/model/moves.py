"""The action `move` (section 5)."""

from __future__ import annotations

from typing import Any

from . import board, cards, mother, quests, track, turns
from .config import Config
from .errors import PRINTED, PUBLIC, need

State = dict[str, Any]
Record = dict[str, Any]


def judge_move(config: Config, state: State, record: Record) -> None:
    player, demi = record["player"], record["demi"]
    need(not config.is_role(player, "eredan"), "VF-C3", "Eredan's only actions are God Powers", PUBLIC)
    if demi == track.SORCERER and config.role == "sorcerer":
        need(config.is_role(player, "sorcerer"), "VF-C4", "only the Sorcerer moves that figure", PUBLIC)
    else:
        board.living_demi(config, state, demi, "VF-M1")
    _need(
        demi, ("to" in record) != ("quest" in record), "VF-M1", "a move goes to a location or onto a Quest, one of both"
    )
    turns.use_action(config, state, player)
    _check_sorcerer(config, state, record)
    _need(demi, track.figure_of(state, demi)["quest"] is None, "VF-M4", f"{demi} stands on a Quest", PRINTED)
    if "to" in record:
        _move_to(config, state, record)
    else:
        _move_onto_quest(config, state, record)
    cards.discard_above_limit(config, state, player, record)


def _need(demi: str, condition: object, rule: str, message: str, basis: str | None = None) -> None:
    """The rules of moves; that the Sorcerer's figure, which is no Demi, moves by them too is our reading of C4."""
    if demi == track.SORCERER:
        need(condition, (rule, "VF-C4"), message)
    else:
        need(condition, rule, message, basis)


def _check_sorcerer(config: Config, state: State, record: Record) -> None:
    """C4: the Sorcerer moves its figure, and Demis only from where that is."""
    if config.is_role(record["player"], "sorcerer"):
        here = track.figure_of(state, record["demi"])["at"] == state["celestial"]["at"]
        need(here, "VF-C4", "the Sorcerer moves Demis in its region only", PUBLIC)


def _move_onto_quest(config: Config, state: State, record: Record) -> None:
    player, demi = record["player"], record["demi"]
    quest, slot = record["quest"], record.get("slot", 0)
    _no_rewards(record)
    board.no_space(record)
    if demi == track.SORCERER:
        board.free_quest_slot(config, state, quest, slot, ("VF-M3", "VF-C4"))
    else:
        board.free_quest_slot(config, state, quest, slot, "VF-M3", PRINTED)
    start = track.figure_of(state, demi)["at"]
    region = state["quests"][quest]["region"]
    near = start == region or board.is_adjacent(config, start, region)
    _need(demi, near, "VF-M3", f"{quest} in {region} cannot be reached from {start}", PRINTED)
    printed = config.pack.quest(quest)["slots"][slot - 1]
    need(
        demi == track.SORCERER or board.meets_need(config, demi, printed),
        "VF-M3",
        f"{demi} does not meet the need of slot {slot} of {quest}",
        PRINTED,
    )
    need("card" in record, "VF-M5", "a move onto a slot puts one Fate card into the pile", PRINTED)
    if "from" in record:
        mother.check_from(config, player, record["from"], "VF-M5")
        mother.vote(config, state, quest, record["card"])
        state["turn"]["fate"] = True
    else:
        quests.vote_on_quest(config, state, player, quest, record["card"])
    board.put_on_slot(state, demi, quest, slot)
    if demi != track.SORCERER:
        board.hadria_follows(config, state, start, False, region)
    quests.check_complete(config, state, player, quest)


def _no_rewards(record: Record) -> None:
    for field in ("favor", "refill", "drew"):
        _need(record["demi"], field not in record, "VF-M6", f"{field} is for a move from the Abyss to the Pools")
    _need(record["demi"], "swap" not in record, "VF-M7", "swap is for a move from the Pools to the City")


def _move_to(config: Config, state: State, record: Record) -> None:
    player, demi, end = record["player"], record["demi"], record["to"]
    own = ("VF-C4",) if demi == track.SORCERER else ()
    need("slot" not in record, ("VF-M1", "VF-M5", *own), "slot stands beside quest only")
    need("card" not in record, ("VF-M5", "VF-M1", *own), "card stands beside quest only")
    board.known_location(end, ("VF-M2", *own))
    need("from" not in record, ("VF-M5", "VF-M1", "VF-C3", *own), "from stands beside card only")
    start = track.figure_of(state, demi)["at"]
    _need(demi, board.may_move(config, start, end), "VF-M2", f"{demi} cannot move from {start} to {end}")
    board.put_at(state, demi, end)
    if demi == track.SORCERER:
        _no_rewards(record)
        board.no_space(record)
        return
    board.hadria_follows(config, state, start, False, end)
    if (start, end) == ("abyss", "pools"):
        need("swap" not in record, "VF-M7", "swap is for a move from the Pools to the City")
        _reward_at_pools(config, state, player, record)
    elif (start, end) == ("pools", "city"):
        for field in ("favor", "refill", "drew"):
            need(field not in record, "VF-M6", f"{field} is for a move from the Abyss to the Pools")
        _swap(config, state, player, record)
    else:
        _no_rewards(record)
    if end == "city":
        board.arrive_in_city(config, state, player, demi, record)
    else:
        board.no_space(record)


def _reward_at_pools(config: Config, state: State, player: str, record: Record) -> None:
    """M6."""
    if state["hadria"] is not None and state["hadria"]["display"]:
        need("drew" not in record, "VF-M6", "the reward is a Favor, no Fate card")
        need("favor" in record and "refill" in record, "VF-M6", "a Favor is taken and the display refilled")
        take_favor(config, state, player, record["favor"], record["refill"])
        return
    need("favor" not in record and "refill" not in record, "VF-M6", "there is no Favor to take")
    need("drew" in record, "VF-M6", "drew names the card drawn, or null")
    card = record["drew"]
    wanted = cards.room(config, state, player, 1)
    if card is None and config.rulings["pools_draw"] == "may":
        return
    drawn = [] if card is None else [card]
    number = cards.draw_number(config, state, wanted)
    need(len(drawn) == number, "VF-M6", f"drew holds {len(drawn)} cards, but {number} is drawn")
    cards.draw_to_hand(config, state, player, drawn, 1, "drew")


def take_favor(config: Config, state: State, player: str, favor: str, refill: str | None) -> None:
    hadria = state["hadria"]
    need(favor in hadria["display"], "VF-M6", f"{favor!r} is not in the display")
    index = hadria["display"].index(favor)
    if hadria["deck"] == 0:
        need(refill is None, "VF-M6", "the Favor deck is empty, nothing takes the place")
        hadria["display"].pop(index)
    else:
        need(refill is not None, "VF-M6", "a Favor of the deck takes the place")
        need(refill in config.pack.favors, "VF-H1", f"{refill!r} is no Favor")
        hadria["display"][index] = refill
        hadria["deck"] -= 1
    hand = state["favors"][player]["hand"]
    state["favors"][player]["hand"] = sorted([*hand, favor])
    state["turn"]["favor_gained"] = True
    check_favors(config, state)


def check_favors(config: Config, state: State) -> None:
    """H1: copies seen of one id, and of one power."""
    if state["hadria"] is None:
        return
    seen = list(state["hadria"]["display"])
    for held in state["favors"].values():
        seen += held["hand"] + held["played"]
    for favor, entry in config.pack.favors.items():
        need(
            seen.count(favor) <= entry["copies"],
            "VF-H1",
            f"{seen.count(favor)} copies of {favor} are seen, but there are {entry['copies']}",
        )
    for power in config.pack.favor_powers():
        number = sum(1 for favor in seen if config.pack.favors[favor]["power"] == power)
        there = config.favors_of_power(power)
        need(number <= there, "VF-H1", f"{number} Favors of {power} are seen, but {there} are in play")


def _swap(config: Config, state: State, player: str, record: Record) -> None:
    """M7."""
    if "swap" not in record:
        return
    swap = record["swap"]
    cards.take(config, state, player, [swap["discard"]])
    cards.discard(state, {swap["discard"]: 1})
    drawn = [] if swap["drew"] is None else [swap["drew"]]
    hand = state["hands"][player]
    cards.draw_listed(config, state, hand, drawn, cards.room(config, state, player, 1), "swap")
    state["turn"]["fate"] = True
