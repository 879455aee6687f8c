"""What a pack says of the Celestial roles, as the rules read it (`[roles.NAME]` of the file, VF-C).

Every reader takes the file's part and gives a `RoleData`; what cannot be played with it adds to the pack's faults.
What is merely missing stays empty: the role's own module says what it cannot do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from vflog.games.veiled_fate.pack_file import (
    MotherFile,
    Op,
    ProphetFile,
    RoleFile,
    RolesFile,
    SorcererFile,
    StewardFile,
)
from vflog.games.veiled_fate.pack_shape import Faults, Place, shown

MOTHERS_KINDS = ("f1", "f2", "s1", "s2")
#: Spells with a number, and without; `own_` ones are for the Sorcerer's figure, the others for a Demi.
COUNTED_SPELLS = ("gain", "lose", "own_gain", "own_lose")
PLAIN_SPELLS = ("smite", "portal", "own_portal")


class RoleData(msgspec.Struct, frozen=True):
    """From how many players in all the role is used."""

    players_from: int = 2


class MotherData(RoleData, frozen=True, kw_only=True):
    """Mother's Fate cards by kind."""

    cards: dict[str, int]


class Near(msgspec.Struct, frozen=True):
    """With so many players or more: these Demis (or any so many) lie within so many spaces of each other."""

    demis: tuple[str, ...] | int
    within: int
    players_from: int


class StewardData(RoleData, frozen=True, kw_only=True):
    """The table, by rising number of players; the ids of the Steward's Quests."""

    table: tuple[Near, ...]
    quests: tuple[str, ...]


class Spell(msgspec.Struct, frozen=True):
    """A spell: what it costs in Fate cards and does."""

    id: str
    name: str
    cost: int
    does: Op


class SorcererData(RoleData, frozen=True, kw_only=True):
    """Where figure and marker begin (`None`: the pack does not say), and the spells."""

    start: str | None
    renown: int | None
    spells: dict[str, Spell]


class Prophecy(msgspec.Struct, frozen=True):
    """The Demi dies at the end of this Age if it stands on this space."""

    demi: str
    age: int
    renown: int


class ProphetData(RoleData, frozen=True, kw_only=True):
    """The prophecies, at most one a Demi."""

    prophecies: tuple[Prophecy, ...]


def lacking(data: RoleData | None, fields: Mapping[str, str]) -> list[str]:
    """Which of these fields of a role's data a pack lacks, in words."""
    return [words for field, words in fields.items() if getattr(data, field, None) in (None, (), {})]


def read_roles(raw: RolesFile, demis: Iterable[str], places: tuple[str, ...], faults: Faults) -> dict[str, RoleData]:
    """The data of every role that the pack names, by the role's name."""
    out = {}
    for name, given in in_file(raw).items():
        read = _READERS.get(type(given), _plain)
        out[name] = read(given, _Known(("roles", name), tuple(demis), places, faults))
    return out


def in_file(raw: RolesFile) -> dict[str, RoleFile]:
    """The parts of the file about roles, by the role's name."""
    parts = {field.encode_name: getattr(raw, field.name) for field in msgspec.structs.fields(RolesFile)}
    return {name: part for name, part in parts.items() if part is not None}


class _Known(NamedTuple):
    """Where in the file the role stands, what there is in the pack, and where faults are gathered."""

    place: Place
    demis: tuple[str, ...]
    places: tuple[str, ...]
    faults: Faults

    def add(self, *where: str | int, what: str) -> None:
        self.faults.add((*self.place, *where), what)

    def once(self, part: str, field: str, values: Iterable[str | int]) -> None:
        """Nothing of a list is given twice."""
        seen: set[str | int] = set()
        for i, value in enumerate(values):
            if value in seen:
                self.add(part, i, field, what=f"is {shown(value)}, which stands there twice")
            seen.add(value)


def _plain(raw: RoleFile, known: _Known) -> RoleData:
    return RoleData(raw.players_from)


def _mother(raw: MotherFile, known: _Known) -> RoleData:
    for kind in raw.cards:
        if kind not in MOTHERS_KINDS:
            known.add("cards", kind, what=f"is no kind of these cards; the kinds are {', '.join(MOTHERS_KINDS)}")
    return MotherData(raw.players_from, cards=dict(raw.cards))


def _steward(raw: StewardFile, known: _Known) -> RoleData:
    rows, there_are = [], len(known.demis)
    for i, row in enumerate(raw.table):
        wanted = row.demis if isinstance(row.demis, int) else tuple(row.demis)
        count = wanted if isinstance(wanted, int) else len(wanted)
        there = isinstance(wanted, int) or (len(set(wanted)) == count and set(wanted) <= set(known.demis))
        if not there or not 2 <= count <= there_are:
            known.add(
                "table",
                i,
                "demis",
                what=f"must be a number from 2 to {there_are}, or two or more different Demis of the pack"
                if there_are > 1
                else f"must be about two Demis at least, and the pack has {there_are}",
            )
        rows.append(Near(wanted, row.within, row.players_from))
    known.once("table", "players_from", (row.players_from for row in raw.table))
    rows.sort(key=lambda row: row.players_from)
    quests = tuple(quest.id for quest in raw.quests)
    return StewardData(raw.players_from, table=tuple(rows), quests=quests)


def _sorcerer(raw: SorcererFile, known: _Known) -> RoleData:
    if raw.start is not None and raw.start not in known.places:
        known.add("start", what=f"is {shown(raw.start)}, which is none of {', '.join(known.places)}")
    known.once("spells", "id", (spell.id for spell in raw.spells))
    spells = {}
    for i, spell in enumerate(raw.spells):
        does = known.faults.op(spell.does, COUNTED_SPELLS, PLAIN_SPELLS, (*known.place, "spells", i, "does"))
        spells[spell.id] = Spell(spell.id, spell.name or spell.id, spell.cost, does)
    return SorcererData(raw.players_from, start=raw.start, renown=raw.renown, spells=spells)


def _prophet(raw: ProphetFile, known: _Known) -> RoleData:
    known.once("prophecies", "demi", (told.demi for told in raw.prophecies))
    for i, told in enumerate(raw.prophecies):
        if told.demi not in known.demis:
            known.add("prophecies", i, "demi", what=f"is {shown(told.demi)}, which is no Demi of the pack")
    if len(raw.prophecies) == 1:
        known.add("prophecies", what="foretells one Demi only, and the Prophet wins when two have died")
    return ProphetData(raw.players_from, prophecies=tuple(Prophecy(t.demi, t.age, t.renown) for t in raw.prophecies))


_READERS: dict[type[RoleFile], Callable[[Any, _Known], RoleData]] = {
    MotherFile: _mother,
    StewardFile: _steward,
    SorcererFile: _sorcerer,
    ProphetFile: _prophet,
}
