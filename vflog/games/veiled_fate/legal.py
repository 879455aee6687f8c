"""All legal records of a moment, as forms (page "The referee" of the format).

A form is a record type with, for each field, one value, or a choice: `{"in": […]}` one of these;
`{"choose": k, "from": […]}` k different ones; `{"cards": k, "of": {kind: count}}` k cards of these (or from
min to max); where `of` counts cards that are not known (`?`), `hidden` says how many of each kind they may turn
out to be; any of these cards may be written `?`, unless `open` is true; `{"reveals": what}`
nature's, any value that is possible, with `count` where it is a number of things. An object of fields is
written as an object of such values. `optional` names fields that may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from vflog.games.veiled_fate import ages, cards, identity, quests, servants, setup, turns
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.celestials.frame import ACTIONS, Figure
from vflog.games.veiled_fate.pack import KINDS, PLACES, REGIONS
from vflog.games.veiled_fate.records import PLAYS
from vflog.games.veiled_fate.state import Game, Turn
from vflog.games.veiled_fate.terms import HAND_SIZE
from vflog.log.canonical import canonical
from vflog.log.decode import tag_of

Form = dict[str, Any]
Fields = dict[str, Any]
_ORDER = {tag: i for i, tag in enumerate([*map(tag_of, PLAYS), "end"])}


def forms(g: Game) -> list[Form]:
    """The forms of all legal records, by type in the order of the rules, then by canonical form."""
    found = list(_score(g) if g.terms.detail == "score" else _PHASES[g.phase](g))
    if g.terms.detail == "full" and g.phase not in ("setup", "over"):
        found += conduct.forms(g)
    if g.phase != "over":
        found.append(_form("end", {"reason": {"in": ["abandoned", "conceded", "disqualified", "time"]}}))
    return sorted(found, key=lambda form: (_ORDER[form["type"]], canonical(form)))


def _form(kind: str, fields: Fields, optional: tuple[str, ...] = ()) -> Form:
    return {"type": kind, "fields": fields, "optional": sorted(optional)}


def one_of(values: Any) -> Fields:
    """A choice of one of these."""
    return {"in": list(values)}


def card_of(g: Game, player: str) -> Fields:
    """One Fate card of a hand: the kinds it may be, and `?`."""
    hand = g.hands[player]
    kinds = [k for k in KINDS if hand[k] or (hand["?"] and _not_all_seen(g, k))]
    return one_of([*kinds, "?"])


def _not_all_seen(g: Game, kind: str) -> bool:
    limit = g.terms.pack.fate[kind]
    return g.deck is None or limit is None or g.seen[kind] < limit


def cards_of(g: Game, player: str, count: Any, beside: str = "?") -> Fields:
    """So many Fate cards of a hand, `beside` one that the same record gives otherwise."""
    there = dict(g.hands[player])
    room = {kind: min(there["?"], g.terms.limits[kind] - g.seen[kind]) for kind in KINDS}
    if beside != "?":
        if there[beside] == 0:
            room[beside] -= 1
        there[beside if there[beside] else "?"] -= 1
    out: Fields = {"cards": count, "of": {kind: number for kind, number in there.items() if number}}
    if there["?"]:
        out["hidden"] = {kind: number for kind, number in room.items() if number > 0}
    return out


def _voting(g: Game, kind: str, player: str, fields: Fields, optional: tuple[str, ...]) -> Iterator[Form]:
    """Forms of a record that puts a card into a pile: what is paid and what is voted are different cards."""
    if not fields.get("pay"):
        yield _form(kind, {**fields, "card": card_of(g, player)}, optional)
        return
    for card in card_of(g, player)["in"]:
        pay = cards_of(g, player, fields["pay"]["cards"], card)
        if sum(pay["of"].values()) >= pay["cards"]:
            yield _form(kind, {**fields, "pay": pay, "card": card}, optional)


def _nature(what: str, count: int | None = None) -> Fields:
    return {"reveals": what} if count is None else {"reveals": what, "count": count}


# -- set-up and Ages -----------------------------------------------------------------------------------


def _setup(g: Game) -> Iterator[Form]:
    t = g.terms
    if setup.missing(g):
        return
    fields: Fields = {
        "first": one_of(t.players),
        "quests": _nature("quests", t.quests),
        "city": one_of(card for card in ages.unused_city(g) if t.pack.city[card].altar),
        "demis": _nature("demis"),
        "hands": _nature("hands", HAND_SIZE),
        "order": _nature("order"),
    }
    if t.hadria:
        fields["display"] = _nature("favors", 2)
    if t.servants:
        fields["servants"] = _nature("servants", 3)
    yield _form("setup", fields, ("order",))


def _age(g: Game) -> Iterator[Form]:
    yield _form("age", {"player": g.first, "age": g.age + 1, "card": one_of(ages.age_cards(g))})


def _deal(g: Game) -> Iterator[Form]:
    player = g.queue[0]
    count = cards.can_draw(g, HAND_SIZE, player)
    fields: Fields = {"player": player, "cards": _nature("cards", count)}
    yield _form("deal", {**fields, **_discard(g, player, count)}, () if count else ("cards",))


def _discard(g: Game, player: str, drawn: int, left: int = 0) -> Fields:
    """Under `draw_limit` discard, what goes above the hand limit."""
    if g.terms.rulings.draw_limit != "discard":
        return {}
    over = g.holds[player] + drawn - left - g.terms.hand_limit(player)
    return {"discard": _nature("discard", over)} if over > 0 else {}


def _place(g: Game) -> Iterator[Form]:
    taken = {card.region for card in g.quests.values()}
    free = [region for region in REGIONS if region not in taken]
    yield _form("place", {"player": g.queue[0], "quest": one_of(ages.unused_quests(g)), "region": one_of(free)})


def _city(g: Game) -> Iterator[Form]:
    yield _form("city", {"player": g.first, "card": one_of(ages.unused_city(g))})


# -- a turn ---------------------------------------------------------------------------------------------


def _turn(g: Game) -> Iterator[Form]:
    turn = g.turn
    assert turn is not None
    player = turn.player
    if turns.can_act(g, turn):
        yield from _moves(g, player)
        yield from _powers(g, turn)
    yield from _favors(g, turn)
    yield _form("end_turn", {"player": player, "again": False}, ("again",))
    if turns.can_go_again(g, turn):
        yield _form("end_turn", {"player": player, "again": True})
    if turn.actions < ACTIONS:
        yield _form("rest", {"player": player})


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
            yield _form("move", {**base, "to": one_of(plain)})
        if g.at[demi] == "abyss":
            yield from _to_pools(g, player, {**base, "to": "pools"})
        if "city" in g.terms.near[g.at[demi]]:
            yield from _to_city(g, player, demi, {**base, "to": "city"})
        yield from _onto_quests(g, player, demi, base)


def _own_figure(g: Game, player: str, figure: Figure) -> Iterator[Form]:
    for fields in figure.forms(g):
        base = {"player": player, "demi": figure.name, **fields}
        if "quest" not in fields:
            yield _form("move", base)
        elif g.holds[player]:
            yield _form("move", {**base, "card": card_of(g, player)})


def _to_pools(g: Game, player: str, base: Fields) -> Iterator[Form]:
    h = g.hadria
    if h is not None and h.display:
        refill = _nature("favor") if h.deck else None
        yield _form("move", {**base, "favor": one_of(sorted(set(h.display))), "refill": refill})
        return
    able = cards.can_draw(g, 1, player)
    if able:
        yield _form("move", {**base, "drew": _nature("card"), **_discard(g, player, 1)})
    if not able or g.terms.rulings.pools_draw == "may":
        yield _form("move", {**base, "drew": None})


def _to_city(g: Game, player: str, demi: str, base: Fields) -> Iterator[Form]:
    yield from _at_space(g, "move", player, base, 0, 0, ())
    if g.at[demi] == "pools" and g.holds[player]:
        discards = g.terms.rulings.empty_deck == "reshuffle" or g.deck is None or g.deck > 0
        swap = {"discard": card_of(g, player), "drew": _nature("card") if discards else None}
        yield from _at_space(g, "move", player, {**base, "swap": swap}, 1, int(discards), ())


def _at_space(
    g: Game, kind: str, player: str, base: Fields, left: int, drawn: int, optional: tuple[str, ...]
) -> Iterator[Form]:
    """A record that brings a Demi into the City, with what its space asks for; `left` cards have left the
    hand before and `drawn` have come to it."""
    if g.city is None:
        yield _form(kind, base, optional)
        return
    word, count = g.terms.pack.city[g.city].spaces[g.city_space]
    if word == "draw":
        able = _able_after(g, player, count, left, drawn)
        space = {"space": {"drew": _nature("cards", able)}} if able else {}
        yield _form(kind, {**base, **space, **_discard(g, player, drawn + able, left)}, optional)
    elif word == "coin":
        yield _form(kind, {**base, "space": {"coin": _nature("coin")}}, optional)
    elif word in ("choose_gain", "smite_choice"):
        targets = g.renown if word == "choose_gain" else conduct.smitten(g)
        yield _form(kind, {**base, "space": {"target": one_of(targets)}}, optional)
    else:
        yield _form(kind, base, optional)


def _able_after(g: Game, player: str, count: int, left: int, drawn: int) -> int:
    """How many cards can be drawn once `left` have gone to the discards and `drawn` have come."""
    if g.terms.rulings.draw_limit == "stop":
        count = min(count, max(0, g.terms.hand_limit(player) - g.holds[player] + left - drawn))
    if g.deck is None:
        return count
    there = g.deck - drawn
    if there < count and g.terms.rulings.empty_deck == "reshuffle":
        there += sum(g.discards.values()) + (left if g.age_card != "omnipotence" or drawn else 0)
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
            yield _form("move", {**base, "quest": quest, "slot": one_of(free), "card": card_of(g, player)})
        if free and (own := _own_card(g, player)):
            yield _form("move", {**base, "quest": quest, "slot": one_of(free), **own})


def _own_card(g: Game, player: str) -> Fields:
    """A vote with a card of the role's own, where the player has one."""
    own = conduct.own_cards(g, player)
    held = own.held(g) if own is not None else []
    return {"card": one_of([*held, "?"]), "from": own.source} if own is not None and held else {}


