"""Where the rows come from: a database opened read-only, its queries by name, names replaced if asked.

Pseudonyms (`vflog.store.pseudonyms`) are a view `players` in front of the table of that name, so every query sees
them; what people wrote themselves (lines, messages) has the names replaced in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb

from vflog.figures.figure import Figure, Row, sql
from vflog.figures.pages import RulesetPages
from vflog.figures.text import cell
from vflog.store.connect import connect, whole
from vflog.store.pseudonyms import Game, Pseudonyms
from vflog.store.schema import tables_in

#: Digits after the point of every fraction: sums of fractions depend on their order in the last ones.
_DIGITS = 6


class Source:
    """The answers of one database."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, pseudonyms: bool) -> None:
        self._connection = connection
        self.pseudonyms = pseudonyms
        self._words: dict[int, Game] = {}
        if pseudonyms:
            self._replace_names()

    def counted(self, ruleset: str | None) -> int:
        """How many games of a ruleset count."""
        return whole(self._connection, "SELECT count(*) FROM games WHERE counted AND ruleset = ?", [ruleset])

    def rows(self, name: str, game_key: int | None = None, *, package: str = __package__) -> list[Row]:
        """The rows of a query, one of the report's own or of another package."""
        return self.ask(sql(name, package), game_key)

    def ask(self, text: str, game_key: int | None = None) -> list[Row]:
        """The rows of an SQL text; `$game_key` in it is the game's."""
        answer = self._connection.execute(text, {"game_key": game_key} if "$game_key" in text else None)
        names = [column[0] for column in answer.description or ()]
        return [dict(zip(names, map(_plain, row), strict=True)) for row in answer.fetchall()]

    def text(self, name: str, game_key: int | None = None, *, package: str = __package__) -> str:
        """The SQL of a query as it can be run by hand."""
        text = sql(name, package)
        return text if game_key is None else text.replace("$game_key", str(game_key))

    def own_row(self, table: str | None, game_key: int) -> Row | None:
        """The row of a game in a ruleset's own table of games."""
        if table is None:
            return None
        return next(iter(self.ask(f"SELECT * FROM {table} WHERE game_key = $game_key", game_key)), None)

    # -- pseudonyms ----------------------------------------------------------------------------------

    def _replace_names(self) -> None:
        self._people = Pseudonyms(self._connection, tables_in(self._connection))
        self._connection.execute(
            "CREATE TEMP VIEW players AS SELECT t.* REPLACE (p.pseudonym AS name, p.pseudonym AS called) "
            f"FROM {self._people.main}players t JOIN pseudonyms p ON p.kind = 'player' AND p.word = t.player_id"
        )

    def people(self, game_key: int) -> Game:
        """What a game's texts are read with where pseudonyms are wanted."""
        if game_key not in self._words:
            self._words[game_key] = self._people.of(game_key)
        return self._words[game_key]

    def masked(self, game_key: int, text: str | None) -> str | None:
        """A text that somebody wrote in this game, without names where pseudonyms are wanted."""
        if not self.pseudonyms or text is None:
            return text
        return self.people(game_key).words.replaced(text)


def _plain(value: Any) -> Any:
    match value:
        case float():
            return round(value, _DIGITS)
        case Decimal():
            return round(float(value), _DIGITS)
        case list():
            return [_plain(each) for each in value]
        case _:
            return value


@contextmanager
def opened(db: str | Path, *, pseudonyms: bool = False, wait: float = 0.0) -> Iterator[Source]:
    """The database at `db`, for the length of the block. Raises `StoreError` with a sentence."""
    with connect(db, read_only=True, wait=wait) as connection:
        yield Source(connection, pseudonyms)


def left_out(source: Source, figure: Figure, pages: RulesetPages) -> tuple[int, list[tuple[str, int]], str]:
    """How many games a figure over many is about, what was left out and why, and the SQL that says so."""
    text = scope_sql(figure, pages)
    rows = source.ask(text)
    used = sum(row["games"] for row in rows if row["left_out"] is None)
    return used, [(row["left_out"], row["games"]) for row in rows if row["left_out"] is not None], text


def scope_sql(figure: Figure, pages: RulesetPages) -> str:
    """The SQL that counts the games a figure is about, and those left out by the first reason."""
    if not figure.counted:
        return "-- All games, counted or not.\nSELECT NULL::VARCHAR AS left_out, count(*) AS games\nFROM games\n"
    cases = [f"WHEN ruleset IS DISTINCT FROM '{pages.ruleset}' THEN 'of another ruleset'"] if pages.ruleset else []
    cases.append("WHEN NOT counted THEN why_not")
    games = f"games LEFT JOIN {pages.games_table} USING (game_key)" if pages.games_table else "games"
    cases += [f"WHEN ({condition}) IS NOT TRUE THEN '{reason.replace(chr(39), 2 * chr(39))}'" for condition,
        reason in figure.needs]
    return (
        "-- The games behind the figure (NULL), and those left out, by the first reason.\n"
        f"SELECT CASE {' '.join(cases)} END AS left_out, count(*) AS games\n"
        f"FROM {games} GROUP BY 1 ORDER BY 1 NULLS FIRST\n"
    )


def csv(rows: Sequence[Row]) -> str:
    """Rows as CSV with a heading; lists by blanks, text that a spreadsheet would run made safe."""
    if not rows:
        return ""
    names = list(rows[0])
    lines = [",".join(cell(name) for name in names)]
    for row in rows:
        values = (row[name] for name in names)
        lines.append(",".join(cell(" ".join(map(str, v)) if isinstance(v, list) else v) for v in values))
    return "\n".join(lines) + "\n"
