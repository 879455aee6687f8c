"""Columns that many tables have, and short ways to write the usual ones."""

from __future__ import annotations

from collections.abc import Sequence

from vflog.engine.facts import Column


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