def _powers(g: Game, turn: Turn) -> Iterator[Form]:
    player = turn.player
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


def _favors(g: Game, turn: Turn) -> Iterator[Form]:
    player = turn.player
    own = g.favors.get(player)
    if own is None or turn.favor_played:
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
                yield _form(kind, {**base, "demis": {"choose": 2, "from": there}}, optional)
    elif power == "smite":
        yield _form(kind, {**base, "demi": one_of(conduct.smitten(g))}, optional)
    elif power == "omniscience":
        yield from _omniscience(g, kind, base, optional, paid)
    elif power == "influence":
        voted = g.turn.voted if g.turn else None
        if voted is not None and held:
            yield from _voting(g, kind, player, {**base, "quest": voted}, optional)
    elif power == "command" and g.terms.servants:
        for name in g.servants:
            yield _form(kind, {**base, "servant": name, "to": one_of(servants.reach(g, name))}, optional)


def _portals(
    g: Game, kind: str, player: str, base: Fields, held: int, optional: tuple[str, ...], paid: int
) -> Iterator[Form]:
    votes = g.terms.rulings.portal_votes == "true"
    for demi in g.renown:
        here = {**base, "demi": demi}
        steps = g.terms.rulings.city_by_portal == "true" and g.city is not None
        places = [p for p in PLACES if (p != g.at[demi] or g.on[demi] is not None) and not (steps and p == "city")]
        yield _form(kind, {**here, "to": one_of(places)}, optional)
        if steps and (g.at[demi] != "city" or g.on[demi] is not None):
            yield from _at_space(g, kind, player, {**here, "to": "city"}, paid, 0, optional)
        if votes and not held:
            continue
        for quest, card in g.quests.items():
            free = [i + 1 for i, taken in enumerate(card.slots) if taken is None]
            if free:
                fields = {**here, "quest": quest, "slot": one_of(free)}
                if votes:
                    yield from _voting(g, kind, player, fields, optional)
                else:
                    yield _form(kind, fields, optional)


