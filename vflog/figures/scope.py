"""The scope of a figure: which games it is about. One text of SQL, from which caption, SQL, CSV and picture are made.

A query names what it is made of in braces. `{shown}` is the table of the games in scope, with the columns of the
ruleset's own table beside those of `games`; `{rate}` are the columns of a rate out of `wins` and `games`; `{whole}` is
whether every game of the database may be told of; `{some}` cuts a list of games to those that are named as examples;
any other name is a text of the folder `queries/parts` beside the query, or of the kit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources

import msgspec

from vflog.engine.views import rate_of
from vflog.figures.filters import NOT_CHOSEN, literal

#: From so many games on rates are drawn; below, each game is a mark.
RATES_FROM = 20
#: A rate out of fewer is drawn faint.
FAINT_BELOW = 20
_NAME = re.compile(r"\{([a-z_]+)\}")


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """Games: of a ruleset (`None`: of any), counted or all of them, and what else they must meet.

    `table` is the ruleset's own table with a row a game. `needs` are conditions in SQL over `games` and that table,
    each with what to say of the games that miss it. `chosen` is the condition of what somebody chose to look at.
    Of the games behind a row of an answer `examples` are named.
    """

    ruleset: str | None = None
    table: str | None = None
    counted: bool = True
    needs: tuple[tuple[str, str], ...] = ()
    chosen: str | None = None
    examples: int = 6

    def scoped(self) -> str:
        """All games, each with the first reason why it is left out (NULL: it is shown), as a common table."""
        cases = []
        if self.chosen is not None:
            cases.append(f"WHEN ({self.chosen}) IS NOT TRUE THEN {literal(NOT_CHOSEN)}")
        if self.ruleset is not None:
            cases.append(f"WHEN ruleset IS DISTINCT FROM {literal(self.ruleset)} THEN 'of another ruleset'")
        cases += ["WHEN NOT counted THEN why_not"] * self.counted
        cases += [f"WHEN ({condition}) IS NOT TRUE THEN {literal(reason)}" for condition, reason in self.needs]
        why = "CASE\n        " + "\n        ".join(cases) + "\n    END" if cases else "NULL::VARCHAR"
        games = f"games LEFT JOIN {self.table} USING (game_key)" if self.table else "games"
        return f"scoped AS (\n    SELECT *, {why} AS left_out\n    FROM {games}\n)"

    def shown(self) -> str:
        """The games in scope, as common tables."""
        return f"{self.scoped()},\nshown AS (SELECT * FROM scoped WHERE left_out IS NULL)"

    def counts(self) -> str:
        """The SQL that counts the games in scope (NULL) and those left out, by the first reason."""
        return (
            "-- The games behind the figure (NULL), and those left out, by the first reason.\n"
            f"WITH {self.scoped()}\n"
            "SELECT left_out, count(*) AS games FROM scoped GROUP BY left_out ORDER BY left_out NULLS FIRST\n"
        )


def composed(name: str, package: str, scope: Scope) -> str:
    """The SQL text of this name among the queries of a package, with all that it names in its place.

    `a+b` is the text `a` followed by `b`: what a figure counts, and the form in which it is told.
    """
    made: dict[str, Callable[[], str]] = {
        "shown": scope.shown,
        "rate": lambda: rate_of("wins", "games"),
        "whole": lambda: "FALSE" if scope.chosen else "TRUE",
        "some": lambda: f"[:{scope.examples}]",
    }

    def put(match: re.Match[str]) -> str:
        known = made.get(match[1])
        return known() if known else _NAME.sub(put, _text(f"parts/{match[1]}", package).rstrip())

    return "".join(_NAME.sub(put, _text(part, package)) for part in name.split("+"))


def _text(name: str, package: str) -> str:
    """A text of the package, else of the kit."""
    for place in (package, __package__):
        file = resources.files(place).joinpath("queries", f"{name}.sql")
        if file.is_file():
            return file.read_text("utf-8")
    raise FileNotFoundError(f"{package} has no query {name}.")
