"""Set-up, the course of an Age, its card and its vote, and the way into the next Age (VF-S2, VF-A, VF-G)."""

from __future__ import annotations

from vflog.games.veiled_fate import cards, facts, flow, identity, quests, track
from vflog.games.veiled_fate.age_cards import CARDS, NAMED, NOBODY, NOTHING, Outcome, each, effects, in_places
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.order import expect, next_in_queue
from vflog.games.veiled_fate.pack import PLACES, REGIONS, QuestCard
from vflog.games.veiled_fate.records import (
    Age,
    AgePick,
    AgePlace,
    AgeQuest,
    AgeReveal,
    AgeVote,
    City,
    Deal,
    Place,
)
from vflog.games.veiled_fate.state import Game, Quest, pile
from vflog.games.veiled_fate.terms import HAND_SIZE
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def age(g: Game, r: Age) -> None:
    """VF-A1: the first player reads the Age card; then it is the first player's turn."""
    if r.player is UNSET or r.card is UNSET:
        expect(g, "age")
        raise Refused("age.incomplete", name="player" if r.player is UNSET else "card")
    expect(g, "age", r.player)
    if r.age != g.age + 1:
        raise Refused("age.wrong-age", age=r.age, due=g.age + 1, expected=g.age + 1)
    check_card(g, r.card)
    g.age, g.age_card, g.age_first_n = r.age, r.card, g.n
    g.age_first, g.age_rested, g.age_ended_by = r.player, None, None
    flow.turn_of(g, g.terms.in_order(r.player))


def age_cards(g: Game) -> list[str]:
    """The Age cards that may come next (VF-A1)."""
    few = len(g.terms.mortals) < 3 and g.ruling("two_player_ages") == "exclude"
    return [c.id for c in g.terms.pack.ages.values() if c.age == g.age + 1 and not (few and c.min_players >= 3)]


def check_card(g: Game, card: str) -> None:
    """VF-A1: the card belongs to the Age that comes next, and so many players may use it."""
    legal = age_cards(g)
    if card not in legal:
        printed = g.terms.pack.ages.get(card)
        belongs = printed is not None and printed.age == g.age + 1
        code = "age.card-needs-three" if belongs else "age.wrong-card"
        raise Refused(code, card=card, age=g.age + 1, expected=legal)


def age_pick(g: Game, r: AgePick) -> None:
    """The first player names three Demis or three locations; then comes the vote."""
    expect(g, "age_pick", r.player)
    assert g.age_card is not None
    wanted = CARDS[g.age_card].asks
    named, other = (r.demis, r.locations) if wanted == "demis" else (r.locations, r.demis)
    known = list(g.renown) if wanted == "demis" else list(PLACES)
    if named is UNSET or other is not UNSET or len(named) != NAMED or len({*named} & {*known}) != NAMED:
        raise Refused("age.pick", card=g.age_card, wanted=wanted, expected=known)
    g.pick = named[:]
    flow.begin_vote(g)


def age_quest(g: Game, r: AgeQuest) -> None:
    """The first player draws a Quest for the Age card."""
    expect(g, "age_quest", r.player)
    card = _lay_out(g, r.quest, "VF-G")
    # The card knows no rules of slots, so none of them is ignored (VF-C4).
    g.age_quest = (r.quest, [None] * len(card.slots))
    g.phase, g.queue = "age_place", g.terms.in_order(r.player)


def age_place(g: Game, r: AgePlace) -> None:
    """Each puts one Demi not yet on the Age card's Quest on a free slot of it, until all have or it is full."""
    expect(g, "age_place", r.player)
    assert g.age_quest is not None
    _, slots = g.age_quest
    demi = track.known_demi(g, r.demi, "VF-G")
    free = [i + 1 for i, there in enumerate(slots) if there is None]
    if demi in slots or r.slot not in free:
        raise Refused(
            "age.place",
            demi=demi,
            slot=r.slot,
            expected={"slots": free, "demis": [d for d in g.renown if d not in slots]},
        )
    slots[r.slot - 1] = demi
    next_in_queue(g, "age_vote")
    if g.phase == "age_vote" or None not in slots or all(d in slots for d in g.renown):
        flow.begin_vote(g)


