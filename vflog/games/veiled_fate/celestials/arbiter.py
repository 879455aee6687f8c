"""Arbiter (VF-C2): two Demis, one to succeed and one to fail; once a game two turns in a row."""

from __future__ import annotations

from collections.abc import Iterator

from vflog.games.veiled_fate import identity, track
from vflog.games.veiled_fate.celestials.frame import Act, Demis, Fields, Role
from vflog.games.veiled_fate.order import expect
from vflog.games.veiled_fate.records import Celestial, VeiledFateEnd
from vflog.games.veiled_fate.state import Game


def _look(g: Game, r: Celestial) -> None:
    """It may look through the unused Demi cards at any time; that changes nothing."""
    if g.phase == "setup":
        expect(g, "turn", r.player)


def _looks(g: Game) -> Iterator[Fields]:
    yield {}


def _won(g: Game, demis: Demis, r: VeiledFateEnd) -> bool:
    """One own Demi among the three highest, the other among the three lowest of those left.

    Where a scorekeeper's log does not tell which they are, nobody can say so; then its winners are as told.
    """
    order = track.ranking(g)
    own = identity.as_list(demis[str(g.terms.celestial)])
    if "?" in own:
        return False
    a, b = own
    high, low = order[:3], order[-3:]
    return (a in high and b in low) or (b in high and a in low)


ROLE = Role(
    name="arbiter",
    title="Arbiter",
    rule="VF-C2",
    text=(
        "One of its two Demis is to be among the three highest at the end, the other among the three lowest; "
        "once a game it has two turns in a row, and it may look through the unused Demi cards."
    ),
    wins="at_end",
    won=_won,
    demis=2,
    second_turn=True,
    acts={"look": Act(_look, _looks, tried="once")},
)
