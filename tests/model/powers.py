"""God Powers and Favors (sections 7 and 9)."""

from __future__ import annotations

from typing import Any

from . import board, cards, quests, track, turns
from .config import COSTS, Config
from .errors import ASSUMED, PRINTED, PUBLIC, need, refuse
from .pack import KINDS

State = dict[str, Any]
Record = dict[str, Any]

#: The fields of each power, beside those of every record.
FIELDS = {
    "portal": ["demi", "to", "quest", "slot", "card", "space", "discard"],
    "transfiguration": ["demis"],
    "smite": ["demi"],
    "omniscience": ["quest", "added", "saw"],
    "influence": ["quest", "card"],
    "command": ["servant", "to"],
}
RULES = {
    "portal": "VF-P2",
    "transfiguration": "VF-P3",
    "smite": "VF-P4",
    "omniscience": "VF-P5",
    "influence": "VF-P6",
    "command": "VF-P7",
}
COMMON = ["type", "n", "game", "at", "player", "power", "pay", "favor"]


def judge_power(config: Config, state: State, record: Record, voted: str | None) -> None:
    """P1. `voted` is the Quest onto which Influence may follow."""
    player, power = record["player"], record["power"]
    need(power in COSTS["base"], "VF-P1", f"{power!r} is no God Power")
    need(not config.is_role(player, "sorcerer"), "VF-C4", "the Sorcerer has no God Powers", PUBLIC)
    _check_phase(state, power)
    turns.use_action(config, state, player)
    cost = 0 if config.is_role(player, "eredan") else COSTS[config.powers][power]
    pay = record.get("pay", [])
    rule, basis = ("VF-P1", PRINTED) if cost or not pay else (("VF-P1", "VF-C3"), None)
    need(len(pay) == cost, rule, f"{power} costs {cost} cards, {len(pay)} are paid", basis)
    pay_cards(config, state, player, pay)
    if config.is_role(player, "eredan"):
        state["turn"]["fate"] = True
    _use(config, state, player, power, record, voted, by_favor=False)


def judge_favor(config: Config, state: State, record: Record, voted: str | None) -> None:
    """H4."""
    player, favor = record["player"], record["favor"]
    need(state["hadria"] is not None, "VF-H4", "there are no Favors without Hadria")
    need(not state["turn"]["favor_played"], "VF-H4", "one Favor a turn", PRINTED)
    held = state["favors"][player]
    need(favor in held["hand"], "VF-H4", f"{player} does not hold {favor!r}", PRINTED)
    entry = config.pack.favors[favor]
    _check_phase(state, entry["power"])
    held["hand"].remove(favor)
    held["played"].append(favor)
    held["corruption"] += entry["corruption"]
    state["turn"]["favor_played"] = True
    _use(config, state, player, entry["power"], record, voted, by_favor=True)


def _check_phase(state: State, power: str) -> None:
    if state["phase"] == "voters":
        need(power == "influence", "VF-Q1", "the voters are to be named now")


def pay_cards(config: Config, state: State, player: str, pay: list[str]) -> None:
    """The Fate cards of a God Power go to the discards, with Omnipotence to the Age pile."""
    if not pay:
        return
    cards.take(config, state, player, pay)
    state["turn"]["fate"] = True
    if state["age_card"] == "omnipotence":
        cards.add_all(state["age_pile"], cards.tally(pay))
    else:
        cards.discard(state, cards.tally(pay))


def _use(
    config: Config,
    state: State,
    player: str,
    power: str,
    record: Record,
    voted: str | None,
    by_favor: bool,
) -> None:
    for field in record:
        known = field in COMMON or field in FIELDS[power] or field.startswith("x_")
        rule = (RULES[power], "VF-A5") if field == "space" else RULES[power]
        need(known, rule, f"{power} has no field {field}")
    if power == "portal":
        _portal(config, state, player, record)
    elif power == "transfiguration":
        _transfiguration(config, state, record)
    elif power == "smite":
        _smite(config, state, record)
    elif power == "omniscience":
        _omniscience(config, state, record, by_favor)
    elif power == "influence":
        _influence(config, state, player, record, voted)
    elif power == "command":
        _command(config, state, record)
    else:
        refuse("VF-P1", f"{power!r} is no God Power")
    cards.discard_above_limit(config, state, player, record)


# -- Portal (P2) -------------------------------------------------------------------


def _portal(config: Config, state: State, player: str, record: Record) -> None:
    board.living_demi(config, state, record.get("demi"), "VF-P2")
    need(("to" in record) != ("quest" in record), "VF-M1", "a Portal leads to a location or onto a Quest, one of both")
    if "to" in record:
        _portal_to(config, state, player, record)
    else:
        _portal_onto_quest(config, state, player, record)


