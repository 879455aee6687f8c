"""Hadria: whom she follows, what she gains and loses, and the Favors that she shows (VF-H)."""

from __future__ import annotations

from vflog.games.veiled_fate import facts, track
from vflog.games.veiled_fate.records import Move
from vflog.games.veiled_fate.state import Game, Hadria
from vflog.log.absent import UNSET
from vflog.log.problems import Refused


def follow(g: Game, h: Hadria, start: str, to: str, from_slot: bool) -> None:
    """VF-H2: a Demi has left `start` by a move or a God Power; she goes with it."""
    if h.at != start or start == to:
        return
    if from_slot and g.ruling("hadria_follows_quest") == "false":
        return
    h.at = to
    facts.moved(g, "hadria", start, to, cause="follows")


def quest_completed(g: Game, region: str) -> None:
    """VF-H3: a Quest completed where she stands costs her one Renown, two with Invictus there."""
    if g.hadria is not None and g.hadria.at == region:
        track.hadria_shift(g, -2 if g.servants.get("invictus") == region else -1)


def see_favor(g: Game, h: Hadria, favor: str) -> None:
    """VF-H1: a Favor has come out of its deck; no more copies than there are."""
    cards = g.terms.pack.favors
    if favor not in cards:
        raise Refused("favor.unknown", favor=favor, expected=list(cards))
    if not copies_left(g, h, favor):
        limit, of_power = g.terms.favors_in_play[cards[favor].power], _of_power(g, h, cards[favor].power) + 1
        raise Refused("favor.too-many", favor=favor, count=of_power, limit=limit, expected=may_come(g, h))
    h.seen[favor] = h.seen.get(favor, 0) + 1
    h.deck -= 1


def _of_power(g: Game, h: Hadria, power: str) -> int:
    """How many Favors of a power have come out of their deck."""
    return sum(count for favor, count in h.seen.items() if g.terms.pack.favors[favor].power == power)


def copies_left(g: Game, h: Hadria, favor: str) -> int:
    """How many copies of a Favor may still lie in their deck."""
    card = g.terms.pack.favors[favor]
    in_play = g.terms.favors_in_play[card.power] - _of_power(g, h, card.power)
    return max(0, min(card.copies - h.seen.get(favor, 0), in_play))


def may_come(g: Game, h: Hadria) -> dict[str, int]:
    """The Favors that may come out of their deck, with their copies."""
    left = {favor: copies_left(g, h, favor) for favor in g.terms.pack.favors}
    return {favor: count for favor, count in left.items() if count}


def recount(g: Game, h: Hadria) -> None:
    """Count anew which Favors have come out of their deck, and what is left of it."""
    h.seen = {}
    for favor in [*h.display, *(f for own in g.favors.values() for f in (*own.hand, *own.played))]:
        h.seen[favor] = h.seen.get(favor, 0) + 1
    h.deck = sum(g.terms.favors_in_play.values()) - sum(h.seen.values())


def take_favor(g: Game, r: Move) -> None:
    """VF-M6: the mover takes one of the Favors on display; the Favor deck's next card takes its place."""
    h = g.hadria
    assert h is not None
    favor = r.favor
    if favor is UNSET:
        raise Refused("pools.favor-missing", player=r.player, expected=h.display[:])
    if favor not in h.display:
        raise Refused("pools.favor-not-shown", player=r.player, favor=favor, expected=h.display[:])
    refill = r.refill
    if refill is UNSET:
        raise Refused("pools.refill-missing", player=r.player, size=h.deck)
    if (refill is None) != (h.deck == 0):
        raise Refused("pools.refill", refill=refill, size=h.deck)
    place = h.display.index(favor)
    if refill is None:
        del h.display[place]
    else:
        h.display[place] = refill
        see_favor(g, h, refill)
    own = g.favors[r.player]
    own.hand = sorted([*own.hand, favor])
    if g.turn is not None:
        g.turn.favor_gained = True
    facts.favor_taken(g, favor, r.player)


def play_favor(g: Game, player: str, favor: str) -> str:
    """VF-H4: a Favor of the own hand is laid face up; gives the power it acts as."""
    own = g.favors.get(player)
    if own is None:
        raise Refused("favor.no-hadria", player=player)
    turn = g.turn
    if turn is not None and turn.favor_played:
        raise Refused("favor.second", player=player)
    if favor not in own.hand:
        raise Refused("favor.not-held", player=player, favor=favor, expected=own.hand[:])
    own.hand.remove(favor)
    own.played.append(favor)
    card = g.terms.pack.favors[favor]
    own.corruption += card.corruption
    if turn is not None:
        turn.favor_played = True
    facts.corruption(g, player, card.corruption, own.corruption, favor)
    return card.power
