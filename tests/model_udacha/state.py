"""The state of a game, the document of it, and its public form (section 5 and the State document)."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from .catalogue import Config
from .words import HIDDEN, HIDE, ORDERED, foe, kind_of, name_of, owner_of

State = dict[str, Any]
Frame = dict[str, Any]

#: What a frame shows of itself in the document.
SHOWN = ("n", "p", "what", "card", "eff", "win", "trig", "in", "resolved")


def first_state(config: Config) -> State:
    """The state before `setup` or `given`."""
    return {
        # what the document shows
        "on": None,
        "t": 0,
        "zones": {},
        "quests": {"A": 0, "B": 0},
        "reveals": {"A": 0, "B": 0},
        "to_win": config.to_win,
        "frames": [],
        "reload_drawn": False,
        "banned": [],
        "winner": None,
        # those that the report names
        "winners": [],
        # memory: each use with a limit, as {(player, name, effect): {frame: cancelled}}
        "used_turn": {},
        "used_game": {},
        # every move so far, and every departure of a Hero with a Bounty
        "moves": [],
        "departures": [],
        # how many turns have begun; how many cards Reload drew in this one
        "turns": 0,
        "drawn": 0,
        # the players that have set up; whether any record of play has been; whether the game has ended
        "set_up": [],
        "begun": False,
        "over": False,
    }


def copied(state: State) -> State:
    """A copy that may be changed; what is never changed is shared (lines, moves)."""
    return {
        **state,
        "zones": {zone: list(cards) for zone, cards in state["zones"].items()},
        "quests": dict(state["quests"]),
        "reveals": dict(state["reveals"]),
        "frames": [_copied_frame(frame) for frame in state["frames"]],
        "banned": list(state["banned"]),
        "moves": list(state["moves"]),
        "set_up": list(state["set_up"]),
        "departures": [dict(departure) for departure in state["departures"]],
        "used_turn": {use: dict(frames) for use, frames in state["used_turn"].items()},
        "used_game": {use: dict(frames) for use, frames in state["used_game"].items()},
    }


def _copied_frame(frame: Frame) -> Frame:
    answers = {win: list(given) for win, given in frame["answers"].items()}
    passes = {win: list(players) for win, players in frame["passes"].items()}
    return {**frame, "answers": answers, "passes": passes}


def find_frame(state: State, n: int | None) -> Frame | None:
    """The open frame of that number."""
    for frame in state["frames"]:
        if frame["n"] == n:
            return frame  # type: ignore[no-any-return]
    return None


def innermost(state: State) -> Frame | None:
    return state["frames"][-1] if state["frames"] else None


def cards_in(state: State, zone: str) -> list[str]:
    return state["zones"].get(zone, [])  # type: ignore[no-any-return]


def where(state: State, card: str) -> str | None:
    """The zone in which a card is known to be."""
    for zone, cards in state["zones"].items():
        if card in cards:
            return zone  # type: ignore[no-any-return]
    return None


def may_be_in(state: State, card: str, zone: str) -> bool:
    """Whether the card is there, or may be one of the hidden ones there."""
    there = cards_in(state, zone)
    return (
        card in there
        or (HIDE in there and (card == HIDE or where(state, card) is None))
        or (card == HIDE and bool(there))
    )


def in_play(state: State, player: str) -> list[str]:
    """A1: the Active Heroes area and the Scenery Area."""
    return cards_in(state, f"{player}.heroes") + cards_in(state, f"{player}.scenery")


def active(config: Config, state: State, player: str) -> list[str]:
    """The cards of a player that are known to be Active (¶14, ¶15, A29)."""
    scenery = cards_in(state, f"{player}.scenery")
    heroes = [card for card in cards_in(state, f"{player}.heroes") if card != HIDE]
    return heroes + [
        card for at, card in enumerate(scenery) if card != HIDE and not _covered(config, scenery, at, True)
    ]


def may_be_active(config: Config, state: State, player: str, card: str) -> bool:
    """Whether a card may be Active: in the Active Heroes area, whatever it is, or right-most in the Scenery Area."""
    return card in cards_in(state, f"{player}.heroes") or may_work(config, state, player, card)


def may_work(config: Config, state: State, player: str, card: str) -> bool:
    """A28: whether effects of a card may work where it is: a Hero's among the Heroes, a Place's right-most."""
    entry = config.entry(card)
    if entry is None or entry["type"] == "Hero":
        return may_be_in(state, card, f"{player}.heroes")
    return entry["type"] in ("Place", "Pursuit") and _may_be_right_most(config, state, player, card)


def may_be_active_cards(config: Config, state: State, player: str) -> list[str]:
    """The known cards of a player that may be Active."""
    return [card for card in in_play(state, player) if card != HIDE and may_be_active(config, state, player, card)]


def _may_be_right_most(config: Config, state: State, player: str, card: str) -> bool:
    scenery = cards_in(state, f"{player}.scenery")
    if card in scenery:
        return not _covered(config, scenery, scenery.index(card), False)
    if where(state, card) is not None:
        return False
    return any(
        there == HIDE and not _covered(config, [*scenery[:at], card, *scenery[at + 1 :]], at, False)
        for at, there in enumerate(scenery)
    )


def _covered(config: Config, scenery: list[str], at: int, if_unknown: bool) -> bool:
    """Whether another card lies to the right; by_type only one of the same type counts, and a hidden one may be."""
    right = scenery[at + 1 :]
    if config.rulings["active_scenery"] == "together":
        return bool(right)
    same = [HIDE if card == HIDE else config.cards[name_of(card)]["type"] for card in right]
    mine = config.cards[name_of(scenery[at])]["type"]
    return mine in same or (if_unknown and HIDE in same)


def document(config: Config, state: State) -> dict[str, Any]:
    zones = {
        zone: list(cards) if kind_of(zone) in ORDERED else sorted(cards)
        for zone, cards in state["zones"].items()
        if cards
    }
    due = [
        [foe(owner_of(d["card"])), d["card"], d["amount"]]
        for d in state["departures"]
        if d["card"] != HIDE and not d["named"]
    ]
    return {
        "on": state["on"],
        "t": state["t"],
        "zones": zones,
        "quests": dict(state["quests"]),
        "reveals": dict(state["reveals"]),
        "to_win": state["to_win"],
        "frames": [{key: frame[key] for key in SHOWN} for frame in state["frames"]],
        "used_turn": sorted(map(list, state["used_turn"])),
        "used_game": sorted(map(list, state["used_game"])),
        "destroyed_unique": destroyed_unique(config, state),
        "banned": sorted(state["banned"]),
        "reload_drawn": state["reload_drawn"],
        "bounty_due": sorted(due),
        "winner": state["winner"],
    }


def destroyed_unique(config: Config, state: State) -> dict[str, list[str]]:
    """The Unique Names in the Destroyed Zone, with the owners of the copies there."""
    owners: dict[str, set[str]] = {}
    for zone, cards in state["zones"].items():
        for card in cards if kind_of(zone) == "destroyed" else ():
            if config.has(card, "unique"):
                owners.setdefault(name_of(card), set()).add(owner_of(card))
    return {name: sorted(of) for name, of in owners.items()}


def public_form(shown: dict[str, Any]) -> dict[str, Any]:
    """The document with every card of a Hand, Deck or Vault hidden."""
    zones = {zone: [HIDE] * len(cards) if kind_of(zone) in HIDDEN else cards for zone, cards in shown["zones"].items()}
    return {**shown, "zones": zones}


def canonical(value: Any) -> str:
    """RFC 8785, with integers as the only numbers."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text if max(text) <= "\uffff" else _by_utf16(value)


def _by_utf16(value: Any) -> str:
    """The keys in the order of their UTF-16 code units, which beyond U+FFFF is another than that of code points."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{_by_utf16(key)}:{_by_utf16(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_by_utf16, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def digest(value: Any) -> str:
    return "sha256:" + hashlib.sha256(canonical(value).encode()).hexdigest()
