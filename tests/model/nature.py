"""What nature does in a random game: which cards come."""

from __future__ import annotations

import random
from typing import Any

from . import cards
from .config import Config

State = dict[str, Any]


class Nature:
    """Draws cards as the real deck could give them."""

    def __init__(self, config: Config, rng: random.Random) -> None:
        self.config = config
        self.rng = rng

    def card(self, state: State) -> str | None:
        """The next card of the deck of (a copy of) a state, or None; it goes nowhere."""
        if cards.draw_number(self.config, state, 1) == 0:
            return None
        deck = state["deck"]
        if deck["size"] == 0:
            deck["size"] = cards.count(deck["discards"])
            deck["discards"] = {}
        fate = self.config.pack.fate or {}
        left: list[str] = []
        for kind, copies in fate.items():
            known = sum(place.get(kind, 0) for place in cards.all_counts(state))
            left += [kind] * (copies - known)
        return self.rng.choice(left) if left else None

    def deal(self, state: State, to: cards.Counts, wanted: int) -> list[str]:
        """Up to `wanted` cards from the deck of (a copy of) a state into its counts `to`."""
        drawn: list[str] = []
        for _ in range(wanted):
            card = self.card(state)
            if card is None:
                break
            cards.draw(self.config, state, to, card)
            drawn.append(card)
        return drawn

    def turn_up(self, state: State, pile: cards.Counts) -> tuple[list[str], list[str]]:
        """A pile's cards (hidden ones made up) and what its +2s draw."""
        shown: list[str] = []
        for kind, number in sorted(pile.items()):
            shown += [kind] * number
        for index, card in enumerate(shown):
            if card == "?":
                cards.add(pile, "?", -1)
                state["deck"]["size"] += 1
                found = self.card(state) or "f1"
                state["deck"]["size"] -= 1
                cards.add(pile, found, 1)
                shown[index] = found
        self.rng.shuffle(shown)
        drawn: list[str] = []
        owed = 2 * shown.count("+2")
        while owed:
            more = self.deal(state, pile, 1)
            if not more:
                break
            drawn += more
            owed += 1 if more == ["+2"] else -1
        return shown, drawn
