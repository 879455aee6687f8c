"""All figures, by page."""

from __future__ import annotations

from collections.abc import Mapping

from vflog.report.figure import Figure
from vflog.report.figures import corruption, flow, ladder, rates, renown, soundness, sources, udacha, votes

#: The figures of a game page, in its order.
GAME: tuple[Figure, ...] = (
    renown.GAME, ladder.GAME, votes.GAME, corruption.GAME, sources.GAME, flow.FATE, flow.TURNS,
)  # fmt: skip
#: The figures of the pages over all games: the page, its title, what stands on it.
PAGES: Mapping[str, tuple[str, tuple[Figure, ...]]] = {
    "votes": ("Votes", (votes.OUTCOMES, votes.MARGINS)),
    "demis": ("Demis and Renown", (renown.MANY, rates.DEMIS, sources.MANY, sources.TRAVEL, rates.SEATS)),
    "corruption": ("Corruption and Hadria", (ladder.MANY, corruption.MANY, corruption.HADRIA, sources.POWERS)),
    "logs": ("Logs", (soundness.PROBLEMS, flow.LENGTHS)),
}
#: The figures of the page of a game of Udacha.
UDACHA: tuple[Figure, ...] = (udacha.ZONES, udacha.WINDOWS)
FIGURES: Mapping[str, Figure] = {
    figure.name: figure for figures in (GAME, UDACHA, *(f for _, f in PAGES.values())) for figure in figures
}
