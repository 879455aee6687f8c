"""Set-up, the Ages and the end of a simulated game: what comes before, between and after the turns."""

from __future__ import annotations

from typing import Any

from vflog.engine.simulation import Impossible
from vflog.games.veiled_fate import ages, cards, identity
from vflog.games.veiled_fate.age_cards import CARDS, NAMED
from vflog.games.veiled_fate.pack import PLACES, REGIONS
from vflog.games.veiled_fate.setup import missing
from vflog.games.veiled_fate.simulate_table import Fields, Table


def setup(table: Table) -> Fields:
    """The set-up: who begins, what lies where, who holds what. Raises `Impossible` where there can be none."""
    g, dice = table.g, table.dice
    t = g.terms
    if lacks := missing(g):
        raise Impossible(f"The pack {t.pack.id} has {next(iter(lacks.values()))}.")
    table.demis = _deal_demis(table)
    deck = table.peek(5 * len(t.players))
    altars = [card.id for card in t.pack.city.values() if card.altar]
    out: Fields = {
        "type": "setup",
        "first": dice.choice(t.players),
        "quests": [
            {"quest": quest, "region": region}
            for quest, region in zip(
                dice.sample(list(t.pack.quests), t.quests), dice.sample(REGIONS, t.quests), strict=True
            )
        ],
        "city": dice.choice(altars),
        "demis": table.demis,
        "hands": {p: deck[5 * i : 5 * i + 5] for i, p in enumerate(t.players)},
        "order": dice.shuffled(list(g.at)),
    }
    if g.hadria is not None:
        out["display"] = table.favors[-2:]
    if t.servants:
        out["servants"] = dict(zip(t.pack.servants, dice.sample(REGIONS, 3), strict=True))
    return out


def _deal_demis(table: Table) -> dict[str, Any]:
    g, dice = table.g, table.dice
    t = g.terms
    if not t.teams:
        deck = dice.shuffled(list(g.at))
    else:
        pairs = dice.sample(list(g.at), (len(t.mortals) + 1) // 2)
        deck = dice.shuffled([d for d in pairs for _ in (1, 2)][: len(t.mortals)])
    out: dict[str, Any] = {p: deck.pop() for p in t.mortals}
    if t.celestial is not None and (count := identity.owned(g, t.celestial)):
        mine = deck[:count] if not t.teams else dice.sample(list(g.at), count)
        out[t.celestial] = mine[0] if count == 1 else mine
    return {p: out[p] for p in t.players if p in out}


def age(table: Table) -> Fields:
    """A new Age, with one of the cards for it."""
    g = table.g
    return {"type": "age", "player": g.first, "age": g.age + 1, "card": table.one(ages.age_cards(g), "Age cards")}


def deal(table: Table) -> Fields:
    """New Fate cards for the next player who is due."""
    player = table.g.queue[0]
    return {"type": "deal", "player": player, "cards": table.peek(cards.can_draw(table.g, 5, player))}


def place(table: Table) -> Fields:
    """A new Quest in a region without one."""
    g = table.g
    taken = {card.region for card in g.quests.values()}
    region = table.dice.choice([r for r in REGIONS if r not in taken])
    return {"type": "place", "player": g.queue[0], "quest": _new_quest(table), "region": region}


def city(table: Table) -> Fields:
    """A new City card."""
    g = table.g
    return {"type": "city", "player": g.first, "card": table.dice.choice(ages.unused_city(g))}


def age_pick(table: Table) -> Fields:
    """What an Age card asks to be picked."""
    g = table.g
    asks = CARDS[str(g.age_card)].asks
    names = list(g.renown) if asks == "demis" else list(PLACES)
    return {"type": "age_pick", "player": g.first, asks: table.dice.sample(names, NAMED)}


def age_quest(table: Table) -> Fields:
    """A Quest that an Age card brings."""
    return {"type": "age_quest", "player": table.g.first, "quest": _new_quest(table)}


def age_place(table: Table) -> Fields:
    """A Demi in a free slot of the Age card that has slots."""
    g, dice = table.g, table.dice
    assert g.age_quest is not None
    slots = g.age_quest[1]
    demi = dice.choice([d for d in g.renown if d not in slots])
    slot = dice.choice([i + 1 for i, there in enumerate(slots) if there is None])
    return {"type": "age_place", "player": g.queue[0], "demi": demi, "slot": slot}


def _new_quest(table: Table) -> str:
    return table.one(ages.unused_quests(table.g), "Quests")


def end(table: Table) -> Fields:
    """The end, told with everybody's Demis; the rules say who wins."""
    g, dice = table.g, table.dice
    out: Fields = {"type": "end", "demis": table.demis, "winners": []}
    if not g.terms.teams and dice.chance(50):
        out["unused"] = dice.shuffled(table.unused(g.at))
    if g.terms.role is not None and g.terms.role.guesses:
        demis = list(g.at)
        out["guess"] = {p: table.demis[p] if dice.chance(50) else dice.choice(demis) for p in g.terms.mortals}
    return out
