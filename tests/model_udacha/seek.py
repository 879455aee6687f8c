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
    deck, x = cards_in(state, f"{line['p']}.deck"), line["x"]
    shown, bottom, taken = line.get("shown", []), line.get("bottom", []), line.get("taken")
    top, below = deck[:x], deck[x:]
    seen = _judge_shown(state, top, shown, found)
    rests = _judge_taken(config, state, line, seen, found)
    _judge_bottom(state, seen, rests, bottom, found)
    if taken in bottom and taken != HIDE:
        found.breaks("U35", f"{taken} was taken")
        taken = None
    for card in [*bottom, taken]:
        held = where(state, card) if card not in (None, HIDE) else None
        if held not in (None, f"{line['p']}.deck"):
            found.breaks("M2", f"{card} is in {held}")
            cards_in(state, held).remove(card)
    state["zones"][f"{line['p']}.deck"] = [*below, *bottom]
    if taken is not None:
        state["zones"].setdefault(f"{line['p']}.hand", []).append(taken)


def _judge_shown(state: State, top: list[str], shown: list[str], found: Findings) -> list[str]:
    """U33; returns what was revealed, known by the Deck or by the line."""
    alike = len(shown) == len(top) and all(HIDE in pair or pair[0] == pair[1] for pair in zip(shown, top, strict=True))
    known = [card for card in shown if card != HIDE]
    elsewhere = [
        card
        for card, above in zip(shown, top, strict=False)
        if HIDE == above != card and where(state, card) is not None
    ]
    if not alike or elsewhere or len(set(known)) < len(known):
        found.breaks("U33", f"{top} is on top of the Deck, not {shown}")
        return shown
    return [above if card == HIDE else card for above, card in zip(top, shown, strict=True)]


def _judge_taken(config: Config, state: State, line: Record, seen: list[str], found: Findings) -> list[list[str]]:
    """U34; returns what may remain of the revealed cards."""
    taken, want = line.get("taken"), line.get("want")
    if taken is None:
        return [seen]
    if taken == HIDE:
        fits = [at for at, card in enumerate(seen) if card == HIDE or wanted(config, card, want)]
        if not fits:
            found.breaks("U34", "no card that was revealed fits")
        return [[*seen[:at], *seen[at + 1 :]] for at in fits or range(len(seen))]
    if not wanted(config, taken, want):
        found.breaks("U34", f"{taken} does not fit")
    revealed = taken if taken in seen else HIDE
    if revealed not in seen or (revealed == HIDE and where(state, taken) is not None):
        found.breaks("U34", f"{taken} was not revealed")
        return [seen]
    at = seen.index(revealed)
    return [[*seen[:at], *seen[at + 1 :]]]


def _judge_bottom(state: State, seen: list[str], rests: list[list[str]], bottom: list[str], found: Findings) -> None:
    known = [card for card in bottom if card != HIDE]
    elsewhere = [card for card in known if card not in seen and where(state, card) is not None]
    if elsewhere or len(set(known)) < len(known) or not any(same_cards(rest, bottom) for rest in rests):
        found.breaks("U35", f"{rests} goes to the bottom, not {bottom}")


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
