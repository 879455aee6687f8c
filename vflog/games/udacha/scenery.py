"""What is Active and what may be Visited (U17 to U19; A28, A29, A31)."""

from __future__ import annotations

from collections.abc import Iterator

from vflog.games.udacha.catalogue import HIDDEN, name
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case

_SCENERY = ("Place", "Pursuit")


def active(st: State, player: str) -> Iterator[str]:
    """The Active cards of a player: all Active Heroes and the right-most card of the Scenery Area.

    Under the ruling `active_scenery` by_type the right-most Place and the right-most Pursuit.
    """
    yield from st.zones.get(f"{player}.heroes", ())
    cards = st.zones.get(f"{player}.scenery", ())
    if st.ruling("active_scenery") == "together":
        yield from cards[-1:]
        return
    seen = set()
    for card in reversed(cards):
        known = st.fixed.catalogue.of(card)
        if known is None:
            return
        if known.type not in seen:
            seen.add(known.type)
            yield card


def could_be_active(st: State, player: str, card: str) -> bool:
    """Whether a Place or Pursuit is Active, or nothing that is known speaks against it."""
    place, types = f"{player}.scenery", st.fixed.catalogue.cards
    if not st.could_be(card, place):
        return False
    cards = st.zones[place]
    held = card if card in st.where else HIDDEN
    right = cards[len(cards) - cards[::-1].index(held) :]
    if st.ruling("active_scenery") == "by_type":
        right = [c for c in right if c != HIDDEN and types[name(c)].type == types[name(card)].type]
    return not right


def look(st: State, line: Case, frame: Frame) -> None:
    """U17, U18, U19, A28, A31: an effect is used from where its kind lets it work."""
    effect, card, player = frame.effect, frame.card, frame.p
    if effect is None:
        return
    kind = st.fixed.catalogue.cards[name(card)].type
    where = f"{card} is in {st.where[card]}" if card in st.where else f"{card} is not there"
    at_work = st.could_be(card, f"{player}.heroes") if kind == "Hero" else could_be_active(st, player, card)
    if "ACTIVE" in effect.kinds and not at_work:
        if kind == "Hero":
            line.illegal("U17", f"{where}; While Active works in {player}.heroes only", expected=[f"{player}.heroes"])
        elif kind in _SCENERY:
            line.illegal("U18", f"{where} and is not the right-most card of {player}.scenery, so it is not Active")
        else:
            line.disputed("A28", f"{where}, and whence an effect of a {kind} works is open")
    if "VISITED" in effect.kinds:
        _look_at_visit(st, line, frame, where, kind)
    if set(effect.kinds) <= {"REACTION", "INTERRUPT"} and not at_work:
        line.disputed("A28", f"{where}, and whence it may be used is open")


def _look_at_visit(st: State, line: Case, frame: Frame, where: str, kind: str) -> None:
    place = f"{frame.p}.scenery"
    if not st.could_be(frame.card, place):
        line.illegal("U19", f"{where}; While Visited works in {place} only", expected=[place])
    elif kind != "Place":
        line.disputed("A31", f"{frame.card} is a {kind}, and whether that can be Visited is open")
