"""Seek X (U33 to U35; A46)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

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
    known = seen(st, deck[:count], record.shown)
    if known is None:
        line.illegal("U33", f"the top {count} cards of {place} are to be shown, in their order", expected=deck[:count])
        known = record.shown
    if taken is not None:
        _look_at_taken(st, line, record, taken, known)
    if not _rest_fits(st, record, taken, known):
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


def seen(st: State, top: list[str], shown: list[str]) -> list[str] | None:
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


def _look_at_taken(st: State, line: Case, record: Opening, taken: str, known: list[str]) -> None:
    """U34: the card taken was shown and fits what was sought."""
    if taken == HIDDEN:
        among = any(fits(st, record, card) for card in known)
    else:
        among = taken in known or (HIDDEN in known and taken not in st.where)
    if not among:
        wrong = "no card shown fits what is sought" if taken == HIDDEN and known else "the card taken was not shown"
        line.illegal("U34", wrong, expected=record.shown)
    for field, wanted in _unmet(st, record, taken):
        line.illegal("U34", f"{taken} does not fit what is sought ({field}: {wanted})")


def fits(st: State, record: Opening, instance: str) -> bool:
    """Whether a card may be taken: a hidden one may be any, and a description in words is taken on trust (A46)."""
    return not any(_unmet(st, record, instance))


def _unmet(st: State, record: Opening, instance: str) -> Iterator[tuple[str, object]]:
    """The parts of the description that a card does not fit."""
    card = st.fixed.catalogue.of(instance)
    if card is not None and isinstance(record.want, dict):
        for field, wanted in record.want.items():
            if not _meets(instance, card, field, wanted):
                yield field, wanted


def _meets(instance: str, card: Card, field: str, wanted: object) -> bool:
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
        "Base": card.base,
        "Coveted": card.coveted,
        "Starter": card.starter is not UNSET,
        "Reload": card.reload is not UNSET,
        "Bounty": card.bounty is not UNSET,
    }
    return {*card.keywords, *(word for word, there in own.items() if there)}


def _rest_fits(st: State, record: Opening, taken: str | None, known: list[str]) -> bool:
    """U35: whether the cards at the bottom may be those shown, less the one taken.

    A hidden card among them may be any card that is not known to be elsewhere.
    """
    bottom = record.bottom
    if len(bottom) != len(known) - (taken is not None):
        return False
    told = [card for card in bottom if card != HIDDEN]
    if len({*told}) < len(told) or taken in told or any(card in st.where and card not in known for card in told):
        return False
    left = [card for card in known if card not in (HIDDEN, taken, *told)]
    too_many = len(left) - bottom.count(HIDDEN)
    return too_many <= 0 or (too_many == 1 and taken == HIDDEN and any(fits(st, record, card) for card in left))
