"""The God Powers, one row each; a Favor acts as one of them (VF-P, VF-H4). What they do stands in `powers`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class GodPower:
    """A God Power: the rule that it stands in, what it does in words, its cost in Fate cards by the base table and by
    the newer one, and the fields of its record.

    `favor`: there are Favors of it. `into_city`: it may bring a Demi into the City, and has its space then.
    `after_vote`: only right after the same player has put a card into a pile.
    """

    title: str
    rule: str
    text: str
    base: int
    rebalanced: int
    fields: frozenset[str]
    favor: bool = True
    into_city: bool = False
    after_vote: bool = False


POWERS: Final[dict[str, GodPower]] = {
    "portal": GodPower(
        "Portal", "VF-P2", "any Demi goes to any location, or onto any free slot of a Quest", 3, 3,
        frozenset({"demi", "to", "quest", "slot", "card"}), into_city=True,
    ),
    "transfiguration": GodPower(
        "Transfiguration", "VF-P3", "two Demis on one Quest change slots", 3, 2, frozenset({"demis"}),
    ),
    "smite": GodPower("Smite", "VF-P4", "any Demi is smited", 2, 2, frozenset({"demi"})),
    "omniscience": GodPower(
        "Omniscience", "VF-P5", "an unseen card of the deck joins a Quest's pile; by the newer table, and by a Favor, "
        "the player looks through the pile", 2, 1, frozenset({"quest", "added", "saw"}),
    ),
    "influence": GodPower(
        "Influence", "VF-P6", "one more card into the pile into which the player has just put one", 1, 0,
        frozenset({"quest", "card"}), after_vote=True,
    ),
    "command": GodPower(
        "Command", "VF-P7", "a Servant goes to the next region without one", 0, 0, frozenset({"servant", "to"}),
        favor=False,
    ),
}  # fmt: skip
