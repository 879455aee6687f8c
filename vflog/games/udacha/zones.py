"""Places and the cards in them: what is well-formed (M0), where a card is (M2), what is known of hidden ones.

Hidden cards are only counted. Whatever a line leaves open is forgotten, never guessed, so that what is
still known is certain: when a hidden card leaves a zone, any card known there may have been it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from vflog.games.udacha.catalogue import HIDDEN, PLACES, well_formed
from vflog.games.udacha.state import ORDERED, State
from vflog.games.udacha.verdicts import Case


def check_card(st: State, line: Case, card: str) -> None:
    """M0: the card is hidden, or its id is well-formed and its Name in the catalogue."""
    if card == HIDDEN:
        return
    if not well_formed(card):
        line.refuse("M0", f"{card} is no instance id; one is written owner.Name.copy, such as A.Ash.1")
    if not st.fixed.catalogue.has(card):
        line.refuse("M0", f"the catalogue of this game has no card of the Name in {card}")


def check_cards(st: State, line: Case, cards: Iterable[str]) -> None:
    """M0 for several cards."""
    for card in cards:
        check_card(st, line, card)


def check_place(line: Case, place: str) -> None:
    """M0: a place is `side.zone`."""
    if place not in PLACES:
        line.refuse("M0", f"{place} is no place; one is written side.zone, such as A.hand")


def held(line: Case, cards: Iterable[str]) -> None:
    """M2: no known card stands twice among these."""
    for card, times in Counter(cards).items():
        if times > 1 and card != HIDDEN:
            line.illegal("M2", f"{card} stands {times} times, and a card is in one zone once")


def fill(st: State, line: Case, place: str, cards: list[str]) -> None:
    """The place holds exactly these cards from now on; M2 where one of them is known to be elsewhere."""
    empty(st, place)
    held(line, cards)
    for card in cards:
        if card in st.where:
            line.illegal("M2", f"{card} is in {st.where[card]}, and cannot be in {place} too")
            take(st, card, st.where[card])
    st.zones[place] = list(cards)
    st.where.update((card, place) for card in cards if card != HIDDEN)


def empty(st: State, place: str) -> None:
    """Nothing is at the place, and nothing is known of the cards that were."""
    for card in st.zones.pop(place, ()):
        st.where.pop(card, None)


def announce(st: State, card: str, place: str) -> bool:
    """A card is announced from a hidden zone: it takes the place of a hidden one. False: it is not there."""
    if not st.could_be(card, place):
        return False
    if card != HIDDEN and card not in st.where:
        cards = st.zones[place]
        cards[cards.index(HIDDEN)] = card
        st.where[card] = place
    return True


def take(st: State, card: str, place: str) -> bool:
    """The card leaves the place. False: it is known not to be there, and nothing has changed."""
    if not st.could_be(card, place):
        return False
    cards = st.zones[place]
    if card in st.where:
        cards.remove(card)
        del st.where[card]
    elif card == HIDDEN:
        forget(st, cards, 0, len(cards))
        cards.pop()
    else:
        first, last = cards.index(HIDDEN), len(cards) - 1 - cards[::-1].index(HIDDEN)
        if place[2:] in ORDERED:
            forget(st, cards, first, last)
        cards.pop(first)
    return True


def forget(st: State, cards: list[str], start: int, stop: int) -> None:
    """The cards from `start` up to `stop` are hidden from now on."""
    for i in range(start, stop):
        if cards[i] != HIDDEN:
            st.where.pop(cards[i], None)
            cards[i] = HIDDEN


def put(st: State, card: str, place: str, position: str | int | None) -> None:
    """The card arrives at the place: on top of a Deck, at the right end elsewhere, but for `position`."""
    cards = st.zone(place)
    if position is None:
        position = 0 if place[2:] == "deck" else len(cards)
    index = {"top": 0, "bottom": len(cards)}.get(position, 0) if isinstance(position, str) else position
    cards.insert(index, card)
    if card != HIDDEN:
        st.where[card] = place


def reorder(st: State, line: Case, place: str, order: list[str]) -> None:
    """A Deck is shuffled into this order; M2 unless it holds the same cards."""
    cards = st.zone(place)
    gone = set(cards) - {HIDDEN} - set(order)
    if len(order) != len(cards) or len(gone) > order.count(HIDDEN):
        line.illegal("M2", f"the new order of {place} does not hold the same {len(cards)} cards")
    fill(st, line, place, order)