def _omniscience(g: Game, kind: str, base: Fields, optional: tuple[str, ...], paid: int) -> Iterator[Form]:
    if not g.quests:
        return
    there = g.deck is None or g.deck > 0
    if not there and g.terms.rulings.empty_deck == "reshuffle":
        there = sum(g.discards.values()) > 0 or (paid > 0 and g.age_card != "omnipotence")
    fields = {**base, "quest": one_of(g.quests), "added": _nature("card") if there else None}
    looks = kind == "favor" or g.terms.powers != "base" or g.terms.rulings.base_omniscience == "look"
    if looks:
        yield _form(kind, {**fields, "saw": _nature("pile")}, (*optional, "saw"))
    else:
        yield _form(kind, fields, optional)


# -- votes ----------------------------------------------------------------------------------------------


def _voters(g: Game) -> Iterator[Form]:
    assert g.pending is not None
    quest, player = g.pending
    able = quests.may_vote(g, player)
    count = quests.extra_voters(g, quest, able)
    names: Fields = {"choose": count, "from": able}
    if conduct.must_be_named(g):
        names = one_of(list(group) for group in combinations(able, count) if g.terms.celestial in group)
    yield _form("voters", {"player": player, "quest": quest, "players": names})
    turn = g.turn
    if turn is None or g.terms.rulings.influence_after_completion != "true" or turn.voted is None:
        return
    for form in [*(_powers(g, turn) if turns.can_act(g, turn) else ()), *_favors(g, turn)]:
        power = form["fields"].get("power") or g.terms.pack.favors[form["fields"]["favor"]].power
        if power == "influence":
            yield form


