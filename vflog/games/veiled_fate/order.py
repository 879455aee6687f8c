"""What must come next, and who must do it: the wrong moment or player breaks the rule of what is due."""

from __future__ import annotations

from vflog.games.veiled_fate.state import ORDERED, Game
from vflog.log.problems import Basis, Refused

#: phase -> (the rule of what must come next, its mark, what that is in words)
DUE: dict[str, tuple[str, Basis, str]] = {
    "setup": ("VF-S2", "printed", "the set-up"),
    "age": ("VF-A1", "printed", "the Age card, read by the first player"),
    "turn": ("VF-T1", "public", "the turn under way"),
    "voters": ("VF-Q1", "printed", "the naming of the extra voters"),
    "vote": ("VF-Q1", "printed", "the extra votes"),
    "reveal": ("VF-Q3", "printed", "the reveal of the complete Quest"),
    "age_pick": ("VF-G", "public", "the first player's choice for the Age card"),
    "age_quest": ("VF-G", "public", "the Quest of Judgement"),
    "age_place": ("VF-G", "public", "the placing of Demis on the Quest of Judgement"),
    "age_vote": ("VF-G", "printed", "the vote on the Age card"),
    "age_reveal": ("VF-G", "printed", "the reveal of the Age card's vote"),
    "deal": ("VF-A2", "printed", "the drawing for the new Age"),
    "place": ("VF-A2", "printed", "the placing of Quests for the new Age"),
    "city": ("VF-A2", "printed", "the City card of the new Age"),
    "end": ("VF-E2", "printed", "the end of the game"),
    "over": ("VF-E2", "printed", "nothing but notes and claims"),
    "score": ("VF-S2", "assumed", "a scorekeeper's record (age, score, smite, corruption, end)"),
}


def expect(g: Game, phase: str, player: str | None = None) -> None:
    """Raise `Refused` unless `phase` is what must come next and `player` is one who must act."""
    if g.phase != phase:
        raise _out_of_order(g, "order.phase", player)
    if player is not None and (player not in g.queue or (phase in ORDERED and player != g.queue[0])):
        raise _out_of_order(g, "order.not-your-turn", player)


def _out_of_order(g: Game, code: str, player: str | None) -> Refused:
    rule, basis, due = DUE[g.phase]
    who = g.waiting
    if player is not None and player not in g.terms.seat:
        code = "player.unknown"
    expected = {"phase": g.phase, "players": list(g.terms.players) if code == "player.unknown" else who[:]}
    by = f" by {' or '.join(who)}" if who else ""
    return Refused(code, player=player, due=due, by=by, rule=rule, basis=basis, expected=expected)


def next_in_queue(g: Game, after: str) -> None:
    """The first of an ordered round has acted; when all have, `after` comes."""
    g.queue = g.queue[1:]
    if not g.queue:
        g.phase = after
