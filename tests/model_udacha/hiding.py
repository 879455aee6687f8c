"""Puts `?` in place of cards in a log. Hiding never adds a problem."""

from __future__ import annotations

import copy
import random
from typing import Any

from .words import HIDE, ID

Record = dict[str, Any]
Log = list[Record]

#: Fields of each type that hold a card, or cards.
ONE = ("card", "base", "taken", "for")
MANY = ("decklist", "starters", "deck", "hand", "vault", "cards", "shown", "bottom")


def hide(log: Log, rng: random.Random, share: float) -> Log:
    """The same log with `?` for a share of all its cards, wherever they stand."""
    hidden = copy.deepcopy(log)
    for record in hidden[1:]:
        if rng.random() < 0.8:
            _hide_in(record, rng, share)
    return hidden


def veil(card: Any, rng: random.Random, share: float) -> Any:
    return HIDE if isinstance(card, str) and ID.match(card) and rng.random() < share else card


def _hide_in(record: Record, rng: random.Random, share: float) -> None:
    if record["type"] not in ("setup", "given", "do", "act", "res", "done"):
        return
    for field in ONE:
        if field in record:
            record[field] = veil(record[field], rng, share)
    lists = [record[field] for field in MANY if field in record]
    lists += [*record.get("zones", {}).values(), *record.get("order", {}).values()]
    for cards in lists:
        cards[:] = [veil(card, rng, share) for card in cards]
    for move in record.get("mv", []):
        move[0] = veil(move[0], rng, share)


def hide_zones(log: Log, rng: random.Random, share: float) -> Log:
    """As a table would: only what lies in Hands, Decks and Vaults is hidden until a line names it."""
    hidden = copy.deepcopy(log)
    for record in hidden[1:]:
        lists = [record[field] for field in ("decklist", "deck", "hand", "vault") if field in record]
        lists += [cards for zone, cards in record.get("zones", {}).items() if zone[2:] in ("deck", "hand", "vault")]
        lists += [*record.get("order", {}).values(), record.get("bottom", [])]
        for cards in lists:
            cards[:] = [veil(card, rng, share) for card in cards]
        for move in record.get("mv", []):
            if move[1][2:] in ("deck", "hand", "vault") and move[2][2:] in ("deck", "hand", "vault"):
                move[0] = veil(move[0], rng, share)
    return hidden
