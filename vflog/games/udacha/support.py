"""SUPPORT effects, and what becomes of the card they are on (U1 to U4; A10 to A12)."""

from __future__ import annotations

from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, SHARED, name
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.games.udacha.zones import announce


def look(st: State, line: Case, frame: Frame) -> None:
    """U1: a SUPPORT effect is used from the user's own Hand."""
    place = f"{frame.p}.hand"
    if frame.effect is not None and "SUPPORT" not in frame.effect.kinds:
        line.illegal("U1", f"the effect {frame.opening.eff} of {name(frame.card)} is no SUPPORT effect")
    if not announce(st, frame.card, place):
        where = st.where.get(frame.card)
        line.illegal("U1", f"{_told(frame.card)} is " + (f"in {where}, not in {place}" if where else f"not in {place}"))


def note(st: State, frame: Frame) -> None:
    """Whether the card could not come into play at some moment of its SUPPORT (A11, A12)."""
    if frame.effect is not None:
        frame.barred = frame.barred or _barred(st, frame)


def look_at_play(st: State, line: Case, frame: Frame) -> None:
    """M2, U4: a card is played from its player's own Hand, and not after its own SUPPORT took it from there."""
    place = f"{frame.p}.hand"
    if announce(st, frame.card, place):
        return
    if frame.card in st.supported:
        line.illegal("U4", f"{frame.card} has left the Hand by its own SUPPORT; a copy is played or used, not both")
    else:
        line.illegal("M2", f"{_told(frame.card)} is not in {place}")


def look_at_move(st: State, line: Case, frame: Frame, card: str, source: str, target: str) -> None:
    """U4: a Hero that is played, and not cancelled, goes to its player's Active Heroes area."""
    known = st.fixed.catalogue.of(card)
    if known is None or known.type != "Hero" or frame.opening.what != "play" or card != frame.card or frame.cancelled:
        return
    heroes = f"{frame.p}.heroes"
    if source == f"{frame.p}.hand" and target != heroes:
        line.illegal("U4", f"{card} is a Hero and goes to {target}, not to {heroes}", expected=[heroes])


def remember(st: State, frame: Frame, card: str, source: str, target: str) -> None:
    """Which copies have left the Hand by their own SUPPORT."""
    if target[2:] == "hand":
        st.supported.discard(card)
    elif source[2:] == "hand" and card != HIDDEN:
        using = {f.card for f in (frame, st.frame(frame.opening.parent)) if f is not None and f.supports}
        if card in using:
            st.supported.add(card)


def close(st: State, line: Case, frame: Frame) -> None:
    """U2, U3: when its frame closes the card has been Discarded, or is where its effect sends it.

    Where the effect was cancelled it may have been Discarded, or kept (A10).
    """
    card = frame.card
    if not frame.supports or frame.effect is None:
        return
    hand = f"{frame.p}.hand"
    own = st.moves_of(card, frame.since, hand)
    if any(move.source == hand != move.target and move.frame != frame.n for move in own):
        return
    reached = {m.target[2:] for m in own if m.target[2:] in SHARED or m.target[0] == frame.p}
    dest = frame.effect.dest
    discarded = "discard" in reached or st.where.get(card, "")[2:] == "discard"
    kept = not own or st.could_be(card, hand)
    if frame.cancelled and (discarded or kept):
        return
    if dest == "default":
        if not discarded:
            line.illegal("U2", f"{card} has not been Discarded after its SUPPORT effect", expected=["a discard zone"])
        return
    if st.could_be(card, hand) if dest == "hand" else dest in reached:
        return
    note(st, frame)
    if dest in ("heroes", "scenery") and frame.barred and (kept or "discard" in reached):
        return
    line.illegal("U3", f"the SUPPORT effect sends {card} to the zone {dest}", expected=[dest])


def _barred(st: State, frame: Frame) -> bool:
    """Whether the card may not come into play any more (A11, A12): a copy is there, or its Name is shut out.

    A hidden card in play or Destroyed may be such a copy.
    """
    title = name(frame.card)
    known = st.fixed.catalogue.cards[title]
    destroyed = [card for side in PLAYERS for card in st.zones.get(f"{side}.destroyed", ())]
    copies = (
        card == HIDDEN or (card != frame.card and name(card) == title) for card in (*st.in_play(frame.p), *destroyed)
    )
    return (known.unique and any(copies)) or (known.coveted and (title in st.banned or HIDDEN in destroyed))


def _told(card: str) -> str:
    return "the card" if card == HIDDEN else card
