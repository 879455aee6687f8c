"""What a ruleset brings to the report, as data: the page of a game, and pages over many games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from vflog.figures.figure import Column, Figure, Row
from vflog.figures.filters import Filter
from vflog.figures.scope import Scope


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table that stands under the figures of a page: its query, and what to say where it has no row.

    Where the query asks for the games that are `shown`, they are those that `counted` and `needs` say, as in a figure.
    """

    query: str
    title: str
    empty: str
    columns: tuple[Column, ...]
    counted: bool = True
    needs: tuple[tuple[str, str], ...] = ()
    measure: str = ""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page over many games; it is written where one of its figures or tables has something to show."""

    name: str
    title: str
    #: Its name in the row of links at the top.
    link: str
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...] = ()
    lead: str = ""


def _no_facts(game: Row) -> list[tuple[str, str]]:
    return []


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """The page of one game.

    `always` names figures that are shown even with nothing to draw; `marked` is the one over the records in which a
    dispute marks its record, `ledger` the one whose table lists what was decided, record by record. `records` and
    `players` are the queries of these two lists, `player_columns` what the list of players has beside seat, player and
    place; a column is left out where no player has anything in it. `facts` makes name and value of what there is to
    say of the game as a whole, of its row in the ruleset's own table. `sound` is what can be said of a game without an
    error, `barred` of a player who was disqualified, and `disputed` is the code under which the ruleset tells of its
    open points.
    """

    figures: tuple[Figure, ...] = ()
    always: tuple[str, ...] = ()
    marked: str | None = None
    ledger: str | None = None
    records: str | None = None
    players: str | None = None
    player_columns: tuple[Column, ...] = ()
    facts: Callable[[Row], list[tuple[str, str]]] = _no_facts
    sound: str = "Every record is by the rules"
    barred: str = "barred from winning"
    disputed: str | None = None


def _nothing_invented(games: list[Row]) -> str | None:
    return None


class RulesetPages(msgspec.Struct, frozen=True, kw_only=True):
    """All that a ruleset (`None`: what every report has) brings to the report.

    `package` is where its SQL texts lie, in the folder `queries`. `games_table` is its own table with a row a game,
    if it has one. `small_line` is the query that a small drawing of a game in the list is made from: of each game
    that is shown the `steps` (0 to 30, the course of a game), the winner's values and the best of the `others`
    (`own`, `others`; 0 to 12), and what they are in words (`told`). `colours` are light colours of its figures with
    their dark partners. `invented` says, for some of its games, which of their cards are made up. Pages of several
    rulesets that have one name are one page. By its `filters` games are chosen, beside those that all games have.
    """

    ruleset: str | None
    package: str
    game: GamePage = GamePage()
    pages: tuple[Page, ...] = ()
    games_table: str | None = None
    small_line: str | None = None
    colours: Mapping[str, str] = {}
    invented: Callable[[list[Row]], str | None] = _nothing_invented
    filters: tuple[Filter, ...] = ()

    def scope(self, of: Figure | Table, chosen: str | None = None, **more: int) -> Scope:
        """Which games a figure or table of it is about, of those that are `chosen` (a condition)."""
        return Scope(
            ruleset=self.ruleset, table=self.games_table, counted=of.counted, needs=of.needs, chosen=chosen, **more
        )

    def figures(self) -> dict[str, Figure]:
        """All its figures by name."""
        return {f.name: f for figures in (self.game.figures, *(p.figures for p in self.pages)) for f in figures}
