"""The colours of Demis, on a light and a dark page; figures and the board draw them alike."""

from __future__ import annotations

#: The colours that a pack names.
BY_COLOUR: dict[str, tuple[str, str]] = {
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
#: For a Demi that we do not know.
OTHER = ("#7c8591", "#9aa3af")
