"""Seek X (U33 to U35; A46)."""

from __future__ import annotations

from collections import Counter

from vflog.games.udacha import tables
from vflog.games.udacha.catalogue import HIDDEN, name, owner
from vflog.games.udacha.records import Card, Opening
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.games.udacha.zones import check_card, check_cards, fill, put, take
from vflog.log.absent import UNSET


def look(st: State, line: Case, record: Opening) -> None:
    """M0: a Seek has a number, and its cards are cards."""
    if record.number < 0:
        line.refuse("M0", "a Seek has a number `x`, 0 or more")
    check_cards(st, line, (*record.shown, *record.bottom))
    if isinstance(record.taken, str):
        check_card(st, line, record.taken)


def carry_out(st: State, line: Case, frame: Frame) -> None:
    """The top of the Deck is shown, one card of it may be taken, the others go to the bottom."""
    record = frame.opening
    place = f"{frame.p}.deck"
    taken = record.taken if isinstance(record.taken, str) else None
    deck = st.zone(place)
    count = min(record.number, len(deck))
    if not _is_top(st, deck, place, record.shown, count):
        line.illegal("U33", f"the top {count} cards of {place} are to be shown, in their order", expected=deck[:count])
    if taken is not None:
        _look_at_taken(st, line, record, taken, deck[:count])
    if not _rest_fits(st, record, taken, deck[:count]):
        rest = [card for card in record.shown if card != taken]
        line.illegal("U35", "exactly the cards shown and not taken go to the bottom", expected=rest)
    kept = deck[count:]
    if taken is not None:
        if taken in st.where:
            take(st, taken, st.where[taken])
        put(st, taken, f"{frame.p}.hand", None)
        st.supported.discard(taken)
        tables.move(line.facts, line.n, taken, place, f"{frame.p}.hand", frame.n)
    fill(st, line, place, [*kept, *record.bottom])


def _is_top(st: State, deck: list[str], place: str, shown: list[str], count: int) -> bool:
    """U33: position by position, as far as both are known; a card known to be elsewhere is not on top."""
    if len(shown) != count or any(times > 1 for card, times in Counter(shown).items() if card != HIDDEN):
        return False
    for seen, held in zip(shown, deck[:count], strict=True):
        if HIDDEN not in (seen, held) and seen != held:
            return False
        if held == HIDDEN and seen in st.where:
            return False
    return True


def _look_at_taken(st: State, line: Case, record: Opening, taken: str, top: list[str]) -> None:
    """U34: the card taken was shown and fits what was sought."""
    among = bool(record.shown) if taken == HIDDEN else taken in record.shown
    hidden = HIDDEN in record.shown and (taken not in st.where or taken in top)
    if not among and not hidden:
        line.illegal("U34", "the card taken is not among the cards shown", expected=record.shown)
    card = st.fixed.catalogue.of(taken)
    if card is not None and isinstance(record.want, dict):
        for field, wanted in record.want.items():
            if not _fits(taken, card, field, wanted):
                line.illegal("U34", f"{taken} does not fit what is sought ({field}: {wanted})")


def _fits(instance: str, card: Card, field: str, wanted: object) -> bool:
    """One field of a description against the catalogue; a field that it lacks is taken on trust."""
    if field == "name":
        actual: object = name(instance)
    elif field == "owner":
        actual = owner(instance)
    elif field in ("keyword", "keywords"):
        needed = wanted if isinstance(wanted, list) else [wanted]
        return all(word in _keywords(card) for word in needed)
    elif field in Card.__struct_fields__ and field != "eff":
        actual = getattr(card, field)
    else:
        return True
    if isinstance(wanted, bool):
        return wanted == (actual is not UNSET and actual is not False)
    return actual in wanted if isinstance(wanted, list) else actual == wanted


def _keywords(card: Card) -> set[str]:
    """All keywords that a card shows."""
    own = {
        "Base": card.base, "Coveted": card.coveted, "Starter": card.starter is not UNSET,
        "Reload": card.reload is not UNSET, "Bounty": card.bounty is not UNSET,
    }  # fmt: skip
    return {*card.keywords, *(word for word, there in own.items() if there)}


def _rest_fits(st: State, record: Opening, taken: str | None, top: list[str]) -> bool:
    """U35: whether the cards at the bottom may be those shown, less the one taken.

    A hidden card among those shown may be any card that is not known to be elsewhere.
    """
    shown, bottom = record.shown, record.bottom
    if len(bottom) != len(shown) - (taken is not None):
        return False
    told = [card for card in bottom if card != HIDDEN]
    new = [card for card in told if card not in shown]
    if len(set(told)) < len(told) or taken in told or any(c in st.where and c not in top for c in new):
        return False
    unseen = taken not in (None, HIDDEN) and taken not in shown
    return len(new) + unseen <= shown.count(HIDDEN)
