"""The colours of Demis, on a light and a dark page; figures and the board draw them alike.

The three of a house (bull, cat, owl, in this order) differ in lightness, also for the colour-blind.
"""

from __future__ import annotations

#: The colours that a pack names.
BY_COLOUR: dict[str, tuple[str, str]] = {
    "red": ("#c8362d", "#f0685e"),
    "purple": ("#6d3fa0", "#c3a6ee"),
    "black": ("#1d1d21", "#f2f2f2"),
    "blue": ("#1f5fae", "#6ba4ee"),
    "orange": ("#cf7a12", "#f3a64b"),
    "green": ("#2b8541", "#8fe09b"),
    "yellow": ("#ab8c00", "#f7df70"),
    "teal": ("#0c6f75", "#35a5ac"),
    "pink": ("#c2508c", "#f6add4"),
}
#: For a Demi that we do not know.
OTHER = ("#7c8591", "#9aa3af")
