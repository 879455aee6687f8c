"""Set-up, the first record of play (VF-S2)."""

from __future__ import annotations

from vflog.games.veiled_fate import ages, cards, facts, hadria, identity
from vflog.games.veiled_fate.order import expect
from vflog.games.veiled_fate.pack import REGIONS
from vflog.games.veiled_fate.records import Setup
from vflog.games.veiled_fate.state import SPACES, Game
from vflog.games.veiled_fate.terms import HAND_SIZE
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def setup(g: Game, r: Setup) -> None:
    """VF-S2: first player, Quests, an Altar, Demis, hands, and what the expansions add."""
    expect(g, "setup")
    t = g.terms
    if r.first not in t.seat:
        raise Refused("player.unknown", player=r.first, due="the set-up", by="", rule="VF-S2", expected=list(t.players))
    if len(r.quests) != t.quests:
        raise Refused(
            "setup.quest-count",
            given=len(r.quests),
            count=t.quests,
            expected=t.quests,
            basis="assumed" if len(t.mortals) == 1 else None,
        )
    for laid in r.quests:
        ages.lay_quest(g, laid.quest, laid.region, None)
    card = t.pack.city.get(r.city)
    if card is not None and not card.altar:
        altars = [c.id for c in t.pack.city.values() if c.altar]
        raise Refused("setup.no-altar", card=r.city, expected=altars)
    ages.lay_city(g, r.city)
    _order(g, r)
    _hands(g, r)
    g.known = identity.check(g, r.demis, "VF-S2")
    _display(g, r)
    _servants(g, r)
    g.first = r.first
    g.phase, g.queue = "age", [r.first]


def missing(g: Game) -> dict[str, str]:
    """What lies ready in too small a number for any set-up, with that in words; nothing where there can be one."""
    t, h = g.terms, g.hadria
    cards_due = HAND_SIZE * len(t.players)
    ready = (
        ("Quests", len(ages.unused_quests(g)), t.quests),
        ("City cards with an Altar", sum(t.pack.city[card].altar for card in ages.unused_city(g)), 1),
        ("Fate cards", cards.can_draw(g, cards_due), cards_due),
        ("Favors", 2 if h is None else h.deck + len(h.display), 2),
    )
    return {what: f"too few {what} ({there}, and it takes {due})" for what, there, due in ready if there < due}


def _order(g: Game, r: Setup) -> None:
    """VF-R1: the order of the markers on space 0, front first."""
    if r.order is UNSET:
        return
    if len(r.order) != len(g.at) or {*r.order} != g.at.keys():
        raise Refused("setup.order", expected=list(g.at))
    # A judge may have moved markers before: with an order all of them start on 0.
    g.cause = ("setup", None, None)
    with facts.all_moved(g):
        g.track = [r.order[:], *([] for _ in range(SPACES - 1))]
        g.renown = dict.fromkeys(g.renown, 0)


def _hands(g: Game, r: Setup) -> None:
    if r.hands.keys() != g.hands.keys():
        raise Refused("setup.hands", given=", ".join(sorted(r.hands)), expected=list(g.hands))
    for player in g.hands:
        hand = r.hands[player]
        if len(hand) != HAND_SIZE or cards.can_draw(g, HAND_SIZE) != HAND_SIZE:
            raise Refused("setup.hand-size", player=player, given=len(hand), expected=HAND_SIZE)
        cards.into_hand(g, player, hand)
        if g.facts is not None:
            facts.cards(g, player, hand, +1, "setup")


def _display(g: Game, r: Setup) -> None:
    if g.hadria is None:
        if r.display is not UNSET:
            raise Refused("setup.display-without-hadria")
        return
    if r.display is UNSET or len(r.display) != 2:
        raise Refused("setup.display", expected=2)
    g.hadria.display = []
    hadria.recount(g, g.hadria)
    for favor in r.display:
        hadria.see_favor(g, g.hadria, favor)
    g.hadria.display = r.display[:]


def _servants(g: Game, r: Setup) -> None:
    if not g.terms.servants:
        if r.servants is not UNSET:
            raise Refused("setup.servants-without-expansion")
        return
    want = g.terms.pack.servants
    given = {} if r.servants is UNSET else r.servants
    places = set(given.values())
    if sorted(given) != sorted(want) or len(places) != len(want) or not places <= set(REGIONS):
        raise Refused("setup.servants", expected=list(want))
    g.servants = {name: given[name] for name in want}
