"""What a game is played by and what never changes in it: seats, cards, rulings, expansions, costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from vflog.engine.ruleset import Revision, values_of
from vflog.games.veiled_fate.celestials.frame import HAND_LIMIT, Role
from vflog.games.veiled_fate.god_powers import POWERS
from vflog.games.veiled_fate.pack import DISPLAY, KINDS, Pack, favors_in_play
from vflog.games.veiled_fate.pack_roles import RoleData, lacking
from vflog.games.veiled_fate.records import VeiledFateHeader
from vflog.games.veiled_fate.rulings import NAMED
from vflog.log.absent import UNSET
from vflog.log.problems import Refused, Unsupported

HAND_SIZE: Final = 5
#: VF-S1.
HOW_MANY: Final = "2 to 8 players, with a Celestial 2 to 9"
#: The way over the bridge that one of its readings bars (ruling `bridge`).
BRIDGE: Final = ("mountains", "coast")
EXPANSIONS = ("hadria", "celestials", "servants")
COSTS: dict[str, dict[str, int]] = {
    "base": {name: power.base for name, power in POWERS.items()},
    "rebalanced": {name: power.rebalanced for name, power in POWERS.items()},
}


@dataclass(frozen=True)
class Terms:
    """The fixed side of one game."""

    players: tuple[str, ...]
    names: Mapping[str, str]
    seat: Mapping[str, int]
    #: After each player all players in turn order, the player last.
    after: Mapping[str, tuple[str, ...]]
    celestial: str | None
    role: Role | None
    role_data: RoleData | None
    pack: Pack
    rulings: Mapping[str, str]
    #: Those on which these terms rest.
    asked: frozenset[str]
    revision: str
    detail: str
    hadria: bool
    servants: bool
    powers: str
    costs: Mapping[str, int]
    quests: int
    favors_in_play: Mapping[str, int]
    deck: int | None
    near: Mapping[str, frozenset[str]]
    #: The players without the Celestial, in seat order.
    mortals: tuple[str, ...]
    #: VF-E1: two players share a Demi.
    teams: bool
    #: How many known copies of each kind there can be (VF-F5); no limit where the deck is not counted.
    limits: Mapping[str, int]
    #: Each act of a Celestial's, and the rule of the role that has it.
    acts: Mapping[str, str]

    def hand_limit(self, player: str) -> int:
        """How many Fate cards the player may hold."""
        return self.role.hand_limit if self.role and player == self.celestial else HAND_LIMIT

    def in_order(self, first: str) -> list[str]:
        """Turn order: seat order, starting at `first`."""
        i = self.seat[first]
        return [*self.players[i:], *self.players[:i]]


@cache
def adjacency(ring: tuple[str, ...], bridge: str) -> dict[str, frozenset[str]]:
    """Where a Demi may move from each location (VF-B1, B2, B3)."""
    near: dict[str, set[str]] = {region: {"city"} for region in ring}
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        near[a].add(b)
        near[b].add(a)
    if bridge == "coast_to_mountains":
        near[BRIDGE[0]].discard(BRIDGE[1])
    near["city"] = set(ring)
    near["abyss"] = {"pools"}
    near["pools"] = {"city"}
    return {place: frozenset(to) for place, to in near.items()}


#: The terms of the last games, by what they are made of.
_known: dict[tuple[bytes, int, str, tuple[tuple[str, Any], ...]], Terms] = {}
_MOST = 256
_encode = msgspec.json.Encoder().encode


def settled(
    header: VeiledFateHeader, pack: Pack, revision: Revision, overrides: Mapping[str, Any], roles: Mapping[str, Role]
) -> Terms:
    """As `settle`; the games of an archive that differ in nothing but id and date have their terms in common."""
    of_one = {"n": UNSET, "game": "", "at": UNSET, "event": UNSET, "round": UNSET, "table": UNSET, "source": UNSET}
    same = _encode(msgspec.structs.replace(header, **of_one))
    key = (same, id(pack), revision.name, tuple(overrides.items()))
    terms = _known.get(key)
    if terms is None:
        terms = settle(header, pack, revision, overrides, roles)
        if len(_known) >= _MOST:
            _known.clear()
        _known[key] = terms  # which holds the pack: nothing else gets its id
    return terms


def settle(
    header: VeiledFateHeader, pack: Pack, revision: Revision, overrides: Mapping[str, Any], roles: Mapping[str, Role]
) -> Terms:
    """The terms that a header sets; raises `Unsupported`, else `Refused` (it breaks a rule)."""
    counting = {**revision.rulings, **header.rulings, **overrides}["favor_count"]
    favors = _favors(header, pack, counting)
    _can_be_played(header, pack, roles, favors)
    players = tuple(p.id for p in header.players)
    if len(set(players)) != len(players):
        raise Refused("setup.players-alike", players=", ".join(players))
    for name in header.expansions:
        if name not in EXPANSIONS:
            raise Refused("header.expansion", name=name, expected=list(EXPANSIONS))
    if len(set(header.expansions)) != len(header.expansions):
        raise Refused("header.expansion-twice", expected=list(EXPANSIONS))
    detail = header.detail if isinstance(header.detail, str) else "full"
    if detail not in ("full", "score"):
        raise Refused("header.detail", value=detail, expected=["full", "score"])
    powers = header.powers if isinstance(header.powers, str) else "rebalanced" if header.expansions else "base"
    if powers not in COSTS:
        raise Refused("header.powers", value=powers, expected=list(COSTS))
    celestial, role = _celestial(header, roles)
    mortals = len(players) - (celestial is not None)
    data = pack.roles.get(role.name) if role is not None else None
    _count_players(len(players), role, 2 if data is None else data.players_from)
    rulings = values_of(revision, NAMED, header, overrides)
    return Terms(
        players=players,
        names={p.id: p.name if isinstance(p.name, str) else p.id for p in header.players},
        seat={p: i for i, p in enumerate(players)},
        after={p: (*players[i + 1 :], *players[: i + 1]) for i, p in enumerate(players)},
        celestial=celestial,
        role=role,
        role_data=data,
        pack=pack,
        rulings=rulings,
        asked=frozenset({"favor_count"} if favors and celestial is not None else ()),
        revision=revision.name,
        detail=detail,
        hadria="hadria" in header.expansions,
        servants="servants" in header.expansions,
        powers=powers,
        costs=COSTS[powers],
        quests=_quests(mortals),
        favors_in_play=favors,
        deck=pack.deck,
        near=adjacency(pack.ring, rulings["bridge"]),
        mortals=tuple(p for p in players if p != celestial),
        teams=mortals >= 6,
        limits=pack.limits,
        acts={act: one.rule for one in roles.values() for act in one.acts},
    )


def _celestial(header: VeiledFateHeader, roles: Mapping[str, Role]) -> tuple[str | None, Role | None]:
    with_role = [p for p in header.players if isinstance(p.role, str)]
    if "celestials" not in header.expansions:
        if with_role:
            raise Refused("setup.role-without-celestials", player=with_role[0].id, role=with_role[0].role)
        return None, None
    if len(with_role) != 1:
        raise Refused("setup.one-celestial", count=len(with_role))
    name = str(with_role[0].role)
    if name not in roles:
        raise Refused("setup.unknown-role", role=name, expected=list(roles))
    return with_role[0].id, roles[name]


def _can_be_played(header: VeiledFateHeader, pack: Pack, roles: Mapping[str, Role], favors: Mapping[str, int]) -> None:
    """Raise `Unsupported` for what the pack lacks. Of a header that is also wrong this is what counts (page 1, status),
    so nothing here relies on its being right."""
    if header.detail != "score":
        _can_be_dealt(pack, "servants" in header.expansions, favors)
    for player in header.players:
        role = roles.get(player.role) if isinstance(player.role, str) else None
        if role is not None:
            _can_be_judged(role, pack, header.detail == "score")


def _can_be_dealt(pack: Pack, servants: bool, favors: Mapping[str, int]) -> None:
    """The pack has the Favors and Servants that lie on the table from the start."""
    if servants and not pack.servants:
        raise Unsupported("content.no-servants", pack=pack.id)
    if favors and (count := sum(favors.values())) < DISPLAY:
        there = sum(favor.copies for favor in pack.favors.values())
        has = f"{there} Favors, of which {count} would be in play" if there else "no Favors"
        raise Unsupported("content.no-favors", pack=pack.id, has=has, least=DISPLAY)


def _can_be_judged(role: Role, pack: Pack, score: bool) -> None:
    """The pack has what the role needs, and the log tells what it wins by."""
    if lacks := lacking(pack.roles.get(role.name), role.needs):
        raise Unsupported("content.no-role", pack=pack.id, role=role.name, what=" and ".join(lacks))
    if score and not role.scored:
        raise Unsupported("content.role-not-scored", role=role.name)


def _count_players(players: int, role: Role | None, least: int) -> None:
    """VF-S1."""
    if role is None:
        if not 2 <= players <= 8:
            raise Refused("setup.player-count", count=players, expected=HOW_MANY)
        return
    if not 2 <= players <= 9:
        raise Refused("setup.player-count", count=players, expected=HOW_MANY)
    if players < least:
        raise Refused("setup.role-needs-players", role=role.name, count=players, least=least, expected=least)


def _quests(mortals: int) -> int:
    """VF-S1: how many Quests are laid out."""
    return 3 if mortals <= 2 else 4 if mortals <= 4 else 5 if mortals == 5 else 6


def _favors(header: VeiledFateHeader, pack: Pack, favor_count: Any) -> dict[str, int]:
    """VF-H1: how many Favors of each power are in play."""
    if "hadria" not in header.expansions:
        return {}
    counted = [p for p in header.players if favor_count == "all" or not isinstance(p.role, str)]
    return favors_in_play(pack, fewer=1 if len(counted) < 6 else 0)


__all__ = ["COSTS", "EXPANSIONS", "HAND_LIMIT", "HAND_SIZE", "KINDS", "Terms", "adjacency", "settle", "settled"]
