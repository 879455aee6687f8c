"""The catalogue that a log brings, and what its instance ids say: `owner.Name.copy` (rules M0, M7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vflog.games.udacha.records import Card, Effect
from vflog.log.absent import UNSET
from vflog.log.problems import Refused

PLAYERS = ("A", "B")
HIDDEN = "?"
#: The kinds of zone, by their log names.
ZONES = (
    "deck", "hand", "heroes", "scenery", "reserve", "contest", "vault", "revealed", "discard", "destroyed",
)  # fmt: skip
#: Zones of which nobody knows whether each player has one: only the kind counts (A2).
SHARED = frozenset(("contest", "discard", "destroyed"))
PLACES = frozenset(f"{player}.{zone}" for player in PLAYERS for zone in ZONES)
KINDS = ("SUPPORT", "REACTION", "INTERRUPT", "ACTIVE", "VISITED")
LIMITS = ("turn", "game")


def foe(player: str) -> str:
    """The other player."""
    return "B" if player == "A" else "A"


def owner(instance: str) -> str:
    """The player whose card it is."""
    return instance[0]


def name(instance: str) -> str:
    """The Name in a well-formed id."""
    return instance[2 : instance.rindex(".")]


def well_formed(instance: str) -> bool:
    """Whether this is `owner.Name.copy` with a player for owner and a number for copy."""
    first, _, rest = instance.partition(".")
    title, _, copy = rest.rpartition(".")
    return bool(first in PLAYERS and title and copy.isascii() and copy.isdigit())


class Catalogue:
    """The cards of one game by Name. Raises `Refused` (M7) where they contradict the chapter."""

    __slots__ = ("cards",)

    def __init__(self, cards: Mapping[str, Card]) -> None:
        for title, card in cards.items():
            for fault in _faults(card):
                raise Refused("udacha.m7", name=title, reason=fault)
        self.cards = dict(cards)

    def of(self, instance: str) -> Card | None:
        """The card of a well-formed id, or `None` where the card is hidden."""
        return None if instance == HIDDEN else self.cards[name(instance)]

    def has(self, instance: str) -> bool:
        """Whether a well-formed id names a card of the catalogue."""
        return name(instance) in self.cards

    def effects(self, instance: str, label: str) -> list[Effect]:
        """The effects that the label may mean: that of the card, or where it is hidden those of all cards."""
        cards = self.cards.values() if instance == HIDDEN else (self.cards[name(instance)],)
        return [card.eff[label] for card in cards if label in card.eff]


def _faults(card: Card) -> Iterator[str]:
    """What the chapter does not allow of a card, as parts of a sentence."""
    if card.base and card.type != "Place":
        yield "only a Place can be a Base"
    if card.starter is not UNSET and card.type != "Hero":
        yield "only a Hero can be a Starter"
    if card.bounty is not UNSET and card.type != "Hero":
        yield "only a Hero can have a Bounty"
    if card.climactic and card.type != "Secret":
        yield "only a Secret can be Climactic"
    if card.bounty_destroyed is not UNSET:
        if card.bounty is UNSET:
            yield "it has a Destroyed number, but no Bounty"
        elif card.bounty_destroyed <= card.bounty:
            yield f"its Destroyed number {card.bounty_destroyed} is not greater than its Bounty {card.bounty}"
    for label, effect in card.eff.items():
        yield from (f"its effect {label} {fault}" for fault in _effect_faults(effect))


def _effect_faults(effect: Effect) -> Iterator[str]:
    for kind in effect.kinds:
        if kind not in KINDS:
            yield f"is of the unknown kind {kind}"
    if effect.limit is not UNSET and effect.limit not in LIMITS:
        yield f"has the unknown limit {effect.limit}"
    if isinstance(effect.trigger, str) and effect.trigger != "any":
        yield f"has the unknown trigger {effect.trigger}"
    if effect.dest != "default" and effect.dest not in ZONES:
        yield f"sends its card to the unknown zone {effect.dest}"