def age_vote(g: Game, r: AgeVote) -> None:
    """A player votes with any number of cards of the hand, also none."""
    expect(g, "age_vote", r.player)
    card = g.age_card
    assert card is not None
    if g.census is not None:
        _census_vote(g, r)
    else:
        if r.regions:
            raise Refused("age.vote-by-region", card=card)
        if CARDS[card].face_up and "?" in r.cards:
            raise Refused("age.vote-face-up", card=card, player=r.player)
        cards.leave(g, r.player, r.cards)
        for kind in r.cards:
            g.age_pile[kind] += 1
        facts.cards(g, r.player, r.cards, -1, "age_vote", card)
    next_in_queue(g, "age_reveal")


def _census_vote(g: Game, r: AgeVote) -> None:
    assert g.census is not None
    if r.cards:
        raise Refused("census.by-region", player=r.player)
    for region in r.regions:
        if region not in REGIONS:
            raise Refused("census.region", region=region, expected=list(REGIONS))
    cards.leave(g, r.player, [kind for given in r.regions.values() for kind in given])
    for region, given in r.regions.items():
        if given:
            there = g.census.setdefault(region, pile())
            for kind in given:
                there[kind] += 1
            facts.cards(g, r.player, given, -1, "age_vote", g.age_card)


def age_reveal(g: Game, r: AgeReveal) -> None:
    """The votes are shown and the card's outcome is carried out."""
    expect(g, "age_reveal")
    card = g.age_card
    assert card is not None
    g.cause = ("age_card", card, None)
    if g.census is not None:
        _census_reveal(g, r)
    else:
        _plain_reveal(g, r, card)
    conduct.age_ends(g)
    facts.snapshot(g, "age_end")
    _card_done(g)


def _plain_reveal(g: Game, r: AgeReveal, card: str) -> None:
    if r.regions:
        raise Refused("age.vote-by-region", card=card)
    cards.show(g, g.age_pile, r.cards)
    cards.draw_for_plus2(g, g.age_pile, r.cards, r.drawn, card)
    feathers, scorpions = cards.sides(g.age_pile)
    outcome = _outcome(feathers, scorpions)
    if g.facts is not None:
        facts.vote(g, "age", card, None, sum(g.age_pile.values()), (feathers, scorpions), outcome, False, None)
    nothing = not r.cards and CARDS[card].voters != NOBODY and g.ruling("empty_vote") == "nothing"
    does = NOTHING if nothing else CARDS[card].outcomes[outcome]
    found = effects(g, does)
    _asked_for(g, r, card, does, found)
    cards.to_discards(g, g.age_pile)
    if does.target is not None:
        found = each(does.target, (track.known_demi(g, r.target, "VF-G"),))
    if does.swaps is not None:
        track.swap_spaces(g, *does.swaps)
    track.together(g, found, r.coins)


def _outcome(feathers: int, scorpions: int) -> str:
    return "tie" if feathers == scorpions else "feather" if feathers > scorpions else "scorpion"


def _asked_for(g: Game, r: AgeReveal, card: str, does: Outcome, found: list[track.Effect]) -> None:
    """`coins`, `target` and `revealed` are there exactly where the card asks for them."""
    if does.coins or r.coins:
        track.check_coins(r.coins, (d for d, ops in found if ("coin", 0) in ops), "VF-G")
    target = does.target is not None
    if (r.target is not UNSET) != target:
        raise Refused("age.target" if target else "age.no-target", card=card)
    shown = [] if r.revealed is UNSET else r.revealed
    if shown and not does.shows:
        raise Refused("age.no-revealed", card=card)
    if does.shows:
        identity.show(g, shown, does.shows)


def _census_reveal(g: Game, r: AgeReveal) -> None:
    """Each region is counted alone; all gains, losses and smites go together."""
    assert g.census is not None
    card = str(g.age_card)
    if r.cards or r.drawn or r.coins or r.target is not UNSET or (r.revealed is not UNSET and r.revealed):
        raise Refused("census.reveal")
    for region in r.regions:
        if region not in REGIONS:
            raise Refused("census.region", region=region, expected=list(REGIONS))
    done: list[tuple[str, str]] = []
    for region in g.terms.pack.ring:
        there = g.census.get(region) or pile()
        told = r.regions.get(region)
        given, drawn = (told.cards, told.drawn) if told is not None else ([], [])
        try:
            cards.show(g, there, given)
            cards.draw_for_plus2(g, there, given, drawn, card)
        except Refused as why:
            why.values["region"] = region
            raise
        g.census[region] = there
        if not given and g.ruling("census_empty") == "skip":
            continue
        feathers, scorpions = cards.sides(there)
        outcome = _outcome(feathers, scorpions)
        facts.vote(g, "age", card, region, sum(there.values()), (feathers, scorpions), outcome, False, None)
        done.append((region, outcome))
    for there in g.census.values():
        cards.to_discards(g, there)
    ops = {name: does.op for name, does in CARDS[card].outcomes.items()}
    found = {d: op for region, outcome in done if (op := ops[outcome]) for d in in_places(g, (region,))}
    track.together(g, [e for d in g.at if d in found for e in each(found[d], (d,))])


