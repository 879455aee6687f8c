"""What a record must say besides what it says so far, found by trying.

Of a Seek the cards on top are shown, one may be taken, the others go below. A whole frame in one line may have to move
its card. The opening Hand is the top of the Deck.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from vflog.engine.ruleset import dialect
from vflog.games.udacha import RULESET, legal_moves, seek
from vflog.games.udacha.catalogue import HIDDEN
from vflog.games.udacha.legal_fields import Fields, nature
from vflog.games.udacha.play import UdachaPlay
from vflog.games.udacha.records import Act, Opening, Setup
from vflog.games.udacha.state import State
from vflog.games.udacha.verdicts import Case
from vflog.log.faults import Fault
from vflog.log.problems import Refused
from vflog.log.records import Record

#: So many cards of the Deck may be offered as the opening Hand.
_LARGEST_HAND = 8


def what_follows(play: UdachaPlay, record: Fields) -> tuple[Fields, Fields] | None:
    """The field that a record still needs and what it may be; nothing where it is legal as it is, and then what it may
    add. `None` where it is refused whatever follows."""
    try:
        read = dialect(RULESET).record(record)
        if isinstance(read, Opening) and read.what == "seek":
            due = _of_seek(play, record)
            if due:
                return due, {}
    except (Fault, Refused):
        return None
    may = partial(_tried, play, record)
    if "hand" in record or "mv" in record or not isinstance(read, Setup | Act):
        return ({}, {}) if may({}) else None
    if isinstance(read, Setup):
        hands = [read.deck[:number] for number in range(min(len(read.deck), _LARGEST_HAND) + 1)]
        return _needed("hand", [hand for hand in hands if may({"hand": hand})], may({}))
    moves = partial(_moving, play, record)
    if may({}):
        return {}, {"mv": legal_moves.described(play.state, read, moves) or []}
    return _needed("mv", list(legal_moves.tidied(play.state, read, moves)), False)


def _needed(field: str, options: list[Any], optional: bool) -> tuple[Fields, Fields] | None:
    told: Fields = {field: {"in": options}}
    return ({}, told) if optional else (told, {}) if options else None


def _moving(play: UdachaPlay, record: Fields, moves: list[Any]) -> bool:
    return _tried(play, record, {"mv": moves})


def _tried(play: UdachaPlay, record: Fields, more: Fields) -> bool:
    """Whether the record is legal with more fields."""
    after = play.copy()
    after.n = -1
    try:
        after.apply(dialect(RULESET).record({**record, **more}))
    except (Fault, Refused):
        return False
    return True


def _of_seek(play: UdachaPlay, record: Fields) -> Fields:
    """The next field of a Seek that has begun; raises `Refused` or `Fault`."""
    after = play.copy()
    after.n = -1
    line: Record = dialect(RULESET).record({**{k: v for k, v in record.items() if k != "mv"}, "type": "do"})
    after.apply(line)
    assert isinstance(line, Opening)
    return _next(after.state, line, record.keys())


def _next(st: State, record: Opening, given: Any) -> Fields:
    """The next field of a Seek; raises `Refused` where what it says so far does not fit the Deck."""
    top = st.zone(f"{record.p}.deck")[: record.number]
    if "shown" not in given:
        return {"shown": _laid(top, record.p) if {*top} <= {HIDDEN} else top}
    seen = seek.seen(st, top, record.shown)
    if seen is not None and "taken" not in given:
        return {"taken": {"in": [None, *sorted({card for card in seen if seek.fits(st, record, card)})]}}
    if seen is not None and "bottom" not in given:
        rest = Counter(seen) - Counter([record.taken] if record.taken in seen else [])
        return {"bottom": _laid(sorted(rest.elements()), record.p)}
    line = Case(record, -1, st.fixed, None)
    seek.carry_out(st, line, st.frames[-1])
    line.close()
    return {}


def _laid(cards: list[str], player: str) -> Fields | list[str]:
    """These cards, in whatever order nature lays them; as they are where there is only one way."""
    if len(cards) < 2 and HIDDEN not in cards:
        return cards
    return nature("cards", len(cards), player, dict(Counter(cards)))
