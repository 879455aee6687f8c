"""Examples of what only a referee says: a line that it takes, and one that it refuses, in a game that has begun."""

from __future__ import annotations

from typing import NamedTuple

from vflog.engine.examples import line
from vflog.games.veiled_fate.examples.files import MILK, head
from vflog.games.veiled_fate.examples.situations import Situation, table

#: What may befall a referee while a line is answered.
FULL, AT_FAULT = "the disk is full", "vflog is at fault"


class Talk(NamedTuple):
    """In the position `given`, over a connection that sees it as `view`: one line is taken, the other refused with the
    code alone. `when` says what happens with the other."""

    code: str
    given: Situation
    legal: str
    illegal: str
    view: str = "all"
    when: str = ""

    @property
    def words(self) -> str:
        """The position for people."""
        seen = "" if self.view == "all" else f", of a connection that sees the game as {self.view} does"
        return f"Lines to the referee{seen}; {self.given.words[0].lower()}{self.given.words[1:]}"

    def shown(self, text: str, when: str = "") -> tuple[str, ...]:
        """A line, and what happens with it."""
        return (f"{text} ({when})" if when else text,)


_MILK = MILK.strip()
_BEGUN = table()
_ALL_WITH_BOB = _BEGUN.ruled(
    "Bob holds all cards f1 that are not in the hands of others", demis={"naka": {"at": "coast"}},
    hands={"bob": {"f1": 26}},
)  # fmt: skip


def _to_city(drawn: str) -> str:
    return line({"type": "move", "player": "ada", "demi": "naka", "to": "city", "space": {"drew": [drawn]}})


TALKS: tuple[Talk, ...] = (
    Talk("referee.known-game", _BEGUN, head("another").strip(), head("example").strip()),
    Talk("referee.not-yours", _BEGUN, _MILK, line({"type": "takeback", "to": 0}), "ada"),
    Talk("referee.hidden", _ALL_WITH_BOB, _to_city("s1"), _to_city("f1"), "ada"),
    Talk("referee.not-kept", _BEGUN, _MILK, _MILK, when=FULL),
    Talk("referee.fault", _BEGUN, _MILK, _MILK, when=AT_FAULT),
)
