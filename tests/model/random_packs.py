"""Random content packs that a game can be played with (section 12): rings, Quests, City cards, counts, roles."""

from __future__ import annotations

import json
import random
from typing import Any

from .pack import KINDS, LOCATIONS, REGIONS

Data = dict[str, Any]

DEMIS = {
    "pentha": ("bull", "red"),
    "agamar": ("bull", "purple"),
    "klar": ("bull", "black"),
    "aponi": ("cat", "blue"),
    "saghari": ("cat", "orange"),
    "namari": ("cat", "green"),
    "naka": ("owl", "yellow"),
    "belan": ("owl", "teal"),
    "isabel": ("owl", "pink"),
}
#: card -> (its Age, whether it is marked 3+)
AGES = {
    "arbiter": (1, True),
    "chaos": (1, False),
    "natural-order": (1, False),
    "sleight-of-hand": (1, True),
    "decree": (2, True),
    "evil-curses": (2, False),
    "revelation": (2, True),
    "the-census": (2, False),
    "defend-borders": (3, False),
    "eredans-blessing": (3, False),
    "judgement": (3, True),
    "omnipotence": (3, False),
}
POWERS = ["portal", "transfiguration", "smite", "omniscience", "influence"]


def random_pack(rng: random.Random, name: str, players: int) -> Data:
    """A pack as TOML would be read, with Fate cards enough for the first hands of so many players."""
    demis = rng.sample(list(DEMIS), len(DEMIS))
    pack: Data = {"id": name, "version": rng.choice(["1", "2026-spring", ""]), "invented": True, "ring": ring(rng)}
    pack["demis"] = {demi: {"house": DEMIS[demi][0], "colour": DEMIS[demi][1]} for demi in demis}
    fate = random_fate(rng, 5 * players)
    if fate:
        pack["fate"] = fate
    pack["quests"] = [random_quest(rng, f"quest-{index}") for index in range(rng.randint(19, 26))]
    pack["city"] = [
        random_city(rng, f"city-{index}", index == 0 or rng.random() < 0.4) for index in range(rng.randint(3, 6))
    ]
    pack["ages"] = random_ages(rng)
    pack["favors"] = random_favors(rng)
    pack["servants"] = ["invictus", "tacita", "ora"]
    rng.shuffle(pack["servants"])
    pack["roles"] = random_roles(rng, demis)
    return pack


def ring(rng: random.Random) -> list[str]:
    """A closed ring in which coast and mountains are neighbours."""
    between = [region for region in REGIONS if region not in ("coast", "mountains")]
    rng.shuffle(between)
    around = ["coast", *between, "mountains"]
    if rng.random() < 0.5:
        around.reverse()
    start = rng.randrange(len(around))
    return around[start:] + around[:start]


def random_fate(rng: random.Random, least: int) -> dict[str, int]:
    """Copies of each kind: plenty, hardly enough to begin with, or of some or all kinds unknown."""
    low, high = rng.choice([(8, 25), (8, 25), (5, 12), (3, 9)])
    fate = {kind: rng.randint(low, high) for kind in KINDS}
    while sum(fate.values()) < least:
        fate[rng.choice(KINDS)] += 1
    if rng.random() < 0.2:
        for kind in rng.sample(KINDS, rng.randint(1, len(KINDS))):
            del fate[kind]
    return fate


def random_result(rng: random.Random) -> str:
    """A slot's result on one side: mostly one thing, now and then several joined; one coin at most."""
    if rng.random() < 0.1:
        return "nothing"
    parts: list[str] = []
    for _ in range(rng.choice([1, 1, 1, 1, 2, 2, 3])):
        words = ["gain", "gain", "lose", "lose", "smite", *(["coin"] if "coin" not in parts else [])]
        word = rng.choice(words)
        parts.append(f"{word} {rng.choice([1, 1, 2, 2, 3, 4, 12])}" if word in ("gain", "lose") else word)
    return ", ".join(parts)


def random_need(rng: random.Random) -> str | None:
    house, colour = rng.choice(list(DEMIS.values()))
    return rng.choice([None, None, None, f"house:{house}", f"colour:{colour}", f"demi:{rng.choice(list(DEMIS))}"])


