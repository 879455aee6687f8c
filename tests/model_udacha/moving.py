"""Cards change zones: what is known of a zone, and what becomes unknown (M2, Public form)."""

from __future__ import annotations

from typing import Any

from .catalogue import Config
from .errors import Findings, Malformed
from .state import Frame, State, cards_in, in_play, where
from .words import HIDE, ORDERED, SIDELESS, check_card, check_zone, foe, kind_of, name_of, other_side, owner_of


def announce(state: State, card: str, zone: str, found: Findings) -> None:
    """A card named by its id from a hidden zone takes the place of a hidden one there."""
    there = cards_in(state, zone)
    if card == HIDE:
        if not there:
            found.breaks("M2", f"{zone} is empty")
    elif card not in there:
        if HIDE in there and where(state, card) is None:
            there[there.index(HIDE)] = card
        else:
            found.breaks("M2", f"{card} is not in {zone}")


def take(state: State, card: str, zone: str, found: Findings) -> None:
    """A card leaves a zone, or, where sides are not compared, the zone of the other side."""
    there = cards_in(state, zone)
    if kind_of(zone) in SIDELESS and not _may_leave(state, card, there):
        other = cards_in(state, other_side(zone))
        there = other if _may_leave(state, card, other) else there
    if card == HIDE:
        if not there:
            found.breaks("M2", f"{zone} is empty")
            return
        # It may have been any card of the zone.
        there[:] = [HIDE] * (len(there) - 1)
    elif card in there:
        there.remove(card)
    elif _may_leave(state, card, there):
        _take_hidden(there, kind_of(zone))
    else:
        found.breaks("M2", f"{card} is not in {zone}")
        held = where(state, card)
        if held is not None:
            cards_in(state, held).remove(card)


def _may_leave(state: State, card: str, there: list[str]) -> bool:
    if card == HIDE:
        return bool(there)
    return card in there or (HIDE in there and where(state, card) is None)


def _take_hidden(there: list[str], kind: str) -> None:
    """One of the hidden cards leaves; nobody knows which: in an ordered zone what lay between them is not known now."""
    first = there.index(HIDE)
    last = len(there) - 1 - there[::-1].index(HIDE)
    if kind in ORDERED:
        there[first : last + 1] = [HIDE] * (last - first)
    else:
        del there[first]


def put(state: State, card: str, zone: str, place: Any) -> None:
    """A card enters a zone: the top of a Deck and the right end of a Scenery Area unless told."""
    there = state["zones"].setdefault(zone, [])
    kind = kind_of(zone)
    if kind == "deck" and place != "bottom":
        there.insert(0, card)
    elif kind == "scenery" and place is not None:
        if place > len(there):
            raise Malformed(f"{zone} has no place {place}")
        there.insert(place, card)
    else:
        there.append(card)


def check_moves(config: Config, moves: list[Any]) -> None:
    """M0: the items of `mv`."""
    for item in moves:
        if len(item) not in (3, 4):
            raise Malformed(f"{item} is no move")
        check_card(config.cards, item[0])
        check_zone(item[1])
        check_zone(item[2])
        kind = kind_of(item[2])
        if len(item) == 4 and not (
            (kind == "deck" and item[3] in ("top", "bottom"))
            or (kind == "scenery" and type(item[3]) is int and item[3] >= 0)
        ):
            raise Malformed(f"{item[3]!r} is no place in {item[2]}")


def carry_out(config: Config, state: State, frame: Frame, moves: list[Any], found: Findings) -> None:
    """The moves of one of a frame's own lines."""
    for card, source, target, *place in moves:
        take(state, card, source, found)
        _judge_move(config, state, frame, card, source, target, found)
        put(state, card, target, place[0] if place else None)
        state["moves"].append(
            {
                "frame": frame["n"],
                "card": card,
                "from": source,
                "to": target,
                "cancelled": frame["cancelled"],
                "support": frame["support"] and card == frame["card"] and kind_of(source) == "hand",
            }
        )
        _remember(config, state, frame, card, source, target)


