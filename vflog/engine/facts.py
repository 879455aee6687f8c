"""Facts: the events of a game as plain columns, and what their tables look like.

A table is data (`Table`, `Column`): the store makes its DDL, its comments and its checks from it.
While a game is judged its facts gather in one flat list a table (`facts["renown"].extend((…))`), row
after row without `game_key`, which the store adds. `mark` and `rewind` take back what is taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec


class Column(msgspec.Struct, frozen=True):
    """A column: `type` is DuckDB's, `comment` says units, rule and what NULL means."""

    name: str
    type: str
    comment: str
    null: bool = False
    check: str | None = None


class Table(msgspec.Struct, frozen=True):
    """A table: what one row is, its columns, the columns that tell rows apart."""

    name: str
    comment: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    #: The column by which a row belongs to a record, where it is not `n`.
    record: str = "n"

    @property
    def fact_columns(self) -> tuple[Column, ...]:
        """The columns a ruleset fills itself: all but `game_key`."""
        return tuple(c for c in self.columns if c.name != "game_key")


class Facts:
    """The facts of one game, a flat list a table."""

    __slots__ = ("_lists", "widths")

    def __init__(self, tables: Iterable[Table]) -> None:
        self.widths: dict[str, int] = {}
        self._lists: dict[str, list[Any]] = {}
        for table in tables:
            self.widths[table.name] = len(table.fact_columns)
            self._lists[table.name] = []

    def __getitem__(self, table: str) -> list[Any]:
        return self._lists[table]

    def lists(self) -> Mapping[str, list[Any]]:
        """The flat list of every table, by name."""
        return self._lists

    def mark(self) -> tuple[int, ...]:
        """How long every list is now."""
        return tuple(map(len, self._lists.values()))

    def rewind(self, mark: tuple[int, ...]) -> None:
        """Cut every list back to what it was at `mark`."""
        for values, length in zip(self._lists.values(), mark, strict=True):
            del values[length:]

    def rows(self, table: str) -> list[tuple[Any, ...]]:
        """The facts of one table as rows."""
        values, width = self._lists[table], self.widths[table]
        return [tuple(values[i : i + width]) for i in range(0, len(values), width)]


def one_of(column: str, values: Sequence[str]) -> str:
    """The check that a text column holds one of these values (NULL passes, as in SQL)."""
    return f"{column} IN ({', '.join(repr(v) for v in values)})"


def closed(name: str, values: Sequence[str], comment: str, *, null: bool = False) -> Column:
    """A text column with a closed set of values, which its comment lists and its check enforces."""
    return Column(name, "VARCHAR", f"{comment}: {', '.join(values)}.", null, one_of(name, values))


def count(name: str, comment: str, *, null: bool = False) -> Column:
    """A column of whole numbers from 0 on."""
    return Column(name, "BIGINT", comment, null, f"{name} >= 0")


GAME_KEY = Column(
    "game_key",
    "BIGINT",
    "The game: the first 63 bits of the SHA-256 of its `game` line. Joins all tables of a game.",
)
N = Column("n", "BIGINT", "Number of the record in its game; the `game` record is 0.")
LOAD_KEY = Column("load_key", "BIGINT", "The input file: the first 63 bits of the SHA-256 of its bytes.")
LINE = Column("line", "BIGINT", "Line of the input file, from 1.", check="line >= 1")
PLAYER = Column("player_id", "VARCHAR", "Id of the player, as in the header of the game.")
