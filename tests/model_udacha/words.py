"""Players, zones, instance ids (section 3 of the page)."""

from __future__ import annotations

import re
from typing import Any

from .errors import Malformed

PLAYERS = ("A", "B")
ZONES = ("deck", "hand", "heroes", "scenery", "reserve", "contest", "vault", "revealed", "discard", "destroyed")
ORDERED = ("deck", "scenery")
#: A2: of these nobody knows whether there is one or one each; their side is never compared.
SIDELESS = ("contest", "discard", "destroyed")
HIDDEN = ("hand", "deck", "vault")
WHATS = ("play", "support", "use", "discard", "destroy", "draw", "invest", "secret", "seek", "other")
HIDE = "?"
ID = re.compile(r"([AB])\.(.+)\.([0-9]+)\Z")


def foe(player: str) -> str:
    return "B" if player == "A" else "A"


def owner_of(card: str) -> str:
    return card.partition(".")[0]


def name_of(card: str) -> str:
    return card.partition(".")[2].rpartition(".")[0]


def side_of(zone: str) -> str:
    return zone.partition(".")[0]


def kind_of(zone: str) -> str:
    return zone.partition(".")[2]


def other_side(zone: str) -> str:
    """The zone of the same kind of the other player."""
    return f"{foe(side_of(zone))}.{kind_of(zone)}"


def check_card(cards: dict[str, Any], card: Any) -> None:
    """M0: an id is `owner.Name.copy`, and the catalogue has the Name; `?` may stand for any."""
    if card == HIDE:
        return
    match = ID.match(card) if isinstance(card, str) else None
    if match is None:
        raise Malformed(f"{card!r} is no id of a card")
    if match[2] not in cards:
        raise Malformed(f"the catalogue has no {match[2]}")


def check_zone(zone: Any) -> None:
    side, _, kind = zone.partition(".") if isinstance(zone, str) else ("", "", "")
    if side not in PLAYERS or kind not in ZONES:
        raise Malformed(f"{zone!r} is no zone")
