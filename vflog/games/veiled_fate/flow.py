"""The course of the game: whose turn is next, when an Age ends, what its card asks for first (VF-A3, A4, VF-G)."""

from __future__ import annotations

from collections.abc import Sequence

from vflog.games.veiled_fate import facts
from vflog.games.veiled_fate.age_cards import ALL, CARDS, NOBODY, OTHERS
from vflog.games.veiled_fate.state import Game, Turn


def begin(g: Game, player: str, again: bool = False) -> None:
    """A turn begins."""
    g.turns += 1
    if g.turn is None:
        g.turn = Turn(player, g.turns, g.n + 1, again)
    else:
        g.turn.begin(player, g.turns, g.n + 1, again)
    g.phase, g.queue = "turn", [player]


def age_would_end(g: Game) -> bool:
    """VF-A3: all have rested, or no Quest is left."""
    return len(g.rested) == len(g.terms.players) or not g.quests


def next_turn(g: Game, again: str | None) -> None:
    """The turn under way is over."""
    assert g.turn is not None
    if again is not None and not age_would_end(g):
        begin(g, again, again=True)
    else:
        turn_of(g, g.terms.after[g.turn.player])


def turn_of(g: Game, players: Sequence[str]) -> None:
    """VF-A3, A4: the turn of the first of these who has not rested; where nobody has one the Age ends."""
    player = None if age_would_end(g) else next((p for p in players if p not in g.rested), None)
    if player is None:
        end_age(g)
    else:
        begin(g, player)


def go_on(g: Game) -> None:
    """After a Quest: the turn goes on, or with the last Quest the Age ends (VF-A3, ruling `last_quest`)."""
    if not g.quests and g.ruling("last_quest") == "ends_age":
        facts.turn_over(g, None, g.n)
        end_age(g)
        return
    assert g.turn is not None
    g.phase, g.queue = "turn", [g.turn.player]


def end_age(g: Game) -> None:
    """VF-A3: all have rested, or no Quest is left; the Age card comes next."""
    g.age_ended_by = "rested" if g.quests else "quests"
    g.turn = None
    if g.first_rested is not None and g.ruling("marker_passes") == "at_age_end":
        g.first = g.first_rested
    g.first_rested = None
    _begin_card(g)


def _begin_card(g: Game) -> None:
    """The Age is over: what its card asks for first."""
    assert g.age_card is not None
    assert g.first is not None
    card = CARDS[g.age_card]
    if card.by_region:
        g.census = {}
    if card.asks:
        g.phase, g.queue = "age_quest" if card.asks == "quest" else "age_pick", [g.first]
    else:
        begin_vote(g)


def begin_vote(g: Game) -> None:
    """VF-G: the players vote on the Age card, those and in the order that it says."""
    assert g.age_card is not None
    assert g.first is not None
    voters = CARDS[g.age_card].voters
    order = g.terms.in_order(g.first)
    if voters == NOBODY:
        g.phase, g.queue = "age_reveal", []
    else:
        g.phase = "age_vote"
        g.queue = order if voters == ALL else order[1:] if voters == OTHERS else [*order[1:], order[0]]
