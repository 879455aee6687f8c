"""How Demis are drawn: a colour each, the line style of their house, a marker within it.

Within a house the colours differ in lightness, and line style and marker tell Demis apart in grey.
"""

from __future__ import annotations

#: The colours that a pack names, on a light and on a dark page.
_BY_COLOUR: dict[str, tuple[str, str]] = {
    "red": ("#c8362d", "#f0685e"),
    "purple": ("#6d3fa0", "#b08ce0"),
    "black": ("#1d1d21", "#f2f2f2"),
    "blue": ("#1f5fae", "#6ba4ee"),
    "orange": ("#e58a1f", "#f3a64b"),
    "green": ("#3c9a4b", "#70cc7e"),
    "yellow": ("#c9a400", "#f0d24a"),
    "teal": ("#0c6f75", "#3fb8bf"),
    "pink": ("#d76fa6", "#f19cc8"),
}
_OTHER = ("#7c8591", "#9aa3af")
_DASHES = {"bull": "solid", "cat": "dash", "owl": "dot"}
_SYMBOLS = ("circle", "square", "diamond")
#: Light colour and its dark partner.
COLOURS = dict((*_BY_COLOUR.values(), _OTHER))


def colour(name: str | None) -> str:
    """The colour that a pack names for a Demi; a grey for one we do not know."""
    return _BY_COLOUR.get(name or "", _OTHER)[0]


def dash(house: str | None) -> str:
    """The line style of a house."""
    return _DASHES.get(house or "", "dashdot")


def symbol(pack_order: int | None) -> str:
    """The marker of a Demi: the three of a house follow each other in the pack."""
    return _SYMBOLS[((pack_order or 1) - 1) % len(_SYMBOLS)]
