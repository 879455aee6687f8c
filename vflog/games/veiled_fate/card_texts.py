"""What `explain` tells of cards, City spaces, God Powers, roles and Demis, all of it read from their rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vflog.engine.cards import CardText
from vflog.games.veiled_fate.age_cards import ALL, CARDS, NAMED, NOBODY, OTHERS, AgeCard
from vflog.games.veiled_fate.celestials.frame import Role
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.city_spaces import SPACES
from vflog.games.veiled_fate.content import in_words, word
from vflog.games.veiled_fate.god_powers import POWERS, GodPower
from vflog.games.veiled_fate.pack import CityCard, FavorCard, Pack, QuestCard

#: The kinds of Fate cards, and what each counts in a vote.
_FATE = {
    "f1": ("Feather", "one feather"), "f2": ("Double feather", "two feathers"), "s1": ("Scorpion", "one scorpion"),
    "s2": ("Double scorpion", "two scorpions"), "+2": ("+2", "nothing by itself; two cards of the deck join the vote"),
}  # fmt: skip
_PUBLIC = "What the card does is public material, told in our own words."
_SEVERAL = ("nought", "one", "two", "three")
_WON = {
    "before": "before the Demis are shown",
    "at_end": "at the end",
    "at_once": "in any Age, at once",
}
_POWERS_OF = {"paid": "as any player's", "free": "free", "none": "none"}


def cards(pack: Pack | None) -> Iterator[CardText]:
    """All there is: what the rows of the rules hold, and the cards of a pack."""
    for id, card in CARDS.items():
        yield CardText(id=id, kind="Age card", title=card.title, says=age_card(card), rules=("VF-G",), note=_PUBLIC)
    for id, power in POWERS.items():
        yield CardText(id=id, kind="God Power", title=power.title, says=_power(power), rules=(power.rule,))
    for id, role in ROLES.items():
        yield CardText(id=id, kind="Celestial role", title=role.title, says=_role(role), rules=(role.rule,))
    for id, space in SPACES.items():
        says = {"in a pack": f"{id} N" if space.counted else id, "it does": space.text.format(n="N")}
        yield CardText(id=id, kind="City space", title=id, says=says, rules=("VF-A5",))
    if pack is not None:
        yield from _of_pack(pack)


def _of_pack(pack: Pack) -> Iterator[CardText]:
    note = f"Of the built-in pack {pack.id}" + ("; its values are invented." if pack.invented else ".")
    for id, (title, counts) in _FATE.items():
        copies = pack.fate[id]
        says = {"in a vote": counts, "copies": "not known" if copies is None else copies}
        yield CardText(id=id, kind="Fate card", title=title, says=says, rules=("VF-F3",), note=note)
    for id, demi in pack.demis.items():
        says = {"house": demi.house, "colour": demi.colour}
        yield CardText(id=id, kind="Demi", title=id.title(), says=says, rules=("VF-B4",))
    for id, quest in pack.quests.items():
        yield CardText(id=id, kind="Quest", title=quest.name, says=_quest(quest), rules=("VF-Q3", "VF-Q4"), note=note)
    for id, city in pack.city.items():
        yield CardText(id=id, kind="City card", title=city.name, says=_city(city), rules=("VF-A5",), note=note)
    for id, favor in pack.favors.items():
        rules = ("VF-H4", POWERS[favor.power].rule)
        yield CardText(
            id=id,
            kind="Favor",
            title=f"Favor of {POWERS[favor.power].title}",
            says=_favor(favor),
            rules=rules,
            note=note,
        )
    for id in pack.servants:
        says = {"it is": "a figure in a region, moved by Command"}
        yield CardText(id=id, kind="Servant", title=id.title(), says=says, rules=("VF-V1",))


def age_card(card: AgeCard) -> dict[str, Any]:
    """What there is to say of an Age card."""
    least = f"{card.least} or more, a Celestial aside" if card.least > 2 else "any number"
    return {
        "Age": card.age,
        "players": least,
        "vote": _vote(card),
        "more feathers": card.feather.text,
        "more scorpions": card.scorpion.text,
        "a tie": card.tie.text,
    }


def _vote(card: AgeCard) -> str:
    """Who votes on an Age card and how, and what comes before."""
    if card.voters == NOBODY:
        return "nobody votes: the Fate cards paid for God Powers in this Age go to the card and are counted"
    before = {
        "demis": f"the first player names {_SEVERAL[NAMED]} Demis; ",
        "locations": f"the first player names {_SEVERAL[NAMED]} locations; ",
        "quest": "the first player draws a Quest, and each player in turn order puts a Demi on it; ",
    }
    order = {ALL: "all vote in turn order", OTHERS: "all others vote"}
    how = (", each region by itself" if card.by_region else "") + (", with open cards" if card.face_up else "")
    return before.get(card.asks, "") + order.get(card.voters, "all vote, the first player last") + how


def _power(power: GodPower) -> dict[str, Any]:
    newer = f", by the newer table {power.rebalanced}" if power.base != power.rebalanced else ""
    favors = "yes" if power.favor else "no"
    return {"it does": power.text, "cost in Fate cards": f"{power.base}{newer}", "Favors of it": favors}


def _role(role: Role) -> dict[str, Any]:
    return {
        "role": role.text,
        "won": _WON[role.wins],
        "own Demis": role.demis,
        "actions a turn": role.actions,
        "God Powers": _POWERS_OF[role.powers],
        "Fate cards at most": role.hand_limit,
        "acts": ", ".join(role.acts) or "none",
        "of the pack it needs": ", ".join(role.needs.values()) or "nothing",
    }


def _quest(quest: QuestCard) -> dict[str, Any]:
    slots = {
        f"slot {number}": f"{slot.need or 'any Demi'}; feather: {in_words(slot.feather)}; "
        f"scorpion: {in_words(slot.scorpion)}"
        for number, slot in enumerate(quest.slots, 1)
    }
    own = {} if quest.role is None else {"laid out by": f"the {ROLES[quest.role].title} only"}
    return {"extra voters": quest.voters, **slots, **own}


def _city(city: CityCard) -> dict[str, Any]:
    spaces = {
        f"space {number}": f"{word(op)}: {SPACES[op[0]].text.format(n=op[1])}"
        for number, op in enumerate(city.spaces, 1)
    }
    ongoing = {} if city.ongoing is None else {"ongoing": city.ongoing}
    return {"Altar": "yes, for the set-up" if city.altar else "no", **spaces, **ongoing}


def _favor(favor: FavorCard) -> dict[str, Any]:
    power = POWERS[favor.power]
    return {"acts as": f"{power.title}: {power.text}", "Corruption": favor.corruption, "copies": favor.copies}
