"""How a game begins: `setup` of each player, or `given` (U23 to U27, M5, A35, A36)."""

from __future__ import annotations

from typing import Any

from .catalogue import Config
from .errors import Findings, Malformed
from .moving import ban, same_cards
from .state import State
from .words import HIDE, PLAYERS, check_card, check_zone, kind_of

Record = dict[str, Any]


def judge_setup(config: Config, state: State, record: Record, found: Findings) -> None:
    player = record["p"]
    for field in ("decklist", "starters", "deck", "hand", "vault"):
        for card in record.get(field, []):
            check_card(config.cards, card)
    if "base" in record:
        check_card(config.cards, record["base"])
    if player in state["set_up"]:
        found.breaks("M0", f"{player} has set up already")
    if "given" in state["set_up"]:
        found.breaks("M0", "the game began with given")
    if player not in PLAYERS:
        return
    state["set_up"].append(player)
    _judge_deck(config, record, found)
    _judge_base_and_starters(config, record, found)
    deck, hand = record.get("deck", []), record.get("hand", [])
    drawn, deck = deck[: len(hand)], deck[len(hand) :]
    if not same_cards(drawn, hand) or any(card != HIDE and card in deck for card in hand):
        found.breaks("M5", "the opening Hand is not the top of the Deck")
    zones = {
        "scenery": [record["base"]] if "base" in record else [],
        "heroes": list(record.get("starters", [])),
        "deck": list(deck),
        "hand": both_known(drawn, hand),
        "vault": list(record.get("vault", [])),
    }
    for kind, cards in zones.items():
        state["zones"][f"{player}.{kind}"] = cards
    check_once(state, found)


def both_known(one: list[str], other: list[str]) -> list[str]:
    """The same cards, known by either list."""
    known = {card for card in (*one, *other) if card != HIDE}
    return sorted(known) + [HIDE] * (len(other) - len(known))


def _judge_deck(config: Config, record: Record, found: Findings) -> None:
    for card in [*record.get("decklist", []), *record.get("deck", [])]:
        if config.has(card, "base"):
            found.breaks("U23", f"{card} is a Base")


def _judge_base_and_starters(config: Config, record: Record, found: Findings) -> None:
    base, starters = record.get("base"), record.get("starters", [])
    if base is None or (base != HIDE and not config.has(base, "base")):
        found.breaks("U24", f"{base} is no Base")
    if len(starters) > 1:
        found.breaks("U26", "more than one Starter")
    for card in starters:
        entry = config.entry(card)
        if entry is None:
            continue
        if entry.get("starter") is None:
            found.breaks("U26", f"{card} is no Starter")
        elif len(starters) == 1 and len(record.get("hand", [])) != entry["starter"]:
            found.breaks("U27", f"the opening Hand is {entry['starter']} cards")


def judge_given(config: Config, state: State, record: Record, found: Findings) -> None:
    if state["begun"]:
        raise Malformed("given is the first record of play")
    state["set_up"].append("given")
    if record.get("on") not in (None, *PLAYERS):
        found.breaks("M4", "the players are A and B")
    set_zones(config, state, record.get("zones", {}))
    check_once(state, found)
    state["on"] = record.get("on", state["on"])
    state["t"] = record.get("t", state["t"])
    state["to_win"] = record.get("to_win", state["to_win"])
    set_counts(state["quests"], record.get("quests", {}), found)
    set_counts(state["reveals"], record.get("revealed", {}), found)


def set_counts(held: dict[str, int], given: dict[str, Any], found: Findings) -> None:
    for player, count in given.items():
        if player not in PLAYERS or type(count) is not int:
            found.breaks("M4", f"{player}: {count!r}")
        held[player] = count


def set_zones(config: Config, state: State, zones: dict[str, list[str]]) -> None:
    """Whole zones, the others stay; a Coveted card in the Destroyed Zone bans its Name."""
    for zone, cards in zones.items():
        check_zone(zone)
        for card in cards:
            check_card(config.cards, card)
    for zone, cards in zones.items():
        state["zones"][zone] = list(cards)
        for card in cards if kind_of(zone) == "destroyed" else ():
            ban(config, state, card)


def check_once(state: State, found: Findings) -> None:
    """M2: a known card is in one zone; where an override says otherwise, in the one that is named last."""
    later: set[str] = set()
    for zone, cards in reversed(list(state["zones"].items())):
        known = [card for card in cards if card != HIDE]
        if later.intersection(known) or len(set(known)) < len(known):
            found.breaks("M2", "a card stands in two places")
        state["zones"][zone] = [card for card in cards if card == HIDE or card not in later]
        later.update(known)
