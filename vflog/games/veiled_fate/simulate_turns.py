"""What a player does in a turn of a simulated game: moves, God Powers, Favors, a Celestial's acts.

It leans towards what makes a game: Quests filled, Favors taken, the City entered.
"""

from __future__ import annotations

from vflog.games.veiled_fate import cards, servants
from vflog.games.veiled_fate import simulate_roles as roles
from vflog.games.veiled_fate.age_cards import takes_paid
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.celestials.frame import Role
from vflog.games.veiled_fate.city_spaces import SPACES
from vflog.games.veiled_fate.god_powers import POWERS
from vflog.games.veiled_fate.pack import PLACES
from vflog.games.veiled_fate.simulate_table import Fields, Table

#: Chances in a hundred that make games go on: a God Power, a move onto a Quest, an end after one action.
_POWER, _QUEST, _STOP = 12, 62, 22


def turn(table: Table) -> Fields:
    """The next record of the player whose turn it is."""
    g, dice = table.g, table.dice
    turn = g.turn
    assert turn is not None
    player = turn.player
    role = conduct.role_of(g, player)
    if role is not None and not g.role_used and dice.chance(20) and (act := roles.once(table, role)):
        return act
    if role is not None and roles.has_more(role) and dice.chance(20):
        act = roles.act(g, dice, table.hand(player))
        if act is not None:
            return act
    if g.favors and g.favors[player].hand and not turn.favor_played and dice.chance(35):
        return _favor(table, player)
    if turn.actions >= 2 or (turn.actions == 1 and turn.fate and dice.chance(_STOP)):
        return _stop(table, player, role)
    powers_only = role is not None and not role.moves
    if powers_only or (dice.chance(_POWER) and (role is None or role.powers != "none")):
        return _power(table, player, role)
    return _move(table, player)


def _stop(table: Table, player: str, role: Role | None) -> Fields:
    g, dice = table.g, table.dice
    assert g.turn is not None
    if g.turn.actions < 2 and dice.chance(10):
        return {"type": "rest", "player": player}
    if role is not None and role.second_turn and not g.role_used and dice.chance(30):
        return {"type": "end_turn", "player": player, "again": True}
    return {"type": "end_turn", "player": player}


def _move(table: Table, player: str) -> Fields:
    g, dice = table.g, table.dice
    base: Fields = {"type": "move", "player": player}
    if own := roles.figure_move(g, dice, player, table.hand(player)):
        return {**base, **own}
    reach = roles.reach(g, player)
    free = [d for d in g.renown if g.on[d] is None and (reach is None or d in reach)]
    abyss = [d for d in free if g.at[d] == "abyss"]
    if abyss and dice.chance(45):
        return {**base, "demi": (demi := dice.choice(abyss)), **_to(table, player, demi, "pools")}
    slots = _open_slots(table, free)
    hand = table.hand(player)
    if slots and hand and dice.chance(_QUEST):
        demi, quest, slot = _nearly_full(table, slots)
        card = roles.own_vote(g, dice, player) or {"card": dice.choice(hand)}
        return {**base, "demi": demi, "quest": quest, "slot": slot, **card}
    if not free:
        return {"type": "end_turn", "player": player}
    demi = dice.choice(free)
    near = sorted(g.terms.near[g.at[demi]])
    to = "city" if "city" in near and dice.chance(50) else dice.choice(near)
    return {**base, "demi": demi, **_to(table, player, demi, to)}


def _nearly_full(table: Table, slots: list[tuple[str, str, int]]) -> tuple[str, str, int]:
    """One of these, mostly on the Quest with the fewest free slots."""
    if table.dice.chance(25):
        return table.dice.choice(slots)
    free = {quest: table.g.quests[quest].slots.count(None) for _, quest, _ in slots}
    fewest = min(free.values())
    return table.dice.choice([slot for slot in slots if free[slot[1]] == fewest])


def _open_slots(table: Table, demis: list[str]) -> list[tuple[str, str, int]]:
    g = table.g
    out = []
    for quest, card in g.quests.items():
        there = g.terms.pack.quests[quest].slots
        for i, taken in enumerate(card.slots):
            if taken is None:
                out += [
                    (d, quest, i + 1)
                    for d in demis
                    if d in there[i].fits
                    and g.at[d] not in ("abyss", "pools")
                    and (g.at[d] == card.region or card.region in g.terms.near[g.at[d]])
                ]
    return out


