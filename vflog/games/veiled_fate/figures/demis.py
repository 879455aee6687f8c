"""How Demis are drawn: a colour each, the line style of their house, a marker within it.

Within a house the colours differ in lightness, and line style and marker tell Demis apart in grey.
"""

from __future__ import annotations

from vflog.games.veiled_fate.colours import BY_COLOUR, OTHER

_DASHES = {"bull": "solid", "cat": "dash", "owl": "dot"}
_SYMBOLS = ("circle", "square", "diamond")
#: Light colour and its dark partner.
COLOURS = dict((*BY_COLOUR.values(), OTHER))


def colour(name: str | None) -> str:
    """The colour that a pack names for a Demi; a grey for one we do not know."""
    return BY_COLOUR.get(name or "", OTHER)[0]


def dash(house: str | None) -> str:
    """The line style of a house."""
    return _DASHES.get(house or "", "dashdot")


def symbol(pack_order: int | None) -> str:
    """The marker of a Demi: the three of a house follow each other in the pack."""
    return _SYMBOLS[((pack_order or 1) - 1) % len(_SYMBOLS)]
