"""A game record by record in a terminal, by keys: next, back, to a number, to a word, the board, out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from vflog import disputes, services
from vflog.cli.board import changed, drawn
from vflog.cli.outputs.wording import after
from vflog.cli.terminal import Paint, flush, on_terminal, safe, write
from vflog.playback.cursor import Cursor
from vflog.playback.logs import NotThere

_KEYS = "n next, p back, a number, /word, b board, q out"
_NEXT, _BACK = ("n", " ", "\r", "\n"), ("p", "\x7f", "\b")
_OUT = ("q", "\x04", "")
_ENTER = ("\r", "\n")


def by_keys() -> bool:
    """Whether somebody sits before a terminal that can be read key by key."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return on_terminal(sys.stdin) and on_terminal(sys.stdout)


class Stepper:
    """One game under the eyes of somebody who presses keys."""

    def __init__(self, cursor: Cursor, to: int | None) -> None:
        self._cursor = cursor
        cursor.to_place(0)
        places = [i for i, entry in enumerate(cursor.log.entries) if to is None or (entry.n or 0) <= to]
        self._last = max(places, default=0)
        self._paint = Paint()
        self._find = ""

    def run(self) -> None:
        """Show records until somebody has seen enough."""
        with _key_by_key() as keys:
            self._show()
            while (key := self._key(keys)) not in _OUT:
                self._do(key, keys)
        write("\n")
        flush()

    def _key(self, keys: Iterator[str]) -> str:
        write(self._paint(f"[{_KEYS}] ", "dim"))
        flush()
        return next(keys, "")

    def _do(self, key: str, keys: Iterator[str]) -> None:
        place = self._cursor.place
        if key in _NEXT:
            self._go(place + 1)
        elif key in _BACK:
            self._go(place - 1)
        elif key.isdigit():
            self._number(key + self._line(keys, key))
        elif key == "/":
            self._find = self._line(keys, "/") or self._find
            self._search(place)
        elif key == "b":
            write("\n")
            for line in drawn(services.board(self._cursor)):
                write(f"{line}\n")
        else:
            self._say(f"there is no key {safe(key)!r}")

    def _line(self, keys: Iterator[str], begun: str) -> str:
        """What is typed up to Enter, shown while it is typed."""
        write(begun)
        out = ""
        flush()
        for key in keys:
            if key in _ENTER:
                break
            out = out[:-1] if key in ("\x7f", "\b") else out + key
            write(safe(key) if key.isprintable() else "\b \b")
            flush()
        return out

    def _number(self, text: str) -> None:
        try:
            place = self._cursor.place_of(int(text))
        except (NotThere, ValueError) as why:
            self._say(str(why) if isinstance(why, NotThere) else f"{safe(text)!r} is no number")
            return
        self._go(place)

    def _search(self, place: int) -> None:
        """The next record in whose words the text stands."""
        if self._find:
            cursor = self._cursor
            for there in range(place + 1, self._last + 1):
                cursor.to_place(there)
                if self._find.lower() in services.in_words(cursor.here, cursor.header).lower():
                    self._show()
                    return
            cursor.to_place(place)
        self._say(f"no record after this one has {safe(self._find)!r} in it")

    def _go(self, place: int) -> None:
        if not 0 <= place <= self._last:
            self._say("this is the last record" if place > 0 else "this is the first record")
            return
        self._cursor.to_place(place)
        self._show()

    def _say(self, text: str) -> None:
        write(f"\n{text}\n")

    def _show(self) -> None:
        """The record in words, what is wrong with it, what it changed."""
        cursor, paint = self._cursor, self._paint
        here = cursor.here
        number = "–" if here.n is None else str(here.n)
        write(f"\n{paint(f'record {number}', 'bold')} of {self._last}: ")
        write(f"{safe(services.in_words(here, cursor.header))}\n")
        for problem in here.problems:
            style = "red" if problem.severity == "error" else "yellow"
            write(f"  {paint(problem.severity, style, 'bold')}: {safe(' '.join([problem.message, *after(problem)]))}\n")
        if cursor.place and cursor.state is not None:
            for line in changed(disputes.changed_here(cursor)):
                write(f"  {line}\n")


@contextmanager
def _key_by_key() -> Iterator[Iterator[str]]:
    """The keys that are pressed, without waiting for Enter; the terminal is as it was afterwards."""
    import termios
    import tty

    place = sys.stdin.fileno()
    before = termios.tcgetattr(place)
    tty.setcbreak(place)
    try:
        yield _keys(place)
    finally:
        termios.tcsetattr(place, termios.TCSADRAIN, before)


def _keys(place: int) -> Iterator[str]:
    """Keys as they come; what a key sends beyond its first byte, such as an arrow's, is one key."""
    arrows = {"[C": "n", "[B": "n", "[D": "p", "[A": "p"}
    while True:
        data = os.read(place, 1)
        if not data:
            return
        if data[0] >= 0xC0:
            data += os.read(place, 1 if data[0] < 0xE0 else 2 if data[0] < 0xF0 else 3)
        key = data.decode("utf-8", "replace")
        if key == "\x1b":
            key = arrows.get(os.read(place, 2).decode("ascii", "replace"), "?")
        yield key
