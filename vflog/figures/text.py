"""Text of strangers on its way to a page, a picture or a spreadsheet: it stays text."""

from __future__ import annotations

import re

from vflog.store.spreadsheet import field

#: Characters that steer how others are shown: controls, and marks that embed, override or isolate.
#: Marks without a reach of their own (U+200E, U+200F, U+061C) stay as they are.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\u061c\ufb1d-\ufdff\ufe70-\ufeff]")


def visible(text: str) -> str:
    """The text with every steering character written out, so that it can move nothing around it."""
    return _STEERING.sub(lambda m: f"‹U+{ord(m[0]):04X}›", text)


def short(text: str, most: int = 22) -> str:
    """At most `most` characters, an ellipsis for the rest."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def said(text: object, most: int = 22) -> str:
    """A text for inside a sentence: short, and unable to turn the words around it."""
    shown = visible(short(str(text), most))
    return f"\u2068{shown}\u2069" if _RIGHT_TO_LEFT.search(shown) else shown


def label(text: object, most: int = 22) -> str:
    """The same for inside a picture: Plotly reads tags and entities there, so they are escaped."""
    return said(text, most).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def cell(value: object) -> str:
    """A value as a field of a CSV file; text that would run as a formula gets an apostrophe before it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return field(str(value), text=isinstance(value, str))


def plural(count: int, one: str, many: str | None = None) -> str:
    """`1 game`, `12 games`; thousands set apart."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def words(name: str) -> str:
    """An id in the way people write it: `first-move` as `First move`."""
    spaced = re.sub(r"[-_]+", " ", name).strip()
    return spaced[:1].upper() + spaced[1:] if spaced else name
