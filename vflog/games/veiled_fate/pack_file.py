"""A content pack as it stands in its file; the published JSON Schema is made from `PackFile`."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from vflog.log.records import ID_PATTERN

RING = ("coast", "forest", "canyons", "desert", "volcano", "mountains")
#: The highest space of the Renown track.
TOP = 12

#: An effect: ("gain", k), ("lose", k), ("smite", 0), ("coin", 0), … or ("nothing", 0).
Op = tuple[str, int]
Ops = tuple[Op, ...]

Id = Annotated[str, Meta(pattern="^(?!x_)" + ID_PATTERN[1:])]
Word = Annotated[str, Meta(min_length=1)]
Few = Annotated[int, Meta(ge=0, le=99)]
Copies = Annotated[int, Meta(ge=1, le=99)]
AgeNumber = Annotated[int, Meta(ge=1, le=3)]
SpaceNumber = Annotated[int, Meta(ge=0, le=TOP)]
PlayersFrom = Annotated[int, Meta(ge=2, le=9)]


class PackFault(NamedTuple):
    """One thing wrong with a pack: what, in words without a full stop, and the line of the file, from 1."""

    text: str
    line: int | None = None


class PackError(Exception):
    """A pack that cannot be played with: all that is wrong with it; as a text the first of it, for people."""

    def __init__(self, *faults: PackFault) -> None:
        first = faults[0]
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        super().__init__((f"line {first.line}: " if first.line is not None else "") + first.text + more)
        self.faults = faults


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    """A table of the file."""


class DemiCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Demi's house and colour."""

    house: Word
    colour: Word


class SlotFile(_Part):
    """A slot of a Quest: what it needs, and what either side of the vote does."""

    feather: str
    scorpion: str
    need: str | None = None


class QuestFile(_Part):
    """A Quest."""

    id: Id
    voters: Few
    slots: Annotated[list[SlotFile], Meta(min_length=1, max_length=9)]
    name: str = ""


class CityFile(_Part):
    """A City card."""

    id: Id
    spaces: Annotated[list[str], Meta(min_length=1, max_length=99)]
    altar: bool = False
    name: str = ""
    ongoing: str | None = None


class AgeFile(_Part):
    """An Age card."""

    id: Id
    age: AgeNumber
    min_players: AgeNumber = 1


class FavorFile(_Part):
    """A Favor."""

    id: Id
    power: str
    corruption: Annotated[int, Meta(ge=0, le=3)]
    copies: Copies


class RoleFile(_Part):
    """What every role's card may say: from how many players on it is used."""

    players_from: PlayersFrom = 2


class MotherFile(RoleFile):
    """Mother to All: her own Fate cards, by kind."""

    cards: dict[str, Copies] = {}


class NearFile(_Part):
    """A row of the Steward's table: these Demis, or so many, within so many spaces of each other."""

    demis: int | list[str]
    within: SpaceNumber
    players_from: PlayersFrom = 2


class StewardFile(RoleFile):
    """Steward: the table it wins by, and its own Quests."""

    table: list[NearFile] = []
    quests: Annotated[list[QuestFile], Meta(max_length=19)] = []


class SpellFile(_Part):
    """A spell: its cost in Fate cards, and what it does."""

    id: Id
    does: str
    cost: Few = 0
    name: str = ""


class SorcererFile(RoleFile):
    """Sorcerer: where figure and marker begin, and the spells."""

    start: str | None = None
    renown: SpaceNumber | None = None
    spells: list[SpellFile] = []


class ProphecyFile(_Part):
    """A prophecy: the Demi dies at the end of that Age if it has that Renown."""

    demi: str
    age: AgeNumber
    renown: SpaceNumber


class ProphetFile(RoleFile):
    """Prophet: what is foretold."""

    prophecies: list[ProphecyFile] = []


class RolesFile(_Part):
    """What the pack says of the Celestial roles."""

    arbiter: RoleFile | None = None
    tormentor: RoleFile | None = None
    eredan: RoleFile | None = None
    mother: MotherFile | None = msgspec.field(default=None, name="mother-to-all")
    steward: StewardFile | None = None
    sorcerer: SorcererFile | None = None
    prophet: ProphetFile | None = None


class PackFile(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    id: Id
    demis: dict[Id, DemiCard]
    quests: list[QuestFile] = []
    city: list[CityFile] = []
    ages: list[AgeFile] = []
    version: str = ""
    invented: bool = False
    ring: list[str] = msgspec.field(default_factory=lambda: list(RING))
    fate: dict[str, Annotated[int, Meta(ge=0, le=999)]] = {}
    favors: list[FavorFile] = []
    servants: list[str] = []
    roles: RolesFile = msgspec.field(default_factory=RolesFile)
