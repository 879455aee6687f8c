"""Quests: completion, extra voters, the vote and its results (section 6)."""

from __future__ import annotations

from typing import Any

from . import board, cards, mother, track, turns
from .config import Config
from .errors import PRINTED, PUBLIC, need

State = dict[str, Any]
Record = dict[str, Any]


def vote_on_quest(config: Config, state: State, player: str, quest: str, card: str) -> None:
    """One card of the player's hand goes face down into the Quest's pile, in the own turn."""
    cards.take(config, state, player, [card])
    cards.add(state["quests"][quest]["pile"], card, 1)
    state["turn"]["fate"] = True
    state["turn"]["voted"] = quest


def possible_voters(config: Config, state: State, player: str) -> list[str]:
    """Q1: whom the completer may name."""
    return [
        other
        for other in config.players
        if other != player and (config.rulings["rested_voters"] or other not in state["rested"])
    ]


def voters_number(config: Config, state: State, player: str, quest: str) -> int:
    printed: int = config.pack.quest(quest)["voters"]
    return min(printed, len(possible_voters(config, state, player)))


def check_complete(config: Config, state: State, player: str, quest: str) -> None:
    """Q1, Q2: after a Demi came onto a slot of the Quest."""
    if not board.is_full(config, state, quest):
        return
    state["pending"] = {"quest": quest, "player": player}
    if len(config.players) == 2:
        number = cards.draw_number(config, state, config.pack.quest(quest)["voters"])
        for _ in range(number):
            cards.draw(config, state, state["quests"][quest]["pile"], "?")
        _to_reveal(state)
    elif voters_number(config, state, player, quest) == 0:
        _to_reveal(state)
    else:
        state["phase"] = "voters"
        state["waiting"] = [player]
    if not (state["phase"] == "voters" and config.rulings["influence_after_completion"]):
        state["turn"]["voted"] = None


def _to_reveal(state: State) -> None:
    state["phase"] = "reveal"
    state["waiting"] = []


def go_on_after_ruling(config: Config, state: State) -> None:
    """Q1, T4: a judge's ruling may leave nobody who could be named, or who still votes."""
    pending = state["pending"]
    if state["phase"] == "voters":
        if voters_number(config, state, pending["player"], pending["quest"]) == 0:
            _to_reveal(state)
        prophet = state["celestial"] is not None and "forced" in state["celestial"]
        if prophet and config.celestial not in possible_voters(config, state, pending["player"]):
            state["celestial"]["forced"] = False
    elif state["phase"] == "vote" and not config.rulings["rested_voters"]:
        state["waiting"] = [player for player in state["waiting"] if player not in state["rested"]]
        if not state["waiting"]:
            _to_reveal(state)


def judge_voters(config: Config, state: State, record: Record) -> None:
    player, quest, named = record["player"], record["quest"], record["players"]
    pending = state["pending"]
    need(quest == pending["quest"], "VF-Q1", f"the complete Quest is {pending['quest']}")
    number = voters_number(config, state, player, quest)
    for other in named:
        need(other in config.players, "VF-Q1", f"{other!r} is no player of this game")
        need(other != player, "VF-Q1", "the completer names other players", PRINTED)
        need(
            other in possible_voters(config, state, player),
            "VF-T4",
            f"{other} has rested and has no extra vote",
            PRINTED,
        )
    need(len(set(named)) == len(named), "VF-Q1", "a voter is named twice", PRINTED)
    need(len(named) == number, "VF-Q1", f"{number} voters are to be named, not {len(named)}", PRINTED)
    if config.role == "prophet":
        forced = state["celestial"]["forced"]
        need(config.celestial in named or not forced, "VF-C4", "the Prophet is to be named", PUBLIC)
        state["celestial"]["forced"] = False
    state["phase"] = "vote"
    state["waiting"] = config.in_seat_order(named)


