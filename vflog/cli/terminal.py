"""What is written where: data on standard output, all else on standard error, nothing that steers a terminal.

Text is always UTF-8 with `\\n`, whatever the locale, so that equal input gives equal bytes.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import IO, Any
from unicodedata import combining, east_asian_width

#: Control characters (C0, C1), marks that turn the direction of text, line separators, halves of characters.
_TURNING = "\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff"
_STEERING = re.compile(f"[\x00-\x1f{_TURNING}\ud800-\udfff]")
#: JSON itself writes C0 out.
_IN_JSON = re.compile(f"[{_TURNING}]")
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def safe(text: str) -> str:
    """A text in which nothing can steer a terminal: such characters are written out as `\\u202e`."""
    return text if text.isascii() and text.isprintable() else _STEERING.sub(_spelt, text)


def safe_json(data: bytes) -> str:
    """JSON with the same content in which nothing can steer a terminal (such characters stand in strings only)."""
    text = data.decode("utf-8")
    return _IN_JSON.sub(_spelt_json, text)


def _spelt(match: re.Match[str]) -> str:
    code = ord(match[0])
    short = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}.get(code)
    return short or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def _spelt_json(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """A text filled with blanks to so many columns."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


#: Called before data is written: takes a line of progress off the terminal.
before_data: Callable[[], None] | None = None


def write(text: str) -> None:
    """Data, as it stands, on standard output."""
    if before_data is not None:
        before_data()
    _write(sys.stdout, text)


def write_bytes(data: bytes) -> None:
    """Data that are bytes already."""
    write(data.decode())


def say(text: str) -> None:
    """A line for people on standard error, after all data written so far."""
    if before_data is not None:
        before_data()
    if sys.stdout is not None:
        sys.stdout.flush()
    _write(sys.stderr, text + "\n")
    if sys.stderr is not None:
        sys.stderr.flush()


def flush() -> None:
    """All data out."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _write(stream: IO[str] | None, text: str) -> None:
    if stream is None:
        return
    data = text.encode("utf-8", "backslashreplace")
    binary: Any = getattr(stream, "buffer", None)
    if binary is None:
        stream.write(data.decode())
    else:
        binary.write(data)


def on_terminal(stream: IO[str] | None) -> bool:
    """Whether a person is looking."""
    return stream is not None and stream.isatty()


class Paint:
    """Colours, where a person looks and did not ask for none (`NO_COLOR`)."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        looks = on_terminal(sys.stdout if stream is None else stream)
        self._on = looks and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def __call__(self, text: str, *styles: str) -> str:
        if not self._on or not text or not styles:
            return text
        return f"\x1b[{';'.join(_CODES[s] for s in styles)}m{text}\x1b[0m"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]], numbers: Iterable[int] = ()) -> list[str]:
    """The lines of a table in columns; `numbers` are the columns that stand to the right."""
    lines = [[*map(safe, row)] for row in (columns, *rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    to_right = set(numbers)
    return [
        "  ".join(pad(cell, widths[i], right=i in to_right) for i, cell in enumerate(line)).rstrip() for line in lines
    ]
