"""Steward (VF-C4): Demis are to lie close together; once a game it places a Quest of its own.

Pack data: `table`, what lies within how many spaces from how many players on; `quests`, the Steward's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from vflog.games.veiled_fate import ages
from vflog.games.veiled_fate.celestials.frame import Act, Demis, Fields, Role
from vflog.games.veiled_fate.pack_roles import Near, StewardData
from vflog.games.veiled_fate.records import Celestial, VeiledFateEnd
from vflog.games.veiled_fate.state import Game
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def _data(g: Game) -> StewardData:
    data = g.terms.role_data
    assert isinstance(data, StewardData)
    return data


def _unused(g: Game) -> list[str]:
    return [quest for quest in _data(g).quests if quest not in g.used_quests]


def _place(g: Game, r: Celestial) -> None:
    """Once a game, in its own turn, a Steward Quest comes to a region that has none; no action."""
    turn = g.turn if g.phase == "turn" else None
    if turn is None or turn.player != r.player:
        raise Refused("steward.own-turn", player=r.player)
    if g.role_used:
        raise Refused("steward.placed", player=r.player)
    if r.quest is UNSET or r.quest not in _data(g).quests:
        named = None if r.quest is UNSET else r.quest
        raise Refused("steward.quest", player=r.player, quest=named, expected=_unused(g))
    ages.lay_quest(g, r.quest, "" if r.region is UNSET else r.region, r.player, ROLE.name)
    g.role_used = True
    turn.voted = None


def _places(g: Game) -> Iterator[Fields]:
    turn = g.turn
    if g.phase != "turn" or turn is None or turn.player != g.terms.celestial or g.role_used:
        return
    taken = {card.region for card in g.quests.values()}
    free = [region for region in g.terms.pack.ring if region not in taken]
    if free and (unused := _unused(g)):
        yield {"quest": {"in": unused}, "region": {"in": free}}


def row(g: Game) -> Near | None:
    """The row of the table for so many players; `None` where the table begins above."""
    fitting = [row for row in _data(g).table if row.players_from <= len(g.terms.players)]
    return fitting[-1] if fitting else None


def _won(g: Game, demis: Demis, r: VeiledFateEnd) -> bool:
    """Before the reveal the Demis of the table's row lie so close together."""
    wanted = row(g)
    if wanted is None:
        return False
    if isinstance(wanted.demis, tuple):
        spaces = [g.renown[demi] for demi in wanted.demis if demi in g.renown]
        return len(spaces) == len(wanted.demis) and max(spaces) - min(spaces) <= wanted.within
    spaces = sorted(g.renown.values())
    last = wanted.demis - 1
    return any(high - low <= wanted.within for low, high in zip(spaces, spaces[last:], strict=False))


ROLE = Role(
    name="steward",
    title="Steward",
    rule="VF-C4",
    text=(
        "Before the Demis are shown the Demis that its card names are to lie close together; once a game it "
        "places a Quest of its own."
    ),
    wins="before",
    won=_won,
    needs={"table": "the table it wins by (`table`)", "quests": "its own Quests (`quests`)"},
    acts={"place": Act(_place, _places, frozenset({"quest", "region"}), tried="again")},
)
