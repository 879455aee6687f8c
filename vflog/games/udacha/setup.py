"""How a game begins (U23, U24, U26, U27, M5), and positions given or set by a judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vflog.games.udacha.catalogue import HIDDEN, PLAYERS
from vflog.games.udacha.frames import check_player
from vflog.games.udacha.records import Given, Setup
from vflog.games.udacha.state import Move, State
from vflog.games.udacha.verdicts import Case
from vflog.games.udacha.zones import check_cards, check_place, empty, fill
from vflog.log.absent import UNSET


def set_up(st: State, line: Case, record: Setup) -> None:
    """One player begins, once, and not where a position was given."""
    player = record.p
    check_player(line, player)
    if player in st.set_up:
        line.refuse("M0", f"{player} is set up already")
    base = [] if record.base is UNSET else [record.base]
    check_cards(st, line, (*record.decklist, *base, *record.starters, *record.deck, *record.hand, *record.vault))
    _look_at_base(st, line, record)
    _look_at_starters(st, line, record)
    hand = _opening_hand(st, line, record)
    zones = {
        "scenery": base,
        "heroes": record.starters,
        "hand": hand,
        "deck": record.deck[len(hand) :],
        "vault": record.vault,
    }
    for zone, cards in zones.items():
        fill(st, line, f"{player}.{zone}", list(cards))
    st.set_up.add(player)


def _look_at_base(st: State, line: Case, record: Setup) -> None:
    """U23, U24: one Base, Active from the start, and none in the Deck."""
    of = st.fixed.catalogue.of
    for instance in (*record.decklist, *record.deck):
        card = of(instance)
        if card is not None and card.base:
            line.illegal("U23", f"{instance} is a Base and cannot be in the Deck")
    if record.base is UNSET:
        line.illegal("U24", f"{record.p} begins with one Base, and the line names none")
        return
    card = of(record.base)
    if card is not None and not card.base:
        line.illegal("U24", f"{record.base} is no Base")


def _look_at_starters(st: State, line: Case, record: Setup) -> None:
    """U26, U27: at most one Starter Hero begins in play, and its number is that of the opening Hand."""
    if len(record.starters) > 1:
        line.illegal("U26", f"{len(record.starters)} Heroes begin in play; one may")
    for instance in record.starters:
        card = st.fixed.catalogue.of(instance)
        if card is None:
            continue
        if card.starter is UNSET:
            line.illegal("U26", f"{instance} is no Hero with the keyword Starter")
        elif len(record.hand) != card.starter:
            line.illegal("U27", f"with {instance} the opening Hand is {card.starter} cards, not {len(record.hand)}")


def _opening_hand(st: State, line: Case, record: Setup) -> list[str]:
    """M5: the opening Hand is the top of the shuffled Deck; what either of the two lists tells is known."""
    hand, top = record.hand, record.deck[: len(record.hand)]
    told = [card for card in hand if card != HIDDEN]
    known = list(dict.fromkeys([*told, *(card for card in top if card != HIDDEN)]))
    unique = len(set(told)) == len(told)
    if len(top) < len(hand) or len(known) > len(hand) or not unique:
        line.refuse("M5", f"the opening Hand is the top {len(hand)} cards of the Deck", expected=top)
    if any(card in record.deck[len(hand) :] for card in told):
        line.refuse("M5", "a card of the opening Hand lies deeper in the Deck", expected=top)
    return [*known, *[HIDDEN] * (len(hand) - len(known))]


def give(st: State, line: Case, record: Given) -> None:
    """A position to begin from."""
    if st.begun:
        line.refuse("M0", "a position is given by the first record of play only")
    place(st, line, record.zones)
    count(line, st.quests, record.quests)
    count(line, st.reveals, record.revealed)
    if record.on is not UNSET:
        check_player(line, record.on)
        st.on = record.on
    if record.t is not UNSET:
        st.t = record.t
    if record.to_win is not UNSET:
        st.to_win = record.to_win
    st.set_up.update(PLAYERS)
    st.turns = 1


def place(st: State, line: Case, zones: Mapping[str, list[str]]) -> None:
    """Whole zones are as given, all others as they were."""
    for where, cards in zones.items():
        check_place(line, where)
        check_cards(st, line, cards)
    for where in zones:
        empty(st, where)
    for where, cards in zones.items():
        fill(st, line, where, list(cards))
        if where.endswith(".hand"):
            st.supported.difference_update(cards)
    st.banned.update(st.coveted_destroyed())


def count(line: Case, counts: dict[str, int], given: Mapping[str, int]) -> None:
    """A number for each player named."""
    for player, number in given.items():
        check_player(line, player)
        counts[player] = number


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_map(value: object, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(fits, value.values()))


def _move(st: State, line: Case, zones: Mapping[str, list[str]]) -> None:
    """Zones as the judge sets them; inside a frame the cards that changed place were moved by no frame."""
    before = st.where.copy()
    place(st, line, zones)
    if st.frames:
        after = {card: st.where.get(card, source) for card, source in before.items()}
        st.moves += [Move(card, before[card], to, 0, False) for card, to in after.items() if to != before[card]]


def rule(st: State, line: Case, changes: Mapping[str, Any]) -> None:
    """A judge's ruling: `zones`, `quests` and `on`, each of its type."""
    for key, value in changes.items():
        if key == "zones" and _is_map(value, lambda cards: isinstance(cards, list) and all(map(_is_text, cards))):
            _move(st, line, value)
        elif key == "quests" and _is_map(value, lambda number: type(number) is int):
            count(line, st.quests, value)
        elif key == "on" and (value is None or value in PLAYERS):
            st.on = value
        else:
            line.refuse("M0", f"a ruling cannot set {key} so", expected=["zones", "quests", "on"])
