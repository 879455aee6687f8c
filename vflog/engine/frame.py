"""The format's own records (claims, rulings, takebacks, amends, notes) among those of play: one step of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.engine import tables
from vflog.engine.claims import changes, compare
from vflog.engine.facts import Facts
from vflog.engine.ruleset import Play
from vflog.log.absent import UNSET
from vflog.log.problems import Refused
from vflog.log.records import Amend, Claim, End, Foreign, Note, Record, Ruling, Takeback

#: Records that are the frame's own; all others are the ruleset's.
FRAME: frozenset[type[Record]] = frozenset({Takeback, Amend, Claim, Ruling, Note, Foreign})


def step(play: Play, n: int, record: Record) -> None:
    """Play one record, or play it again, with the facts that the frame's own records bring."""
    kind = type(record)
    if kind not in FRAME:
        if isinstance(record, End):
            _winners_once(record)
        play.n = n
        play.apply(record)
        return
    facts = play.facts
    if isinstance(record, Ruling):
        _rule(play, n, record, facts)
    elif facts is not None and isinstance(record, Claim):
        for held in compare(record, play):
            found = None if held.lacking else _json(held.held)
            tables.claim(facts, n, held.path, claimed=_json(held.claimed), held=found, holds=held.holds)
    elif facts is not None and isinstance(record, Takeback):
        tables.takeback(facts, n, to_n=record.to)
    elif facts is not None and isinstance(record, Amend):
        tables.amendment(facts, n, to_n=record.to, judge=record.by or None, reason=record.reason or None)
    play.passed(record)


def _winners_once(end: End) -> None:
    """A judge's result names each winner once, in every ruleset."""
    seen: set[str] = set()
    for player in end.result.winners if end.result is not UNSET else ():
        if player in seen:
            raise Refused("end.winner-twice", player=player)
        seen.add(player)


def _rule(play: Play, n: int, record: Ruling, facts: Facts | None) -> None:
    before = play.document() if facts is not None else None
    play.n = n
    play.rule(record.set)
    if facts is not None:
        for path, old, new, there in changes("", before, play.document()):
            before_ = _json(old) if there else None
            tables.ruling(facts, n, record.by, record.reason, path=path, before=before_, after=_json(new))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
