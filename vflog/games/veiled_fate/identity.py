"""Who owns which Demi, as far as the log has told; teams; the Demi cards that nobody holds (VF-S2, VF-E1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from vflog.games.veiled_fate.state import Game
from vflog.log.problems import Refused


def owned(g: Game, player: str) -> int:
    """How many Demi cards a player has: one, or what a Celestial's role says."""
    role = g.terms.role
    return role.demis if role is not None and player == g.terms.celestial else 1


def owners(g: Game) -> list[str]:
    """The players who own a Demi, in seat order."""
    return [p for p in g.terms.players if owned(g, p)]


def as_list(value: Any) -> list[str]:
    """A player's Demis as a list, `?` for each that is not known."""
    return [value] if isinstance(value, str) else list(value)


def check(g: Game, demis: Mapping[str, Any], rule: str, final: bool = False) -> dict[str, Any]:
    """The Demis of all players as a record gives them, in seat order.

    Raises `Refused` where a player is missing or too many, a Demi is unknown, a known Demi differs from
    what the log has told, or the known ones cannot be dealt so (`final`: all must be known).
    """
    want = owners(g)
    if demis.keys() != {*want}:
        raise Refused("demis.players", given=", ".join(sorted(demis)), rule=rule, expected=want)
    out = {}
    for player in want:
        value, count = demis[player], owned(g, player)
        told = as_list(value)
        if (isinstance(value, str) != (count == 1) or len(told) != count) and (value != "?" or final):
            raise Refused("demis.number", player=player, count=count, rule=rule)
        for demi in told:
            if demi == "?" and final:
                raise Refused("demis.hidden-at-end", player=player, rule=rule)
            if demi != "?" and demi not in g.at:
                raise Refused("demi.unknown", demi=demi, rule=rule, expected=list(g.at))
        if g.shown or g.known[player] not in ("?", value):
            _agrees(g, player, told, rule)
        out[player] = value
    possible(g, out, rule, final)
    return out


def _agrees(g: Game, player: str, told: list[str], rule: str) -> None:
    before = [d for d in as_list(g.known[player]) if d != "?"]
    known = [d for d in told if d != "?"]
    if len(known) == len(told) and any(d not in known for d in before):
        raise Refused("demis.differ", player=player, told=", ".join(told), before=", ".join(before),
                      rule=rule, expected=before)  # fmt: skip
    for demi in known:
        if demi in g.shown and not g.terms.teams:
            raise Refused("demis.shown-unused", player=player, demi=demi)


def possible(g: Game, demis: Mapping[str, Any], rule: str, final: bool = False) -> None:
    """VF-S2, E1: known Demis differ; in teams two players share one, with seven one player is alone."""
    celestial = g.terms.celestial
    mine = [d for d in as_list(demis.get(celestial, [])) if d != "?"] if celestial is not None else []
    theirs = [d for p in g.terms.mortals for d in as_list(demis[p]) if d != "?"]
    different = mine if g.terms.teams else mine + theirs
    if len(set(different)) != len(different):
        twice = next(d for d in different if different.count(d) > 1)
        raise Refused("demis.twice", demi=twice, rule="VF-C2" if mine.count(twice) > 1 else rule)
    if not g.terms.teams:
        return
    mortal = Counter(theirs)
    pairs = (len(g.terms.mortals) + 1) // 2
    if any(count > 2 for count in mortal.values()) or len(mortal) > pairs or _too_many_singles(g, mortal, final):
        raise Refused("teams.impossible", count=len(g.terms.mortals), teams=pairs)


def _too_many_singles(g: Game, mortal: Counter[str], final: bool) -> bool:
    """At the end exactly pairs, and with seven players one single."""
    if not final:
        return False
    return sum(count == 1 for count in mortal.values()) != len(g.terms.mortals) % 2


def taken(g: Game) -> set[str]:
    """The Demis known to be somebody's."""
    return {d for value in g.known.values() for d in as_list(value) if d != "?"}


def check_shown(g: Game, shown: Sequence[str], count: int) -> None:
    """VF-G Revelation: that many unused Demi cards are shown; without teams different ones."""
    unused = len(g.at) - sum(owned(g, p) for p in g.terms.players)
    due = count if g.terms.teams else min(count, unused)
    free = [d for d in g.at if d not in taken(g)]
    if g.terms.teams:
        free = list(g.at)
    fits = len(shown) == due and all(d in free for d in shown)
    if not fits or (not g.terms.teams and len(set(shown)) != len(shown)):
        raise Refused("age.revealed", given=", ".join(shown) or "none", due=due, expected=free)


def check_unused(g: Game, unused: Sequence[str], demis: Mapping[str, Any]) -> None:
    """VF-E2: `unused`, where given, is without teams exactly the Demis that nobody holds."""
    held = {d for value in demis.values() for d in as_list(value)}
    free = [d for d in g.at if d not in held]
    wrong = sorted(unused) != sorted(free) if "?" not in held else any(d in held for d in unused)
    if not g.terms.teams and wrong:
        raise Refused("end.unused", given=", ".join(unused) or "none", expected=free)
    for demi in unused:
        if demi not in g.at:
            raise Refused("demi.unknown", demi=demi, rule="VF-E2", expected=list(g.at))


def teams(g: Game, demis: Mapping[str, Any]) -> list[list[str]]:
    """The players without the Celestial, grouped by Demi, in seat order of the first of each."""
    by_demi: dict[str, list[str]] = {}
    for player in g.terms.mortals:
        demi = as_list(demis[player])[0]
        by_demi.setdefault(demi if demi != "?" else f"? {player}", []).append(player)
    return list(by_demi.values())