def random_quest(rng: random.Random, name: str) -> Data:
    slots: list[Data] = []
    for _ in range(rng.choice([1, 2, 2, 2, 3, 3, 4, 5])):
        slot = {"feather": random_result(rng), "scorpion": random_result(rng)}
        need = random_need(rng)
        slots.append(slot if need is None else {"need": need, **slot})
    return {"id": name, "name": name.title(), "voters": rng.choice([0, 1, 1, 2, 2, 3, 5, 8]), "slots": slots}


def random_city(rng: random.Random, name: str, altar: bool) -> Data:
    words = [
        "draw 1",
        "draw 2",
        "draw 3",
        "gain 1",
        "gain 2",
        "lose 1",
        "lose 3",
        "coin",
        "choose_gain 1",
        "choose_gain 3",
        "smite_choice",
        "nothing",
    ]
    return {
        "id": name,
        "name": name.title(),
        "altar": altar,
        "spaces": [rng.choice(words) for _ in range(rng.randint(1, 6))],
    }


def random_ages(rng: random.Random) -> list[Data]:
    """Of each Age some cards, one of them for two players."""
    chosen: list[str] = []
    for age in (1, 2, 3):
        cards = [card for card, (of, _) in AGES.items() if of == age]
        plain = rng.choice([card for card in cards if not AGES[card][1]])
        chosen += [card for card in cards if card == plain or rng.random() < 0.7]
    rng.shuffle(chosen)
    return [{"id": card, "age": AGES[card][0], **({"min_players": 3} if AGES[card][1] else {})} for card in chosen]


def random_favors(rng: random.Random) -> list[Data]:
    """Of each power one card or two, three copies in all or, for the pack is invented, another number."""
    favors: list[Data] = []
    for power in POWERS:
        total = rng.choice([3, 3, 3, 1, 2, 5])
        first = rng.randint(1, total)
        for number, copies in enumerate([first, total - first]):
            if copies:
                favors.append(
                    {"id": f"{power}-{number}", "power": power, "corruption": rng.randint(0, 3), "copies": copies}
                )
    rng.shuffle(favors)
    return favors


def random_roles(rng: random.Random, demis: list[str]) -> Data:
    """Data for every role that needs some; now and then of one that is then missing."""
    roles: Data = {
        "mother-to-all": {"cards": {kind: rng.randint(1, 2) for kind in rng.sample(KINDS[:4], rng.randint(1, 3))}},
        "steward": {
            "table": _table(rng, demis),
            "quests": [random_quest(rng, f"own-{index}") for index in range(rng.randint(1, 2))],
        },
        "sorcerer": {"start": rng.choice(LOCATIONS), "renown": rng.randint(0, 12), "spells": _spells(rng)},
        "prophet": {
            "prophecies": [
                {"demi": demi, "age": rng.choice([1, 1, 2, 2, 3]), "renown": rng.randint(0, 3)}
                for demi in rng.sample(demis, rng.randint(2, 9))
            ]
        },
    }
    for role in ["arbiter", "tormentor", "eredan", *roles]:
        if rng.random() < 0.2:
            roles.setdefault(role, {})["players_from"] = rng.randint(2, 4)
    if rng.random() < 0.1:
        del roles[rng.choice(list(roles))]
    return roles


def _table(rng: random.Random, demis: list[str]) -> list[Data]:
    rows: list[Data] = []
    for least in sorted(rng.sample(range(2, 9), rng.randint(1, 3))):
        near: Any = rng.randint(2, 9) if rng.random() < 0.6 else rng.sample(demis, rng.randint(2, 4))
        rows.append({"players_from": least, "demis": near, "within": rng.randint(0, 5)})
    return rows


def _spells(rng: random.Random) -> list[Data]:
    does = ["gain 1", "gain 2", "lose 1", "smite", "portal", "own_gain 1", "own_lose 2", "own_portal"]
    chosen = rng.sample(does, rng.randint(2, 7))
    return [{"id": f"spell-{index}", "does": text, "cost": rng.randint(0, 2)} for index, text in enumerate(chosen)]


# -- as a file ---------------------------------------------------------------------------------------------------


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)


def as_toml(pack: Data) -> bytes:
    """The pack's file: one line a key, tables inline."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in pack.items()).encode("utf-8")
