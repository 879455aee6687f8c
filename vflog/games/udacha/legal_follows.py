"""What a Seek must say besides what it says so far: the cards on top are shown, one may be taken, the others go below.

Of all other records it is found by trying whether they are legal as they are.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from vflog.engine.ruleset import dialect
from vflog.games.udacha import RULESET, seek
from vflog.games.udacha.catalogue import HIDDEN
from vflog.games.udacha.play import UdachaPlay
from vflog.games.udacha.records import Opening
from vflog.games.udacha.state import State
from vflog.games.udacha.verdicts import Case
from vflog.log.faults import Fault
from vflog.log.problems import Refused

Fields = dict[str, Any]


def what_follows(play: UdachaPlay, record: Fields) -> Fields | None:
    """The field that a record still needs and what it may be; nothing where it is legal as it is, `None` where it is
    refused whatever follows."""
    after = play.copy()
    after.n = -1
    try:
        read = dialect(RULESET).record(record)
        after.apply(read)
        if not isinstance(read, Opening) or read.what != "seek":
            return {}
        return _next(after.state, read, record.keys())
    except (Fault, Refused):
        return None


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
    return {"reveals": "cards", "count": len(cards), "for": player, "of": dict(Counter(cards))}
