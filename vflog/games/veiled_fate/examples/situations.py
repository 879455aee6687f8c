"""Positions for the examples: a short log that leads to each, and words for it.

`table` seats the players, sets up and reads the first Age card; what else is wanted is put in place by a
judge's ruling, so that an example need not play its way there. Cards are those of the built-in pack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from vflog.games.veiled_fate.celestials.frame import HAND_LIMIT
from vflog.games.veiled_fate.celestials.roles import ROLES

Fields = dict[str, Any]

NAMES = ("ada", "bob", "cy", "dot", "eve", "fay", "gus", "hal", "ivy")
DEMIS = ("pentha", "agamar", "klar", "aponi", "saghari", "namari", "naka", "belan", "isabel")
REGIONS = ("forest", "coast", "canyons", "desert", "volcano", "mountains")
#: The Quests of the three Ages, in the order in which they are laid out, one in each of `REGIONS`.
QUESTS = (
    ("lantern-oath", "crooked-well", "salt-ledger", "quiet-forge", "paper-crown", "ferry-of-ash"),
    ("stilt-market", "broken-oar", "bone-orchard", "nine-candles", "kites-at-noon", "glass-herd"),
    ("widow-tide", "old-milestone", "red-audit", "borrowed-drum", "dust-wedding", "moth-court"),
)
CITIES = ("first-altar", "tidal-altar", "gallows-yard")
AGES = ("chaos", "evil-curses", "defend-borders")
HAND = ("f1", "f1", "f2", "s1", "s2")
_TEAMS_FROM = 6
_DEAL = ("f1", "s1", "?")
_CELESTIALS_DEMIS = {1: "naka", 2: ["naka", "belan"]}


class Situation(NamedTuple):
    """What a reader is told of a position, and the log that leads to it (its header first)."""

    words: str
    records: tuple[Fields, ...]

    def then(self, *records: Fields, words: str = "") -> Situation:
        """The position some records later."""
        return Situation(words or self.words, (*self.records, *records))

    def ruled(self, words: str = "", /, **changes: Any) -> Situation:
        """The position as a judge has set it."""
        ruling = {"type": "ruling", "by": "judge", "reason": "set up for the example", "set": changes}
        return self.then(ruling, words=words)


def header(
    count: int = 3,
    expansions: str = "",
    *,
    role: str | None = None,
    rulings: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Fields:
    """A `game` record; the last player has the role."""
    players: list[Fields] = [{"id": name} for name in NAMES[:count]]
    if role is not None:
        players[-1]["role"] = role
        expansions += " celestials"
    out: Fields = {
        "type": "game",
        "format": "vflog/1",
        "game": "example",
        "ruleset": "veiled-fate",
        "revision": "2026-12",
        "players": players,
        "expansions": expansions.split(),
        "rulings": dict(rulings or {}),
        **fields,
    }
    return {key: value for key, value in out.items() if value not in ([], {})}


def _seats(head: Fields) -> list[str]:
    return [player["id"] for player in head["players"]]


def _others(head: Fields) -> list[str]:
    return [player["id"] for player in head["players"] if "role" not in player]


def quest_count(head: Fields) -> int:
    """How many Quests an Age has."""
    return {1: 3, 2: 3, 3: 4, 4: 4, 5: 5}.get(len(_others(head)), 6)


def owners(head: Fields) -> Fields:
    """A Demi for everybody who has one: in teams two neighbours share one."""
    others = _others(head)
    step = 2 if len(others) >= _TEAMS_FROM else 1
    demis: Fields = {player: DEMIS[i // step] for i, player in enumerate(others)}
    for player in head["players"]:
        if "role" in player and (count := ROLES[player["role"]].demis):
            demis[player["id"]] = _CELESTIALS_DEMIS[count]
    return demis


def setup(head: Fields, **fields: Any) -> Fields:
    """The set-up of a table; fields may be given otherwise."""
    out: Fields = {
        "type": "setup",
        "first": "ada",
        "city": CITIES[0],
        "demis": owners(head),
        "quests": [{"quest": q, "region": r} for q, r in zip(QUESTS[0], REGIONS, strict=True)][: quest_count(head)],
        "hands": {player: list(HAND) for player in _seats(head)},
    }
    if "hadria" in head.get("expansions", ()):
        out["display"] = ["portal-favor", "smite-favor"]
    if "servants" in head.get("expansions", ()):
        out["servants"] = {"invictus": "forest", "tacita": "canyons", "ora": "volcano"}
    return {**out, **fields}


def table(
    count: int = 3,
    expansions: str = "",
    *,
    role: str | None = None,
    rulings: Mapping[str, Any] | None = None,
    cards: Sequence[str] = AGES,
    age: int = 1,
    hands: Mapping[str, Sequence[str]] | None = None,
    hidden: Sequence[str] = (),
    **fields: Any,
) -> Situation:
    """The first turn of an Age; the first player is Ada. `cards` are the Age cards read so far, `hidden` are
    players whose Demi the log does not know.
    """
    head = header(count, expansions, role=role, rulings=rulings, **fields)
    dealt = {player: list((hands or {}).get(player, HAND)) for player in _seats(head)}
    demis = {**owners(head), **dict.fromkeys(hidden, "?")}
    records = [head, setup(head, hands=dealt, demis=demis)]
    for number, card in enumerate(cards[:age], 1):
        records.append({"type": "age", "player": "ada", "age": number, "card": card})
        if number < age:
            records += [*all_rest(head), *no_votes(head), *new_age(head, number)]
    words = f"Age {'I' * age}, {count} players" + (f" ({role})" if role else "")
    if named := [name.title() for name in expansions.split()]:
        words += ", with " + " and ".join(named)
    return Situation(words + "; it is Ada's turn", tuple(records))


def all_rest(head: Fields) -> list[Fields]:
    """Everybody rests, in turn order."""
    return [{"type": "rest", "player": player} for player in _seats(head)]


def no_votes(head: Fields) -> list[Fields]:
    """Nobody votes on the Age card; the vote is empty."""
    seats = _seats(head)
    return [*({"type": "age_vote", "player": player} for player in (*seats[1:], seats[0])), {"type": "age_reveal"}]


def deals(head: Fields, age: int = 1) -> list[Fields]:
    """After Age I three cards for everybody (who rested with five), after Age II none: all hold eight."""
    limits = {p["id"]: ROLES[p["role"]].hand_limit if "role" in p else HAND_LIMIT for p in head["players"]}
    room = {player: 0 if age > 1 else limit - len(HAND) for player, limit in limits.items()}
    return [{"type": "deal", "player": player, "cards": list(_DEAL[:many])} for player, many in room.items()]


def places(head: Fields, age: int) -> list[Fields]:
    """The Quests of a new Age, laid out in turn order."""
    seats, quests = _seats(head), QUESTS[age][: quest_count(head)]
    return [
        {"type": "place", "player": seats[i % len(seats)], "quest": quest, "region": REGIONS[i]}
        for i, quest in enumerate(quests)
    ]


def new_age(head: Fields, age: int) -> list[Fields]:
    """From the end of Age `age` to before the next Age card."""
    return [*deals(head, age), *places(head, age), {"type": "city", "player": "ada", "card": CITIES[age]}]


def voting(card: str, age: int = 1, count: int = 3, expansions: str = "", **wanted: Any) -> Situation:
    """All have rested; the Age card comes. Ada is the first player."""
    cards = (*AGES[: age - 1], card)
    base = table(count, expansions, cards=cards, age=age, **wanted)
    return base.then(*all_rest(base.records[0]), words=f"All have rested; {card} comes, {count} players")


def ended(count: int = 3, expansions: str = "", **wanted: Any) -> Situation:
    """The Age III card is resolved; only the end is missing."""
    base = table(count, expansions, age=3, **wanted)
    head = base.records[0]
    return base.then(*all_rest(head), *no_votes(head), words=f"The Age III card is resolved, {count} players")


def ranked(
    words: str,
    track: Mapping[str, Sequence[str]],
    count: int = 3,
    expansions: str = "",
    *,
    changes: Mapping[str, Any] | None = None,
    **wanted: Any,
) -> Situation:
    """Only the end is missing, and the markers stand so; those that are not named stand on 0."""
    named = {demi for demis in track.values() for demi in demis}
    spaces: Fields = {str(space): [] for space in range(13)} | {
        "0": [demi for demi in DEMIS if demi not in named],
        **track,
    }
    return ended(count, expansions, **wanted).ruled(
        f"The Age III card is resolved; {words}", track=spaces, **(changes or {})
    )
