"""Votes in a simulated game, on Quests and on Age cards: who may, which cards, what the reveal shows."""

from __future__ import annotations

from vflog.games.veiled_fate import quests
from vflog.games.veiled_fate import simulate_roles as roles
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.pack import KINDS, REGIONS
from vflog.games.veiled_fate.simulate_table import Fields, Table


def voters(table: Table) -> Fields:
    """The extra voters of a Quest, or the Celestial's wish to be one."""
    g, dice = table.g, table.dice
    assert g.pending is not None
    quest, player = g.pending
    able = quests.may_vote(g, player)
    if (forced := roles.forced(g, dice)) is not None:
        return forced
    names = dice.sample(able, quests.extra_voters(g, quest, able))
    if conduct.must_be_named(g):
        names = roles.with_celestial(g, names)
    return {"type": "voters", "player": player, "quest": quest, "players": names}


def vote(table: Table) -> Fields:
    """A vote of one who is due: from the hand, else from the deck."""
    g, dice = table.g, table.dice
    assert g.pending is not None
    player = dice.choice(g.queue)
    base: Fields = {"type": "vote", "player": player, "quest": g.pending[0]}
    hand = table.hand(player)
    if own := roles.own_vote(g, dice, player):
        return {**base, **own}
    if hand:
        return {**base, "card": dice.choice(hand)}
    drew = table.peek(1)
    return {**base, "card": drew[0] if drew else None, "from": "deck"}


def reveal(table: Table) -> Fields:
    """The reveal of a Quest's pile, with what its +2s draw."""
    g = table.g
    assert g.pending is not None
    quest = g.pending[0]
    pile = g.quests[quest].pile
    shown = [k for k in KINDS for _ in range(pile[k])] + table.unseen.get(quest, [])
    out: Fields = {"type": "reveal", "quest": quest, "cards": table.dice.shuffled(shown)}
    out.update(roles.own_shown(g, quest))
    if drawn := table.chain(shown):
        out["drawn"] = drawn
    return out


def age_vote(table: Table) -> Fields:
    """Some cards of the next hand for the Age card."""
    g, dice = table.g, table.dice
    player = g.queue[0]
    hand = dice.shuffled(table.hand(player))
    given = hand[: dice.below(min(3, len(hand)) + 1)]
    base: Fields = {"type": "age_vote", "player": player}
    if g.census is None:
        return {**base, "cards": given}
    regions: dict[str, list[str]] = {}
    for card in given:
        regions.setdefault(dice.choice(REGIONS), []).append(card)
    return {**base, **({"regions": regions} if regions else {})}


def age_reveal(table: Table) -> Fields:
    """The reveal of the votes on an Age card, with what their +2s draw."""
    g, dice = table.g, table.dice
    base: Fields = {"type": "age_reveal"}
    if g.census is None:
        shown = dice.shuffled([k for k in KINDS for _ in range(g.age_pile[k])])
        drawn = table.chain(shown)
        return {**base, "cards": shown, **({"drawn": drawn} if drawn else {})}
    regions: dict[str, Fields] = {}
    drawn_before: list[str] = []
    for region in g.terms.pack.ring:
        there = g.census.get(region)
        if there is None:
            continue
        shown = dice.shuffled([k for k in KINDS for _ in range(there[k])])
        drawn = table.chain(shown, len(drawn_before))
        drawn_before += drawn
        regions[region] = {"cards": shown, **({"drawn": drawn} if drawn else {})}
    return {**base, **({"regions": regions} if regions else {})}
