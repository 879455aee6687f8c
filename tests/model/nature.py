"""What nature does in a random game: which cards come."""

from __future__ import annotations

import random
from typing import Any

from . import cards
from .config import Config
from .pack import KINDS

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
        if deck is None:
            return self.rng.choice(KINDS)
        if deck["size"] == 0:
            deck["size"] = cards.count(deck["discards"])
            deck["discards"] = {}
        fate = self.config.pack.fate or {}
        left: list[str] = []
        for kind, copies in fate.items():
            known = sum(place.get(kind, 0) for place in cards.all_counts(state))
            left += [kind] * (copies - known)
        return self.rng.choice(left) if left else None

    def _hidden(self, state: State) -> str:
        """What a hidden card of a pile turns out to be."""
        fate = self.config.pack.fate
        if fate is None or state["deck"] is None:
            return self.rng.choice(KINDS)
        places = cards.all_counts(state)
        left = [
            kind for kind, copies in fate.items() for _ in range(copies - sum(place.get(kind, 0) for place in places))
        ]
        return self.rng.choice(left)

    def mothers(self, state: State, quest: str) -> list[str]:
        """The cards of Mother's own that lie on a Quest, hidden ones made up."""
        owned = dict(self.config.role_data().get("cards", {}))
        for laid in state["_mother"].values():
            for kind, number in laid.items():
                if kind != "?":
                    owned[kind] -= number
        left = [kind for kind, number in owned.items() for _ in range(number)]
        self.rng.shuffle(left)
        laid = state["_mother"].get(quest, {})
        shown = [left.pop() if kind == "?" else kind for kind, number in laid.items() for _ in range(number)]
        return self.rng.sample(shown, len(shown))

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
                found = self._hidden(state)
                cards.add(pile, "?", -1)
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
