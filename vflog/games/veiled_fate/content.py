"""Content packs for people: a fresh one to fill in, a check, a look."""

from __future__ import annotations

from typing import Any

import msgspec

from vflog.engine.board import Section
from vflog.engine.packs import PackFinding
from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.city_spaces import SPACES
from vflog.games.veiled_fate.pack import FAVOR_POWERS, KINDS, Op, Ops, Pack, QuestCard
from vflog.games.veiled_fate.pack_file import PackError, PackFile
from vflog.games.veiled_fate.pack_reader import gaps, read, shortcomings
from vflog.games.veiled_fate.pack_shape import load

_HEAD = """\
# A content pack for Veiled Fate: the cards that a table plays with. Fill in what stands on your own cards.
# `invented = true` says that values are made up; leave it false for values taken from printed cards.
id = "{id}"
version = "1"
invented = false
# The regions round the City, closed to a ring; coast and mountains are neighbours by the bridge.
ring = ["coast", "forest", "canyons", "desert", "volcano", "mountains"]
# The three Servants; leave the line out if you do not play with them.
# servants = ["invictus", "…", "…"]

# How many Fate cards of each kind there are. A kind left out is unknown: then the deck is not counted.
[fate]
# f1 = 0
# f2 = 0
# s1 = 0
# s2 = 0
# "+2" = 0
"""
_QUESTS = """
# Every Quest: the number under its name (extra voters) and its slots. `need` is house:…, colour:… or demi:…, left
# out where anybody may stand. A result is gain N, lose N, smite, coin or nothing, several joined by ", ".
# [[quests]]
# id = "a-quest"
# name = "A Quest"
# voters = 2
# slots = [
#     {{ need = "house:bull", feather = "gain 2", scorpion = "lose 1" }},
#     {{ feather = "gain 1", scorpion = "smite" }},
# ]

# Every City card: its path of spaces; at least one card is an Altar. What a space may be:
# {spaces}.
# [[city]]
# id = "an-altar"
# name = "An Altar"
# altar = true
# spaces = ["draw 1", "gain 1"]
"""
_DEMIS = (
    ("pentha", "bull", "red"), ("agamar", "bull", "purple"), ("klar", "bull", "black"), ("aponi", "cat", "blue"),
    ("saghari", "cat", "orange"), ("namari", "cat", "green"), ("naka", "owl", "yellow"), ("belan", "owl", "teal"),
    ("isabel", "owl", "pink"),
)  # fmt: skip
_FAVORS = "\n# Every Favor: its power, its Corruption (0 to 3) and how many copies there are.\n" + "".join(
    f'# [[favors]]\n# id = "{power}-favor"\n# power = "{power}"\n# corruption = 0\n# copies = 3\n'
    for power in FAVOR_POWERS
)


def new_pack(id: str) -> str:
    """A fresh pack file; what is public is filled in."""
    demis = "".join(f'\n[demis.{name}]\nhouse = "{house}"\ncolour = "{colour}"\n' for name, house, colour in _DEMIS)
    ages = "".join(
        f'\n[[ages]]\nid = "{id}"\nage = {card.age}\n' + (f"min_players = {card.least}\n" if card.least > 2 else "")
        for id, card in CARDS.items()
    )
    spaces = ", ".join(f"{word} N" if there.counted else word for word, there in SPACES.items())
    return _HEAD.format(id=id) + demis + _QUESTS.format(spaces=spaces) + ages + _FAVORS


def check_pack(data: bytes) -> list[PackFinding]:
    """What is wrong with, or missing from, a pack."""
    try:
        pack = read(data)
    except PackError as why:
        return [PackFinding("error", _sentence(fault.text), fault.line) for fault in why.faults]
    return [
        *(PackFinding("error", _sentence(text)) for text in shortcomings(pack)),
        *(PackFinding("remark", _sentence(text)) for text in gaps(pack)),
    ]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def pack_data(data: bytes) -> dict[str, Any]:
    """A pack as plain values, in the shape of its file: with all that the file may leave out, and its SHA-256."""
    pack = _usable(data)
    plain: dict[str, Any] = msgspec.to_builtins(load(data)[0])
    of_roles = [quest for role in plain["roles"].values() for quest in (role or {}).get("quests", ())]
    for quest in (*plain["quests"], *of_roles):
        quest["name"] = pack.quests[quest["id"]].name
    for card in plain["city"]:
        card["name"] = pack.city[card["id"]].name
    roles = {name: role for name, role in plain["roles"].items() if role is not None}
    return {"id": pack.id, "version": pack.version, "sha256": pack.sha256, **plain, "fate": pack.fate, "roles": roles}


def _usable(data: bytes) -> Pack:
    try:
        return read(data)
    except PackError as why:
        raise ValueError(f"The pack cannot be used: {why}.") from None


def show_pack(data: bytes) -> list[Section]:
    """The cards of a pack, in sections."""
    pack = _usable(data)
    mark = "Its Quests, City cards, Fate counts and Corruption values are invented." if pack.invented else ""
    fate = ", ".join(f"{kind} ×{'?' if pack.fate[kind] is None else pack.fate[kind]}" for kind in KINDS)
    head = [
        f"{pack.id}, version {pack.version or '–'}",
        *([mark] if mark else []),
        f"SHA-256 {pack.sha256}",
        f"Ring: {', '.join(pack.ring)}",
        f"Fate cards: {fate}",
        f"Servants: {', '.join(pack.servants) or '–'}",
    ]
    ages = [[c.id, str(c.age), "3+" if c.min_players > 2 else ""] for c in pack.ages.values()]
    city = [[c.id, "Altar" if c.altar else "", "; ".join(map(word, c.spaces))] for c in pack.city.values()]
    favors = [[f.id, f.power, str(f.corruption), str(f.copies)] for f in pack.favors.values()]
    return [
        Section(title="Pack", lines=head),
        Section(
            title="Demis",
            columns=["Demi", "house", "colour"],
            rows=[[name, d.house, d.colour] for name, d in pack.demis.items()],
        ),
        Section(
            title="Quests",
            columns=["Quest", "voters", "slot", "need", "feather", "scorpion"],
            rows=[row for quest in pack.quests.values() for row in _rows(quest)],
        ),
        Section(title="City cards", columns=["card", "", "spaces"], rows=city),
        Section(title="Age cards", columns=["card", "Age", ""], rows=ages),
        Section(title="Favors", columns=["Favor", "power", "Corruption", "copies"], rows=favors),
    ]


def _rows(quest: QuestCard) -> list[list[str]]:
    return [
        [
            quest.id if i == 0 else "",
            str(quest.voters) if i == 0 else "",
            str(i + 1),
            slot.need or "–",
            in_words(slot.feather),
            in_words(slot.scorpion),
        ]
        for i, slot in enumerate(quest.slots)
    ]


def in_words(ops: Ops) -> str:
    """A slot's result as a pack writes it."""
    return ", ".join(map(word, ops)) or "nothing"


def word(op: Op) -> str:
    return f"{op[0]} {op[1]}" if op[1] else op[0]


def pack_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a pack file, read as an object."""
    shape, parts = msgspec.json.schema_components((PackFile,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A content pack",
        **shape[0],
        "$defs": parts,
    }
