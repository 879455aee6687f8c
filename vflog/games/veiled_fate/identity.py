"""Who owns which Demi, as far as the log has told; teams; the Demi cards that nobody holds (VF-S2, VF-E1)."""

from __future__ import annotations

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
    """The Demis of all players as a record gives them, in seat order, with what the log has told before.

    Raises `Refused` where a player is missing or too many, a Demi is unknown, a known Demi differs from
    what the log has told, or the known ones cannot be owned so (`final`: all must be known).
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
        out[player] = value if g.known[player] in ("?", value) else _agreed(g, player, value, rule)
    possible(g, out, rule)
    return out


def known(value: Any) -> list[str]:
    """Those of a player's Demis that are known."""
    return [demi for demi in as_list(value) if demi != "?"]


def _agreed(g: Game, player: str, value: Any, rule: str) -> Any:
    """A player's Demis as told now, and before."""
    told, before, count = known(value), known(g.known[player]), owned(g, player)
    both = list(dict.fromkeys([*told, *before]))
    if len(both) > count:
        raise Refused(
            "demis.differ",
            player=player,
            told=", ".join(as_list(value)),
            before=", ".join(before),
            rule=rule,
            expected=before,
        )
    if len(told) == count:
        return value
    return both[0] if count == 1 else [*both, *["?"] * (count - len(both))]


# -- the Demi cards ------------------------------------------------------------------------------------


def copies(g: Game) -> int:
    """How many cards there are of each Demi: one, and in team games two (VF-E1)."""
    return 2 if g.terms.teams else 1


def different(g: Game) -> int:
    """How many different Demis the players without the Celestial have: each another, in teams half as many (VF-E1)."""
    players = len(g.terms.mortals)
    return (players + 1) // 2 if g.terms.teams else players


def _cards(g: Game) -> int:
    """How many Demi cards the players have."""
    return sum(owned(g, p) for p in g.terms.players)


def unused_copies(g: Game, demi: str) -> int:
    """How many cards of a Demi may lie unused: those not shown, and without teams not known to be somebody's."""
    owned_ = 0 if g.terms.teams else sum(demi in as_list(value) for value in g.known.values())
    return copies(g) - g.shown.count(demi) - owned_


def drawable(g: Game) -> list[str]:
    """VF-C3: the unused Demis that a Celestial who gives its own card back may draw, as far as the log has told."""
    own = g.known[str(g.terms.celestial)]
    return [demi for demi in g.at if demi != own and unused_copies(g, demi) > 0]


def possible(g: Game, demis: Mapping[str, Any], rule: str) -> None:
    """Whether the players may own these Demis (`?`: one that is not known); raises `Refused`.

    VF-S2, C2: known Demis differ, but a Celestial's from the others' only without teams. VF-E1: in teams two
    players share one, with seven one player is alone. VF-G, C3: cards that were shown or given back are not owned.
    """
    celestial = g.terms.celestial
    mine = known(demis.get(celestial, "?")) if celestial is not None else []
    theirs = [(player, demi) for player in g.terms.mortals for demi in known(demis[player])]
    for player, demi in [*((str(celestial), demi) for demi in mine), *theirs]:
        _not_unused(g, player, demi)
    held = [demi for _, demi in theirs]
    apart = mine if g.terms.teams else [*mine, *held]
    if len(set(apart)) != len(apart):
        twice = next(d for d in apart if apart.count(d) > 1)
        raise Refused("demis.twice", demi=twice, rule="VF-C2" if mine.count(twice) > 1 else rule)
    if g.terms.teams:
        _shared(g, held)


def _not_unused(g: Game, player: str, demi: str) -> None:
    """VF-G: a Demi all of whose cards were shown is nobody's. VF-C3: a card that was given back is not drawn by it,
    and is nobody else's where it is the only one."""
    if g.shown.count(demi) >= copies(g):
        raise Refused("demis.shown-unused", player=player, demi=demi)
    back = g.given_back[-1:] if player == g.terms.celestial else [] if g.terms.teams else g.given_back
    if demi in back:
        raise Refused("demis.given-back", player=player, demi=demi, celestial=g.terms.celestial)


def _shared(g: Game, held: Sequence[str]) -> None:
    """VF-E1: no more than two players have a Demi; so many different ones that all, or all but one, are pairs."""
    if any(held.count(demi) > 2 for demi in held) or len(set(held)) > different(g):
        raise Refused("teams.impossible", count=len(g.terms.mortals), teams=different(g))


def show(g: Game, shown: Sequence[str], count: int) -> None:
    """VF-G Revelation: so many unused Demi cards are shown, without teams as many as there are."""
    due = min(count, copies(g) * len(g.at) - _cards(g))
    if len(shown) != due or not _may_show(g, shown):
        raise Refused("age.revealed", given=", ".join(shown) or "none", due=due, expected=showable(g))
    g.shown.extend(shown)


def showable(g: Game) -> list[str]:
    """The Demis of which a card may be shown as unused."""
    return [demi for demi in g.at if _may_show(g, (demi,))]


def _may_show(g: Game, shown: Sequence[str]) -> bool:
    if any(demi not in g.at or shown.count(demi) > unused_copies(g, demi) for demi in shown):
        return False
    before, g.shown = g.shown, [*g.shown, *shown]
    try:
        possible(g, g.known, "VF-G")
    except Refused:
        return False
    finally:
        g.shown = before
    return True


def check_unused(g: Game, unused: Sequence[str], demis: Mapping[str, Any]) -> None:
    """VF-E2: `unused`, where given, is without teams exactly the Demis that nobody holds.

    Where a player's Demi is not known, their number and those that are sure tell. In team games only what no
    reading allows is refused: more cards of a Demi than may be left.
    """
    for demi in unused:
        if demi not in g.at:
            raise Refused("demi.unknown", demi=demi, rule="VF-E2", expected=list(g.at))
    free, number = _free(g, demis), len(g.at) - _cards(g)
    wrong = any(unused.count(demi) > free.get(demi, 0) for demi in unused)
    if wrong or (not g.terms.teams and (len(unused) != number or not {*_sure(g, free)} <= {*unused})):
        raise Refused("end.unused", given=", ".join(unused) or "none", expected=list(free))


def may_be_unused(g: Game, demis: Mapping[str, Any]) -> tuple[int | list[int], dict[str, int], list[str]]:
    """How many Demis `unused` names, or from least to most; of which, with their cards; and those surely among them."""
    free = _free(g, demis)
    if g.terms.teams:
        return [0, sum(free.values())], free, []
    return len(g.at) - _cards(g), free, _sure(g, free)


def _free(g: Game, demis: Mapping[str, Any]) -> dict[str, int]:
    """The Demis that nobody is known to hold, with their cards."""
    held = [demi for value in demis.values() for demi in known(value)]
    left = {demi: copies(g) - held.count(demi) for demi in g.at}
    return {demi: number for demi, number in left.items() if number > 0}


def _sure(g: Game, free: Mapping[str, int]) -> list[str]:
    """Those of them that the log has told to be nobody's."""
    told = {*g.shown, *known(g.given_back)}
    return [demi for demi in free if demi in told]


def teams(g: Game, demis: Mapping[str, Any]) -> list[list[str]]:
    """The players without the Celestial, grouped by Demi, in seat order of the first of each."""
    by_demi: dict[str, list[str]] = {}
    for player in g.terms.mortals:
        demi = as_list(demis[player])[0]
        by_demi.setdefault(demi if demi != "?" else f"? {player}", []).append(player)
    return list(by_demi.values())
