"""The moves of a line: what each rule says of a card that changes its place (M0, M2, M6, U4, U5, U20, U25)."""

from __future__ import annotations

from vflog.games.udacha import bounty, coveted, reload, support, tables, unique
from vflog.games.udacha.catalogue import HIDDEN, SHARED, foe
from vflog.games.udacha.records import Move as Item
from vflog.games.udacha.records import Opening
from vflog.games.udacha.state import Frame, Move, State
from vflog.games.udacha.verdicts import Case
from vflog.games.udacha.windows import USES
from vflog.games.udacha.zones import check_card, check_place, put, take

#: Where the cards that a Discard or a Destroy hits must end, and by which rule.
_ENDS = {"discard": ("discard", "M6"), "destroy": ("destroyed", "U20")}


def carry_out(st: State, line: Case, frame: Frame, items: list[Item]) -> None:
    """All moves that a line of `frame` holds, in their order."""
    refilled: set[str] = set()
    mulligan = False
    for item in items:
        card, source, target, position = _read(st, line, item)
        source = _side(st, card, source)
        _look(st, line, frame, card, source, target)
        mulligan = mulligan or (source[2:] == "hand" and target[2:] == "deck")
        if target[2:] == "deck" and source[2:] == "discard" and (frame.opening.what == "draw" or not st.zone(target)):
            refilled.add(target)
        _move(st, line, frame, card, source, target, position)
    if mulligan and (frame.opening.why == "mulligan" or not (st.turns or _ordered_by_a_card(frame.opening))):
        line.disputed("A36", "a mulligan is none of the events that the chapter knows")
    _look_at_shuffle(line, frame, refilled)


def _read(st: State, line: Case, item: Item) -> tuple[str, str, str, str | int | None]:
    """M0: an item is `[instance, from, to]` and, for a Deck or a Scenery Area, a place in it."""
    if not isinstance(item, list) or not 3 <= len(item) <= 4 or not all(isinstance(part, str) for part in item[:3]):
        line.refuse("M0", f"a move is written [instance, from, to], not {item}")
    card, source, target = item[:3]
    check_card(st, line, card)
    check_place(line, source)
    check_place(line, target)
    if len(item) == 3:
        return card, source, target, None
    position = item[3]
    room = len(st.zone(target)) - (source == target)
    if isinstance(position, str):
        fits = target[2:] == "deck" and position in ("top", "bottom")
    else:
        fits = target[2:] == "scenery" and type(position) is int and 0 <= position <= room
    if not fits:
        line.refuse("M0", f"{position} is no position in {target}")
    return card, source, target, position


def _side(st: State, card: str, source: str) -> str:
    """A2: of the zones that may be shared only the kind counts; the side where the card is."""
    if source[2:] in SHARED and not st.could_be(card, source):
        other = foe(source[0]) + source[1:]
        return other if st.could_be(card, other) else source
    return source


def _look(st: State, line: Case, frame: Frame, card: str, source: str, target: str) -> None:
    """What the rules say of this move before it is made."""
    what, kind = frame.opening.what, target[2:]
    known = st.fixed.catalogue.of(card)
    if known is not None and known.base and kind in ("discard", "destroyed"):
        line.illegal("U25", f"{card} is a Base, which is never Discarded or Destroyed")
    if what in _ENDS and card != HIDDEN and card in frame.opening.hits:
        end, rule = _ENDS[what]
        if kind != end:
            line.illegal(rule, f"{card} goes to {target}, not to a {end} zone", expected=[f"A.{end}", f"B.{end}"])
    if source[2:] == "destroyed" and kind != "destroyed":
        line.disputed("A33", f"{card} leaves the Destroyed Zone, of which the chapter says nothing")
    support.look_at_move(st, line, frame, card, source, target)
    unique.look_at_move(st, line, frame, card, target)


def _move(st: State, line: Case, frame: Frame, card: str, source: str, target: str, position: str | int | None) -> None:
    """M2, the move itself, and what remembers it."""
    if not take(st, card, source):
        actual = st.where.get(card)
        place = f"{card} is in {actual}" if actual else f"{card} is not known to be anywhere"
        line.illegal("M2", f"{place}, not in {source}" if card != HIDDEN else f"no card is in {source}")
        if actual:
            take(st, card, actual)
    put(st, card, target, position)
    tables.move(line.facts, line.n, card, source, target, frame.n)
    st.moves.append(Move(card, source, target, frame.n, frame.cancelled))
    support.remember(st, frame, card, source, target)
    bounty.remember(st, frame, card, source, target)
    coveted.remember(st, card, target)
    reload.remember(st, frame, source, target)


def _ordered_by_a_card(line: Opening) -> bool:
    """Whether the text of a card orders what moves: the line uses an effect, or names one."""
    return line.what in USES or isinstance(line.src, str) or (line.why or "").startswith("effect:")


def _look_at_shuffle(line: Case, frame: Frame, refilled: set[str]) -> None:
    """A39: whether an empty Deck is made anew from the Discard Pile is open; a card's effect may say so."""
    if _ordered_by_a_card(frame.opening):
        return
    for place in sorted(refilled):
        line.disputed("A39", f"{place} is made anew from the Discard Pile")
