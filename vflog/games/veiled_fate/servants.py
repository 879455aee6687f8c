"""Servants: three figures in regions, moved by Command (VF-V1, VF-P7)."""

from __future__ import annotations

from vflog.games.veiled_fate import facts
from vflog.games.veiled_fate.records import Favor, Power
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def command(g: Game, r: Power | Favor) -> None:
    """VF-P7: to the next region in either direction that holds no Servant, passing those that do."""
    if not g.terms.servants:
        raise Refused("command.no-servants", player=r.player)
    if r.servant is UNSET or r.servant not in g.servants:
        raise Refused("command.unknown", servant=None if r.servant is UNSET else r.servant, expected=list(g.servants))
    goals = reach(g, r.servant)
    if r.to is UNSET or r.to not in goals:
        raise Refused(
            "command.not-next",
            servant=r.servant,
            at=g.servants[r.servant],
            to=None if r.to is UNSET else r.to,
            expected=goals,
        )
    facts.moved(g, r.servant, g.servants[r.servant], r.to)
    g.servants[r.servant] = r.to


def reach(g: Game, servant: str) -> list[str]:
    """Where Command can bring a Servant: one region in either direction of the ring, sorted."""
    ring = g.terms.pack.ring
    start = ring.index(g.servants[servant])
    taken = set(g.servants.values())
    goals = set()
    for step in (1, -1):
        path = (ring[(start + step * k) % len(ring)] for k in range(1, len(ring)))
        goals.add(next(region for region in path if region not in taken))
    return sorted(goals)
