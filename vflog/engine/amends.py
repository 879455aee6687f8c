"""What an amend makes of a record (the same type, other fields), and of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from vflog.engine.claims import differing
from vflog.engine.frame import FRAME, step
from vflog.engine.problem_maker import ProblemMaker
from vflog.engine.ruleset import Play, Ruleset, dialect
from vflog.engine.timeline import Changed, Timeline
from vflog.log.codes import CODES
from vflog.log.decode import tag_of
from vflog.log.faults import Fault
from vflog.log.problems import Place, Refused
from vflog.log.records import Amend, Claim, Record

#: What the amended record says of these does not matter: it stays the record that it is.
KEPT = ("n", "game", "at")


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
        raise Refused("amend.record", why=CODES[fault.code].says(fault.values)) from None
    return msgspec.structs.replace(record, **{key: getattr(old, key) for key in KEPT})


def read_otherwise(
    timeline: Timeline, record: Amend, ruleset: Ruleset, check: Callable[[Play, int, Record], None], *, sound: bool
) -> None:
    """Read a live record of play as an amend says, and play on from it, each step by `check`; raises `Refused`.

    `sound`: every live record passes `check` as it is, so that nothing need be played where the record reads the same.
    """
    place = timeline.place(record.to)
    if place is None:
        raise Refused("amend.target", to=record.to, what="none that stands")
    old = timeline.live[place]
    if type(old) in FRAME or type(old) is ruleset.end:
        raise Refused("amend.target", to=record.to, what="no record of play")
    new = amended(record.record, old, ruleset)
    change = Changed(place, old) if sound and new == old else timeline.read_as(place, new, check, sound=sound)
    timeline.amended(change)


def still_stands(maker: ProblemMaker, at: Callable[[int], Place]) -> Callable[[Play, int, Record], None]:
    """A step of playing on after an amend, which raises `Refused` where what stood stands no more, or a claim does not
    hold. `at` gives the place of a record by its number."""

    def check(play: Play, n: int, record: Record) -> None:
        if isinstance(record, Claim):
            for held in differing(record, play):
                raise Refused("amend.breaks", n=n, why=maker.claim(held, at(n)).message)
        try:
            step(play, n, record)
        except Refused as why:
            problem = maker.refusal(why, at(n))
            raise Refused(
                "amend.breaks",
                n=n,
                why=problem.message,
                rule=problem.rule,
                basis=problem.basis,
                expected=problem.expected,
            ) from None
        play.warnings.clear()

    return check