def judge_vote(config: Config, state: State, record: Record) -> None:
    player, quest, card = record["player"], record["quest"], record["card"]
    pending = state["pending"]
    need(quest == pending["quest"], "VF-Q1", f"the complete Quest is {pending['quest']}")
    pile = state["quests"][quest]["pile"]
    from_deck = record.get("from") == "deck"
    if "from" in record and not from_deck:
        mother.check_from(config, player, record["from"], "VF-Q1")
        mother.vote(config, state, quest, card)
    elif cards.holds_cards(state, player):
        need(not from_deck, "VF-Q1", f"{player} has Fate cards and votes from the hand", PRINTED)
        need(card is not None, "VF-Q1", f"{player} has to vote a card")
        cards.take(config, state, player, [card])
        cards.add(pile, card, 1)
    else:
        need(from_deck, ("VF-Q1", "VF-F6"), f"{player} has no Fate card and votes from the deck")
        drawn = [] if card is None else [card]
        cards.draw_listed(config, state, pile, drawn, 1, "the vote", ("VF-F2", "VF-Q1"))
    state["waiting"] = [other for other in state["waiting"] if other != player]
    if not state["waiting"]:
        _to_reveal(state)


# -- the result (Q3, Q4) -----------------------------------------------------------


def judge_reveal(config: Config, state: State, record: Record) -> None:
    quest = record["quest"]
    pending = state["pending"]
    need(quest == pending["quest"], "VF-Q3", f"the complete Quest is {pending['quest']}")
    pile = state["quests"][quest]["pile"]
    feathers, scorpions = cards.reveal(config, state, pile, record.get("cards", []), record.get("drawn", []))
    own = mother.reveal(config, state, quest, record.get("mother", []))
    feathers, scorpions = feathers + cards.feathers(own), scorpions + cards.scorpions(own)
    side = winning_side(feathers, scorpions, record)
    slots = state["quests"][quest]["slots"]
    results = slot_results(config, quest, slots, side, record, "VF-Q4")
    region = state["quests"][quest]["region"]
    track.apply(config, state, results)
    cards.discard(state, pile)
    for demi in state["quests"][quest]["slots"]:
        if demi is not None:
            track.figure_of(state, demi).update(quest=None, slot=None)
    del state["quests"][quest]
    _hadria_loses(config, state, region)
    state["pending"] = None
    if not state["quests"] and config.rulings["last_quest"] == "ends_age":
        turns.end_age(config, state)
    else:
        state["phase"] = "turn"
        state["waiting"] = [state["turn"]["player"]]


def winning_side(feathers: int, scorpions: int, record: Record) -> str:
    """Q3: more wins; equal, the coin decides."""
    if feathers == scorpions:
        need("vote_coin" in record, "VF-Q3", f"{feathers} against {scorpions} asks for the coin", PRINTED)
        side: str = record["vote_coin"]
        return side
    need("vote_coin" not in record, "VF-Q3", f"{feathers} against {scorpions} asks for no coin", PRINTED)
    return "feather" if feathers > scorpions else "scorpion"


def slot_results(config: Config, quest: str, slots: list[Any], side: str, record: Record, rule: str) -> track.Results:
    """What the winning side does to the Demis on the slots, in slot order."""
    printed = config.pack.quest(quest)["slots"]
    texts = [(demi, printed[index][side]) for index, demi in enumerate(slots) if demi is not None]
    coins = record.get("coins", {})
    check_coins(coins, [demi for demi, text in texts if track.has_coin(text)], rule)
    return [(demi, track.parse_result(text, coins.get(demi))) for demi, text in texts]


def check_coins(coins: dict[str, str], tossed: list[str], rule: str) -> None:
    need(sorted(coins) == sorted(tossed), rule, f"coins are for {sorted(tossed)}, not for {sorted(coins)}")


def _hadria_loses(config: Config, state: State, region: str) -> None:
    """H3: a Quest was completed in Hadria's region."""
    if state["hadria"] is None or state["hadria"]["at"] != region:
        return
    invictus = state["servants"].get("invictus") == region
    track.change_hadria(config, state, -2 if invictus else -1)
