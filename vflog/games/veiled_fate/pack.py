"""The cards a game is played with: a content pack as the rules know it (`pack_reader` reads one)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vflog.games.veiled_fate.god_powers import POWERS
from vflog.games.veiled_fate.pack_file import DemiCard, Op, Ops
from vflog.games.veiled_fate.pack_roles import RoleData

REGIONS: Final = ("forest", "coast", "canyons", "desert", "volcano", "mountains")
PLACES: Final = (*REGIONS, "city", "abyss", "pools")
KINDS: Final = ("f1", "f2", "s1", "s2", "+2")
FAVOR_POWERS: Final = tuple(name for name, power in POWERS.items() if power.favor)
#: Favors on display from the start (VF-S2).
DISPLAY: Final = 2
#: Gain 1 or be smited, by a coin.
COIN: Final[Op] = ("coin", 0)


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


def favors_in_play(pack: Pack, fewer: int) -> dict[str, int]:
    """VF-H1: how many Favors of each power are in play when so many of each are left out."""
    copies = dict.fromkeys(FAVOR_POWERS, 0)
    for favor in pack.favors.values():
        copies[favor.power] += favor.copies
    return {power: max(0, count - fewer) for power, count in copies.items()}


__all__ = [
    "COIN", "DISPLAY", "FAVOR_POWERS", "KINDS", "PLACES", "REGIONS", "AgeCard", "CityCard", "DemiCard", "FavorCard",
    "Op", "Ops", "Pack", "QuestCard", "RoleData", "Slot", "favors_in_play",
]  # fmt: skip
