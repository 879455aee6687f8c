"""Effects used once a turn or once a game, counted by Name (U14, U15; A10, A14 to A16)."""

from __future__ import annotations

from vflog.games.udacha.catalogue import name
from vflog.games.udacha.state import Frame, Key, State
from vflog.games.udacha.verdicts import Case
from vflog.log.absent import UNSET

_RULES = {"turn": ("U14", "in this turn"), "game": ("U15", "in this game")}


def _uses(st: State, limit: str) -> dict[Key, int]:
    return st.used_turn if limit == "turn" else st.used_game


def look(st: State, line: Case, frame: Frame) -> None:
    """U14, U15, and the use is counted: copies of one Name share it, and so do its later turns or not."""
    effect = frame.effect
    if effect is None or effect.limit is UNSET:
        return
    label = str(frame.opening.eff)
    key = (frame.p, name(frame.card), label)
    uses = _uses(st, effect.limit)
    rule, when = _RULES[effect.limit]
    if uses.get(key):
        line.illegal(rule, f"{frame.p} has used the effect {label} of {key[1]} {when} before, and copies share it")
    elif key in uses:
        line.disputed("A10", f"{frame.p} has used the effect {label} of {key[1]} {when} before, but it was cancelled")
    uses[key] = uses.get(key, 0) + 1
    frame.limit = (effect.limit, key)


def cancel(st: State, frame: Frame) -> None:
    """The use stays counted, but whether it is spent is open (A10)."""
    if frame.limit is not None:
        limit, key = frame.limit
        uses = _uses(st, limit)
        if uses.get(key):
            uses[key] -= 1
