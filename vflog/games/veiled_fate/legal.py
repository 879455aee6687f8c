"""All legal records of a moment, as forms (page "The referee" of the format).

A form is a record type with, for each field, what it may be (`legal_fields`). `optional` names fields that may be left
out. The legal records are the records that the forms stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

from vflog.games.veiled_fate import ages, cards, hadria, identity, legal_turn, quests, setup
from vflog.games.veiled_fate.age_cards import CARDS, NAMED
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.legal_fields import (
    Fields,
    Form,
    can_be,
    card_of,
    cards_of,
    drawn,
    drawn_card,
    follows,
    form,
    laid_open,
    nature,
    one_of,
    own_demis,
    own_discard,
    place_of,
    runs_out,
    shown,
)
from vflog.games.veiled_fate.pack import PLACES, REGIONS
from vflog.games.veiled_fate.records import PLAYS
from vflog.games.veiled_fate.state import Game
from vflog.games.veiled_fate.terms import HAND_SIZE
from vflog.log.canonical import canonical
from vflog.log.decode import tag_of

_ORDER = {tag: i for i, tag in enumerate([*map(tag_of, PLAYS), "end"])}


def forms(g: Game) -> list[Form]:
    """The forms of all legal records, by type in the order of the rules, then by canonical form."""
    found = list(_score(g) if g.terms.detail == "score" else _PHASES[g.phase](g))
    if g.terms.detail == "full" and g.phase not in ("setup", "over"):
        found += conduct.forms(g)
    if g.phase != "over":
        found += _stopped(g)
    found = [one for one in found if can_be(one["fields"])]
    return sorted(found, key=lambda one: (_ORDER[one["type"]], canonical(one)))


# -- set-up and Ages -----------------------------------------------------------------------------------


def _setup(g: Game) -> Iterator[Form]:
    t = g.terms
    if setup.missing(g):
        return
    first, *others = t.players
    fields: Fields = {
        "first": one_of(t.players),
        "quests": nature("quests", t.quests, of={"quest": ages.unused_quests(g), "region": list(REGIONS)}),
        "city": one_of(card for card in ages.unused_city(g) if t.pack.city[card].altar),
        "demis": _demis(g, final=False),
        "hands": {first: drawn(g, HAND_SIZE, first), **dict.fromkeys(others, follows("hands"))},
        "order": nature("demis", len(g.at), of=list(g.at)),
    }
    if g.hadria is not None:
        fields["display"] = nature("favors", 2, of=hadria.may_come(g, g.hadria))
    if t.servants:
        fields["servants"] = {**dict.fromkeys(t.pack.servants, follows("servants")), **place_of(t.pack.servants[0])}
    yield form("setup", fields, ("order",))


def _demis(g: Game, final: bool) -> Fields:
    """Who owns which Demi: what is known, the first that is not, and those that follow from it."""
    out: Fields = {}
    hidden = False
    for player in identity.owners(g):
        value = g.known[player]
        if "?" not in identity.as_list(value):
            out[player] = value
        else:
            out[player] = follows("demis") if hidden else own_demis(g, player, out, final)
            hidden = True
    return out


def _age(g: Game) -> Iterator[Form]:
    yield form("age", {"player": g.first, "age": g.age + 1, "card": one_of(ages.age_cards(g))})


def _deal(g: Game) -> Iterator[Form]:
    player = g.queue[0]
    count = cards.can_draw(g, HAND_SIZE, player)
    fields: Fields = {"player": player, "cards": follows("cards") if runs_out(g, count) else drawn(g, count, player)}
    yield form("deal", {**fields, **own_discard(g, player, count, 0, "cards")}, () if count else ("cards",))


def _place(g: Game) -> Iterator[Form]:
    taken = {card.region for card in g.quests.values()}
    free = [region for region in REGIONS if region not in taken]
    yield form("place", {"player": g.queue[0], "quest": one_of(ages.unused_quests(g)), "region": one_of(free)})


def _city(g: Game) -> Iterator[Form]:
    yield form("city", {"player": g.first, "card": one_of(ages.unused_city(g))})


# -- votes ----------------------------------------------------------------------------------------------


def _voters(g: Game) -> Iterator[Form]:
    assert g.pending is not None
    quest, player = g.pending
    able = quests.may_vote(g, player)
    count = quests.extra_voters(g, quest, able)
    names: Fields = {"choose": count, "from": able}
    if conduct.must_be_named(g) and count < len(able):
        names = one_of(list(group) for group in permutations(able, count) if g.terms.celestial in group)
    yield form("voters", {"player": player, "quest": quest, "players": names})
    yield from legal_turn.late_influence(g)


def _vote(g: Game) -> Iterator[Form]:
    assert g.pending is not None
    for player in g.queue:
        base: Fields = {"player": player, "quest": g.pending[0]}
        if g.holds[player]:
            yield form("vote", {**base, "card": card_of(g, player)})
        else:
            yield form("vote", {**base, "card": drawn_card(g) if cards.can_draw(g, 1) else None, "from": "deck"})
        if own := legal_turn.own_card(g, player):
            yield form("vote", {**base, **own})


def _reveal(g: Game) -> Iterator[Form]:
    assert g.pending is not None
    quest = g.pending[0]
    fields: Fields = {"quest": quest, "cards": shown(g, g.quests[quest].pile), "drawn": follows("cards")}
    own = conduct.own_cards(g)
    if own is not None and (count := own.on(g, quest)):
        fields["mother"] = {**nature("cards", count, of=own.may_be(g, quest)), "with": own.known(g, quest)}
    counted = [name for name in fields if name != "quest"]
    yield form("reveal", {**fields, "vote_coin": follows(*counted), "coins": follows(*counted, "vote_coin")})


def _age_pick(g: Game) -> Iterator[Form]:
    asks = CARDS[str(g.age_card)].asks
    names = list(g.renown) if asks == "demis" else list(PLACES)
    yield form("age_pick", {"player": g.first, asks: {"choose": NAMED, "from": names}})


def _age_quest(g: Game) -> Iterator[Form]:
    yield form("age_quest", {"player": g.first, "quest": one_of(ages.unused_quests(g))})


def _age_place(g: Game) -> Iterator[Form]:
    assert g.age_quest is not None
    slots = g.age_quest[1]
    free = [i + 1 for i, there in enumerate(slots) if there is None]
    demis = [d for d in g.renown if d not in slots]
    yield form("age_place", {"player": g.queue[0], "demi": one_of(demis), "slot": one_of(free)})


def _age_vote(g: Game) -> Iterator[Form]:
    player = g.queue[0]
    given = cards_of(g, player, [0, g.holds[player]])
    if CARDS[str(g.age_card)].face_up:
        given = laid_open(given)
    if g.census is None:
        yield form("age_vote", {"player": player, "cards": given}, ("cards",))
    else:
        yield form("age_vote", {"player": player, "regions": {**given, "by": list(REGIONS)}}, ("regions",))


def _age_reveal(g: Game) -> Iterator[Form]:
    if g.census is not None:
        voted = [region for region in g.terms.pack.ring if any(g.census.get(region, {}).values())]
        regions: Fields = dict.fromkeys(voted, follows("regions"))
        for first in voted[:1]:
            regions[first] = {"cards": shown(g, g.census[first]), "drawn": follows("cards")}
        yield form("age_reveal", {"regions": regions}, () if regions else ("regions",))
        return
    pile = g.age_pile
    fields: Fields = {"cards": shown(g, pile), "drawn": follows("cards")}
    fields |= {name: follows("cards", "drawn") for name in CARDS[str(g.age_card)].shown_with}
    yield form("age_reveal", fields, () if any(pile.values()) else ("cards",))


def _end(g: Game) -> Iterator[Form]:
    yield from _played(g, final=True)


def _played(g: Game, final: bool) -> Iterator[Form]:
    """The end of a game that was played; a scorekeeper who does not tell all Demis need not tell Eredan's guess."""
    demis = _demis(g, final)
    guess: Fields = {}
    if g.terms.role is not None and g.terms.role.guesses:
        sure = final or demis == g.known
        guess = {"guess": {p: one_of(g.at) for p in g.terms.mortals} if sure else follows("demis")}
    fields = {"demis": demis, "unused": follows("demis"), **guess, "winners": follows("demis", *guess)}
    yield form("end", fields, ("unused",))


