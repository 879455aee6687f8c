"""The forms of a turn: moves, God Powers, Favors, its end (see `legal`)."""

from __future__ import annotations

from collections.abc import Iterator

from vflog.games.veiled_fate import cards, hadria, servants, turns
from vflog.games.veiled_fate.age_cards import takes_paid
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.celestials.frame import ACTIONS, Figure
from vflog.games.veiled_fate.city_spaces import SPACES
from vflog.games.veiled_fate.god_powers import POWERS
from vflog.games.veiled_fate.legal_fields import (
    Fields,
    Form,
    card_of,
    cards_of,
    drawn,
    drawn_card,
    follows,
    form,
    nature,
    of_any_kind,
    one_of,
    own_discard,
    runs_out,
    voting,
)
from vflog.games.veiled_fate.pack import PLACES
from vflog.games.veiled_fate.state import Game, Turn


def turn(g: Game) -> Iterator[Form]:
    """What the player whose turn it is may do."""
    now = g.turn
    assert now is not None
    player = now.player
    if turns.can_act(g, now):
        yield from _moves(g, player)
        yield from _powers(g, now)
    yield from _favors(g, now)
    yield form("end_turn", {"player": player, "again": False}, ("again",))
    if turns.can_go_again(g, now):
        yield form("end_turn", {"player": player, "again": True})
    if now.actions < ACTIONS:
        yield form("rest", {"player": player})


def late_influence(g: Game) -> Iterator[Form]:
    """Under `influence_after_completion` the completer may still use Influence before naming voters (VF-P6)."""
    now = g.turn
    if now is None or g.ruling("influence_after_completion") != "true" or now.voted is None:
        return
    for one in [*(_powers(g, now) if turns.can_act(g, now) else ()), *_favors(g, now)]:
        power = one["fields"].get("power") or g.terms.pack.favors[one["fields"]["favor"]].power
        if POWERS[power].after_vote:
            yield one


def own_card(g: Game, player: str) -> Fields:
    """A vote with a card of the role's own, where the player has one."""
    own = conduct.own_cards(g, player)
    held = own.held(g) if own is not None else []
    return {"card": one_of([*held, "?"]), "from": own.source} if own is not None and held else {}


# -- moves ----------------------------------------------------------------------------------------------


def _moves(g: Game, player: str) -> Iterator[Form]:
    role = conduct.role_of(g, player)
    if role is not None and not role.moves:
        return
    figure = role.figure if role is not None else None
    if figure is not None:
        yield from _own_figure(g, player, figure)
    for demi in g.renown if figure is None else figure.reach(g):
        if g.on[demi] is not None:
            continue
        base: Fields = {"player": player, "demi": demi}
        plain = sorted(g.terms.near[g.at[demi]] - {"city", "pools"})
        if plain:
            yield form("move", {**base, "to": one_of(plain)})
        if g.at[demi] == "abyss":
            yield from _to_pools(g, player, {**base, "to": "pools"})
        if "city" in g.terms.near[g.at[demi]]:
            yield from _to_city(g, player, demi, {**base, "to": "city"})
        yield from _onto_quests(g, player, demi, base)


def _own_figure(g: Game, player: str, figure: Figure) -> Iterator[Form]:
    for fields in figure.forms(g):
        base = {"player": player, "demi": figure.name, **fields}
        if "quest" not in fields:
            yield form("move", base)
        elif g.holds[player]:
            yield form("move", {**base, "card": card_of(g, player)})


def _to_pools(g: Game, player: str, base: Fields) -> Iterator[Form]:
    h = g.hadria
    if h is not None and h.display:
        refill = nature("favor", of=sorted(hadria.may_come(g, h))) if h.deck else None
        yield form("move", {**base, "favor": one_of(sorted(set(h.display))), "refill": refill})
        return
    able = cards.can_draw(g, 1, player)
    if able:
        yield form("move", {**base, "drew": drawn_card(g, player), **own_discard(g, player, 1, 0, "drew")})
    if not able or g.ruling("pools_draw") == "may":
        yield form("move", {**base, "drew": None})


def _to_city(g: Game, player: str, demi: str, base: Fields) -> Iterator[Form]:
    yield from _at_space(g, "move", player, base, 0, 0, ())
    if g.at[demi] == "pools" and g.holds[player]:
        there = g.ruling("empty_deck") == "reshuffle" or g.deck is None or g.deck > 0
        for swap in _swaps(g, player) if there else [{"discard": card_of(g, player), "drew": None}]:
            yield from _at_space(g, "move", player, {**base, "swap": swap}, 1, int(there), ())


def _swaps(g: Game, player: str) -> Iterator[Fields]:
    """One card for another; what can come may depend on what goes."""
    discards = card_of(g, player)
    if of_any_kind(g, 1, 1):
        yield {"discard": discards, "drew": drawn_card(g, player)}
        return
    for card in discards["in"]:
        gone = g.copy()
        cards.leave(gone, player, [card])
        cards.discard(gone, [card])
        yield {"discard": card, "drew": drawn_card(gone, player)}


def _at_space(
    g: Game, kind: str, player: str, base: Fields, left: int, came: int, optional: tuple[str, ...]
) -> Iterator[Form]:
    """A record that brings a Demi into the City, with what its space asks for; `left` cards have left the
    hand before and `came` have come to it."""
    word, count = ("nothing", 0) if g.city is None else g.terms.pack.city[g.city].spaces[g.city_space]
    there = SPACES[word]
    able = _able_after(g, player, count, left, came) if there.asks == "drew" else 0
    drawn_by = [name for name, number in (("swap", came), ("space", able)) if number]
    fields = {**base, **own_discard(g, player, came + able, left, *drawn_by)}
    if able:
        before = "swap" if came else "pay" if left else "space"
        sure = not came and (of_any_kind(g, able, left) if left else not runs_out(g, able))
        space = {"drew": drawn(g, able, player)} if sure else follows(before)
        yield form(kind, {**fields, "space": space}, optional)
    elif there.asks == "coin":
        yield form(kind, {**fields, "space": {"coin": nature("coin", of=["gain", "smite"])}}, optional)
    elif there.asks == "target":
        yield form(kind, {**fields, "space": {"target": one_of(there.may_be(g))}}, optional)
    else:
        yield form(kind, fields, optional)


