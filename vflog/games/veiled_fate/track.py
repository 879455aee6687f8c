"""The Renown track: thirteen spaces, and the order inside each (VF-R)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import UnsetType

from vflog.games.veiled_fate import facts
from vflog.games.veiled_fate.pack import Ops
from vflog.games.veiled_fate.state import SPACES, Game
from vflog.log.absent import UNSET
from vflog.log.problems import Refused

TOP: Final = SPACES - 1
#: What one cause does to one Demi.
Effect = tuple[str, Ops]


def bounded(g: Game, before: int, change: int) -> int:
    """VF-R2: where a marker comes to stand; a change beyond 0 or 12 stops there, or does nothing (ruling)."""
    after = before + change
    if 0 <= after <= TOP:
        return after
    end = TOP if after > TOP else 0
    return before if end != before and g.ruling("renown_bounds") == "refuse" else end


def shift(g: Game, demi: str, change: int, by_coin: bool = False) -> None:
    """VF-R2: a Demi gains or loses; its marker goes to the front of its new space."""
    before = g.renown[demi]
    after = bounded(g, before, change)
    if after == before:
        return
    old = facts.rank(g, demi) if g.facts is not None else None
    g.track[before].remove(demi)
    g.track[after].insert(0, demi)
    g.renown[demi] = after
    if g.facts is not None:
        facts.renown(g, demi, before, after, (old, facts.rank(g, demi)), by_coin)


def smite(g: Game, demi: str, by_coin: bool = False, again: bool = False) -> None:
    """VF-R3: the marker goes to the back of its space, the Demi to the Abyss, from a slot too.

    VF-H3: Hadria gains, but not where the same cause smites the Demi once more (`again`): that is one Demi smited.
    """
    space = g.track[g.renown[demi]]
    old = facts.rank(g, demi) if g.facts is not None else None
    space.remove(demi)
    space.append(demi)
    if g.facts is not None:
        if not again or old != facts.rank(g, demi):
            facts.renown(g, demi, g.renown[demi], g.renown[demi], (old, facts.rank(g, demi)), by_coin)
        if g.at[demi] != "abyss":
            facts.moved(g, demi, g.at[demi], "abyss", cause="smite")
    leave_slot(g, demi)
    g.at[demi] = "abyss"
    if not again:
        hadria_shift(g, +1)


def leave_slot(g: Game, demi: str) -> None:
    """A Demi's slot, if it has one, is free again."""
    quest = g.on[demi]
    if quest is not None:
        g.quests[quest].slots[g.slot[demi] - 1] = None  # type: ignore[operator]
        g.on[demi] = g.slot[demi] = None


def hadria_shift(g: Game, change: int) -> None:
    """VF-H3: Hadria gains or loses, within 0 and 12."""
    h = g.hadria
    if h is None:
        return
    before = h.renown
    h.renown = bounded(g, before, change)
    if h.renown != before:
        facts.renown(g, "hadria", before, h.renown, (None, None))


def known_demi(g: Game, demi: str | UnsetType, rule: str) -> str:
    """The Demi of that name, one that still has a marker on the track."""
    if demi is UNSET:
        raise Refused("demi.missing", rule=rule, expected=list(g.renown))
    if demi not in g.renown:
        role = g.terms.role
        if role is not None and role.figure is not None and role.figure.name == demi:
            raise Refused("sorcerer.no-demi", player=g.terms.celestial, expected=list(g.renown))
        raise Refused("demi.unknown", demi=demi, rule=rule, expected=list(g.renown))
    return demi


def ranking(g: Game) -> list[str]:
    """VF-R6: the Demis left, best first."""
    return [demi for space in reversed(g.track) for demi in space]


def together(g: Game, effects: Sequence[Effect], coins: Mapping[str, str] | None = None) -> None:
    """VF-R4: what one cause does to several Demis.

    `effects` are listed in slot order or pack order; a `coin` among them is decided by `coins`, which must
    have been checked.
    """
    by_coin = coins or {}
    if coins:
        effects = [(demi, tossed(ops, coins.get(demi))) for demi, ops in effects]
    by_place = _by_place(g, effects, last_first=True)
    listed = _may_differ(effects, by_place) and g.ruling("group_order") == "listed"
    smitten: list[str] = []
    for effect in effects if listed else by_place:
        demi, ops = effect
        for word, count in ops:
            if word == "gain":
                shift(g, demi, count, demi in by_coin)
            elif word == "lose":
                shift(g, demi, -count, demi in by_coin)
            elif word == "smite":
                if listed:
                    smite(g, demi, demi in by_coin, again=demi in smitten)
                if demi not in smitten:
                    smitten.append(demi)
    if not listed:
        for demi, _ in _by_place(g, [(demi, ()) for demi in smitten], last_first=False):
            smite(g, demi, demi in by_coin)


def _may_differ(effects: Sequence[Effect], by_place: Sequence[Effect]) -> bool:
    """Whether it may make a difference in which of these orders all is done."""
    if len(effects) < 2:
        return len(effects) == 1 and len(effects[0][1]) > 1
    return by_place != effects or any(word == "smite" for _, ops in effects for word, _ in ops)


def swap_spaces(g: Game, a: int, b: int) -> None:
    """Two spaces of the track change places, inner orders kept; no gain, no loss."""
    with facts.all_moved(g):
        g.track[a], g.track[b] = g.track[b], g.track[a]
        for space in (a, b):
            for demi in g.track[space]:
                g.renown[demi] = space


def tossed(ops: Ops, coin: str | None) -> Ops:
    """The operations with the coin's side in place of the coin, where one was tossed."""
    if coin is None:
        return ops
    return tuple((("gain", 1) if coin == "gain" else ("smite", 0)) if op[0] == "coin" else op for op in ops)


def _by_place(g: Game, effects: Sequence[Effect], last_first: bool) -> Sequence[Effect]:
    if len(effects) < 2:
        return effects
    renown, track = g.renown, g.track
    placed = [(space := renown[effect[0]], -track[space].index(effect[0]), effect) for effect in effects]
    placed.sort(reverse=not last_first)
    return [effect for _, _, effect in placed]


def check_coins(coins: Mapping[str, str], due: Iterable[str], rule: str) -> None:
    """`coins` names exactly the Demis for whom a coin is tossed."""
    want = sorted(set(due))
    if sorted(coins) != want:
        raise Refused("coins.differ", given=_names(coins), due=_names(want), expected=want, rule=rule)


def _names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"
