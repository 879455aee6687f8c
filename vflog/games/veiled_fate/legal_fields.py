"""What the fields of a form may be: one value, a choice, cards of a hand, what nature shows, what follows from that.

`{"in": […]}` one of these; `{"choose": k, "from": […]}` k different ones; `{"cards": k, "of": {kind: count}}` k cards
of these (or from min to max); where `of` counts cards that are not known (`?`), `hidden` says how many of each kind
they may turn out to be; any of these cards may be written `?`, unless `open` is true: then so many `more` that were
not known before may be shown. `{"reveals": what}` is nature's, with `count` where it is a number of things, `for` where
it is somebody's, `of` for what it may be, `with` for what is known to be among it (`players`: any of these, `text`:
free text, as of a judge's result); `{"follows": [fields]}` depends on what nature shows there: whether it is needed and
what it must be is said where the record so far is given (`legal_follows`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from vflog.games.veiled_fate import identity
from vflog.games.veiled_fate.pack import KINDS, REGIONS
from vflog.games.veiled_fate.state import Game
from vflog.log.problems import Refused

Form = dict[str, Any]
Fields = dict[str, Any]


def form(kind: str, fields: Fields, optional: tuple[str, ...] = ()) -> Form:
    """A form; `optional` names the fields that may be left out."""
    return {"type": kind, "fields": fields, "optional": sorted(optional)}


def one_of(values: Iterable[Any]) -> Fields:
    """A choice of one of these."""
    return {"in": list(values)}


def nature(what: str, count: int | list[int] = 1, player: str | None = None, of: Any = None) -> Fields:
    """What nature shows: so many (or from least to most), to whom, out of what."""
    told = {"reveals": what, "count": count, "for": player, "of": of}
    return {key: value for key, value in told.items() if value is not None}


def follows(*names: str) -> Fields:
    """What these fields bring with them."""
    return {"follows": list(names)}


def can_be(spec: Any) -> bool:
    """Whether there is a value for the field."""
    match spec:
        case {"in": values}:
            return bool(values)
        case {"choose": count, "from": values}:
            return bool(count <= len(values))
        case dict():
            return all(map(can_be, spec.values()))
        case _:
            return True


def card_of(g: Game, player: str) -> Fields:
    """One Fate card of a hand: the kinds it may be, and `?`."""
    hand = g.hands[player]
    kinds = [k for k in KINDS if hand[k] or (hand["?"] and g.seen[k] < g.terms.limits[k])]
    hidden = {"hidden": [k for k in kinds if not hand[k]]} if hand["?"] else {}
    return {**one_of([*kinds, "?"]), **hidden}


def cards_of(g: Game, player: str, count: Any, beside: str = "?") -> Fields:
    """So many Fate cards of a hand, `beside` one that the same record gives otherwise."""
    there = dict(g.hands[player])
    room = {kind: min(there["?"], g.terms.limits[kind] - g.seen[kind]) for kind in KINDS}
    if beside != "?":
        if there[beside] == 0:
            room[beside] -= 1
        there[beside if there[beside] else "?"] -= 1
    out: Fields = {"cards": count, "of": counted(there)}
    if there["?"]:
        out["hidden"] = counted(room)
    return out


def laid_open(spec: Fields) -> Fields:
    """Cards of a hand that are given face up: known ones, and so many `more` that are not known before."""
    known = {kind: number for kind, number in spec["of"].items() if kind != "?"}
    more = {"more": spec["of"]["?"]} if "?" in spec["of"] else {}
    return {**spec, "cards": [0, sum(known.values())], "of": known, "open": True, **more}


def counted(cards: Mapping[str, int]) -> dict[str, int]:
    """The kinds there are, with their counts."""
    return {kind: number for kind, number in cards.items() if number > 0}


def voting(g: Game, kind: str, player: str, fields: Fields, optional: tuple[str, ...]) -> Iterator[Form]:
    """Forms of a record that puts a card into a pile: what is paid and what is voted are different cards."""
    if not fields.get("pay"):
        yield form(kind, {**fields, "card": card_of(g, player)}, optional)
        return
    for card in card_of(g, player)["in"]:
        pay = cards_of(g, player, fields["pay"]["cards"], card)
        if sum(pay["of"].values()) >= pay["cards"]:
            yield form(kind, {**fields, "pay": pay, "card": card}, optional)


def drawn(g: Game, count: int, player: str | None = None) -> Fields:
    """Cards that the deck gives: of each kind no more than can lie there; any may be written `?`."""
    return nature("cards", count, player, in_deck(g, count))


def drawn_card(g: Game, player: str | None = None) -> Fields:
    """One card that the deck gives."""
    return nature("card", 1, player, in_deck(g, 1))


def of_any_kind(g: Game, count: int, left: int = 0) -> bool:
    """Whether so many cards that the deck gives can all be of any kind, whatever `left` cards leave a hand before."""
    if g.deck is None:
        return True
    return g.deck >= count and all(g.terms.limits[kind] - g.seen[kind] >= count + left for kind in KINDS)


def runs_out(g: Game, count: int) -> bool:
    """Whether the deck gives out within so many draws: what comes then depends on what came before."""
    return g.deck is not None and 0 < g.deck < count


def in_deck(g: Game, count: int) -> dict[str, int]:
    """Of each kind how many of the next so many cards there can be; where the deck is empty, out of the discards."""
    empty = g.deck == 0
    there = {k: min(count, g.terms.limits[k] - g.seen[k] + (g.discards[k] if empty else 0)) for k in KINDS}
    return counted({**there, "?": count})


def shown(g: Game, pile: Mapping[str, int]) -> Fields:
    """The cards of a pile as its reveal shows them: those known, and what the hidden ones turn out to be."""
    count = sum(pile.values())
    if not pile["?"]:
        return {"cards": count, "of": counted(pile), "open": True}
    return {**nature("cards", count, of=could_be(g, pile)), "with": [k for k in KINDS for _ in range(pile[k])]}


def could_be(g: Game, pile: Mapping[str, int]) -> dict[str, int]:
    """Of each kind how many cards of a pile there can be."""
    return counted({k: pile[k] + min(pile["?"], g.terms.limits[k] - g.seen[k]) for k in KINDS})


def place_of(servant: str, taken: Iterable[str] = ()) -> Fields:
    """Where a Servant may begin."""
    return {servant: nature("region", of=[region for region in REGIONS if region not in taken])}


def own_discard(g: Game, player: str, came: int, left: int, *after: str) -> Fields:
    """Under `draw_limit` discard, what goes above the hand limit once so many cards came and left."""
    over = g.holds[player] + came - left - g.terms.hand_limit(player)
    if g.ruling("draw_limit") != "discard" or not came or over <= 0:
        return {}
    return {"discard": follows(*after)}


def own_demis(g: Game, player: str, told: Mapping[str, Any], final: bool) -> Fields:
    """The Demis that a player may own beside those `told` of others; unless that is `final` also `?`."""
    count = identity.owned(g, player)
    rest = {other: told.get(other, "?") for other in identity.owners(g)}
    may = [demi for demi in g.at if _fits(g, {**rest, player: demi if count == 1 else [demi, "?"]})]
    may += [] if final else ["?"]
    if count == 1:
        return nature("demi", 1, player, may)
    return {**nature("demis", count, player, may), "with": identity.known(g.known[player])}


def _fits(g: Game, demis: Mapping[str, Any]) -> bool:
    try:
        identity.check(g, demis, "VF-S2")
    except Refused:
        return False
    return True
