"""Coveted cards (U31, U32; A44, A45)."""

from __future__ import annotations

from vflog.games.udacha.catalogue import HIDDEN, foe, name
from vflog.games.udacha.scenery import active
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case


def look(st: State, line: Case, frame: Frame) -> None:
    """U32: a Name of which a Coveted copy was Destroyed is out for both; else the foe's Active copies are noted."""
    known = st.fixed.catalogue.of(frame.card)
    if known is None:
        return
    title = name(frame.card)
    if title in st.banned:
        line.illegal("U32", f"{title} is Coveted and was Destroyed, so nobody plays it or uses its SUPPORT any more")
    if known.coveted:
        hidden = HIDDEN in st.in_play(foe(frame.p))
        frame.coveted = (*_copies(st, frame.p, title), *([HIDDEN] if hidden else []))


def ordered_by(st: State, frame: Frame) -> Frame | None:
    """The frame of the Coveted card that orders this Discard, which may come at any time inside it (A44)."""
    line, parent = frame.opening, st.frame(frame.opening.parent)
    if parent is None or line.what != "discard" or line.why != "keyword:Coveted":
        return None
    hidden = parent.card == HIDDEN and (parent.opening.what == "play" or parent.supports)
    return parent if hidden or parent.coveted is not None else None


def targets(st: State, parent: Frame) -> list[str]:
    """What the Discard may hit: the copies Active when the card was announced, and those Active now."""
    if parent.coveted is None:
        return []
    return sorted({*parent.coveted, *_copies(st, parent.p, name(parent.card))} - {HIDDEN})


def look_at_discard(st: State, line: Case, frame: Frame) -> None:
    """U31: the keyword Discards the foe's Active copies of the same Name, and no other card."""
    parent = ordered_by(st, frame)
    if parent is None or parent.coveted is None:
        return
    title, hit = name(parent.card), targets(st, parent)
    for card in frame.opening.hits:
        if card == HIDDEN or card in hit:
            continue
        hidden = HIDDEN in parent.coveted or (card not in st.where and HIDDEN in st.in_play(foe(parent.p)))
        if name(card) != title or not hidden:
            line.illegal("U31", f"{card} is no Active copy of {title} of the foe", expected=hit)


def remember(st: State, card: str, target: str) -> None:
    """The ban of U32, for the rest of the game."""
    known = st.fixed.catalogue.of(card)
    if known is not None and known.coveted and target[2:] == "destroyed":
        st.banned.add(name(card))


def close(st: State, line: Case, frame: Frame) -> None:
    """U31: when its frame closes an Active copy of the foe's has been Discarded, or none is Active any more."""
    if not frame.coveted:
        return
    title = name(frame.card)
    places = (f"{foe(frame.p)}.heroes", f"{foe(frame.p)}.scenery")
    moved = [move for card in frame.coveted for move in st.moves_of(card, frame.since, *places)]
    if HIDDEN in frame.coveted:
        moved += [move for move in st.moves[frame.since :] if move.card != HIDDEN and name(move.card) == title]
    if any(move.target[2:] == "discard" and not (move.cancelled and move.frame != frame.n) for move in moved):
        return
    left = [card for card in _copies(st, frame.p, title) if card in frame.coveted]
    if not left:
        return
    reason = f"{left[0]} is still Active and has not been Discarded"
    if frame.cancelled:
        line.disputed("A44", f"{reason}; whether it must be when the card is cancelled is open")
    else:
        line.illegal("U31", reason, expected=left)


def copies(st: State, player: str, card: str) -> list[str]:
    """The foe's Active copies of a Coveted card that the player announces."""
    known = st.fixed.catalogue.of(card)
    return _copies(st, player, name(card)) if known is not None and known.coveted else []


def _copies(st: State, player: str, title: str) -> list[str]:
    """The foe's Active cards of that Name; none if it is a Base, which is never Discarded (U25)."""
    if st.fixed.catalogue.cards[title].base:
        return []
    return [card for card in active(st, foe(player)) if card != HIDDEN and name(card) == title]
