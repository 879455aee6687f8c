"""The Age votes and the 12 Age cards (section 8)."""

from __future__ import annotations

from typing import Any

from . import board, cards, celestials, owners, quests, setup, track, turns
from .config import Config
from .errors import PUBLIC, need
from .pack import LOCATIONS, REGIONS

State = dict[str, Any]
Record = dict[str, Any]
G = "VF-G"

NEAR = ["forest", "coast", "canyons"]
FAR = ["desert", "volcano", "mountains"]


# -- before the vote -----------------------------------------------------------------


def judge_age_pick(config: Config, state: State, record: Record) -> None:
    if state["age_card"] == "arbiter":
        wanted, other, known = "demis", "locations", config.pack.demis
    else:
        wanted, other, known = "locations", "demis", LOCATIONS
    need(other not in record, G, f"the card {state['age_card']} asks for {wanted}", PUBLIC)
    named = record.get(wanted, [])
    need(len(named) == 3 and len(set(named)) == 3, G, f"3 different {wanted} are named", PUBLIC)
    for name in named:
        need(name in known, G, f"{name!r} is not known")
        if wanted == "demis":
            board.living_demi(config, state, name, G)
    state["age_pick"] = list(named)
    _to_vote(config, state)


def judge_age_quest(config: Config, state: State, record: Record) -> None:
    quest = record["quest"]
    setup.new_quest(config, state, quest, G)
    slots: list[str | None] = [None for _ in config.pack.quest(quest)["slots"]]
    state["age_pick"] = {"quest": quest, "slots": slots}
    state["phase"] = "age_place"
    turns.begin_round(state, config.seats_from(state["first"]))


def judge_age_place(config: Config, state: State, record: Record) -> None:
    demi, slot = record["demi"], record["slot"]
    slots = state["age_pick"]["slots"]
    board.living_demi(config, state, demi, G)
    need(demi not in slots, G, f"{demi} is on the Quest already", PUBLIC)
    need(1 <= slot <= len(slots), G, f"the Quest has no slot {slot}")
    need(slots[slot - 1] is None, G, f"slot {slot} is not free", PUBLIC)
    slots[slot - 1] = demi
    if not turns.next_in_round(state) or None not in slots:
        _to_vote(config, state)


def _to_vote(config: Config, state: State) -> None:
    state["phase"] = "age_vote"
    turns.begin_round(state, turns.vote_order(config, state))


# -- the vote --------------------------------------------------------------------------


def judge_age_vote(config: Config, state: State, record: Record) -> None:
    player = record["player"]
    if state["age_card"] == "the-census":
        _vote_in_regions(config, state, player, record)
    else:
        need("regions" not in record, G, "only the Census asks for regions")
        voted = record.get("cards", [])
        if state["age_card"] == "sleight-of-hand":
            need("?" not in voted, G, "the vote is face up", PUBLIC)
        cards.take(config, state, player, voted)
        cards.add_all(state["age_pile"], cards.tally(voted))
    if not turns.next_in_round(state):
        state["phase"] = "age_reveal"


def _vote_in_regions(config: Config, state: State, player: str, record: Record) -> None:
    need("cards" not in record, G, "the Census asks for regions, not for cards")
    regions = record.get("regions", {})
    everything: list[str] = []
    for region, voted in regions.items():
        need(region in REGIONS, G, f"{region!r} is no region")
        everything += voted
    cards.take(config, state, player, everything)
    for region, voted in regions.items():
        if voted:
            pile = state["age_pile"].setdefault(region, {})
            cards.add_all(pile, cards.tally(voted))


# -- the reveal ------------------------------------------------------------------------


def judge_age_reveal(config: Config, state: State, record: Record) -> None:
    card = state["age_card"]
    if card == "the-census":
        for field in ("cards", "drawn", "coins", "target", "revealed"):
            need(not record.get(field), G, f"the Census has no {field}")
        _census(config, state, record.get("regions", {}))
    else:
        need("regions" not in record, G, "only the Census has regions")
        _one_vote(config, state, card, record)
    _finish(config, state)


def _one_vote(config: Config, state: State, card: str, record: Record) -> None:
    pile = state["age_pile"]
    feathers, scorpions = cards.reveal(config, state, pile, record.get("cards", []), record.get("drawn", []))
    outcome = _outcome(feathers, scorpions)
    silent = not record.get("cards") and config.rulings["empty_vote"] == "nothing"
    if silent and card != "omnipotence":
        outcome = "nothing"
    if outcome != "tie" or card != "sleight-of-hand":
        need("target" not in record, G, "no target is asked for")
    if card != "revelation":
        need(not record.get("revealed"), G, f"{card} shows no Demi cards")
    coins = record.get("coins", {})
    if card == "sleight-of-hand":
        _sleight(config, state, outcome, record)
    elif card == "judgement":
        _judgement(config, state, outcome, record)
    else:
        need(not coins, G, f"{card} tosses no coin")
        if card == "revelation":
            _revelation(config, state, outcome, record)
        elif card == "chaos":
            _chaos(config, state, outcome)
        else:
            _change_group(config, state, card, outcome)


def _outcome(feathers: int, scorpions: int) -> str:
    if feathers == scorpions:
        return "tie"
    return "feather" if feathers > scorpions else "scorpion"


def _finish(config: Config, state: State) -> None:
    """The votes go to the discards; then the next Age, or the end."""
    pile = state["age_pile"]
    if state["age_card"] == "the-census":
        for region_pile in pile.values():
            cards.discard(state, region_pile)
    else:
        cards.discard(state, pile)
    state["age_pile"] = {}
    state["age_card"] = None
    state["age_pick"] = None
    celestials.deaths(config, state)
    if state["age"] < 3 and not celestials.prophet_won(config, state):
        setup.clear_age(config, state)
    else:
        state["phase"] = "end"
        state["waiting"] = []


