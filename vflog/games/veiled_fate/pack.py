"""The cards a game is played with: a content pack (TOML) as the rules read it.

`read` takes the bytes of a pack and gives a `Pack`; it raises `PackError` with a sentence for a pack
that cannot be played with. What is merely missing for the printed game `shortcomings` tells.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import msgspec

from vflog.games.veiled_fate.pack_file import (
    AgeFile,
    CityFile,
    DemiCard,
    FavorFile,
    Op,
    Ops,
    PackError,
    PackFile,
    QuestFile,
    op,
)
from vflog.games.veiled_fate.pack_roles import NEEDS, RoleData, lacking, read_roles

REGIONS: Final = ("forest", "coast", "canyons", "desert", "volcano", "mountains")
PLACES: Final = (*REGIONS, "city", "abyss", "pools")
KINDS: Final = ("f1", "f2", "s1", "s2", "+2")
POWERS: Final = ("portal", "transfiguration", "smite", "omniscience", "influence", "command")
FAVOR_POWERS = POWERS[:5]
_NO_LIMIT = 2**53
#: Gain 1 or be smited, by a coin.
COIN: Final[Op] = ("coin", 0)
AGE_CARDS = {
    "arbiter": 1, "chaos": 1, "natural-order": 1, "sleight-of-hand": 1,
    "decree": 2, "evil-curses": 2, "revelation": 2, "the-census": 2,
    "defend-borders": 3, "eredans-blessing": 3, "judgement": 3, "omnipotence": 3,
}  # fmt: skip

@dataclass(frozen=True)
class Slot:
    """A Quest slot: who fits (`None`: anybody), and what either side of the vote does."""

    need: str | None
    fits: frozenset[str]
    feather: Ops
    scorpion: Ops


@dataclass(frozen=True)
class QuestCard:
    """A Quest: how many extra voters its completer names, its slots, and the role whose own Quest it is.

    `brings`: what each side of the vote does, slot by slot; `tosses`: the sides that ask for coins.
    """

    id: str
    name: str
    voters: int
    slots: tuple[Slot, ...]
    brings: Mapping[str, tuple[Ops, ...]]
    tosses: frozenset[str]
    role: str | None = None


@dataclass(frozen=True)
class CityCard:
    """A City card: a path of spaces; each is one operation."""

    id: str
    name: str
    altar: bool
    spaces: tuple[Op, ...]
    ongoing: str | None = None


@dataclass(frozen=True)
class AgeCard:
    """An Age card: its Age, and whether it is marked 3+."""

    id: str
    age: int
    min_players: int


@dataclass(frozen=True)
class FavorCard:
    """A Favor: the power it acts as, its Corruption, how many copies there are."""

    id: str
    power: str
    corruption: int
    copies: int


@dataclass(frozen=True)
class Pack:
    """All cards of a game."""

    id: str
    version: str
    invented: bool
    sha256: str
    ring: tuple[str, ...]
    demis: dict[str, DemiCard]
    fate: dict[str, int | None]
    #: How many Fate cards there are; `None` where the pack leaves a kind unknown.
    deck: int | None
    #: How many known copies of each kind there can be (VF-F5); no limit where the deck is not counted.
    limits: Mapping[str, int]
    quests: dict[str, QuestCard]
    city: dict[str, CityCard]
    ages: dict[str, AgeCard]
    favors: dict[str, FavorCard]
    servants: tuple[str, ...]
    roles: dict[str, RoleData]


def read(data: bytes) -> Pack:
    """The pack in these bytes of TOML; raises `PackError`."""
    return _read(bytes(data))


@lru_cache(maxsize=64)
def _read(data: bytes) -> Pack:
    try:
        raw = msgspec.convert(tomllib.loads(data.decode("utf-8")), PackFile)
    except UnicodeDecodeError as why:
        raise PackError(f"it is not UTF-8 text (byte {why.start})") from None
    except tomllib.TOMLDecodeError as why:
        raise PackError(f"it is not TOML: {why}") from None
    except (msgspec.ValidationError, RecursionError) as why:
        raise PackError(f"it does not have the form of a content pack: {why}") from None
    _check_board(raw)
    fate = {kind: _count(raw, kind) for kind in KINDS}
    known = {kind: count for kind, count in fate.items() if count is not None}
    counted = len(known) == len(KINDS)
    return Pack(
        id=raw.id,
        version=raw.version,
        invented=raw.invented,
        sha256=hashlib.sha256(data).hexdigest(),
        ring=tuple(raw.ring),
        demis=raw.demis,
        fate=fate,
        deck=sum(known.values()) if counted else None,
        limits=known if counted else dict.fromkeys(KINDS, _NO_LIMIT),
        quests=_by_id("Quest", _quests(raw)),
        city=_by_id("City card", (_city(c) for c in raw.city)),
        ages=_by_id("Age card", (_age(a) for a in raw.ages)),
        favors=_by_id("Favor", (_favor(f) for f in raw.favors)),
        servants=tuple(raw.servants),
        roles=read_roles(raw.roles, raw.demis, PLACES),
    )


def _check_board(raw: PackFile) -> None:
    if sorted(raw.ring) != sorted(REGIONS):
        raise PackError(f"`ring` must name each of the six regions once: {', '.join(REGIONS)}")
    distance = abs(raw.ring.index("coast") - raw.ring.index("mountains"))
    if distance not in (1, len(REGIONS) - 1):
        raise PackError("coast and mountains must be neighbours in `ring`, for a bridge joins them (VF-B1)")
    if len(raw.demis) != 9:
        raise PackError(f"there are nine Demis, the pack has {len(raw.demis)}")
    for figure in sorted({"hadria", "sorcerer"} & set(raw.demis)):
        raise PackError(f"no Demi can be called {figure!r}, for another figure is called so")
    if raw.servants and (len(set(raw.servants)) != 3 or "invictus" not in raw.servants):
        raise PackError("`servants` must be three different ids with invictus among them")
    unknown = sorted(set(raw.fate) - set(KINDS))
    if unknown:
        raise PackError(f"`fate` knows no kind {unknown[0]!r}; the kinds are {', '.join(KINDS)}")


def _count(raw: PackFile, kind: str) -> int | None:
    count = raw.fate.get(kind)
    if count is not None and count < 0:
        raise PackError(f"`fate` has {count} copies of {kind}")
    return count


def _quests(raw: PackFile) -> Iterator[QuestCard]:
    """The common Quests, then those of the Steward alone."""
    for quest in raw.quests:
        yield _quest(quest, raw.demis)
    for quest in raw.roles.steward.quests if raw.roles.steward is not None else ():
        yield replace(_quest(quest, raw.demis), role="steward")


def _quest(raw: QuestFile, demis: Mapping[str, DemiCard]) -> QuestCard:
    what = f"the Quest {raw.id!r}"
    if raw.voters < 0 or not raw.slots:
        raise PackError(f"{what} needs a number of voters (0 or more) and at least one slot")
    slots = tuple(
        Slot(s.need, _fits(s.need, demis, what), _result(s.feather, what), _result(s.scorpion, what))
        for s in raw.slots
    )
    brings = {"feather": tuple(s.feather for s in slots), "scorpion": tuple(s.scorpion for s in slots)}
    tosses = frozenset(side for side, each in brings.items() if any(COIN in ops for ops in each))
    return QuestCard(raw.id, raw.name or raw.id, raw.voters, slots, brings, tosses)


def _fits(need: str | None, demis: Mapping[str, DemiCard], what: str) -> frozenset[str]:
    if need is None:
        return frozenset(demis)
    kind, _, value = need.partition(":")
    tests = {
        "house": lambda d: demis[d].house == value,
        "colour": lambda d: demis[d].colour == value,
        "demi": lambda d: d == value,
    }
    if kind not in tests or not value:
        raise PackError(f"{what} has the need {need!r}; a need is house:…, colour:… or demi:…")
    return frozenset(filter(tests[kind], demis))


def _result(text: str, what: str) -> Ops:
    """A slot's result, several joined by `, `."""
    ops = tuple(op(part, ("gain", "lose"), ("smite", "coin", "nothing"), what) for part in text.split(", "))
    return tuple(op for op in ops if op[0] != "nothing")


