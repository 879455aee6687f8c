"""Set-up and the steps between two Ages (section 4)."""

from __future__ import annotations

from typing import Any

from . import cards, mother, moves, owners, track, turns
from .config import Config
from .errors import ASSUMED, PRINTED, PUBLIC, need
from .pack import REGIONS

State = dict[str, Any]
Record = dict[str, Any]


def judge_setup(config: Config, state: State, record: Record) -> None:
    """S2."""
    need(record["first"] in config.players, "VF-S2", f"{record['first']!r} is no player")
    need(
        len(record["quests"]) == config.quest_count(),
        "VF-S1",
        f"{config.quest_count()} Quests are laid out, not {len(record['quests'])}",
        ASSUMED if len(config.others()) == 1 else PRINTED,
    )
    for entry in record["quests"]:
        lay_quest(config, state, entry["quest"], entry["region"], "VF-S2")
    lay_city(config, state, record["city"], "VF-S2")
    need(config.pack.city[record["city"]]["altar"], "VF-S2", f"{record['city']} has no Altar", PRINTED)
    state["first"] = record["first"]
    if "order" in record:
        order = record["order"]
        need(sorted(order) == sorted(config.pack.demis), "VF-R1", "order names every Demi once")
        state["track"] = {"0": list(order)}
        # Wherever a judge's ruling may have put them.
        for demi in config.pack.demis:
            state["demis"][demi]["renown"] = 0
    owners.set_up_demis(config, state, record["demis"])
    _deal_hands(config, state, record["hands"])
    _lay_display(config, state, record.get("display", []))
    _place_servants(config, state, record.get("servants", {}))
    state["phase"] = "age"
    state["waiting"] = [state["first"]]


def _deal_hands(config: Config, state: State, hands: dict[str, list[str]]) -> None:
    need(sorted(hands) == sorted(config.players), "VF-S2", "hands names every player once")
    for player in config.players:
        need(len(hands[player]) == 5, "VF-S2", f"{player} is dealt 5 cards")
        cards.draw_listed(config, state, state["hands"][player], hands[player], 5, "hands")


def _lay_display(config: Config, state: State, display: list[str]) -> None:
    if not config.hadria:
        need(not display, "VF-S2", "there is no display without Hadria")
        return
    # What a judge laid out before goes back under the two.
    state["hadria"]["deck"] += len(state["hadria"]["display"])
    number = min(2, state["hadria"]["deck"])
    need(len(display) == number, "VF-S2", f"the display has {number} Favors")
    for favor in display:
        need(favor in config.pack.favors, "VF-H1", f"{favor!r} is no Favor")
    state["hadria"]["display"] = list(display)
    state["hadria"]["deck"] -= number
    moves.check_favors(config, state)


def _place_servants(config: Config, state: State, servants: dict[str, str]) -> None:
    if not config.servants:
        need(not servants, "VF-S2", "there are no Servants in this game")
        return
    need(sorted(servants) == sorted(config.pack.servants), "VF-S2", "servants names each of the pack's Servants")
    for region in servants.values():
        need(region in REGIONS, "VF-S2", f"{region!r} is no region")
    need(len(set(servants.values())) == len(servants), "VF-S2", "the Servants stand in different regions")
    state["servants"] = dict(servants)


def new_quest(config: Config, state: State, quest: str, rule: str, deck: dict[str, Any] | None = None) -> None:
    """B5: the Quest exists and was not laid out before; now it is. `deck` is the pack's, but for the Steward's own."""
    need(quest in (config.pack.quests if deck is None else deck), rule, f"{quest!r} is no Quest")
    need(quest not in state["used_quests"], "VF-B5", f"{quest} was laid out before", ASSUMED)
    state["used_quests"] = sorted(state["used_quests"] + [quest])


def lay_quest(
    config: Config, state: State, quest: str, region: str, rule: str, deck: dict[str, Any] | None = None
) -> None:
    new_quest(config, state, quest, rule, deck)
    need(region in REGIONS, rule, f"{region!r} is no region")
    for other in state["quests"].values():
        need(other["region"] != region, "VF-B5", f"a Quest lies in {region} already", PRINTED)
    slots: list[str | None] = [None for _ in config.pack.quest(quest)["slots"]]
    state["quests"][quest] = {"region": region, "slots": slots, "pile": {}}


def city_cards_left(config: Config, state: State) -> list[str]:
    return [card for card in config.pack.city if card not in state["used_city"]]


def lay_city(config: Config, state: State, card: str, rule: str) -> None:
    need(card in config.pack.city, rule, f"{card!r} is no City card")
    need(card not in state["used_city"], "VF-B5", f"{card} was laid out before", ASSUMED)
    state["used_city"] = sorted(state["used_city"] + [card])
    state["city"] = {"card": card, "space": 0}


# -- the steps between Ages --------------------------------------------------------


def judge_age(config: Config, state: State, record: Record) -> None:
    """A1."""
    need("card" in record, "VF-A1", "an Age card is read")
    need(record["age"] == state["age"] + 1, "VF-A1", f"the next Age is {state['age'] + 1}")
    card = record["card"]
    check_age_card(config, card, record["age"])
    state["age"] = record["age"]
    state["age_card"] = card
    turns.first_turn(config, state)


def check_age_card(config: Config, card: str, age: int) -> None:
    need(card in config.pack.ages, "VF-A1", f"{card!r} is no Age card")
    entry = config.pack.ages[card]
    need(entry["age"] == age, "VF-A1", f"{card} is a card of Age {entry['age']}", PUBLIC)
    if config.rulings["two_player_ages"] == "exclude" and len(config.others()) < 3:
        need(entry.get("min_players", 0) < 3, "VF-A1", f"{card} is marked 3+", PUBLIC)


def clear_age(config: Config, state: State) -> None:
    """A2: what the Age leaves behind goes; then the deal."""
    for name, quest in state["quests"].items():
        cards.discard(state, quest["pile"])
        mother.come_back(state, name)
        for demi in quest["slots"]:
            if demi is not None:
                track.figure_of(state, demi).update(quest=None, slot=None)
    state["quests"] = {}
    state["city"] = None
    state["rested"] = []
    state["phase"] = "deal"
    turns.begin_round(state, config.seats_from(state["first"]))


def judge_deal(config: Config, state: State, record: Record) -> None:
    player = record["player"]
    cards.draw_to_hand(config, state, player, record.get("cards", []), 5, "deal")
    cards.discard_above_limit(config, state, player, record)
    if not turns.next_in_round(state):
        state["phase"] = "place"
        state["waiting"] = [state["first"]]


def judge_place(config: Config, state: State, record: Record) -> None:
    lay_quest(config, state, record["quest"], record["region"], "VF-A2")
    if len(state["quests"]) == config.quest_count():
        # Where a judge's rulings have used up the City cards none is laid out.
        state["phase"] = "city" if city_cards_left(config, state) else "age"
        state["waiting"] = [state["first"]]
    else:
        state["waiting"] = [config.seats_after(record["player"])[0]]


def judge_city(config: Config, state: State, record: Record) -> None:
    lay_city(config, state, record["card"], "VF-A2")
    state["phase"] = "age"
    state["waiting"] = [state["first"]]
