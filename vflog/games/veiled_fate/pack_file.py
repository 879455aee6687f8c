"""A content pack as it stands in its file; the published JSON Schema is made from `PackFile`."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

RING = ("coast", "forest", "canyons", "desert", "volcano", "mountains")

#: An effect: ("gain", k), ("lose", k), ("smite", 0), ("coin", 0), … or ("nothing", 0).
Op = tuple[str, int]
Ops = tuple[Op, ...]


class PackError(Exception):
    """A pack that cannot be played with; the text is a sentence for people."""


def op(text: str, counted: Iterable[str], plain: Iterable[str], what: str) -> Op:
    """One operation in words: one of `counted` with a number above 0, or one of `plain`; raises `PackError`."""
    word, _, number = text.partition(" ")
    if word in counted and number.isascii() and number.isdigit() and int(number) > 0:
        return word, int(number)
    if word in plain and not number:
        return word, 0
    raise PackError(f"{what} has the result {text!r}; known are {', '.join(f'{c} N' for c in counted)}, "
                    f"{', '.join(plain)}")  # fmt: skip


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    """A table of the file."""


class DemiCard(msgspec.Struct, frozen=True):
    """A Demi's house and colour."""

    house: str
    colour: str


class SlotFile(_Part):
    """A slot of a Quest: what it needs, and what either side of the vote does."""

    feather: str
    scorpion: str
    need: str | None = None


class QuestFile(_Part):
    """A Quest."""

    id: str
    voters: int
    slots: list[SlotFile]
    name: str = ""


class CityFile(_Part):
    """A City card."""

    id: str
    spaces: list[str]
    altar: bool = False
    name: str = ""
    ongoing: str | None = None


class AgeFile(_Part):
    """An Age card."""

    id: str
    age: int
    min_players: int = 1


class FavorFile(_Part):
    """A Favor."""

    id: str
    power: str
    corruption: int
    copies: int


class RoleFile(_Part):
    """What every role's card may say: from how many players on it is used."""

    players_from: int = 2


class MotherFile(RoleFile):
    """Mother to All: her own Fate cards, by kind."""

    cards: dict[str, int] = {}


class NearFile(_Part):
    """A row of the Steward's table: these Demis, or so many, within so many spaces of each other."""

    demis: int | list[str]
    within: int
    players_from: int = 2


class StewardFile(RoleFile):
    """Steward: the table it wins by, and its own Quests."""

    table: list[NearFile] = []
    quests: list[QuestFile] = []


class SpellFile(_Part):
    """A spell: its cost in Fate cards, and what it does."""

    id: str
    does: str
    cost: int = 0
    name: str = ""


class SorcererFile(RoleFile):
    """Sorcerer: where figure and marker begin, and the spells."""

    start: str | None = None
    renown: int | None = None
    spells: list[SpellFile] = []


class ProphecyFile(_Part):
    """A prophecy: the Demi dies at the end of that Age if it has that Renown."""

    demi: str
    age: int
    renown: int


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

    id: str
    demis: dict[str, DemiCard]
    quests: list[QuestFile] = []
    city: list[CityFile] = []
    ages: list[AgeFile] = []
    version: str = ""
    invented: bool = False
    ring: list[str] = msgspec.field(default_factory=lambda: list(RING))
    fate: dict[str, int] = {}
    favors: list[FavorFile] = []
    servants: list[str] = []
    roles: RolesFile = msgspec.field(default_factory=RolesFile)