def _city(raw: CityFile) -> CityCard:
    what = f"the City card {raw.id!r}"
    if not raw.spaces:
        raise PackError(f"{what} has no space")
    counted, plain = ("draw", "gain", "lose", "choose_gain"), ("coin", "smite_choice", "nothing")
    spaces = tuple(op(text, counted, plain, what) for text in raw.spaces)
    return CityCard(raw.id, raw.name or raw.id, raw.altar, spaces, raw.ongoing)


def _age(raw: AgeFile) -> AgeCard:
    if raw.id not in AGE_CARDS:
        raise PackError(f"no Age card is called {raw.id!r}; they are {', '.join(AGE_CARDS)}")
    if raw.age != AGE_CARDS[raw.id]:
        raise PackError(f"the Age card {raw.id!r} belongs to Age {AGE_CARDS[raw.id]}, the pack says {raw.age}")
    return AgeCard(raw.id, raw.age, raw.min_players)


def _favor(raw: FavorFile) -> FavorCard:
    if raw.power not in FAVOR_POWERS:
        raise PackError(f"the Favor {raw.id!r} has the power {raw.power!r}; known are {', '.join(FAVOR_POWERS)}")
    if not 0 <= raw.corruption <= 3 or raw.copies < 1:
        raise PackError(f"the Favor {raw.id!r} needs a Corruption of 0 to 3 and at least one copy")
    return FavorCard(raw.id, raw.power, raw.corruption, raw.copies)


def _by_id(what: str, cards: Iterable[Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for card in cards:
        if card.id in out:
            raise PackError(f"the {what} {card.id!r} stands there twice")
        out[card.id] = card
    return out


def shortcomings(pack: Pack) -> list[str]:
    """What every game needs and the pack lacks, a sentence each."""
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
    for power in FAVOR_POWERS:
        copies = sum(f.copies for f in pack.favors.values() if f.power == power)
        if copies != 3 and not pack.invented:
            out.append(f"there should be 3 Favors of {power}, there are {copies}")
    return out


def gaps(pack: Pack) -> list[str]:
    """What only some games need and the pack lacks, a sentence each."""
    out = []
    if not pack.servants:
        out.append("the three Servants are not named: games with Servants cannot be judged with this pack")
    for role in NEEDS:
        if lacks := lacking(pack.roles, role):
            out.append(f"the role {role} cannot be played with this pack, which lacks {' and '.join(lacks)}")
    missing = [kind for kind in KINDS if pack.fate[kind] is None]
    if missing:
        out.append(f"the number of Fate cards is unknown for {', '.join(missing)}: the deck is not counted")
    return out


__all__ = [
    "AGE_CARDS", "FAVOR_POWERS", "KINDS", "PLACES", "POWERS", "REGIONS", "AgeCard", "CityCard", "DemiCard", "FavorCard",
    "Op", "Ops", "Pack", "PackError", "PackFile", "QuestCard", "RoleData", "Slot", "gaps", "read",
    "shortcomings",
]  # fmt: skip
