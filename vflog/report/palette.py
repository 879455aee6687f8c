"""Colours, for a light and a dark page, and how Demis are told apart without any.

Every colour in a figure is one of the light values below; on a dark page the script exchanges it for its
partner. Within a house the colours differ in lightness, and line style and marker tell Demis apart in grey.
"""

from __future__ import annotations

#: light value -> dark value
PAIRS: dict[str, str] = {}


def _pair(light: str, dark: str) -> str:
    PAIRS[light] = dark
    return light


INK = _pair("#22272e", "#e6e3dc")
MUTED = _pair("#6b7280", "#a2a9b4")
GRID = _pair("#e3e1db", "#33383f")
BAND = _pair("#f3f1eb", "#23282f")
SURFACE = _pair("#fffefb", "#1b1f24")
OUT = _pair("#d9d5ca", "#3a3f47")
FEATHER = _pair("#2f7fb5", "#6cb4e4")
SCORPION = _pair("#b5542a", "#e58a5c")
TIE = _pair("#b9b4a7", "#6f7680")
ACCENT = _pair("#8a6d1f", "#d9b95b")
GOOD = _pair("#2e7d5b", "#62bd94")
BAD = _pair("#b3382c", "#ec7a6e")

_NAMED = {
    "red": _pair("#c8362d", "#f0685e"),
    "purple": _pair("#6d3fa0", "#b08ce0"),
    "black": _pair("#1d1d21", "#f2f2f2"),
    "blue": _pair("#1f5fae", "#6ba4ee"),
    "orange": _pair("#e58a1f", "#f3a64b"),
    "green": _pair("#3c9a4b", "#70cc7e"),
    "yellow": _pair("#c9a400", "#f0d24a"),
    "teal": _pair("#0c6f75", "#3fb8bf"),
    "pink": _pair("#d76fa6", "#f19cc8"),
}
_OTHER = _pair("#7c8591", "#9aa3af")

#: Players and other sets without colours of their own (told apart by order and label as well).
SERIES = (
    _pair("#2c5f9e", "#7fb0ec"),
    _pair("#d1812c", "#f0a859"),
    _pair("#3a8f67", "#6fc89d"),
    _pair("#a23b66", "#e182a8"),
    _pair("#6a5aa8", "#a99be6"),
    _pair("#8a7b2a", "#cdbc62"),
    _pair("#4b8fa3", "#86c5d8"),
    _pair("#87553b", "#c99372"),
    _pair("#5f6670", "#b0b7c1"),
)
#: Hatching, so that stacked parts differ in grey.
PATTERNS = ("", "/", ".", "x", "\\", "-", "+", "|", "")
HOUSE_DASH = {"bull": "solid", "cat": "dash", "owl": "dot"}


def pattern(place: int | str) -> dict[str, object]:
    """Hatching over a colour: the n-th of the series, or a shape of Plotly's."""
    shape = place if isinstance(place, str) else PATTERNS[place % len(PATTERNS)]
    return {"shape": shape, "size": 6, "solidity": 0.18, "fillmode": "overlay", "fgcolor": SURFACE, "fgopacity": 0.75}


_SYMBOLS = ("circle", "square", "diamond")

#: Light to strong, of one hue.
HEAT = [[0, _pair("#e3ebe6", "#24343a")], [0.35, _pair("#a5c4bf", "#2d5f69")], [1, _pair("#14535c", "#8fe3e0")]]


def colour(name: str | None) -> str:
    """The colour that a pack names for a Demi; a grey for one we do not know."""
    return _NAMED.get(name or "", _OTHER)


def dash(house: str | None) -> str:
    """The line style of a house."""
    return HOUSE_DASH.get(house or "", "dashdot")


def symbol(pack_order: int | None) -> str:
    """The marker of a Demi: the three of a house follow each other in the pack."""
    return _SYMBOLS[((pack_order or 1) - 1) % len(_SYMBOLS)]


def clear(hex_colour: str, alpha: float) -> str:
    """The colour, see-through; the script knows how to read it back."""
    r, g, b = (int(hex_colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({r},{g},{b},{alpha:g})"
