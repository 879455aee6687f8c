"""Unique cards, in play and Destroyed (U5, U6, U21; A5)."""

from __future__ import annotations

from vflog.games.udacha.catalogue import HIDDEN, name
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case


def look_at_play(st: State, line: Case, frame: Frame) -> None:
    """U5: a Unique card does not join one of the same Name that its player has in play."""
    _joins(st, line, frame, frame.card)


def look_at_move(st: State, line: Case, frame: Frame, card: str, target: str) -> None:
    """U5 for a SUPPORT that puts its own card into play (A4, A11); U6 leaves all else of it legal."""
    if frame.supports and card == frame.card and target in (f"{frame.p}.heroes", f"{frame.p}.scenery"):
        _joins(st, line, frame, card)


def _joins(st: State, line: Case, frame: Frame, card: str) -> None:
    known = st.fixed.catalogue.of(card)
    if known is None or not known.unique:
        return
    for other in st.in_play(frame.p):
        if other not in (HIDDEN, card) and name(other) == name(card):
            line.illegal("U5", f"{frame.p} has {other} in play, and {name(card)} is Unique")
            return


def look_at_destroyed(st: State, line: Case, frame: Frame) -> None:
    """U21: a Unique card in the Destroyed Zone shuts out other copies of its Name, for play and for SUPPORT."""
    if frame.card == HIDDEN:
        return
    owners = st.destroyed_unique().get(name(frame.card))
    if not owners:
        return
    reason = f"a copy of {name(frame.card)} that {' and '.join(owners)} owned lies in the Destroyed Zone"
    binds = st.ruling("destroyed_unique_binds")
    if frame.p in owners or binds == "both":
        line.illegal("U21", reason)
    elif binds == "unset":
        line.disputed("A5", f"{reason}, and whether it binds {frame.p} is open")
