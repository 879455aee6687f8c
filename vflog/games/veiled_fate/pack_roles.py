"""What a pack says of the Celestial roles, as the rules read it (`[roles.NAME]` of the file, VF-C).

Every reader takes the file's part and gives a `RoleData`; it raises `PackError` for data that cannot be
played with. What is merely missing stays empty: the role's own module says what it cannot do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from vflog.games.veiled_fate.pack_file import (
    MotherFile,
    Op,
    PackError,
    ProphetFile,
    RoleFile,
    RolesFile,
    SorcererFile,
    StewardFile,
    op,
)

MOTHERS_KINDS = ("f1", "f2", "s1", "s2")
#: Spells with a number, and without; `own_` ones are for the Sorcerer's figure, the others for a Demi.
COUNTED_SPELLS = ("gain", "lose", "own_gain", "own_lose")
PLAIN_SPELLS = ("smite", "portal", "own_portal")
TOP = 12


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


#: What a role cannot be played without: the field of its data, and that in words.
NEEDS: dict[str, dict[str, str]] = {
    "steward": {"table": "the table it wins by (`table`)", "quests": "its own Quests (`quests`)"},
    "sorcerer": {
        "start": "where its figure begins (`start`)",
        "renown": "where its marker begins (`renown`)",
        "spells": "its spells (`spells`)",
    },
    "prophet": {"prophecies": "what is foretold (`prophecies`)"},
}


def lacking(roles: Mapping[str, RoleData], role: str) -> list[str]:
    """What these data lack for the role to be played, in words."""
    data = roles.get(role)
    return [words for field, words in NEEDS.get(role, {}).items() if getattr(data, field, None) in (None, (), {})]


def read_roles(raw: RolesFile, demis: Iterable[str], places: tuple[str, ...]) -> dict[str, RoleData]:
    """The data of every role that the pack names, by the role's name."""
    out = {}
    for field in msgspec.structs.fields(RolesFile):
        given: RoleFile | None = getattr(raw, field.name)
        if given is None:
            continue
        what = f"the role {field.encode_name}"
        if not 2 <= given.players_from <= 9:
            raise PackError(f"{what} has players_from = {given.players_from}; it is a number from 2 to 9")
        read = _READERS.get(type(given), _plain)
        out[field.encode_name] = read(given, what, tuple(demis), places)
    return out


def _plain(raw: RoleFile, what: str, demis: tuple[str, ...], places: tuple[str, ...]) -> RoleData:
    return RoleData(raw.players_from)


def _mother(raw: MotherFile, what: str, demis: tuple[str, ...], places: tuple[str, ...]) -> RoleData:
    for kind, count in raw.cards.items():
        if kind not in MOTHERS_KINDS or count < 1:
            kinds = ", ".join(MOTHERS_KINDS)
            raise PackError(f"{what} has {count} cards {kind}; known are {kinds}, one or more of a kind")
    return MotherData(raw.players_from, cards=dict(raw.cards))


def _steward(raw: StewardFile, what: str, demis: tuple[str, ...], places: tuple[str, ...]) -> RoleData:
    rows = []
    for row in raw.table:
        wanted = row.demis if isinstance(row.demis, int) else tuple(row.demis)
        count = wanted if isinstance(wanted, int) else len(wanted)
        known = isinstance(wanted, int) or (len(set(wanted)) == count and set(wanted) <= set(demis))
        if not known or not 2 <= count <= len(demis):
            raise PackError(f"{what} has a table row for the Demis {row.demis!r}; it must be a number from 2 to "
                            f"{len(demis)} or two or more different Demis of the pack")  # fmt: skip
        if not 0 <= row.within <= TOP:
            raise PackError(f"{what} has a table row within {row.within} spaces; it is a number from 0 to {TOP}")
        rows.append(Near(wanted, row.within, row.players_from))
    rows.sort(key=lambda row: row.players_from)
    _once(f"{what} has two table rows from", (str(row.players_from) for row in rows), " players on")
    quests = tuple(quest.id for quest in raw.quests)
    return StewardData(raw.players_from, table=tuple(rows), quests=quests)


def _sorcerer(raw: SorcererFile, what: str, demis: tuple[str, ...], places: tuple[str, ...]) -> RoleData:
    if raw.start is not None and raw.start not in places:
        raise PackError(f"{what} starts at {raw.start!r}, which is none of {', '.join(places)}")
    if raw.renown is not None and not 0 <= raw.renown <= TOP:
        raise PackError(f"{what} starts on space {raw.renown} of the Renown track; it is a number from 0 to {TOP}")
    _once(f"{what} has the spell", (spell.id for spell in raw.spells), " twice")
    spells = {}
    for spell in raw.spells:
        if spell.cost < 0:
            raise PackError(f"the spell {spell.id!r} costs {spell.cost} Fate cards; it is 0 or more")
        does = op(spell.does, COUNTED_SPELLS, PLAIN_SPELLS, f"the spell {spell.id!r}")
        spells[spell.id] = Spell(spell.id, spell.name or spell.id, spell.cost, does)
    return SorcererData(raw.players_from, start=raw.start, renown=raw.renown, spells=spells)


def _prophet(raw: ProphetFile, what: str, demis: tuple[str, ...], places: tuple[str, ...]) -> RoleData:
    _once(f"{what} foretells", (told.demi for told in raw.prophecies), " twice")
    for told in raw.prophecies:
        if told.demi not in demis:
            raise PackError(f"{what} foretells {told.demi!r}, which is no Demi of the pack")
        if not (1 <= told.age <= 3 and 0 <= told.renown <= TOP):
            raise PackError(f"{what} foretells {told.demi} for Age {told.age} on space {told.renown}; Ages are 1 to 3, "
                            f"spaces 0 to {TOP}")  # fmt: skip
    if len(raw.prophecies) == 1:
        raise PackError(f"{what} foretells one Demi only, and wins when two have died")
    return ProphetData(raw.players_from, prophecies=tuple(Prophecy(t.demi, t.age, t.renown) for t in raw.prophecies))


def _once(lead: str, names: Iterable[str], tail: str) -> None:
    for name in _repeated(names):
        raise PackError(f"{lead} {name}{tail}")


def _repeated(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


_READERS: dict[type[RoleFile], Callable[[Any, str, tuple[str, ...], tuple[str, ...]], RoleData]] = {
    MotherFile: _mother,
    StewardFile: _steward,
    SorcererFile: _sorcerer,
    ProphetFile: _prophet,
}
