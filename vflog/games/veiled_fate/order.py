"""What must come next, and who must do it: the wrong moment or player breaks the rule of what is due."""

from __future__ import annotations

from vflog.games.veiled_fate.age_cards import CARDS, FIRST_LAST
from vflog.games.veiled_fate.state import ORDERED, Game
from vflog.log.problems import OF_THE_FORMAT, Basis, Refused

#: phase -> (the rule of what must come next, what that is in words, with the Age card); its mark stands with the codes
DUE: dict[str, tuple[str, str]] = {
    "setup": ("VF-S2", "the set-up"),
    "age": ("VF-A1", "the Age card, read by the first player"),
    "turn": ("VF-T1", "the turn under way"),
    "voters": ("VF-Q1", "the naming of the extra voters"),
    "vote": ("VF-Q1", "the extra votes"),
    "reveal": ("VF-Q3", "the reveal of the complete Quest"),
    "age_pick": ("VF-G", "the first player's choice for the Age card"),
    "age_quest": ("VF-G", "the Quest of {card}"),
    "age_place": ("VF-G", "the placing of Demis on the Quest of {card}"),
    "age_vote": ("VF-G", "the vote on the Age card"),
    "age_reveal": ("VF-G", "the reveal of the Age card's vote"),
    "deal": ("VF-A2", "the drawing for the new Age"),
    "place": ("VF-A2", "the placing of Quests for the new Age"),
    "city": ("VF-A2", "the City card of the new Age"),
    "end": ("VF-E2", "the end of the game"),
    "over": (OF_THE_FORMAT, "nothing but notes and claims"),
}


def due(phase: str, age_card: str | None) -> str:
    """What must come next, in words."""
    words = DUE[phase][1] if phase in DUE else phase
    return words if age_card is None else words.replace("{card}", CARDS[age_card].title)


def expect(g: Game, phase: str, player: str | None = None) -> None:
    """Raise `Refused` unless `phase` is what must come next and `player` is one who must act."""
    if g.phase != phase:
        raise _out_of_order(g, "order.phase", player)
    if player is not None and (player not in g.queue or (phase in ORDERED and player != g.queue[0])):
        raise _out_of_order(g, "order.not-your-turn", player)


def _out_of_order(g: Game, code: str, player: str | None) -> Refused:
    rule, who = DUE[g.phase][0], g.waiting
    if player is not None and player not in g.terms.seat:
        code = "player.unknown"
    expected = {"phase": g.phase, "players": list(g.terms.players) if code == "player.unknown" else who[:]}
    by = f", by {' or '.join(who)}" if who else ""
    return Refused(
        code, player=player, due=due(g.phase, g.age_card), by=by, rule=rule, basis=_basis(g), expected=expected
    )


def _basis(g: Game) -> Basis | None:
    """Where it is not the rule's first mark: a vote of all, the first player last, is printed; the cards are not."""
    if g.phase in ("age_vote", "age_reveal") and g.age_card is not None and CARDS[g.age_card].voters == FIRST_LAST:
        return "printed"
    return None


def next_in_queue(g: Game, after: str) -> None:
    """The first of an ordered round has acted; when all have, `after` comes."""
    g.queue = g.queue[1:]
    if not g.queue:
        g.phase = after
