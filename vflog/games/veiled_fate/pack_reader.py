"""From the bytes of a content pack (TOML) to the cards that a game is played with.

`read` gives a `Pack`; it raises `PackError` with all that is wrong with a pack that cannot be played with. What is
merely missing for a whole game `shortcomings` tells, and `gaps` what is missing for some games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from vflog.games.veiled_fate.age_cards import CARDS
from vflog.games.veiled_fate.celestials.roles import ROLES
from vflog.games.veiled_fate.city_spaces import SPACES
from vflog.games.veiled_fate.pack import (
    COIN,
    DISPLAY,
    FAVOR_POWERS,
    KINDS,
    PLACES,
    REGIONS,
    AgeCard,
    CityCard,
    FavorCard,
    Pack,
    QuestCard,
    Slot,
    favors_in_play,
)
from vflog.games.veiled_fate.pack_file import AgeFile, CityFile, DemiCard, Ops, PackError, PackFile, QuestFile
from vflog.games.veiled_fate.pack_roles import in_file, lacking, read_roles
from vflog.games.veiled_fate.pack_shape import Faults, Place, load, shown

_NO_LIMIT = 2**53
#: Fate cards that eight players begin with.
_LEAST_FATE = 8 * 5


def read(data: bytes) -> Pack:
    """The pack in these bytes of TOML; raises `PackError`."""
    found = _read(bytes(data))
    if isinstance(found, PackError):
        raise PackError(*found.faults)
    return found


@lru_cache(maxsize=64)
def _read(data: bytes) -> Pack | PackError:
    try:
        return _pack(data)
    except PackError as why:
        return why.with_traceback(None)


def _pack(data: bytes) -> Pack:
    raw, faults = load(data)
    _check_board(raw, faults)
    known: dict[str, int] = {kind: raw.fate[kind] for kind in KINDS if kind in raw.fate}
    counted = len(known) == len(KINDS)
    pack = Pack(
        id=raw.id,
        version=raw.version,
        invented=raw.invented,
        sha256=hashlib.sha256(data).hexdigest(),
        ring=tuple(raw.ring),
        demis=raw.demis,
        fate={kind: known.get(kind) for kind in KINDS},
        deck=sum(known.values()) if counted else None,
        limits=known if counted else dict.fromkeys(KINDS, _NO_LIMIT),
        quests=_by_id(_quests(raw, faults), faults),
        city=_by_id(((("city", i), _city(card, ("city", i), faults)) for i, card in enumerate(raw.city)), faults),
        ages=_by_id(((("ages", i), _age(card, ("ages", i), faults)) for i, card in enumerate(raw.ages)), faults),
        favors=_by_id(_favors(raw, faults), faults),
        servants=tuple(raw.servants),
        roles=read_roles(raw.roles, raw.demis, PLACES, faults),
    )
    faults.stop()
    return pack


def _check_board(raw: PackFile, faults: Faults) -> None:
    if sorted(raw.ring) != sorted(REGIONS):
        faults.add(("ring",), f"must name each of the six regions once: {', '.join(REGIONS)}")
    elif abs(raw.ring.index("coast") - raw.ring.index("mountains")) not in (1, len(REGIONS) - 1):
        faults.add(("ring",), "must have coast and mountains as neighbours, for a bridge joins them (VF-B1)")
    if len(raw.demis) != 9:
        faults.add(("demis",), f"has {len(raw.demis)} Demis; there are nine")
    for figure in ("hadria", *(role.figure.name for role in ROLES.values() if role.figure is not None)):
        if figure in raw.demis:
            faults.add(("demis", figure), "cannot be called so, for another figure is")
    if raw.servants and (len(raw.servants) != 3 or len(set(raw.servants)) != 3 or "invictus" not in raw.servants):
        faults.add(("servants",), "must be three different ids with invictus among them")
    for kind in raw.fate:
        if kind not in KINDS:
            faults.add(("fate", kind), f"is no kind of Fate card; the kinds are {', '.join(KINDS)}")


def _quests(raw: PackFile, faults: Faults) -> Iterator[tuple[Place, QuestCard]]:
    """The common Quests, then those of a role's own."""
    for i, quest in enumerate(raw.quests):
        yield ("quests", i), _quest(quest, raw.demis, ("quests", i), faults)
    for role, given in in_file(raw.roles).items():
        for i, quest in enumerate(getattr(given, "quests", ())):
            place = ("roles", role, "quests", i)
            yield place, _quest(quest, raw.demis, place, faults, role)


def _quest(
    raw: QuestFile, demis: Mapping[str, DemiCard], place: Place, faults: Faults, role: str | None = None
) -> QuestCard:
    slots = tuple(
        Slot(
            slot.need,
            _fits(slot.need, demis, (*place, "slots", i, "need"), faults),
            _result(slot.feather, (*place, "slots", i, "feather"), faults),
            _result(slot.scorpion, (*place, "slots", i, "scorpion"), faults),
        )
        for i, slot in enumerate(raw.slots)
    )
    brings = {"feather": tuple(s.feather for s in slots), "scorpion": tuple(s.scorpion for s in slots)}
    tosses = frozenset(side for side, each in brings.items() if any(COIN in ops for ops in each))
    return QuestCard(raw.id, raw.name or raw.id, raw.voters, slots, brings, tosses, role)