def _to(table: Table, player: str, demi: str, to: str) -> Fields:
    g, dice = table.g, table.dice
    out: Fields = {"to": to}
    start = g.at[demi]
    discarded: list[str] = []
    drawn = 0
    if start == "abyss":
        if g.hadria is not None and g.hadria.display:
            out["favor"] = dice.choice(g.hadria.display)
            out["refill"] = table.favors[-1] if g.hadria.deck else None
        else:
            draws = cards.can_draw(g, 1, player) and (dice.chance(80) or g.ruling("pools_draw") == "must")
            out["drew"] = table.peek(1)[0] if draws else None
    hand = table.hand(player)
    if start == "pools" and hand and dice.chance(50):
        discarded = [dice.choice(hand)]
        drew = table.peek(1, discarded)
        drawn = len(drew)
        out["swap"] = {"discard": discarded[0], "drew": drew[0] if drew else None}
    if to == "city":
        out.update(_space(table, player, discarded, drawn))
    return out


def _space(table: Table, player: str, discarded: list[str], drawn: int) -> Fields:
    """What the City space asks for that a Demi arriving now brings."""
    g, dice = table.g, table.dice
    if g.city is None:
        return {}
    word, count = g.terms.pack.city[g.city].spaces[g.city_space]
    asks = SPACES[word].asks
    if asks == "drew":
        room = g.terms.hand_limit(player) - g.holds[player]
        if g.ruling("draw_limit") == "stop":
            count = min(count, max(0, room + len(discarded) - drawn))
        drew = table.peek(drawn + count, discarded)[drawn:]
        return {"space": {"drew": drew}} if drew else {}
    if asks == "coin":
        return {"space": {"coin": dice.choice(("gain", "smite"))}}
    if asks == "target":
        return {"space": {"target": dice.choice(list(g.renown))}}
    return {}


def _power(table: Table, player: str, role: Role | None) -> Fields:
    g, dice = table.g, table.dice
    hand = dice.shuffled(table.hand(player))
    free = role is not None and role.powers == "free"
    able = [n for n, cost in g.terms.costs.items() if free or cost <= len(hand)]
    names = [n for n in able if n != "command" or g.terms.servants]
    assert g.turn is not None
    if g.turn.voted is None:
        names = [n for n in names if not POWERS[n].after_vote]
    name = dice.choice(names) if names else "portal"
    cost = 0 if free else g.terms.costs[name]
    pay, rest = hand[:cost], hand[cost:]
    base: Fields = {"type": "power", "player": player, "power": name}
    if pay:
        base["pay"] = pay
    return {**base, **_deed(table, player, name, rest, pay)}


def _favor(table: Table, player: str) -> Fields:
    g = table.g
    favor = table.dice.choice(g.favors[player].hand)
    power = g.terms.pack.favors[favor].power
    return {"type": "favor", "player": player, "favor": favor, **_deed(table, player, power, table.hand(player), [])}


def _deed(table: Table, player: str, name: str, hand: list[str], paid: list[str]) -> Fields:
    g, dice = table.g, table.dice
    demi = dice.choice(conduct.smitten(g) if name == "smite" else list(g.renown))
    if name == "portal":
        return _portal(table, player, demi, hand, paid)
    if name == "transfiguration":
        pairs = [(a, b) for a in g.renown for b in g.renown if a < b and g.on[a] is not None and g.on[a] == g.on[b]]
        return {"demis": list(dice.choice(pairs)) if pairs else [demi, demi]}
    if name == "smite":
        return {"demi": demi}
    if name == "command":
        servant = dice.choice(list(g.servants))
        return {"servant": servant, "to": dice.choice(servants.reach(g, servant))}
    if name == "influence":
        voted = g.turn.voted if g.turn else None
        return {"quest": voted or "", **({"card": dice.choice(hand)} if hand else {})}
    return _omniscience(table, paid)


def _portal(table: Table, player: str, demi: str, hand: list[str], paid: list[str]) -> Fields:
    g, dice = table.g, table.dice
    free = [(q, i + 1) for q, card in g.quests.items() for i, d in enumerate(card.slots) if d is None]
    if free and hand and dice.chance(60):
        quest, slot = dice.choice(free)
        card = {"card": dice.choice(hand)} if g.ruling("portal_votes") == "true" else {}
        return {"demi": demi, "quest": quest, "slot": slot, **card}
    to = "city" if dice.chance(30) else dice.choice(PLACES)
    out: Fields = {"demi": demi, "to": to}
    if to == "city" and g.ruling("city_by_portal") == "true":
        to_pile = takes_paid(g)
        out.update(_space(table, player, paid, 0) if not to_pile else _space(table, player, [], -len(paid)))
    return out


def _omniscience(table: Table, paid: list[str]) -> Fields:
    g, dice = table.g, table.dice
    if not g.quests:
        return {"quest": ""}
    quest = dice.choice(list(g.quests))
    added = table.peek(1, paid if not takes_paid(g) else None)
    out: Fields = {"quest": quest, "added": added[0] if added else None}
    looks = g.terms.powers != "base" or g.ruling("base_omniscience") == "look"
    if looks and dice.chance(80):
        there = [k for k, count in g.quests[quest].pile.items() for _ in range(count)]
        out["saw"] = dice.shuffled(there + added)
    return out
