"""Where the rows come from: a database opened read-only, its queries by name, names replaced if asked.

Pseudonyms (`vflog.store.pseudonyms`) are a view `players` in front of the table of that name, so every query sees
them; what people wrote themselves (lines, messages) has the names replaced in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

import duckdb

from vflog.figures.figure import Row
from vflog.figures.scope import Scope, composed
from vflog.figures.text import cell
from vflog.store.connect import MEMORY, connect, require_database
from vflog.store.pseudonyms import Game, Pseudonyms
from vflog.store.schema import tables_in

#: Digits after the point of every fraction: sums of fractions depend on their order in the last ones.
_DIGITS = 6
_ROWS = 1000
EVERY_GAME = Scope(counted=False)


class Source:
    """The answers of one database."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, pseudonyms: bool) -> None:
        self._connection = connection
        self.pseudonyms = pseudonyms
        self._words: dict[int, Game] = {}
        self._streams = count()
        if pseudonyms:
            self._replace_names()

    def rows(
        self, name: str, game_key: int | None = None, *, package: str = __package__, scope: Scope = EVERY_GAME
    ) -> list[Row]:
        """The rows of a query, one of the report's own or of another package."""
        return self.ask(composed(name, package, scope), game_key)

    def ask(self, text: str, game_key: int | None = None) -> list[Row]:
        """The rows of an SQL text; `$game_key` in it is the game's."""
        answer = self._connection.execute(text, {"game_key": game_key} if "$game_key" in text else None)
        names = [column[0] for column in answer.description or ()]
        return [dict(zip(names, map(_plain, row), strict=True)) for row in answer.fetchall()]

    def stream(self, text: str) -> Iterator[Row]:
        """The rows of an SQL text, a few at a time: memory does not grow with them, and others may be asked between."""
        table = f"streamed_{next(self._streams)}"
        self._connection.execute(f"CREATE TEMP TABLE {table} AS {text}")
        try:
            for first in count(0, _ROWS):
                part = f"rowid >= {first} AND rowid < {first + _ROWS}"
                rows = self.ask(f"SELECT * FROM {table} WHERE {part} ORDER BY rowid")
                yield from rows
                if len(rows) < _ROWS:
                    return
        finally:
            self._connection.execute(f"DROP TABLE {table}")

    def text(
        self, name: str, game_key: int | None = None, *, package: str = __package__, scope: Scope = EVERY_GAME
    ) -> str:
        """The SQL of a query as it can be run by hand."""
        text = composed(name, package, scope)
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
def opened(db: str | Path, *, pseudonyms: bool = False, wait: float = 0.0, memory: str = MEMORY) -> Iterator[Source]:
    """The database at `db`, for the length of the block. Raises `StoreError` with a sentence."""
    if pseudonyms:
        require_database(db)
    with connect(db, read_only=True, wait=wait, memory=memory) as connection:
        yield Source(connection, pseudonyms)


def counts(source: Source, scope: Scope) -> tuple[int, list[tuple[str, int]]]:
    """How many games are in scope, and how many are left out and why."""
    rows = source.ask(scope.counts())
    used = sum(row["games"] for row in rows if row["left_out"] is None)
    return used, [(row["left_out"], row["games"]) for row in rows if row["left_out"] is not None]


def csv(rows: Sequence[Row]) -> str:
    """Rows as CSV with a heading."""
    return "".join(csv_lines(rows))


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """Rows as lines of CSV with a heading; lists by blanks, text that a spreadsheet would run made safe."""
    for i, row in enumerate(rows):
        if not i:
            yield ",".join(map(cell, row)) + "\n"
        values = (" ".join(map(str, v)) if isinstance(v, list) else v for v in row.values())
        yield ",".join(map(cell, values)) + "\n"
