"""How Demis are drawn: a colour each, the line style of their house, a marker within it.

Within a house the colours differ in lightness, also for the colour-blind; line style and marker tell Demis apart in
grey.
"""

from __future__ import annotations

from vflog.figures import palette

#: The colours that a pack names, on a light and on a dark page.
_BY_COLOUR: dict[str, tuple[str, str]] = {
    "red": ("#c8362d", "#f0685e"),
    "purple": ("#6d3fa0", "#c3a6ee"),
    "black": ("#1d1d21", "#f2f2f2"),
    "blue": ("#1f5fae", "#6ba4ee"),
    "orange": ("#cf7a12", "#f3a64b"),
    "green": ("#2b8541", "#8fe09b"),
    "yellow": ("#ab8c00", "#f0d24a"),
    "teal": ("#0c6f75", "#35a5ac"),
    "pink": ("#c2508c", "#f5a8d0"),
}
_OTHER = ("#7c8591", "#9aa3af")
_DASHES = {"bull": "solid", "cat": "dash", "owl": "dot"}
_SYMBOLS = ("circle", "square", "diamond")
#: For text of a Demi: its own colour, or a darker one.
_LEGIBLE = {pair[0]: palette.legible(*pair) for pair in (*_BY_COLOUR.values(), _OTHER)}
#: Light colour and its dark partner.
COLOURS = dict((*_BY_COLOUR.values(), _OTHER, *_LEGIBLE.values()))


def colour(name: str | None) -> str:
    """The colour that a pack names for a Demi; a grey for one we do not know."""
    return _BY_COLOUR.get(name or "", _OTHER)[0]


def text(name: str | None) -> str:
    """The same for text, which must stand out more than a line."""
    return _LEGIBLE[colour(name)][0]


def dash(house: str | None) -> str:
    """The line style of a house."""
    return _DASHES.get(house or "", "dashdot")


def symbol(pack_order: int | None) -> str:
    """The marker of a Demi: the three of a house follow each other in the pack."""
    return _SYMBOLS[((pack_order or 1) - 1) % len(_SYMBOLS)]