def _fits(need: str | None, demis: Mapping[str, DemiCard], place: Place, faults: Faults) -> frozenset[str]:
    """The Demis that may stand on a slot."""
    if need is None:
        return frozenset(demis)
    kind, _, value = need.partition(":")
    tests = {
        "house": lambda d: demis[d].house == value,
        "colour": lambda d: demis[d].colour == value,
        "demi": lambda d: d == value,
    }
    if kind not in tests or not value:
        faults.add(place, f"is {shown(need)}; a need is house:…, colour:… or demi:…")
        return frozenset()
    fitting = frozenset(filter(tests[kind], demis))
    if not fitting:
        faults.add(place, f"is {shown(need)}, and no Demi of the pack fits that")
    return fitting


def _result(text: str, place: Place, faults: Faults) -> Ops:
    """A slot's result, several joined by `, `."""
    ops = tuple(faults.op(part, ("gain", "lose"), ("smite", "coin", "nothing"), place) for part in text.split(", "))
    return tuple(op for op in ops if op[0] != "nothing")


def _city(raw: CityFile, place: Place, faults: Faults) -> CityCard:
    counted = tuple(word for word, there in SPACES.items() if there.counted)
    plain = tuple(word for word in SPACES if word not in counted)
    spaces = tuple(faults.op(text, counted, plain, (*place, "spaces", i)) for i, text in enumerate(raw.spaces))
    return CityCard(raw.id, raw.name or raw.id, raw.altar, spaces, raw.ongoing)


def _age(raw: AgeFile, place: Place, faults: Faults) -> AgeCard:
    card = CARDS.get(raw.id)
    if card is None:
        faults.add((*place, "id"), f"is no Age card; they are {', '.join(CARDS)}")
    elif raw.age != card.age:
        faults.add((*place, "age"), f"is {raw.age}, but the card belongs to Age {card.age}")
    return AgeCard(raw.id, raw.age, raw.min_players)


def _favors(raw: PackFile, faults: Faults) -> Iterator[tuple[Place, FavorCard]]:
    for i, card in enumerate(raw.favors):
        if card.power not in FAVOR_POWERS:
            faults.add(("favors", i, "power"), f"is {shown(card.power)}; known are {', '.join(FAVOR_POWERS)}")
        yield ("favors", i), FavorCard(card.id, card.power, card.corruption, card.copies)


def _by_id(cards: Iterable[tuple[Place, Any]], faults: Faults) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for place, card in cards:
        if card.id in out:
            faults.add((*place, "id"), "stands there twice")
        out[card.id] = card
    return out


def shortcomings(pack: Pack) -> list[str]:
    """What every game needs and the pack lacks, a sentence each without its full stop."""
    out = []
    quests = sum(quest.role is None for quest in pack.quests.values())
    if quests < 19:
        out.append(f"at least 19 Quests are needed, there are {quests}")
    if len(pack.city) < 3:
        out.append(f"at least 3 City cards are needed, there are {len(pack.city)}")
    if not any(card.altar for card in pack.city.values()):
        out.append("no City card is an Altar")
    for age in (1, 2, 3):
        if not any(card.age == age and card.min_players < 3 for card in pack.ages.values()):
            out.append(f"Age {age} has no card that two players may use")
    if pack.deck is not None and pack.deck < _LEAST_FATE:
        out.append(
            f"at least {_LEAST_FATE} Fate cards are needed, five for each of eight players; there are {pack.deck}"
        )
    if pack.favors and not pack.invented:
        for power, copies in favors_in_play(pack, 0).items():
            if copies != 3:
                out.append(f"there should be 3 Favors of {power}, there are {copies}")
    return out


def gaps(pack: Pack) -> list[str]:
    """What only some games need and the pack lacks, a sentence each without its full stop."""
    out = []
    if not pack.favors:
        out.append("there are no Favors: games with Hadria cannot be judged with this pack")
    elif sum(favors_in_play(pack, 1).values()) < DISPLAY:
        out.append(
            "there are too few Favors: games with Hadria and fewer than six players cannot be judged with this pack"
        )
    if not pack.servants:
        out.append("the three Servants are not named: games with Servants cannot be judged with this pack")
    for name, role in ROLES.items():
        absent = lacking(pack.roles.get(name), role.may_lack)
        out += [f"the role {name} has no {words} in this pack" for words in absent]
    for name, role in ROLES.items():
        if lacks := lacking(pack.roles.get(name), role.needs):
            out.append(f"the role {name} cannot be played with this pack, which lacks {' and '.join(lacks)}")
    if absent := [id for id, card in CARDS.items() if card.base and id not in pack.ages]:
        out.append(f"there is no Age card {', '.join(absent)}: games that use it cannot be judged with this pack")
    if pack.deck is not None and _LEAST_FATE <= pack.deck < _LEAST_FATE + 5:
        out.append(
            f"games of nine players cannot be judged with this pack, which has {pack.deck} Fate cards; "
            f"{_LEAST_FATE + 5} are needed"
        )
    missing = [kind for kind in KINDS if pack.fate[kind] is None]
    if missing:
        out.append(f"the number of Fate cards is unknown for {', '.join(missing)}: the deck is not counted")
    return out
