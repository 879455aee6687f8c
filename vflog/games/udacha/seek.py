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
    seen = _seen(st, deck[:count], record.shown)
    if seen is None:
        line.illegal("U33", f"the top {count} cards of {place} are to be shown, in their order", expected=deck[:count])
        seen = record.shown
    if taken is not None:
        _look_at_taken(st, line, record, taken, seen)
    if not _rest_fits(st, record.bottom, taken, seen):
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


def _seen(st: State, top: list[str], shown: list[str]) -> list[str] | None:
    """U33: the cards on top of the Deck as the Deck or the line tells them; `None` where the two do not agree.

    A card known to be elsewhere is not on top.
    """
    if len(shown) != len(top) or any(times > 1 for card, times in Counter(shown).items() if card != HIDDEN):
        return None
    for told, held in zip(shown, top, strict=True):
        if HIDDEN not in (told, held) and told != held:
            return None
        if held == HIDDEN and told in st.where:
            return None
    return [held if told == HIDDEN else told for told, held in zip(shown, top, strict=True)]


def _look_at_taken(st: State, line: Case, record: Opening, taken: str, seen: list[str]) -> None:
    """U34: the card taken was shown and fits what was sought."""
    among = bool(seen) if taken == HIDDEN else taken in seen or (HIDDEN in seen and taken not in st.where)
    if not among:
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


def _rest_fits(st: State, bottom: list[str], taken: str | None, seen: list[str]) -> bool:
    """U35: whether the cards at the bottom may be those seen, less the one taken.

    A hidden card among those seen may be any card that is not known to be elsewhere.
    """
    if len(bottom) != len(seen) - (taken is not None):
        return False
    told = [card for card in bottom if card != HIDDEN]
    new = [card for card in told if card not in seen]
    if len(set(told)) < len(told) or taken in told or any(card in st.where for card in new):
        return False
    unseen = taken not in (None, HIDDEN) and taken not in seen
    left = [card for card in seen if card not in (HIDDEN, taken, *told)]
    return len(new) + unseen <= seen.count(HIDDEN) and len(left) <= bottom.count(HIDDEN) + (taken == HIDDEN)