# -- the cards -------------------------------------------------------------------------


def _on_spaces(state: State, low: int, high: int) -> list[str]:
    return [demi for demi in track.places(state) if low <= state["demis"][demi]["renown"] <= high]


def _except(state: State, demis: list[str]) -> list[str]:
    return [demi for demi in track.places(state) if demi not in demis]


def _group(config: Config, state: State, card: str, outcome: str) -> tuple[list[str], int]:
    """Whom a simple card means, and by how much they change."""
    pick = state["age_pick"]
    if card == "arbiter":
        return {"feather": (pick, 2), "scorpion": (pick, -1), "tie": (_except(state, pick), 1)}[outcome]
    if card == "natural-order":
        return {
            "feather": (_on_spaces(state, 1, 2), 1),
            "scorpion": (_on_spaces(state, 3, 12), -1),
            "tie": (_on_spaces(state, 0, 0), 3),
        }[outcome]
    if card == "decree":
        there = board.demis_at(state, pick)
        return {"feather": (there, 2), "scorpion": (there, -2), "tie": (_except(state, there), 2)}[outcome]
    places = {
        "evil-curses": {"feather": (["abyss", "pools"], -2), "scorpion": (["city"], -2), "tie": (REGIONS, -2)},
        "defend-borders": {"feather": (NEAR, 2), "scorpion": (FAR, 2), "tie": (["city", "pools", "abyss"], 2)},
        "eredans-blessing": {"feather": (["abyss", "pools"], 2), "scorpion": (["city"], 2), "tie": (REGIONS, 2)},
        "omnipotence": {"feather": (["abyss"], 2), "scorpion": (["city"], 2), "tie": (["pools"], 3)},
    }
    locations, delta = places[card][outcome]
    return board.demis_at(state, locations), delta


def _change_group(config: Config, state: State, card: str, outcome: str) -> None:
    if outcome == "nothing":
        return
    demis, delta = _group(config, state, card, outcome)
    track.apply(config, state, track.same_for(config, demis, [("change", delta)]))


def _chaos(config: Config, state: State, outcome: str) -> None:
    if outcome == "tie":
        demis = _on_spaces(state, 0, 0)
        track.apply(config, state, track.same_for(config, demis, [("change", 3)]))
    elif outcome == "feather":
        _change_places(state, 1, 3)
    elif outcome == "scorpion":
        _change_places(state, 2, 4)


def _change_places(state: State, one: int, other: int) -> None:
    first = state["track"].pop(str(one), [])
    second = state["track"].pop(str(other), [])
    for space, demis in ((one, second), (other, first)):
        if demis:
            state["track"][str(space)] = demis
        for demi in demis:
            state["demis"][demi]["renown"] = space


def _sleight(config: Config, state: State, outcome: str, record: Record) -> None:
    coins = record.get("coins", {})
    tossed: list[str] = []
    if outcome == "feather":
        tossed = board.demis_at(state, NEAR)
    elif outcome == "scorpion":
        tossed = board.demis_at(state, FAR)
    quests.check_coins(coins, tossed, G)
    results = [(demi, track.parse_result("coin", coins[demi])) for demi in track.pack_order(config, tossed)]
    if outcome == "tie":
        need("target" in record, G, "the first player names a target", PUBLIC)
        board.living_demi(config, state, record["target"], G)
        results = [(record["target"], track.parse_result("gain 2", None))]
    track.apply(config, state, results)


def _judgement(config: Config, state: State, outcome: str, record: Record) -> None:
    slots = state["age_pick"]["slots"]
    if outcome in ("feather", "scorpion"):
        quest = state["age_pick"]["quest"]
        results = quests.slot_results(config, quest, slots, outcome, record, G)
    else:
        quests.check_coins(record.get("coins", {}), [], G)
        results = []
        if outcome == "tie":
            results = track.same_for(config, _except(state, slots), [("change", 2)])
    track.apply(config, state, results)


def _revelation(config: Config, state: State, outcome: str, record: Record) -> None:
    number = {"feather": 1, "tie": 2}.get(outcome, 0)
    revealed = record.get("revealed", [])
    if not config.teams():
        number = min(number, len(config.pack.demis) - config.demi_cards())
        need(len(set(revealed)) == len(revealed), G, "different Demi cards are shown", PUBLIC)
    need(len(revealed) == number, G, f"{number} Demi cards are shown, not {len(revealed)}", PUBLIC)
    for demi in revealed:
        board.known_demi(config, demi, G)
    state["shown"] = state["shown"] + revealed
    owners.check_all(config, state, G)


def _census(config: Config, state: State, regions: dict[str, Any]) -> None:
    for region in regions:
        need(region in REGIONS, G, f"{region!r} is no region")
    changes: dict[str, list[track.Step]] = {}
    for region in config.pack.ring:
        entry = regions.get(region, {})
        pile = state["age_pile"].setdefault(region, {})
        empty = not pile
        feathers, scorpions = cards.reveal(config, state, pile, entry.get("cards", []), entry.get("drawn", []))
        if empty and config.rulings["census_empty"] == "skip":
            continue
        steps: dict[str, list[track.Step]] = {
            "feather": [("change", 1)],
            "scorpion": [("change", -1)],
            "tie": [("smite", 0)],
        }
        for demi in board.demis_at(state, [region]):
            changes[demi] = steps[_outcome(feathers, scorpions)]
    results = [(demi, changes[demi]) for demi in track.pack_order(config, changes)]
    track.apply(config, state, results)
