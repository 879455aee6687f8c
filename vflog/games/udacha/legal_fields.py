"""What the fields of a form may be, and trying by the rules whether a record with them is legal.

`{"reveals": what}` is nature's, or of a card text that nobody has published: `card`, `amount` (a whole number from 0
on), `amounts` (such a number for some of those in `of`), `change` (a whole number), `text`; `cards` and `moves` are
lists of some of those in `of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from vflog.games.udacha import frames
from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, name
from vflog.games.udacha.records import Act, Do, Move, Opening
from vflog.games.udacha.state import State
from vflog.games.udacha.verdicts import Case
from vflog.log.problems import Refused
from vflog.log.records import Record

Form = dict[str, Any]
Fields = dict[str, Any]
EVERYBODY: Fields = {"in": list(PLAYERS)}
#: How records write what cannot be the name of a field in Python.
_RENAMED = {"in": "in_", "for": "for_"}


def form(kind: str, fields: Fields, optional: Iterable[str] = ()) -> Form:
    """A form; `optional` names the fields that may be left out."""
    return {"type": kind, "fields": fields, "optional": sorted(optional)}


def nature(what: str, count: int | list[int] = 1, player: str | None = None, of: Any = None) -> Fields:
    """What nature shows or a card's text says: so many (or from least to most), to whom, out of what."""
    told = {"reveals": what, "count": count, "for": player, "of": of}
    return {key: value for key, value in told.items() if value is not None}


def follows(*names: str) -> Fields:
    """What these fields bring with them."""
    return {"follows": list(names)}


def known(st: State, place: str) -> list[str]:
    """The cards that are known to be at a place, sorted."""
    return sorted(card for card in st.zones.get(place, ()) if card != HIDDEN)


def could_come(st: State, player: str, titles: Iterable[str]) -> list[str]:
    """Of each Name an instance that a hidden card of the player's may turn out to be."""
    taken = {*st.where}
    copies = range(1, len(taken) + 2)
    return [next(one for n in copies if (one := f"{player}.{title}.{n}") not in taken) for title in titles]


def titles(cards: Iterable[str]) -> list[str]:
    """The Names of these cards."""
    return [name(card) for card in cards]


# -- trying ------------------------------------------------------------------------------------------------


def carried_out(st: State, record: Record, rule: Callable[[State, Case, Any], object]) -> State | None:
    """The position after a record that a rule lets through (this one does not change); `None` where it does not."""
    position = st.copy()
    line = Case(record, -1, st.fixed, None)
    try:
        rule(position, line, record)
        line.close()
    except Refused:
        return None
    return position


def legal(st: State, record: Record, rule: Callable[[State, Case, Any], object]) -> bool:
    """Whether a rule lets the record through in this position."""
    return carried_out(st, record, rule) is not None


def opens(st: State, fields: Fields) -> bool:
    """Whether a line with these fields may open a frame."""
    return legal(st, opening(fields), frames.open_frame)


def acts(st: State, fields: Fields, moves: list[Move]) -> bool:
    """Whether a line with these fields may open, resolve and close a frame, with these moves."""
    return legal(st, opening({**fields, "mv": moves}, Act), frames.act)


def opening(fields: Fields, kind: type[Opening] = Do) -> Opening:
    """The opening line with these fields."""
    return kind(**{_RENAMED.get(key, key): value for key, value in fields.items()})
