"""Short games for tests by rule: a position, some records, and what is true then."""

from __future__ import annotations

from typing import Any

from vflog.games.veiled_fate.examples.example import act, move, onto, power
from vflog.games.veiled_fate.examples.situations import (
    DEMIS,
    HAND,
    NAMES,
    REGIONS,
    Situation,
    ended,
    header,
    ranked,
    setup,
    table,
    voting,
)

from .harness import Game

__all__ = [
    "DEMIS",
    "HAND",
    "NAMED",
    "NAMES",
    "REGIONS",
    "TWO",
    "Situation",
    "act",
    "ended",
    "header",
    "move",
    "moved",
    "onto",
    "play",
    "power",
    "ranked",
    "refused",
    "reveal",
    "setup",
    "spaces",
    "table",
    "vote",
    "voting",
]
State = dict[str, Any]


def log(given: Situation, *records: dict[str, Any]) -> list[dict[str, Any]]:
    """The numbered log."""
    return [{**record, "n": n} for n, record in enumerate((*given.records, *records))]


def moved(given: Situation, *records: dict[str, Any], **settings: Any) -> Game:
    """The game after the records, all of them legal."""
    game = Game(log(given, *records), **settings)
    assert not game.problems, [(p.n, p.code, p.message) for p in game.problems]
    return game


def play(given: Situation, *records: dict[str, Any]) -> State:
    """The state after the records, all of them legal."""
    return moved(given, *records).state


def refused(given: Situation, *records: dict[str, Any]) -> tuple[str, str | None]:
    """Code and rule of the only problem, which the last record has."""
    game = Game(log(given, *records))
    assert [p.n for p in game.problems] == [len(given.records) + len(records) - 1], game.problems
    assert game.judged[-1].judged == "refused"
    problem = game.problems[0]
    return problem.code, problem.rule


def spaces(**demis: int) -> dict[str, list[str]]:
    """Lists for the track by a judge's ruling: those named stand there, in the order named, all others on 0."""
    out: dict[str, list[str]] = {str(space): [] for space in range(13)}
    for demi, space in demis.items():
        out[str(space)].append(demi)
    out["0"] += [demi for demi in DEMIS if demi not in demis]
    return out


#: Ada fills lantern-oath, and names Bob.
TWO = (onto("ada", "naka", "lantern-oath", 1), onto("ada", "klar", "lantern-oath", 2))
NAMED = act("voters", "ada", quest="lantern-oath", players=["bob"])


def vote(player: str, card: str | None, quest: str = "lantern-oath", **fields: Any) -> dict[str, Any]:
    return act("vote", player, quest=quest, card=card, **fields)


def reveal(*cards: str, quest: str = "lantern-oath", **fields: Any) -> dict[str, Any]:
    return act("reveal", quest=quest, cards=list(cards), **fields)