def _vote(g: Game) -> Iterator[Form]:
    assert g.pending is not None
    for player in g.queue:
        base: Fields = {"player": player, "quest": g.pending[0]}
        if g.holds[player]:
            yield _form("vote", {**base, "card": card_of(g, player)})
        else:
            yield _form("vote", {**base, "card": _nature("card") if cards.can_draw(g, 1) else None, "from": "deck"})
        if own := _own_card(g, player):
            yield _form("vote", {**base, **own})


def _reveal(g: Game) -> Iterator[Form]:
    assert g.pending is not None
    quest = g.pending[0]
    fields = {
        "quest": quest,
        "cards": _nature("cards", sum(g.quests[quest].pile.values())),
        "drawn": _nature("cards"),
        "vote_coin": _nature("coin"),
        "coins": _nature("coins"),
    }
    own = conduct.own_cards(g)
    if own is not None and (count := own.on(g, quest)):
        fields["mother"] = _nature("cards", count)
    yield _form("reveal", fields, ("drawn", "vote_coin", "coins"))


def _age_pick(g: Game) -> Iterator[Form]:
    picks = CARDS[str(g.age_card)].picks
    names = list(g.renown) if picks == "demis" else list(PLACES)
    yield _form("age_pick", {"player": g.first, picks: {"choose": 3, "from": names}})


def _age_quest(g: Game) -> Iterator[Form]:
    yield _form("age_quest", {"player": g.first, "quest": one_of(ages.unused_quests(g))})


def _age_place(g: Game) -> Iterator[Form]:
    assert g.judgement is not None
    slots = g.judgement[1]
    free = [i + 1 for i, there in enumerate(slots) if there is None]
    demis = [d for d in g.renown if d not in slots]
    yield _form("age_place", {"player": g.queue[0], "demi": one_of(demis), "slot": one_of(free)})


def _age_vote(g: Game) -> Iterator[Form]:
    player = g.queue[0]
    given = cards_of(g, player, [0, g.holds[player]])
    if CARDS[str(g.age_card)].vote == "face_up":
        given = {**given, "of": {kind: number for kind, number in given["of"].items() if kind != "?"}, "open": True}
    if g.census is None:
        yield _form("age_vote", {"player": player, "cards": given}, ("cards",))
    else:
        yield _form("age_vote", {"player": player, "regions": {**given, "by": list(REGIONS)}}, ("regions",))


def _age_reveal(g: Game) -> Iterator[Form]:
    if g.census is not None:
        yield _form("age_reveal", {"regions": _nature("regions")}, ("regions",))
        return
    fields: Fields = {"cards": _nature("cards", sum(g.age_pile.values())), "drawn": _nature("cards")}
    extra = {"sleight-of-hand": ("coins", "target"), "judgement": ("coins",), "revelation": ("revealed",)}
    names = extra.get(str(g.age_card), ())
    what = {"coins": _nature("coins"), "target": one_of(g.renown), "revealed": _nature("demis")}
    yield _form("age_reveal", {**fields, **{name: what[name] for name in names}}, ("cards", "drawn", *names))


def _end(g: Game) -> Iterator[Form]:
    fields: Fields = {"demis": _nature("demis"), "winners": _nature("winners"), "unused": _nature("demis")}
    if all("?" not in identity.as_list(value) for value in g.known.values()):
        fields["demis"] = dict(g.known)
    if g.terms.role is not None and g.terms.role.guesses:
        fields["guess"] = {p: one_of(g.at) for p in g.terms.mortals}
    yield _form("end", fields, ("unused", "winners"))


def _over(g: Game) -> Iterator[Form]:
    return iter(())


def _score(g: Game) -> Iterator[Form]:
    if g.phase == "over":
        return
    if g.age < 3:
        yield _form("age", {"age": g.age + 1, "card": one_of(ages.age_cards(g))}, ("card",))
    markers = [*g.renown, *(["hadria"] if g.hadria is not None else [])]
    yield _form("score", {"changes": {name: _nature("change") for name in markers}}, ())
    yield _form("smite", {"demis": {"choose": [0, len(g.renown)], "from": list(g.renown)}})
    if g.hadria is not None:
        yield _form("corruption", {"player": one_of(g.terms.players), "amount": _nature("amount")})
    yield _form("end", {"demis": _nature("demis"), "winners": _nature("winners")}, ("winners",))


_PHASES: dict[str, Callable[[Game], Iterator[Form]]] = {
    "setup": _setup, "age": _age, "turn": _turn, "voters": _voters, "vote": _vote, "reveal": _reveal,
    "age_pick": _age_pick, "age_quest": _age_quest, "age_place": _age_place, "age_vote": _age_vote,
    "age_reveal": _age_reveal, "deal": _deal, "place": _place, "city": _city, "end": _end, "over": _over,
}  # fmt: skip
