"""The Celestial roles: what each may do, and when it wins (VF-C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET

from vflog.games.veiled_fate import identity, track
from vflog.games.veiled_fate.order import expect
from vflog.games.veiled_fate.records import Celestial, VeiledFateEnd
from vflog.games.veiled_fate.state import Game, Turn
from vflog.log.problems import Refused

#: Eredan, by the number of different player Demis: how many guesses must be right (VF-C3).
GUESSES = {1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5}


def role_of(g: Game, player: str) -> str | None:
    """The role of a player, if it is the Celestial."""
    return g.terms.role.name if g.terms.role is not None and player == g.terms.celestial else None


def may_act(g: Game, turn: Turn) -> None:
    """Eredan has one action a turn."""
    if turn.actions >= 1 and role_of(g, turn.player) == "eredan":
        raise Refused("eredan.one-action", player=turn.player)


def may_move(g: Game, player: str) -> None:
    """Eredan's actions are God Powers only."""
    if role_of(g, player) == "eredan":
        raise Refused("eredan.no-move", player=player)


def free_powers(g: Game, player: str) -> bool:
    """Eredan pays nothing, and its God Powers count as a Fate card used."""
    return role_of(g, player) == "eredan"


def cost(g: Game, player: str, printed: int) -> int:
    """What a God Power costs this player."""
    return 0 if free_powers(g, player) else printed


def may_use_power(g: Game, player: str) -> None:
    """The Sorcerer has no God Powers."""
    if role_of(g, player) == "sorcerer":
        raise Refused("sorcerer.no-powers", player=player)


def may_go_again(g: Game, turn: Turn, rests: bool) -> None:
    """VF-C2: once a game the Arbiter takes two turns in a row, not where it rests by it."""
    if role_of(g, turn.player) != "arbiter":
        raise Refused("arbiter.not-arbiter", player=turn.player)
    if g.role_used:
        raise Refused("arbiter.again-used", player=turn.player)
    if rests:
        raise Refused("arbiter.again-resting", player=turn.player)
    g.role_used = True


def forms(g: Game) -> Iterator[dict[str, Any]]:
    """The forms of what a role may do besides its turn's actions (see `legal`)."""
    role = g.terms.role
    player = g.terms.celestial
    if role is None:
        return
    if role.name == "arbiter":
        yield {"type": "celestial", "fields": {"player": player, "act": "look"}, "optional": []}
    if role.name == "tormentor" and not g.role_used and g.turn is not None and g.turn.player == player:
        fields = {"player": player, "act": "swap", "drew": {"reveals": "demi"}}
        yield {"type": "celestial", "fields": fields, "optional": []}


def act(g: Game, r: Celestial) -> None:
    """VF-C2, C3, C4: what a role may do besides its turn's actions."""
    role = role_of(g, r.player)
    if role is None:
        raise Refused("celestial.not-celestial", player=r.player, expected=g.terms.celestial)
    if (role, r.act) == ("arbiter", "look"):
        if g.phase == "setup":
            expect(g, "turn", r.player)
        return
    if (role, r.act) == ("tormentor", "swap"):
        _swap_demi(g, r)
        return
    raise Refused("celestial.unknown-act", player=r.player, role=role, act=r.act)


def _swap_demi(g: Game, r: Celestial) -> None:
    """VF-C3: once a game, in its own turn, the Tormentor changes its card for a random unused one."""
    turn = g.turn
    if g.phase != "turn" or turn is None or turn.player != r.player:
        raise Refused("tormentor.own-turn", player=r.player)
    if g.role_used:
        raise Refused("tormentor.swap-used", player=r.player)
    old = g.known[r.player]
    drew = r.drew
    if drew is UNSET or (drew != "?" and drew not in g.at):
        raise Refused("tormentor.drew", player=r.player, expected=list(g.at))
    taken = identity.taken(g) - {old}
    if drew != "?" and (drew == old or drew in g.shown or (drew in taken and not g.terms.teams)):
        raise Refused("tormentor.drew-taken", player=r.player, drew=drew)
    g.known[r.player] = drew
    g.role_used = True
    turn.voted = None


def check_guess(g: Game, r: VeiledFateEnd) -> None:
    """VF-C3: Eredan guesses for every other player, and nobody else guesses."""
    if g.terms.role is None or g.terms.role.name != "eredan":
        if r.guess is not UNSET:
            raise Refused("end.guess-not-eredan")
        return
    if g.terms.detail == "score" and r.guess is UNSET:
        return
    if r.guess is UNSET or sorted(r.guess) != sorted(g.terms.mortals):
        raise Refused("end.guess", expected=list(g.terms.mortals))
    for demi in r.guess.values():
        if demi not in g.at:
            raise Refused("demi.unknown", demi=demi, rule="VF-C3", expected=list(g.at))


def check_before(g: Game, demis: Mapping[str, Any], r: VeiledFateEnd) -> None:
    """VF-E2: a win that is checked before the Demis are revealed (Eredan's)."""
    if g.terms.role is None:
        return
    g.won = g.disqualified = False
    if g.terms.role.name == "eredan" and r.guess is not UNSET:
        right = sum(identity.as_list(demis[p])[0] == r.guess[p] for p in g.terms.mortals)
        different = {d for p in g.terms.mortals for d in identity.as_list(demis[p])}
        g.won = right >= GUESSES[len(different)]


def check_at_end(g: Game, demis: Mapping[str, Any]) -> None:
    """VF-E2: a win that is checked after the annihilation."""
    if g.terms.role is None or g.disqualified:
        return
    test = _AT_END.get(g.terms.role.name)
    if test is not None:
        g.won = test(g, demis)


def _arbiter_wins(g: Game, demis: Mapping[str, Any]) -> bool:
    """One own Demi among the three highest, the other among the three lowest of those left."""
    order = track.ranking(g)
    a, b = identity.as_list(demis[str(g.terms.celestial)])
    high, low = order[:3], order[-3:]
    return (a in high and b in low) or (b in high and a in low)


def _tormentor_wins(g: Game, demis: Mapping[str, Any]) -> bool:
    """Its Demi is last of those left."""
    order = track.ranking(g)
    return bool(order) and order[-1] == demis[str(g.terms.celestial)]


def _mother_wins(g: Game, demis: Mapping[str, Any]) -> bool:
    """Every player-controlled Demi is ahead of every other one left, and none of the players' is annihilated."""
    theirs = {d for p in g.terms.mortals for d in identity.as_list(demis[p])}
    order = track.ranking(g)
    return theirs <= set(order) and set(order[: len(theirs)]) == theirs


_AT_END = {"arbiter": _arbiter_wins, "tormentor": _tormentor_wins, "mother-to-all": _mother_wins}