def _able_after(g: Game, player: str, count: int, left: int, came: int) -> int:
    """How many cards can be drawn once `left` have gone to the discards and `came` have come."""
    if g.ruling("draw_limit") == "stop":
        count = min(count, max(0, g.terms.hand_limit(player) - g.holds[player] + left - came))
    if g.deck is None:
        return count
    there = g.deck - came
    if there < count and g.ruling("empty_deck") == "reshuffle":
        there += sum(g.discards.values()) + (left if not takes_paid(g) or came else 0)
    return max(0, min(count, there))


def _onto_quests(g: Game, player: str, demi: str, base: Fields) -> Iterator[Form]:
    start = g.at[demi]
    if start in ("abyss", "pools"):
        return
    for quest, card in g.quests.items():
        if card.region != start and card.region not in g.terms.near[start]:
            continue
        there = g.terms.pack.quests[quest].slots
        free = [i + 1 for i, taken in enumerate(card.slots) if taken is None and demi in there[i].fits]
        if free and g.holds[player]:
            yield form("move", {**base, "quest": quest, "slot": one_of(free), "card": card_of(g, player)})
        if free and (own := own_card(g, player)):
            yield form("move", {**base, "quest": quest, "slot": one_of(free), **own})


# -- God Powers and Favors --------------------------------------------------------------------------------


def _powers(g: Game, now: Turn) -> Iterator[Form]:
    player = now.player
    role = conduct.role_of(g, player)
    if role is not None and role.powers == "none":
        return
    held = g.holds[player]
    for power in g.terms.costs:
        cost = conduct.cost(g, player, g.terms.costs[power])
        if cost > held:
            continue
        pay: Fields = {"pay": cards_of(g, player, cost)} if cost else {"pay": []}
        base: Fields = {"player": player, "power": power, **pay}
        optional = () if cost else ("pay",)
        yield from _deed(g, "power", player, power, base, held - cost, optional, cost)


def _favors(g: Game, now: Turn) -> Iterator[Form]:
    player = now.player
    own = g.favors.get(player)
    if own is None or now.favor_played:
        return
    for favor in sorted(set(own.hand)):
        power = g.terms.pack.favors[favor].power
        yield from _deed(g, "favor", player, power, {"player": player, "favor": favor}, g.holds[player], (), 0)


def _deed(
    g: Game, kind: str, player: str, power: str, base: Fields, held: int, optional: tuple[str, ...], paid: int
) -> Iterator[Form]:
    """The forms of a God Power with `held` Fate cards left in hand after paying."""
    if power == "portal":
        yield from _portals(g, kind, player, base, held, optional, paid)
    elif power == "transfiguration":
        for card in g.quests.values():
            there = [d for d in card.slots if d in g.on]
            if len(there) > 1:
                yield form(kind, {**base, "demis": {"choose": 2, "from": there}}, optional)
    elif power == "smite":
        yield form(kind, {**base, "demi": one_of(conduct.smitten(g))}, optional)
    elif power == "omniscience":
        yield from _omniscience(g, kind, base, optional, paid)
    elif power == "influence":
        voted = g.turn.voted if g.turn else None
        if voted is not None and held:
            yield from voting(g, kind, player, {**base, "quest": voted}, optional)
    elif power == "command" and g.terms.servants:
        for name in g.servants:
            yield form(kind, {**base, "servant": name, "to": one_of(servants.reach(g, name))}, optional)


def _portals(
    g: Game, kind: str, player: str, base: Fields, held: int, optional: tuple[str, ...], paid: int
) -> Iterator[Form]:
    votes = g.ruling("portal_votes") == "true"
    for demi in g.renown:
        here = {**base, "demi": demi}
        steps = g.ruling("city_by_portal") == "true" and g.city is not None
        places = [p for p in PLACES if (p != g.at[demi] or g.on[demi] is not None) and not (steps and p == "city")]
        yield form(kind, {**here, "to": one_of(places)}, optional)
        if steps and (g.at[demi] != "city" or g.on[demi] is not None):
            yield from _at_space(g, kind, player, {**here, "to": "city"}, paid, 0, optional)
        if votes and not held:
            continue
        for quest, card in g.quests.items():
            free = [i + 1 for i, taken in enumerate(card.slots) if taken is None]
            if free:
                fields = {**here, "quest": quest, "slot": one_of(free)}
                if votes:
                    yield from voting(g, kind, player, fields, optional)
                else:
                    yield form(kind, fields, optional)


def _omniscience(g: Game, kind: str, base: Fields, optional: tuple[str, ...], paid: int) -> Iterator[Form]:
    if not g.quests:
        return
    there = g.deck is None or g.deck > 0
    if not there and g.ruling("empty_deck") == "reshuffle":
        there = sum(g.discards.values()) > 0 or (paid > 0 and not takes_paid(g))
    added = drawn_card(g) if not paid or of_any_kind(g, 1, paid) else follows("pay")
    fields = {**base, "quest": one_of(g.quests), "added": added if there else None}
    looks = kind == "favor" or g.terms.powers != "base" or g.ruling("base_omniscience") == "look"
    if looks:
        yield form(kind, {**fields, "saw": follows("quest", "added")}, (*optional, "saw"))
    else:
        yield form(kind, fields, optional)
