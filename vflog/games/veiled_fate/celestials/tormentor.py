"""Tormentor (VF-C3): its Demi is to be last; once a game it changes its Demi card."""

from __future__ import annotations

from collections.abc import Iterator

from vflog.games.veiled_fate import identity, track
from vflog.games.veiled_fate.celestials.frame import Act, Demis, Fields, Role
from vflog.games.veiled_fate.legal_fields import nature
from vflog.games.veiled_fate.records import Celestial, VeiledFateEnd
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def _swap(g: Game, r: Celestial) -> None:
    """Once a game, in its own turn, it changes its card for a random unused one."""
    turn = g.turn if g.phase == "turn" else None
    if turn is None or turn.player != r.player:
        raise Refused("tormentor.own-turn", player=r.player)
    if g.role_used:
        raise Refused("tormentor.swap-used", player=r.player)
    drew, free = r.drew, identity.drawable(g)
    if drew is UNSET or (drew != "?" and drew not in g.at):
        raise Refused("tormentor.drew", player=r.player, expected=free)
    if drew != "?" and drew not in free:
        raise Refused("tormentor.drew-taken", player=r.player, drew=drew, expected=free)
    g.given_back.append(g.known[r.player])
    g.known[r.player] = drew
    g.role_used = True
    turn.voted = None


def _swaps(g: Game) -> Iterator[Fields]:
    if g.phase == "turn" and not g.role_used and g.turn is not None and g.turn.player == g.terms.celestial:
        yield {"drew": nature("demi", player=g.terms.celestial, of=[*identity.drawable(g), "?"])}


def _won(g: Game, demis: Demis, r: VeiledFateEnd) -> bool:
    """Its Demi is last of those left."""
    order = track.ranking(g)
    return bool(order) and order[-1] == demis[str(g.terms.celestial)]


ROLE = Role(
    name="tormentor",
    title="Tormentor",
    rule="VF-C3",
    text=(
        "Its Demi is to be the last of those left at the end; once a game it changes its Demi card for a "
        "random unused one."
    ),
    wins="at_end",
    won=_won,
    acts={"swap": Act(_swap, _swaps, frozenset({"drew"}), tried="once")},
)
