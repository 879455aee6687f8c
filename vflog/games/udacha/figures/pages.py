"""The pages of Udacha: that of a game."""

from __future__ import annotations

from vflog.figures.figure import Row
from vflog.figures.pages import GamePage, RulesetPages
from vflog.games.udacha.figures import cards


def _invented(games: list[Row]) -> str | None:
    if any(game["simulated"] for game in games):
        return "All cards of the simulated games of Udacha are made up; its chapter publishes none."
    return None


PAGES = RulesetPages(
    ruleset="udacha",
    package=__package__,
    game=GamePage(
        figures=(cards.ZONES, cards.WINDOWS),
        always=("udacha_zones",),
        records="udacha_records",
        sound="No rule of the keyword chapter is broken",
        disputed="udacha.disputed",
    ),
    invented=_invented,
)
