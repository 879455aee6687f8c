"""The header: who plays, the cards of the catalogue, the rulings (M4, M7)."""

from __future__ import annotations

from typing import Any

from .errors import FORMAT, Findings
from .words import HIDE, PLAYERS, ZONES, name_of

Entry = dict[str, Any]

KINDS = {"SUPPORT", "REACTION", "INTERRUPT", "ACTIVE", "VISITED"}

#: name -> (default, other values)
RULINGS: dict[str, tuple[Any, ...]] = {
    "reactions_alternate": (True, False),
    "active_scenery": ("together", "by_type"),
    "base_untargetable": (True, False),
    "destroyed_unique_binds": ("unset", "owner", "both"),
}


class Config:
    """What a header fixes for its game."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.profile: str = header["profile"]
        #: In the order of their seats.
        self.players: list[str] = [player["id"] for player in header["players"]]
        self.to_win: int = header["to_win"]
        self.cards: dict[str, Entry] = header["cards"]
        self.rulings = {name: values[0] for name, values in RULINGS.items()}
        self.rulings.update(header.get("rulings", {}))
        #: The effects of each card of the catalogue.
        self.effects: list[dict[str, Entry]] = [card["eff"] for card in self.cards.values() if "eff" in card]

    def entry(self, card: str) -> Entry | None:
        """What the catalogue says of a card; nothing of a hidden one."""
        return None if card == HIDE else self.cards[name_of(card)]

    def has(self, card: str, flag: str) -> bool:
        return bool((self.entry(card) or {}).get(flag))

    def effect(self, card: str, label: str) -> Entry | None:
        return ((self.entry(card) or {}).get("eff") or {}).get(label)

    def effects_of(self, card: str) -> list[dict[str, Entry]]:
        """The effects of a card; of a hidden one those of each card that it may be."""
        return self.effects if card == HIDE else [(self.entry(card) or {}).get("eff", {})]


def kinds_of(effect: Entry) -> set[str]:
    return {kind for kind in (effect["kind"], effect.get("also")) if kind}


def judge_header(header: dict[str, Any], found: Findings) -> None:
    if sorted(player["id"] for player in header["players"]) != list(PLAYERS):
        found.breaks("M4", "the players are A and B")
    for name, value in header.get("rulings", {}).items():
        if name not in RULINGS or not any(value is v or (isinstance(v, str) and value == v) for v in RULINGS[name]):
            found.breaks(FORMAT, f"no ruling {name}: {value!r}")
    for name, card in header["cards"].items():
        _judge_entry(name, card, found)


def _judge_entry(name: str, card: Entry, found: Findings) -> None:
    if card.get("base") and card["type"] != "Place":
        found.breaks("M7", f"{name}: only Places are a Base")
    if (card.get("starter") is not None or card.get("bounty") is not None) and card["type"] != "Hero":
        found.breaks("M7", f"{name}: only Heroes have Starter and Bounty")
    if card.get("climactic") and card["type"] != "Secret":
        found.breaks("M7", f"{name}: only Secrets are Climactic")
    greater, bounty = card.get("bounty_destroyed"), card.get("bounty")
    if greater is not None and (bounty is None or greater <= bounty):
        found.breaks("M7", f"{name}: the number for Destroyed is greater than the Bounty")
    for label, effect in card.get("eff", {}).items():
        _judge_effect(f"{name}/{label}", effect, found)


def _judge_effect(name: str, effect: Entry, found: Findings) -> None:
    """The sets of values that the page gives for an effect."""
    if not kinds_of(effect) <= KINDS:
        found.breaks("M7", f"{name}: an unknown kind")
    if effect.get("limit", "turn") not in ("turn", "game"):
        found.breaks("M7", f"{name}: an unknown limit")
    if not isinstance(effect.get("trigger", "any"), dict) and effect.get("trigger", "any") != "any":
        found.breaks("M7", f"{name}: an unknown trigger")
    if effect.get("dest", "default") not in ("default", *ZONES):
        found.breaks("M7", f"{name}: an unknown zone")
