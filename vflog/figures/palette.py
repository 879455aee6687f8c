"""Colours, for a light and a dark page. Text stands out from what it lies on by 4.5 to 1, lines and marks by 3 to 1.

Every colour in a figure is one of the light values below or of its ruleset's own; on a dark page the script
exchanges it for its partner.
"""

from __future__ import annotations

#: light value -> dark value
PAIRS: dict[str, str] = {}


#: What text must stand out by from what it lies on (WCAG 2, 1.4.3), and lines and marks (1.4.11).
TEXT_CONTRAST, MARK_CONTRAST = 4.5, 3.0


def _pair(light: str, dark: str) -> str:
    PAIRS[light] = dark
    return light


def contrast(one: str, other: str) -> float:
    """How much two colours differ in luminance, 1 to 21, by WCAG 2."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def legible(light: str, dark: str) -> tuple[str, str]:
    """The colours for text of a light colour and its dark partner: as they are, or darker and lighter as it needs."""
    return _legible(light, "#000000", (SURFACE, BAND)), _legible(dark, "#ffffff", (PAIRS[SURFACE], PAIRS[BAND]))


def _legible(colour: str, towards: str, grounds: tuple[str, ...]) -> str:
    for share in range(0, 100, 2):
        mixed = "#" + "".join(
            f"{(int(colour[i : i + 2], 16) * (100 - share) + int(towards[i : i + 2], 16) * share) // 100:02x}"
            for i in (1, 3, 5)
        )
        if all(contrast(mixed, ground) >= TEXT_CONTRAST for ground in grounds):
            return mixed
    return towards


INK = _pair("#22272e", "#e6e3dc")
MUTED = _pair("#626976", "#a2a9b4")
GRID = _pair("#e3e1db", "#33383f")
BAND = _pair("#f3f1eb", "#23282f")
SURFACE = _pair("#fffefb", "#1b1f24")
OUT = _pair("#d9d5ca", "#3a3f47")
COOL = _pair("#2873a6", "#6cb4e4")
WARM = _pair("#b5542a", "#e58a5c")
NEUTRAL = _pair("#918c7e", "#7b828d")
ACCENT = _pair("#8a6d1f", "#d9b95b")
BAD = _pair("#b3382c", "#ec7a6e")

#: Players and other sets without colours of their own (told apart by order and label as well).
SERIES = (
    _pair("#2c5f9e", "#7fb0ec"),
    _pair("#c4741f", "#f0a859"),
    _pair("#3a8f67", "#6fc89d"),
    _pair("#a23b66", "#e182a8"),
    _pair("#6a5aa8", "#a99be6"),
    _pair("#8a7b2a", "#cdbc62"),
    _pair("#4b8fa3", "#86c5d8"),
    _pair("#87553b", "#c99372"),
    _pair("#5f6670", "#b0b7c1"),
)
#: The same for text: a colour's own, or a darker one.
LEGIBLE = {colour: _pair(*legible(colour, PAIRS[colour])) for colour in (*SERIES, COOL, WARM, MUTED)}
#: Hatching, so that stacked parts differ in grey.
PATTERNS = ("", "/", ".", "x", "\\", "-", "+", "|", "")


def pattern(place: int | str) -> dict[str, object]:
    """Hatching over a colour: the n-th of the series, or a shape of Plotly's."""
    shape = place if isinstance(place, str) else PATTERNS[place % len(PATTERNS)]
    return {"shape": shape, "size": 6, "solidity": 0.18, "fillmode": "overlay", "fgcolor": SURFACE, "fgopacity": 0.75}


#: Light to strong, of one hue; where numbers stand in the cells, no stronger than that they can be read.
TOLD = [[0, _pair("#e3ebe6", "#24343a")], [1, _pair("#6fa8a4", "#2a6570")]]
HEAT = [[0, _pair("#e3ebe6", "#24343a")], [0.35, _pair("#a5c4bf", "#2d5f69")], [1, _pair("#14535c", "#8fe3e0")]]


def clear(hex_colour: str, alpha: float) -> str:
    """The colour, see-through; the script knows how to read it back."""
    r, g, b = (int(hex_colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({r},{g},{b},{alpha:g})"
