"""Characters that cannot be seen, or are easily taken for others: told by their number."""

from __future__ import annotations

import re
from unicodedata import category, name

#: Blanks other than the common one, marks without width, controls: nobody sees them, or what they are.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_CONTROLS = {0x09: "tab", 0x0A: "line feed", 0x0D: "carriage return", 0x1B: "escape", 0x7F: "delete"}


def unseen(character: str) -> bool:
    """Whether a character cannot be seen, or looks like a blank that it is not."""
    return UNSEEN.match(character) is not None


def numbered(character: str) -> str:
    """A character by its number and name, such as `U+00A0 NO-BREAK SPACE`."""
    code = ord(character)
    if category(character) == "Cc":
        said = _CONTROLS.get(code, "control character")
    elif code == 0xFEFF:
        said = "byte-order mark"
    else:
        said = name(character, "")
    return f"U+{code:04X} {said}".rstrip()


def pointed(character: str) -> str:
    """A character as a sentence points to it: itself where it can be seen, and its number where it may be mistaken."""
    if unseen(character):
        return numbered(character)
    return character if character.isascii() else f"{character} ({numbered(character)})"


def written_out(text: str) -> str:
    """A text in which what cannot be seen stands as JSON writes it out: `\\u00a0`."""
    return text if text.isascii() and text.isprintable() else UNSEEN.sub(_spelt, text)


def _spelt(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code > 0xFFFF:
        high, low = divmod(code - 0x10000, 0x400)
        return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
    return {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}.get(code) or f"\\u{code:04x}"
