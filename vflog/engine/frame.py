"""The format's own records (claims, rulings, takebacks, amends, notes) among those of play: one step of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.engine.claims import changes, compare
from vflog.engine.facts import Facts
from vflog.engine.ruleset import Play, Ruleset, dialect
from vflog.log.codes import CODES
from vflog.log.decode import tag_of
from vflog.log.faults import Fault
from vflog.log.problems import Refused
from vflog.log.records import Amend, Claim, Foreign, Note, Record, Ruling, Takeback

#: Records that are the frame's own; all others are the ruleset's.
FRAME: frozenset[type[Record]] = frozenset({Takeback, Amend, Claim, Ruling, Note, Foreign})
#: What the amended record says of these does not matter: it stays the record that it is.
KEPT = ("n", "game", "at")


def step(play: Play, n: int, record: Record) -> None:
    """Play one record, or play it again, with the facts that the frame's own records bring."""
    kind = type(record)
    if kind not in FRAME:
        play.n = n
        play.apply(record)
        return
    facts = play.facts
    if isinstance(record, Ruling):
        _rule(play, n, record, facts)
    elif facts is not None and isinstance(record, Claim):
        for held in compare(record, play):
            found = None if held.lacking else _json(held.held)
            facts["claims"].extend((n, held.path, _json(held.claimed), found, held.holds))
    elif facts is not None and isinstance(record, Takeback):
        facts["takebacks"].extend((n, record.to))
    elif facts is not None and isinstance(record, Amend):
        facts["amendments"].extend((n, record.to, record.by or None, record.reason or None))
    play.passed(record)


def _rule(play: Play, n: int, record: Ruling, facts: Facts | None) -> None:
    before = play.document() if facts is not None else None
    play.n = n
    play.rule(record.set)
    if facts is not None:
        for path, old, new, there in changes("", before, play.document()):
            facts["rulings"].extend((n, record.by, record.reason, path, _json(old) if there else None, _json(new)))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def amended(body: dict[str, Any], old: Record, ruleset: Ruleset) -> Record:
    """The record that `body` makes of `old`; raises `Refused` where it is no record of the same type."""
    due = tag_of(type(old))
    given = body.get("type")
    if given != due:
        raise Refused("amend.type", given=given, due=due, expected=due)
    plain = {key: value for key, value in body.items() if key not in KEPT}
    try:
        record = dialect(ruleset).record(plain)
    except Fault as fault:
        raise Refused("amend.record", why=CODES[fault.code].template.format_map(fault.values)) from None
    return msgspec.structs.replace(record, **{key: getattr(old, key) for key in KEPT})
