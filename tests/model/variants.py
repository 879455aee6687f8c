"""One-edit mutations of a sound log, to compare what two engines refuse.

Most variants are illegal at some record; some are legal by chance. Each is renumbered, so
that only the edit itself is wrong."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

Record = dict[str, Any]
Log = list[Record]

KINDS = ["f1", "f2", "s1", "s2", "+2"]
REGIONS = ["forest", "coast", "canyons", "desert", "volcano", "mountains"]
LOCATIONS = [*REGIONS, "city", "abyss", "pools"]
DEMIS = ["pentha", "agamar", "klar", "aponi", "saghari", "namari", "naka", "belan", "isabel"]
POWERS = ["portal", "transfiguration", "smite", "omniscience", "influence", "command"]
AGE_CARDS = [
    "arbiter",
    "chaos",
    "natural-order",
    "sleight-of-hand",
    "decree",
    "evil-curses",
    "revelation",
    "the-census",
    "defend-borders",
    "eredans-blessing",
    "judgement",
    "omnipotence",
]

#: Fields that hold one name, and where another name for them comes from.
NAMES = {
    "player": "players",
    "first": "players",
    "demi": "demis",
    "to": "places",
    "region": "regions",
    "quest": "quests",
    "favor": "favors",
    "refill": "favors",
    "power": "powers",
    "servant": "servants",
}
CARD_LISTS = ["cards", "drawn", "pay", "saw", "discard"]
NAME_LISTS = {
    "players": "players",
    "demis": "demis",
    "locations": "places",
    "revealed": "demis",
    "unused": "demis",
    "winners": "players",
    "order": "demis",
    "display": "favors",
}


class Pools:
    """The names that a log uses, to draw plausible others from."""

    def __init__(self, log: Log) -> None:
        self.players = [player["id"] for player in log[0].get("players", [])]
        self.demis = list(DEMIS)
        self.places = list(LOCATIONS)
        self.regions = list(REGIONS)
        self.powers = list(POWERS)
        self.quests = sorted({value for value in _values(log, "quest") if isinstance(value, str)})
        favors = _values(log, "favor") + _values(log, "refill")
        self.favors = sorted({value for value in favors if isinstance(value, str)})
        self.servants = sorted(log[1].get("servants", {})) if len(log) > 1 else []
        cities = [record["card"] for record in log if record.get("type") == "city"]
        cities += [record["city"] for record in log if record.get("type") == "setup"]
        self.cities = sorted(set(cities))

    def other(self, rng: random.Random, pool: str, value: Any) -> Any:
        """Another name of the pool, or now and then one that exists nowhere."""
        names = [name for name in getattr(self, pool) if name != value]
        if not names or rng.random() < 0.05:
            return "nobody"
        return rng.choice(names)


def _values(log: Log, field: str) -> list[Any]:
    found: list[Any] = []
    for record in log:
        if field in record:
            found.append(record[field])
        for value in record.values():
            if isinstance(value, list):
                found += [item[field] for item in value if isinstance(item, dict) and field in item]
    return found


# -- edits of one record: each returns whether it changed something ----------------------

Edit = Callable[[Record, Pools, random.Random], bool]


def edit_name(record: Record, pools: Pools, rng: random.Random) -> bool:
    fields = [field for field in NAMES if isinstance(record.get(field), str)]
    if not fields:
        return False
    field = rng.choice(fields)
    if field == "player" and rng.random() < 0.7:
        return False
    record[field] = pools.other(rng, NAMES[field], record[field])
    return True


def edit_slot(record: Record, pools: Pools, rng: random.Random) -> bool:
    if not isinstance(record.get("slot"), int):
        return False
    record["slot"] = rng.choice([slot for slot in range(7) if slot != record["slot"]])
    return True


def edit_card(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Another kind, or `?`, for a single card."""
    fields = [field for field in ("card", "drew", "added") if record.get(field) in [*KINDS, "?"]]
    if not fields:
        return False
    field = rng.choice(fields)
    record[field] = rng.choice([kind for kind in [*KINDS, "?"] if kind != record[field]])
    return True


def edit_age_or_city(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] == "age":
        if rng.random() < 0.3:
            record["age"] += rng.choice([-1, 1])
        else:
            record["card"] = rng.choice([c for c in AGE_CARDS if c != record.get("card")])
        return True
    field = {"city": "card", "setup": "city"}.get(record["type"])
    if field is None:
        return False
    record[field] = pools.other(rng, "cities", record[field])
    return True


def _card_lists(value: Any) -> list[list[str]]:
    """Every list of Fate cards within a record."""
    found: list[list[str]] = []
    if isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, list) and (key in CARD_LISTS or key == "drew"):
                found.append(item)
            elif key in ("hands", "regions") and isinstance(item, dict):
                for inner in item.values():
                    found += [inner] if isinstance(inner, list) else _card_lists(inner)
            elif isinstance(item, dict):
                found += _card_lists(item)
    return found


