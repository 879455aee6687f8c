"""The rules of Nim, its codes, and the one way in which tables differ."""

from __future__ import annotations

from vflog.engine.ruleset import Named, Revision
from vflog.log.problems import Code, Rule, table

_BOOK = "any book of games"
RULES = {
    rule.rule: rule
    for rule in (
        Rule("N1", "The start", "Two or more play, and at least one stone lies in a pile.", _BOOK, "printed"),
        Rule("N2", "A turn", "In seat order each takes one or more stones from one pile.", _BOOK, "printed"),
        Rule("N3", "The end", "The game is over when no stone is left; the last to take has won.", _BOOK, "printed"),
        Rule("N4", "Pledges", "Before the first stone is taken each may note down which pile will be empty last.",
             "this package", "assumed"),
    )
}  # fmt: skip
CODES = table(
    (
        Code("nim.start", "Nim needs two players and a stone.", "N1", "printed", title="Nothing to play"),
        Code("nim.turn", "It is the turn of {due}, not of {player}.", "N2", "printed", title="Not this player's turn",
             people=("player", "due")),
        Code("nim.stones", "{player} takes {stones} from pile {pile}, which has {there}.", "N2", "printed",
             title="Stones that are not there"),
        Code("nim.stones-left", "Stones are left: {piles}.", "N3", "printed", title="An end before the end"),
        Code("nim.pledge", "{player} cannot pledge pile {pile} now.", "N4", "assumed", title="A pledge that cannot be"),
    )
)  # fmt: skip
NAMED = {"last_stone": Named("last_stone", ("wins", "loses"), "Who takes the last stone wins, or loses.", _BOOK, "N3")}
REVISIONS = (Revision("1", {"last_stone": "wins"}, "The usual game."),)
