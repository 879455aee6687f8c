"""How Demis are drawn: a colour each, the line style of their house, a marker within it.

Within a house the colours differ in lightness, also for the colour-blind; line style and marker tell Demis apart in
grey.
"""

from __future__ import annotations

from typing import Any

from vflog.figures import palette
from vflog.figures.figure import Row
from vflog.games.veiled_fate.colours import BY_COLOUR, OTHER

_DASHES = {"bull": "solid", "cat": "dash", "owl": "dot"}
_SYMBOLS = ("circle", "square", "diamond")
#: For text of a Demi: its own colour, or a darker one.
_LEGIBLE = {pair[0]: palette.legible(*pair) for pair in (*BY_COLOUR.values(), OTHER)}
#: Light colour and its dark partner.
COLOURS = dict((*BY_COLOUR.values(), OTHER, *_LEGIBLE.values()))


def colour(name: str | None) -> str:
    """The colour that a pack names for a Demi; a grey for one we do not know."""
    return BY_COLOUR.get(name or "", OTHER)[0]


def text(name: str | None) -> str:
    """The same for text, which must stand out more than a line."""
    return _LEGIBLE[colour(name)][0]


def dash(house: str | None) -> str:
    """The line style of a house."""
    return _DASHES.get(house or "", "dashdot")


def symbol(pack_order: int | None) -> str:
    """The marker of a Demi: the three of a house follow each other in the pack."""
    return _SYMBOLS[((pack_order or 1) - 1) % len(_SYMBOLS)]


def line(row: Row) -> dict[str, Any]:
    """How the line of a Demi looks: its own colour, the style of its house."""
    return {"color": colour(row["colour"]), "dash": dash(row["house"]), "width": 2.2, "shape": "hv"}