def edit_card_list(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A card changed, hidden, left out or added in a list of cards."""
    lists = _card_lists(record)
    if not lists:
        return False
    cards = rng.choice(lists)
    what = rng.random()
    if not cards or what < 0.3:
        cards.insert(rng.randint(0, len(cards)), rng.choice([*KINDS, "?"]))
    elif what < 0.6:
        cards.pop(rng.randrange(len(cards)))
    else:
        index = rng.randrange(len(cards))
        cards[index] = rng.choice([kind for kind in [*KINDS, "?"] if kind != cards[index]])
    return True


def edit_name_list(record: Record, pools: Pools, rng: random.Random) -> bool:
    fields = [field for field in NAME_LISTS if isinstance(record.get(field), list)]
    if not fields or record["type"] == "game":
        return False
    field = rng.choice(fields)
    names = record[field]
    what = rng.random()
    if names and what < 0.3:
        names.pop(rng.randrange(len(names)))
    elif not names or what < 0.5:
        names.append(pools.other(rng, NAME_LISTS[field], None))
    elif what < 0.6 and len(names) > 1:
        names.reverse()
    else:
        index = rng.randrange(len(names))
        names[index] = pools.other(rng, NAME_LISTS[field], names[index])
    return True


def edit_coins(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] not in ("reveal", "age_reveal"):
        return False
    coins = record.setdefault("coins", {})
    what = rng.random()
    if coins and what < 0.4:
        del coins[rng.choice(sorted(coins))]
    elif coins and what < 0.7:
        demi = rng.choice(sorted(coins))
        coins[demi] = "smite" if coins[demi] == "gain" else "gain"
    else:
        coins[rng.choice(DEMIS)] = rng.choice(["gain", "smite"])
    return True


def edit_vote_coin(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "reveal":
        return False
    if "vote_coin" not in record:
        record["vote_coin"] = rng.choice(["feather", "scorpion"])
    elif rng.random() < 0.5:
        del record["vote_coin"]
    else:
        record["vote_coin"] = "feather" if record["vote_coin"] == "scorpion" else "scorpion"
    return True


def edit_space(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record.get("to") != "city":
        return False
    if "space" in record and rng.random() < 0.3:
        del record["space"]
        return True
    record["space"] = rng.choice(
        [
            {"drew": [rng.choice(KINDS)]},
            {"target": rng.choice(DEMIS)},
            {"coin": rng.choice(["gain", "smite"])},
            {"drew": ["?", "?"]},
        ]
    )
    return True


def edit_target(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "age_reveal":
        return False
    if "target" in record and rng.random() < 0.5:
        del record["target"]
    else:
        record["target"] = pools.other(rng, "demis", record.get("target"))
    return True


def edit_swap(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "move" or record.get("to") not in ("city", "pools"):
        return False
    if "swap" in record and rng.random() < 0.3:
        del record["swap"]
    else:
        record["swap"] = {"discard": rng.choice(KINDS), "drew": rng.choice([*KINDS, "?", None])}
    return True


def edit_reward(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Drawn cards and Favors that come single, and null."""
    fields = [field for field in ("drew", "refill", "added", "card") if field in record]
    if record["type"] not in ("move", "power", "favor", "vote") or not fields:
        return False
    field = rng.choice(fields)
    nullable = field != "card" or record["type"] == "vote"
    if nullable and record[field] is not None:
        record[field] = None
    else:
        record[field] = rng.choice(pools.favors) if field == "refill" and pools.favors else rng.choice(KINDS)
    return True


def edit_extra_field(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A field that this record does not ask for, or one left out that it does."""
    if record["type"] not in ("move", "power", "favor"):
        return False
    needed = [field for field in ("card", "slot", "to", "quest", "drew", "added", "refill", "demis") if field in record]
    if needed and rng.random() < 0.4:
        del record[rng.choice(needed)]
        return True
    extra: dict[str, Any] = {
        "card": rng.choice(KINDS),
        "slot": 1,
        "to": rng.choice(LOCATIONS),
        "quest": pools.other(rng, "quests", None),
        "discard": [rng.choice(KINDS)],
        "space": {"coin": "gain"},
        "demi": rng.choice(DEMIS),
    }
    field = rng.choice([name for name in sorted(extra) if name not in record] or ["card"])
    record[field] = extra[field]
    return True


def edit_flag(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] == "end_turn" and rng.random() < 0.3:
        record["again"] = not record.get("again", False)
    elif record["type"] == "vote":
        if "from" in record:
            del record["from"]
        else:
            record["from"] = "deck"
    else:
        return False
    return True


def edit_owner(record: Record, pools: Pools, rng: random.Random) -> bool:
    """The Demi of a player, at set-up or at the end; a guess."""
    maps = [field for field in ("demis", "guess") if isinstance(record.get(field), dict)]
    if record["type"] not in ("setup", "end") or not maps or not record[maps[0]]:
        return False
    owned = record[rng.choice(maps)]
    player = rng.choice(sorted(owned))
    what = rng.random()
    if what < 0.1:
        del owned[player]
    elif what < 0.2:
        owned[player] = "?"
    elif isinstance(owned[player], list) and owned[player]:
        index = rng.randrange(len(owned[player]))
        owned[player][index] = pools.other(rng, "demis", owned[player][index])
    else:
        owned[player] = pools.other(rng, "demis", owned[player])
    return True


def edit_end(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "end":
        return False
    what = rng.random()
    if what < 0.5:
        record["winners"] = [rng.choice(pools.players)]
    elif what < 0.7:
        record["winners"] = []
    elif what < 0.85:
        record["reason"] = rng.choice(["time", "conceded", "abandoned", "bored"])
    else:
        record["unused"] = rng.sample(DEMIS, 9 - len(pools.players)) if len(pools.players) < 9 else []
    return True


def edit_place(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A Quest or its region in the list of the set-up; a Servant's region."""
    if record["type"] != "setup" or not record["quests"]:
        return False
    if record.get("servants") and rng.random() < 0.5:
        record["servants"][rng.choice(sorted(record["servants"]))] = rng.choice(LOCATIONS)
        return True
    entry = rng.choice(record["quests"])
    field = rng.choice(["quest", "region"])
    entry[field] = pools.other(rng, field + "s", entry[field])
    return True


def edit_number(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Scorekeepers' numbers, and the record that a takeback or an amend names."""
    if record["type"] == "score" and record["changes"]:
        name = rng.choice(sorted(record["changes"]))
        record["changes"][name] += rng.choice([-2, -1, 1, 2])
    elif record["type"] == "corruption":
        record["amount"] += rng.choice([-2, -1, 1, 2])
    elif record["type"] in ("takeback", "amend"):
        record["to"] = max(0, record["to"] + rng.choice([-3, -2, -1, 1, 2, 3]))
    else:
        return False
    return True


def edit_type(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] not in ("end_turn", "rest"):
        return False
    record["type"] = "rest" if record["type"] == "end_turn" else "end_turn"
    record.pop("again", None)
    return True


EDITS: list[Edit] = [
    edit_name,
    edit_name,
    edit_slot,
    edit_card,
    edit_age_or_city,
    edit_card_list,
    edit_card_list,
    edit_name_list,
    edit_coins,
    edit_vote_coin,
    edit_space,
    edit_target,
    edit_swap,
    edit_reward,
    edit_extra_field,
    edit_flag,
    edit_owner,
    edit_end,
    edit_place,
    edit_number,
    edit_type,
]


# -- more edits, of what only some games have ------------------------------------------------


def edit_celestial(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Another act, or one field of it more, less or other."""
    if record["type"] != "celestial":
        return False
    fields = {
        "drew": rng.choice([*DEMIS, "?"]),
        "quest": pools.other(rng, "quests", record.get("quest")),
        "region": rng.choice(LOCATIONS),
        "spell": f"spell-{rng.randint(0, 8)}",
        "to": rng.choice(LOCATIONS),
        "demi": rng.choice([*DEMIS, "sorcerer"]),
        "cards": rng.choices([*KINDS, "?"], k=rng.randint(0, 3)),
        "act": rng.choice(["look", "swap", "place", "spell", "force", "dance"]),
    }
    field = rng.choice(sorted({*record} & {*fields}) if rng.random() < 0.7 else sorted(fields))
    if field != "act" and field in record and rng.random() < 0.3:
        del record[field]
    else:
        record[field] = fields[field]
    return True


def edit_from(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] not in ("move", "vote"):
        return False
    if "from" in record and rng.random() < 0.5:
        del record["from"]
    else:
        record["from"] = rng.choice(["mother", "mother", "deck", "hat"])
    return True


def edit_mother(record: Record, pools: Pools, rng: random.Random) -> bool:
    if record["type"] != "reveal":
        return False
    shown = record.setdefault("mother", [])
    if shown and rng.random() < 0.6:
        index = rng.randrange(len(shown))
        shown[index] = rng.choice([*KINDS, "?"])
    else:
        shown.append(rng.choice(KINDS))
    return True


def edit_figure(record: Record, pools: Pools, rng: random.Random) -> bool:
    """The Sorcerer's figure for a Demi."""
    if isinstance(record.get("demi"), str):
        record["demi"] = "sorcerer"
        return True
    if record["type"] in ("power", "favor", "age_pick") and record.get("demis"):
        record["demis"][0] = "sorcerer"
        return True
    return False


def edit_null(record: Record, pools: Pools, rng: random.Random) -> bool:
    """A null that says nothing, where nothing is asked for either."""
    fields = {"move": ["refill", "drew"], "power": ["added"], "favor": ["added"], "vote": ["card"]}
    if record["type"] not in fields:
        return False
    record[rng.choice(fields[record["type"]])] = None
    return True


def edit_result(record: Record, pools: Pools, rng: random.Random) -> bool:
    """The end: another reason, a result by hand, names twice, Demis left out."""
    if record["type"] != "end":
        return False
    what = rng.randrange(4)
    names = rng.choices([*pools.players, "nobody"], [9] * len(pools.players) + [1], k=rng.randint(0, 3))
    if what == 0:
        record["winners"] = names
    elif what == 1:
        record["unused"] = rng.sample(DEMIS, rng.randint(0, len(DEMIS)))
    else:
        for field in ("winners", "unused", "guess", "demis"):
            if rng.random() < 0.9:
                record.pop(field, None)
        record["reason"] = rng.choice(["time", "conceded", "disqualified", "abandoned", "played"])
        if rng.random() < 0.7:
            record["result"] = {"winners": names, "by": "judge"}
            record["result"].pop(rng.choice(["winners", "by", "-", "-"]), None)
    return True


def edit_pay(record: Record, pools: Pools, rng: random.Random) -> bool:
    """Fate cards paid: one more, one less, none, or something else than is held."""
    if record["type"] != "power":
        return False
    pay = record.setdefault("pay", [])
    what = rng.randrange(4)
    if what == 0 and pay:
        pay.pop()
    elif what == 1 and pay:
        pay[0] = rng.choice([*KINDS, "?"])
    elif what == 2:
        del record["pay"]
    else:
        pay.append(rng.choice(KINDS))
    return True


def edit_own_number(record: Record, pools: Pools, rng: random.Random) -> bool:
    """The record's own number: a gap, a repeat, a step back, or none."""
    if "n" not in record or record["type"] == "game":
        return False
    if rng.random() < 0.5:
        del record["n"]
    else:
        record["n"] = max(0, record["n"] + rng.choice([-3, -1, 1, 2]))
    return True


MORE_EDITS: list[Edit] = [
    edit_own_number,
    edit_celestial,
    edit_celestial,
    edit_from,
    edit_mother,
    edit_figure,
    edit_null,
    edit_result,
    edit_pay,
]
ALL_EDITS = EDITS + MORE_EDITS


# -- edits of the order ---------------------------------------------------------------------


def swap_records(log: Log, rng: random.Random) -> None:
    index = rng.randrange(1, len(log) - 1)
    log[index], log[index + 1] = log[index + 1], log[index]


def drop_record(log: Log, rng: random.Random) -> None:
    log.pop(rng.randrange(1, len(log)))


def repeat_record(log: Log, rng: random.Random) -> None:
    index = rng.randrange(1, len(log))
    log.insert(index, copy.deepcopy(log[index]))


def move_record(log: Log, rng: random.Random) -> None:
    """A record comes a few places too early."""
    index = rng.randrange(2, len(log))
    record = log.pop(index)
    log.insert(max(1, index - rng.randint(1, 5)), record)


ORDER_EDITS = [swap_records, drop_record, repeat_record, move_record]


def renumber(log: Log) -> None:
    """Numbers by place; takebacks and amends follow the record they named."""
    places: dict[int, int] = {}
    for index, record in enumerate(log):
        if "n" in record:
            places[record["n"]] = index
    for index, record in enumerate(log):
        if "n" in record:
            record["n"] = index
        if record.get("type") in ("takeback", "amend"):
            record["to"] = places.get(record["to"], record["to"])


def _variant(lines: Log, pools: Pools, rng: random.Random, edits: list[Edit]) -> Log | None:
    log = copy.deepcopy(lines)
    if len(log) > 3 and rng.random() < 0.2:
        rng.choice(ORDER_EDITS)(log, rng)
        renumber(log)
        return log
    kind = rng.choice(sorted({record["type"] for record in log[1:]}))
    record = rng.choice([record for record in log[1:] if record["type"] == kind])
    if not rng.choice(edits)(record, pools, rng) or log == lines:
        return None
    return log


def illegal_variants(lines: Log, rng: random.Random, count: int = 100, edits: list[Edit] = EDITS) -> Iterator[Log]:
    """`count` logs that differ from a sound log of one game by one edit each."""
    if len(lines) < 2:
        return
    pools = Pools(lines)
    made = tried = 0
    while made < count and tried < 100 * count:
        tried += 1
        log = _variant(lines, pools, rng, edits)
        if log is not None:
            made += 1
            yield log
