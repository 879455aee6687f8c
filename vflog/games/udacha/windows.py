"""Answers to a frame in its two windows (U9 to U13, U16; A13, A19 to A26)."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.games.udacha.catalogue import HIDDEN, foe, name
from vflog.games.udacha.records import Effect, Opening
from vflog.games.udacha.state import Answer, Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.log.absent import UNSET

#: What an effect is used by.
USES = frozenset(("use", "support"))
_TRIGGERED = frozenset(("REACTION", "INTERRUPT"))
_KIND = {"INT": "INTERRUPT", "REA": "REACTION"}
#: A kind of effect used in the window of the other kind: the rule on when it resolves.
_WRONG_WINDOW = {"INT": ("REACTION", "U12", "after"), "REA": ("INTERRUPT", "U11", "before")}


def look(st: State, line: Case, frame: Frame) -> None:
    """All that is asked of a line as an answer, and the answer is noted in the frame that it names."""
    record, effect = frame.opening, frame.effect
    target = st.frame(record.answered)
    if record.win is not UNSET and record.what not in USES:
        line.illegal("U9", "only a REACTION or an INTERRUPT answers a window", expected=sorted(USES))
    elif effect is not None:
        _look_at_effect(line, frame, effect, target)
    elif record.win == "REA" and target is None:
        line.illegal("U9", "no REACTION is used without the trigger that its text names")
    if target is None:
        return
    _look_at_moment(line, frame, target)
    _look_at_copies(line, frame, target)
    _look_at_order(st, line, frame, target)
    target.answers.append(Answer(frame.p, str(record.win), frame.card, str(record.eff)))
    target.reacted = target.reacted or record.win == "REA"


def fits(effect: Effect, window: str | None, target: Frame | None) -> bool:
    """U9: whether the effect may be used as an answer to this frame, or where `window` is `None` as no answer."""
    if window is None:
        return effect.at_any_time or not set(effect.kinds) <= _TRIGGERED
    if _KIND[window] not in effect.kinds:
        return False
    if target is None:
        return window == "INT" and effect.at_any_time
    return not isinstance(effect.trigger, dict) or _met(effect.trigger, target.opening)


def _look_at_effect(line: Case, frame: Frame, effect: Effect, target: Frame | None) -> None:
    """U9: the effect is triggered by what the line answers; U11, U12: it belongs into that window."""
    window = None if frame.opening.win is UNSET else str(frame.opening.win)
    if fits(effect, window, target):
        return
    used = f"the effect {frame.opening.eff} of {name(frame.card)}"
    if window is not None and _KIND[window] not in effect.kinds:
        other, rule, when = _WRONG_WINDOW[window]
        if other in effect.kinds:
            reason = f"{used} is of the kind {other}, which resolves {when} its trigger"
            line.illegal(rule, f"{reason}, and the window written is {window}")
        else:
            line.illegal("U9", f"{used} is no {_KIND[window]} and names no trigger")
    elif target is None:
        line.illegal("U9", f"{used} is used without the trigger that its text names")
    else:
        line.illegal("U9", f"frame {target.n} is not what triggers {used}", expected=effect.trigger)


def _met(trigger: dict[str, Any], opening: Opening) -> bool:
    """Whether the opening line carries these fields; what is hidden in it may be anything."""
    fields = msgspec.to_builtins(opening)
    return all(_equal(wanted, fields.get(field)) for field, wanted in trigger.items())


def _equal(wanted: Any, actual: Any) -> bool:
    if actual == HIDDEN:
        return True
    if isinstance(wanted, list) and isinstance(actual, list):
        return len(wanted) == len(actual) and all(map(_equal, wanted, actual))
    return bool(wanted == actual) and isinstance(wanted, bool) == isinstance(actual, bool)


def _look_at_moment(line: Case, frame: Frame, target: Frame) -> None:
    """U11, U12, A26: INTERRUPTs lie before their trigger resolves, REACTIONs after it."""
    if frame.opening.win == "INT":
        if target.resolved and not frame.any_time:
            line.illegal("U11", f"frame {target.n} has resolved, and an INTERRUPT resolves before its trigger")
    elif not target.resolved:
        line.illegal("U12", f"frame {target.n} has not resolved yet, and a REACTION resolves after its trigger")
    elif target.cancelled:
        line.disputed("A26", f"frame {target.n} was cancelled, and whether it can be reacted to is open")


def _look_at_copies(line: Case, frame: Frame, target: Frame) -> None:
    """U16, A20: copies of one Name give a player one answer to a trigger."""
    card, label = frame.card, frame.opening.eff
    if frame.effect is None:
        return
    before = [a for a in target.answers if a.player == frame.p and a.card != HIDDEN]
    other = next((a for a in before if a.card != card and name(a.card) == name(card)), None)
    if other is not None:
        line.illegal("U16", f"{frame.p} has answered frame {target.n} by {other.card} before")
    elif any(a.card == card and a.eff == label for a in before):
        line.disputed("A20", f"{frame.p} has answered frame {target.n} by the same effect of {card} before")


def _look_at_order(st: State, line: Case, frame: Frame, target: Frame) -> None:
    """U13, A22: answers alternate, the off-turn player first, between players who have not passed."""
    player, window = frame.p, str(frame.opening.win)
    if (player, window) in target.passed:
        line.disputed("A22", f"{player} has passed this window of frame {target.n}, and whether that is final is open")
        return
    if (foe(player), window) in target.passed:
        return
    if window == "REA" and st.ruling("reactions_alternate") == "false":
        return
    order = [answer.player for answer in target.answers if answer.window == window]
    late = st.on == foe(player) and bool(order) and player not in order
    skipped = len(order) > 1 and order[-1] == order[-2] != player
    if late:
        line.illegal("U13", f"{st.on} is on turn and has answered frame {target.n} first; the off-turn player begins")
    elif skipped:
        line.illegal("U13", f"{order[-1]} has answered frame {target.n} twice in a row before this answer of {player}")