def _judge_move(
    config: Config, state: State, frame: Frame, card: str, source: str, target: str, found: Findings
) -> None:
    kind = kind_of(target)
    if kind_of(source) == "destroyed" and kind != "destroyed":
        found.disputes("A33", f"{card} leaves the Destroyed Zone")
    if kind == "deck":
        ordered = _ordered_by_a_card(frame["line"])
        early = state["on"] is None and not ordered
        if kind_of(source) == "hand" and (early or frame["line"].get("why") == "mulligan"):
            found.disputes("A36", "a mulligan")
        if kind_of(source) == "discard" and not ordered and (frame["what"] == "draw" or not cards_in(state, target)):
            found.disputes("A39", f"{target} is made anew from the Discard Pile")
    if card == HIDE:
        return
    if config.has(card, "base") and kind in ("discard", "destroyed"):
        found.breaks("U25", f"{card} is a Base")
    listed = card in frame["line"].get("cards", [])
    if frame["what"] == "destroy" and listed and kind != "destroyed":
        found.breaks("U20", f"{card} is Destroyed, but goes to {target}")
    if frame["what"] == "discard" and listed and kind != "discard":
        found.breaks("M6", f"{card} is Discarded, but goes to {target}")
    own = card == frame["card"] and source == f"{frame['p']}.hand"
    if own and frame["what"] == "play" and not frame["cancelled"]:
        entry = config.entry(card)
        assert entry is not None
        if entry["type"] == "Hero" and target != f"{frame['p']}.heroes":
            found.breaks("U4", f"{card} is a Hero and goes to {target}")
    itself = frame["support"] and card == frame["card"]
    if itself and target in (f"{frame['p']}.heroes", f"{frame['p']}.scenery") and config.has(card, "unique"):
        copies = [c for c in in_play(state, frame["p"]) if c != HIDE and name_of(c) == name_of(card)]
        if copies:
            found.breaks("U5", f"{card} joins {copies[0]}")


def _ordered_by_a_card(line: dict[str, Any]) -> bool:
    """Whether the line uses an effect, or names a card that orders the move."""
    uses = line["what"] in ("use", "support")
    return uses or line.get("src") is not None or str(line.get("why")).startswith("effect:")


def _remember(config: Config, state: State, frame: Frame, card: str, source: str, target: str) -> None:
    left = kind_of(source) in ("heroes", "contest") and kind_of(target) in ("discard", "destroyed")
    if left and (card == HIDE or config.has(card, "bounty")):
        entry = config.entry(card)
        amount = None if entry is None else entry["bounty"]
        if entry is not None and kind_of(target) == "destroyed":
            amount = entry.get("bounty_destroyed", amount)
        state["departures"].append(
            {
                "card": card,
                "frame": frame["n"],
                "turn": state["turns"],
                "to": kind_of(target),
                "amount": amount,
                "named": False,
            }
        )
    if kind_of(target) == "destroyed":
        ban(config, state, card)
    if frame["reload"] is not None and kind_of(source) == "deck" and kind_of(target) == "hand":
        state["drawn"] += 1


def ban(config: Config, state: State, card: str) -> None:
    """U32: the Name of a Coveted card that was Destroyed."""
    if config.has(card, "coveted") and name_of(card) not in state["banned"]:
        state["banned"].append(name_of(card))


def shuffle(config: Config, state: State, order: dict[str, list[str]], found: Findings) -> None:
    """The new order of a Deck: the same cards, `?` standing for any hidden one."""
    for zone, cards in order.items():
        there = cards_in(state, zone)
        if not same_cards(there, cards) or any(
            card != HIDE and card not in there and where(state, card) is not None for card in cards
        ):
            found.breaks("M2", f"{zone} does not hold these cards")
        if len(set(cards) - {HIDE}) < len([card for card in cards if card != HIDE]):
            found.breaks("M2", "a card stands twice")
        state["zones"][zone] = list(cards)


def same_cards(one: list[str], other: list[str]) -> bool:
    """Whether two lists may be the same cards, where `?` may stand for any."""
    if len(one) != len(other):
        return False
    only_one = [card for card in one if card != HIDE and card not in other]
    only_other = [card for card in other if card != HIDE and card not in one]
    return len(only_one) <= other.count(HIDE) and len(only_other) <= one.count(HIDE)


def beneficiary(card: str) -> str:
    """Who may Invest for the loss of a Hero: the foe of its owner."""
    return foe(owner_of(card))