def _card_done(g: Game) -> None:
    """VF-A2: left-over Quests and the City card go and a new Age is made ready; after Age III comes the end."""
    facts.age_over(g, g.n)
    g.age_card, g.pick, g.age_quest, g.census = None, None, None, None
    g.age_pile = pile()
    if g.age == 3 or conduct.wins_at_once(g):
        g.phase, g.queue = "end", []
        return
    for quest in list(g.quests):
        facts.quest_left(g, quest, g.quests[quest], None, None)
        quests.leave_board(g, quest)
    g.city, g.city_space = None, 0
    g.rested = set()
    assert g.first is not None
    g.phase, g.queue = "deal", g.terms.in_order(g.first)


def deal(g: Game, r: Deal) -> None:
    """VF-A2: each player draws for the new Age, in turn order."""
    expect(g, "deal", r.player)
    g.cause = ("deal", None, r.player)
    cards.draw(g, r.player, r.cards, HAND_SIZE, "deal")
    if r.discard or cards.too_many(g, r.player):
        cards.above_limit(g, r.player, r.discard, bool(r.cards))
    next_in_queue(g, "place")
    if g.phase == "place":
        assert g.first is not None
        order = g.terms.in_order(g.first)
        g.queue = [order[i % len(order)] for i in range(g.terms.quests)]


def place(g: Game, r: Place) -> None:
    """VF-A2: a player lays out a Quest in a region without one."""
    expect(g, "place", r.player)
    lay_quest(g, r.quest, r.region, r.player)
    next_in_queue(g, "city")
    to_city(g)


def to_city(g: Game) -> None:
    """VF-A2: a City card is due; where every one was laid out before, the Age card is."""
    if g.phase == "city":
        assert g.first is not None
        g.phase, g.queue = "city" if unused_city(g) else "age", [g.first]


def unused_city(g: Game) -> list[str]:
    """The City cards that have not been laid out."""
    return [card for card in g.terms.pack.city if card not in g.used_city]


def unused_quests(g: Game) -> list[str]:
    """The common Quests that have not been laid out."""
    return [quest for quest, card in g.terms.pack.quests.items() if quest not in g.used_quests and card.role is None]


def lay_quest(g: Game, quest: str, region: str, player: str | None, role: str | None = None) -> None:
    """VF-B5: a Quest comes to a region that has none; one of a role's own by that role only."""
    asked = _asked_by(g) if role is None else "VF-C4"
    taken = [card.region for card in g.quests.values()]
    if region in taken or region not in REGIONS:
        free = [name for name in g.terms.pack.ring if name not in taken]
        rule = None if region in taken else asked
        raise Refused("place.region", quest=quest, region=region, rule=rule, expected=free)
    card = _lay_out(g, quest, asked, role)
    g.quests[quest] = Quest(card, region, conduct.new_slots(g, card), g.n, player)


def _asked_by(g: Game) -> str:
    """The rule that asks for the card laid out now."""
    return "VF-S2" if g.phase == "setup" else "VF-A2"


def _lay_out(g: Game, quest: str, rule: str, role: str | None = None) -> QuestCard:
    card = g.terms.pack.quests.get(quest)
    if card is None:
        raise Refused("place.unknown", quest=quest, pack=g.terms.pack.id, rule=rule)
    if quest in g.used_quests:
        raise Refused("place.again", quest=quest)
    if card.role != role:
        raise Refused("place.of-a-role", quest=quest, role=card.role, expected=unused_quests(g))
    g.used_quests.add(quest)
    return card


def city(g: Game, r: City) -> None:
    """VF-A2: the first player draws the City card of the new Age."""
    expect(g, "city", r.player)
    lay_city(g, r.card)
    g.phase = "age"


def lay_city(g: Game, card: str) -> None:
    """VF-B5: a City card is laid out at most once a game."""
    if card not in g.terms.pack.city:
        raise Refused("city.unknown", card=card, pack=g.terms.pack.id, rule=_asked_by(g))
    if card in g.used_city:
        raise Refused("city.again", card=card)
    g.used_city.add(card)
    g.city, g.city_space = card, 0
