"""Prophet (VF-C4): Demis die as foretold; it wins at once when two have died.

Pack data: `prophecies`, the Age and the space of each Demi foretold. The state adds `dead`, in the order of
their deaths, and `forced`: the completer of the Quest under resolution must name the Prophet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vflog.games.veiled_fate import facts, quests, track
from vflog.games.veiled_fate.celestials.frame import Act, Demis, Fields, Role
from vflog.games.veiled_fate.pack import Slot
from vflog.games.veiled_fate.pack_roles import ProphetData, RoleData
from vflog.games.veiled_fate.records import Celestial, VeiledFateEnd
from vflog.games.veiled_fate.state import Game
from vflog.log.problems import Refused

DEATHS = 2


def _begin(data: RoleData | None) -> Fields:
    return {"dead": [], "forced": False}


def _may_force(g: Game) -> bool:
    """Voters are to be named, by another, and the Prophet can be one of them."""
    if g.phase != "voters" or g.pending is None or g.role_extra["forced"]:
        return False
    return g.terms.celestial in quests.may_vote(g, g.pending[1])


def _force(g: Game, r: Celestial) -> None:
    """Before the completer of a Quest names the extra voters: the Prophet is to be one of them."""
    if not _may_force(g):
        raise Refused("prophet.force", player=r.player)
    g.role_extra["forced"] = True
    if g.turn is not None:
        g.turn.voted = None


def _forces(g: Game) -> Iterator[Fields]:
    if _may_force(g):
        yield {}


def _named(g: Game, players: Sequence[str]) -> None:
    if g.role_extra["forced"] and g.terms.celestial not in players:
        raise Refused(
            "prophet.not-named",
            player=g.pending and g.pending[1],
            prophet=g.terms.celestial,
            expected=[g.terms.celestial],
        )
    g.role_extra["forced"] = False


def _age_ends(g: Game) -> None:
    """Demis on the very space that is foretold for this Age die: figure and marker leave."""
    data = g.terms.role_data
    assert isinstance(data, ProphetData)
    told = {p.demi: p.renown for p in data.prophecies if p.age == g.age}
    for demi in [d for d in g.at if d in told and g.renown.get(d) == told[d]]:
        _dies(g, demi)


def _dies(g: Game, demi: str) -> None:
    g.cause = ("prophecy", demi, g.terms.celestial)
    rank, renown = facts.rank(g, demi), g.renown.pop(demi)
    g.track[renown].remove(demi)
    track.leave_slot(g, demi)
    g.at[demi] = ""
    g.role_extra["dead"].append(demi)
    facts.renown(g, demi, renown, None, (rank, None))


def _closes(g: Game, slot: Slot) -> bool:
    """A slot that only the dead could take is ignored."""
    return slot.need is not None and slot.fits <= set(g.role_extra["dead"])


def _won(g: Game, demis: Demis, r: VeiledFateEnd) -> bool:
    return len(g.role_extra["dead"]) >= DEATHS


ROLE = Role(
    name="prophet",
    title="Prophet",
    rule="VF-C4",
    text=(
        "Demis die at the end of an Age on the space foretold for them, and with the second it wins at once; "
        "it may have itself named as an extra voter."
    ),
    wins="at_once",
    won=_won,
    scored=False,
    needs={"prophecies": "what is foretold (`prophecies`)"},
    acts={"force": Act(_force, _forces)},
    begin=_begin,
    closes=_closes,
    named=_named,
    age_ends=_age_ends,
)