def _portal_to(config: Config, state: State, player: str, record: Record) -> None:
    demi, end = record["demi"], record["to"]
    need("slot" not in record, ("VF-M1", "VF-P2"), "slot stands beside quest only")
    need("card" not in record, "VF-P2", "card stands beside quest only")
    board.known_location(end, "VF-P2")
    figure = state["demis"][demi]
    start, from_slot = figure["at"], figure["quest"] is not None
    need(start != end or from_slot, "VF-P2", f"{demi} is in {end} already", ASSUMED)
    board.put_at(state, demi, end)
    board.hadria_follows(config, state, start, from_slot, end)
    if end == "city" and config.rulings["city_by_portal"]:
        board.arrive_in_city(config, state, player, demi, record)
    else:
        board.no_space(record)


def _portal_onto_quest(config: Config, state: State, player: str, record: Record) -> None:
    demi, quest, slot = record["demi"], record["quest"], record.get("slot", 0)
    board.no_space(record)
    board.free_quest_slot(config, state, quest, slot, "VF-P2", PRINTED)
    figure = state["demis"][demi]
    start, from_slot = figure["at"], figure["quest"] is not None
    if config.rulings["portal_votes"]:
        need("card" in record, "VF-P2", "a Portal onto a slot puts one Fate card into the pile", ASSUMED)
        quests.vote_on_quest(config, state, player, quest, record["card"])
    else:
        need("card" not in record, "VF-P2", "a Portal onto a slot puts no Fate card into the pile", ASSUMED)
    board.put_on_slot(state, demi, quest, slot)
    board.hadria_follows(config, state, start, from_slot, state["quests"][quest]["region"])
    quests.check_complete(config, state, player, quest)


# -- the others ----------------------------------------------------------------------


def _transfiguration(config: Config, state: State, record: Record) -> None:
    demis = record.get("demis", [])
    need(len(demis) == 2 and demis[0] != demis[1], "VF-P3", "two different Demis change slots", PRINTED)
    for demi in demis:
        board.living_demi(config, state, demi, "VF-P3")
    one, other = state["demis"][demis[0]], state["demis"][demis[1]]
    need(
        one["quest"] is not None and one["quest"] == other["quest"],
        "VF-P3",
        "the two Demis do not stand on the same Quest",
        PRINTED,
    )
    slots = state["quests"][one["quest"]]["slots"]
    one["slot"], other["slot"] = other["slot"], one["slot"]
    slots[one["slot"] - 1] = demis[0]
    slots[other["slot"] - 1] = demis[1]


def _smite(config: Config, state: State, record: Record) -> None:
    demi: str = record.get("demi", "")
    if demi == track.SORCERER and config.role == "sorcerer":
        track.change_sorcerer(config, state, [("smite", 0)])
        return
    board.living_demi(config, state, demi, "VF-P4")
    figure = state["demis"][demi]
    start, from_slot = figure["at"], figure["quest"] is not None
    track.apply(config, state, [(demi, [("smite", 0)])])
    board.hadria_follows(config, state, start, from_slot, "abyss")


def _omniscience(config: Config, state: State, record: Record, by_favor: bool) -> None:
    quest = record.get("quest")
    need(quest in state["quests"], "VF-P5", f"{quest!r} is no Quest on the board")
    need("added" in record, "VF-P5", "added names the card that joins the pile, or null")
    pile = state["quests"][quest]["pile"]
    added = [] if record["added"] is None else [record["added"]]
    cards.draw_listed(config, state, pile, added, 1, "added", ("VF-F2", "VF-P5"))
    looks = by_favor or config.powers == "rebalanced"
    looks = looks or config.rulings["base_omniscience"] == "look"
    if "saw" not in record:
        return
    need(looks, "VF-P5", "there is no look through the pile", PRINTED)
    saw = cards.tally(record["saw"])
    size = cards.count(pile)
    need(cards.count(saw) == size, "VF-P5", f"the pile holds {size} cards")
    known = {}
    for kind in KINDS:
        number = max(pile.get(kind, 0), saw.get(kind, 0))
        if number > 0:
            known[kind] = number
    need(cards.count(known) <= size, "VF-P5", "saw does not fit what is known of the pile")
    pile.clear()
    pile.update(known)
    cards.add(pile, "?", size - cards.count(known))


def _influence(config: Config, state: State, player: str, record: Record, voted: str | None) -> None:
    quest: str = record.get("quest", "")
    need(quest == voted, "VF-P6", f"no card was put on {quest!r} by {player} just now", PRINTED)
    need("card" in record, "VF-P6", "Influence puts one more card into the pile")
    quests.vote_on_quest(config, state, player, quest, record["card"])


def _command(config: Config, state: State, record: Record) -> None:
    need(config.servants, "VF-P7", "Command needs the Servants")
    servant: str = record.get("servant", "")
    end = record.get("to")
    need(servant in state["servants"], "VF-P7", f"{servant!r} is no Servant")
    targets = [_next_free(config, state, servant, step) for step in (1, -1)]
    need(end in targets, "VF-P7", f"{servant} can go to {targets}, not to {end!r}", PRINTED)
    state["servants"][servant] = end


def _next_free(config: Config, state: State, servant: str, step: int) -> str:
    ring = config.pack.ring
    index = ring.index(state["servants"][servant])
    while True:
        index = (index + step) % len(ring)
        if ring[index] not in state["servants"].values():
            return ring[index]
