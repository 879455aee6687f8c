"""Seek X (U33 to U35, A46)."""

from __future__ import annotations

from typing import Any

from .catalogue import Config
from .errors import Findings
from .moving import same_cards
from .state import State, cards_in, where
from .words import HIDE, name_of

Record = dict[str, Any]


def judge_seek(config: Config, state: State, line: Record, found: Findings) -> None:
    """Judge the Seek and carry it out."""
    deck = cards_in(state, f"{line['p']}.deck")
    shown, bottom, taken = line.get("shown", []), line.get("bottom", []), line.get("taken")
    top, below = deck[: max(0, line["x"])], deck[max(0, line["x"]) :]
    _judge_shown(state, top, shown, found)
    rest = list(shown)
    if taken is not None:
        if taken in rest and taken != HIDE:
            rest.remove(taken)
        elif taken == HIDE and rest:
            pass  # any of those that were shown
        elif HIDE in rest and where(state, taken) in (None, f"{line['p']}.deck"):
            rest.remove(HIDE)
        else:
            found.breaks("U34", f"{taken} was not revealed")
        if taken != HIDE and not wanted(config, taken, line.get("want")):
            found.breaks("U34", f"{taken} does not fit")
    _judge_bottom(shown, taken, rest, bottom, found)
    for card in [*bottom, taken]:
        held = where(state, card) if card not in (None, HIDE) else None
        if held not in (None, f"{line['p']}.deck"):
            cards_in(state, held).remove(card)
    state["zones"][f"{line['p']}.deck"] = [*below, *bottom]
    if taken is not None:
        state["zones"].setdefault(f"{line['p']}.hand", []).append(taken)


def _judge_shown(state: State, top: list[str], shown: list[str], found: Findings) -> None:
    alike = len(shown) == len(top) and all(HIDE in pair or pair[0] == pair[1] for pair in zip(shown, top, strict=True))
    known = [card for card in shown if card != HIDE]
    elsewhere = [card for card in known if card not in top and where(state, card) is not None]
    if not alike or elsewhere or len(set(known)) < len(known):
        found.breaks("U33", f"{top} is on top of the Deck, not {shown}")


def _judge_bottom(shown: list[str], taken: str | None, rest: list[str], bottom: list[str], found: Findings) -> None:
    if taken == HIDE:
        fits = any(same_cards([*shown[:at], *shown[at + 1 :]], bottom) for at in range(len(shown)))
    else:
        fits = same_cards(rest, bottom)
    known = [card for card in bottom if card != HIDE]
    if not fits or len(set(known)) < len(known) or (taken is not None and taken != HIDE and taken in bottom):
        found.breaks("U35", f"{rest} goes to the bottom, not {bottom}")


def wanted(config: Config, card: str, want: Any) -> bool:
    """Whether a card fits a structured description; any other description is taken on trust."""
    if not isinstance(want, dict):
        return True
    entry = {"name": name_of(card), **(config.entry(card) or {})}
    return all(_same(entry.get(key), value) for key, value in want.items())


def _same(held: Any, value: Any) -> bool:
    if isinstance(value, bool) and held is None:
        held = False
    return type(held) is type(value) and bool(held == value)