def _stopped(g: Game) -> Iterator[Form]:
    """An end for another reason than that the game was played: what was known of the Demis, what a judge made of it."""
    demis = {"demis": _demis(g, final=False)}
    yield form("end", {"reason": "abandoned", **demis}, ("demis",))
    players = list(g.terms.players)
    result: Fields = {"result": {"winners": nature("players", [0, len(players)], of=players), "by": nature("text")}}
    yield form("end", {"reason": one_of(["conceded", "disqualified", "time"]), **demis, **result}, ("demis", "result"))


def _over(g: Game) -> Iterator[Form]:
    return iter(())


def _score(g: Game) -> Iterator[Form]:
    if g.phase == "over":
        return
    if g.age < 3:
        yield form("age", {"age": g.age + 1, "card": one_of(ages.age_cards(g))})
        yield form("age", {"age": g.age + 1})
    markers = [*g.renown, *(["hadria"] if g.hadria is not None else [])]
    yield form("score", {"changes": nature("changes", [0, len(markers)], of=markers)})
    for count in range(len(g.renown) + 1):
        yield form("smite", {"demis": {"choose": count, "from": list(g.renown)}})
    if g.hadria is not None:
        yield form("corruption", {"player": one_of(g.terms.players), "amount": nature("amount")})
    yield from _played(g, final=False)
    if any("?" in identity.as_list(demi) for demi in g.known.values()):
        yield form("end", {})  # nothing is told beyond what is known, and then no winners are


_PHASES: dict[str, Callable[[Game], Iterator[Form]]] = {
    "setup": _setup, "age": _age, "turn": legal_turn.turn, "voters": _voters, "vote": _vote, "reveal": _reveal,
    "age_pick": _age_pick, "age_quest": _age_quest, "age_place": _age_place, "age_vote": _age_vote,
    "age_reveal": _age_reveal, "deal": _deal, "place": _place, "city": _city, "end": _end, "over": _over,
}  # fmt: skip
