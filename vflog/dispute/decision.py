"""A judge's decision ready to be filled in: lines that can be put behind a log, with blanks for who decides and why."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.dispute.lines import Step
from vflog.dispute.replaying import Replayer, plain_of
from vflog.dispute.settling import Settled
from vflog.log.problems import Refused
from vflog.playback.cursor import Cursor

Plain = dict[str, Any]
#: What is to be filled in.
BLANK = ""
#: Why a game ends by a judge's result, unless another reason is put there.
_REASON = "time"


class Decision(msgspec.Struct, kw_only=True):
    """The lines, and what is to be known when they are put behind the log: a sentence each."""

    lines: list[Plain] = []
    notes: list[str] = []


def decision(of: Settled) -> Decision:
    """The lines of a decision: what stands in the way is taken back, what is explained is amended, then the ruling, and
    an `end` by the judge's result, so that the game is adjudicated."""
    replayer = of.replayer
    if replayer is None:
        return Decision(notes=["The game cannot be judged, so no decision can be put behind its log."])
    out = Decision()
    to: int | None = None
    ended = replayer.end.winners is not None
    due = (
        _end_of(replayer).n
        if ended
        else Cursor(of.log, msgspec.structs.replace(replayer.settings, holds_under=False)).due
    )
    if ended:
        told = "The game has had its end, after which a log takes no decision"
        out.notes.append(f"{told}: put the lines in place of record {due}.")
    elif (to := _goes_back_to(of, replayer)) is not None:
        _add(out, of, due, {"type": "takeback", "to": to})
        out.notes.append(f"The log goes back to right after record {to}, for nothing is judged behind what is wrong.")
        if _unnumbered(of):
            out.notes.append("The log has no numbers (“n”): a takeback needs them on every line.")
    explained = next((each for each in of.explained if each.kind == "earlier"), None)
    goes_on = explained is not None and explained.outcome.result != "cannot go on"
    if explained is not None and explained.n is not None and to is not None and explained.n > to:
        out.notes.append(f"Record {explained.n}, which would have to read otherwise, is taken back with the rest.")
    elif not ended and goes_on and explained is not None and explained.record is not None:
        body = {key: value for key, value in plain_of(explained.record).items() if key not in ("n", "game", "at")}
        _add(out, of, due, {"type": "amend", "to": explained.n, "record": body, "by": BLANK, "reason": BLANK})
        out.notes.append(
            f"Record {explained.n} is amended as it would have to read; leave the line out if it was right."
        )
    _add(out, of, due, {"type": "ruling", "by": BLANK, "reason": BLANK, "set": {}})
    winners = of.changes.instead if of.changes.instead is not None else of.changes.now
    result = {"winners": winners or [], "by": BLANK}
    _add(out, of, due, {"type": "end", "reason": _REASON, "result": result})
    out.notes.append("Fill in “by” and “reason”; “set” holds what the judge sets of the state document, or nothing.")
    out.notes.append("Leave the “end” out where play goes on; else its “result” names the winners the judge gives.")
    return out


def _add(out: Decision, of: Settled, due: int, line: Plain) -> None:
    kind = line.pop("type")
    out.lines.append({"type": kind, "n": due + len(out.lines), "game": of.log.game, **line})


def _end_of(replayer: Replayer) -> Step:
    return next(step for step in reversed(replayer.lines.live) if type(step.record) is replayer.rules.end)


def _goes_back_to(of: Settled, replayer: Replayer) -> int | None:
    """The last record behind which a takeback may go back, before what is wrong; `None` where nothing is."""
    live = replayer.lines.live
    if of.verdict.kind == "claim":
        live = [step for step in live if step.place < of.place]
    elif replayer.lines.stop is None:
        return None
    for count in range(len(live), 0, -1):
        try:
            replayer.after(live[count - 1].place).may_return()
        except Refused:
            continue
        return live[count - 1].n
    return 0


def _unnumbered(of: Settled) -> bool:
    return any(not isinstance(entry.record.n, int) for entry in of.log.entries[1:])
