"""Turns: up to two actions, the end of a turn, resting (VF-T, VF-A4)."""

from __future__ import annotations

from vflog.games.veiled_fate import facts, flow
from vflog.games.veiled_fate.celestials import conduct
from vflog.games.veiled_fate.celestials.frame import ACTIONS
from vflog.games.veiled_fate.order import expect
from vflog.games.veiled_fate.records import EndTurn, Rest
from vflog.games.veiled_fate.state import Game, Turn
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def own_turn(g: Game, player: str) -> Turn:
    """The turn under way, which must be the player's."""
    turn = g.turn
    if g.phase != "turn" or turn is None or turn.player != player:
        expect(g, "turn", player)
    assert turn is not None
    return turn


def begin_action(g: Game, player: str) -> Turn:
    """VF-T1, T3: the player has an action left and a Fate card to act with."""
    turn = g.turn
    if turn is None or turn.player != player or g.phase != "turn":
        turn = own_turn(g, player)
    if turn.actions >= ACTIONS:
        raise Refused("turn.no-action-left", player=player)
    if player == g.terms.celestial:
        conduct.may_act(g, turn)
    if not g.holds[player] and not (turn.actions == 0 and g.ruling("empty_hand_turn") == "act"):
        raise Refused("turn.no-fate-card", player=player, basis="assumed" if turn.actions == 0 else "printed")
    turn.voted = None
    return turn


def can_act(g: Game, turn: Turn) -> bool:
    """Whether the turn's player has an action left and a Fate card to act with."""
    if turn.actions >= conduct.actions(g, turn.player):
        return False
    return g.holds[turn.player] > 0 or (turn.actions == 0 and g.ruling("empty_hand_turn") == "act")


def end_turn(g: Game, r: EndTurn) -> None:
    """VF-T2: the turn ends; who was idle or has no card left rests."""
    turn = g.turn
    if turn is None or turn.player != r.player or g.phase != "turn":
        turn = own_turn(g, r.player)
    rests = must_rest(g, turn)
    again = r.again is not UNSET and r.again
    if again:
        conduct.may_go_again(g, turn, rests)
    if g.facts is not None:
        facts.turn_over(g, "automatic" if rests else None, g.n)
    if rests:
        _rest(g, r.player)
    if again and flow.age_would_end(g):
        raise Refused("arbiter.again-at-age-end", player=r.player)
    flow.next_turn(g, r.player if again else None)


def must_rest(g: Game, turn: Turn) -> bool:
    """VF-T2."""
    idle = turn.actions == 0 or not turn.fate
    out = not g.holds[turn.player]
    if turn.favor_gained or turn.favor_played:
        return out and g.ruling("favor_prevents_rest") == "inactivity"
    return idle or out


def can_go_again(g: Game, turn: Turn) -> bool:
    """Whether the Arbiter's second turn is legal now."""
    if not conduct.second_turn(g, turn.player) or g.role_used or not g.quests:
        return False
    return not must_rest(g, turn)


def rest(g: Game, r: Rest) -> None:
    """VF-T1: a player rests by choice, before or after the first action."""
    turn = own_turn(g, r.player)
    if turn.actions >= ACTIONS:
        raise Refused("turn.rest-after-second", player=r.player)
    facts.turn_over(g, "chosen", g.n)
    _rest(g, r.player)
    flow.next_turn(g, None)


def _rest(g: Game, player: str) -> None:
    """VF-A4: the first to rest in an Age is the first player from then on."""
    if not g.rested:
        g.first_rested = g.age_rested = player
        if g.ruling("marker_passes") == "at_once":
            g.first = player
    g.rested.add(player)
