"""What a game comes to, by what was found wrong and how it ended."""

from __future__ import annotations

from vflog.engine.tally import Tally
from vflog.engine.verdict import Status
from vflog.log.absent import UNSET
from vflog.log.records import End

#: Errors that leave all before them standing: the game is incomplete, not invalid.
CUT_OFF = frozenset({"line.truncated", "archive.truncated"})


def status_of(tally: Tally, end: End | None, *, begun: bool, cut: bool) -> Status:
    """The status of a game; `begun`: its header was accepted; `cut`: the input was cut off inside it."""
    errors = {p.code for p in tally.problems if p.severity == "error"}
    if not begun or errors - CUT_OFF:
        return "invalid"
    if end is None:
        return "incomplete"
    stopped = end.reason != "played"
    if stopped and end.result is UNSET:
        return "abandoned"
    if cut or errors:
        return "incomplete"
    return "adjudicated" if stopped or tally.rulings else "valid"
