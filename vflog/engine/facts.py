"""Facts: the events of a game as plain columns, and what their tables look like.

A table is data (`Table`, `Column`): the store makes its DDL, its comments and its checks from it. A table of facts is
defined once, as a typed row (`fact_table`): its fields are the columns, and what makes a row takes just these fields.
While a game is judged its facts gather in one flat list a table, row after row without `game_key`, which the store
adds. `mark` and `rewind` take back what is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Concatenate, Literal, ParamSpec, Union, get_args, get_origin, get_type_hints

import msgspec

_Fields = ParamSpec("_Fields")


#: What in a column may tell who played: the id of a player, of a human of a tournament, of a judge; the name of the
#: player or human of the same row; a text that may name somebody; a label that games and tournaments share; a path
#: into a state document, or a value from there (by the path of the same row); a log's line; or anything at all.
Holds = Literal["player", "person", "judge", "name", "text", "label", "path", "value", "line", "anything"]


class Column(msgspec.Struct, frozen=True):
    """A column: `type` is DuckDB's, `comment` says units, rule and what NULL means.

    `of`: the `table.column` of the same game in which each of its values must stand. `holds`: what in it may tell who
    played; an id of a player need not be said where `of` says it.
    """

    name: str
    type: str
    comment: str
    null: bool = False
    check: str | None = None
    of: str | None = None
    holds: Holds | None = None

    @property
    def text(self) -> str:
        """The comment, and where else its values stand."""
        return f"{self.comment} Stands in `{self.of}`." if self.of else self.comment


class Check(msgspec.Struct, frozen=True):
    """What must hold among the rows of games: `sql` finds those that break it, `text` says what they are."""

    sql: str
    text: str


class Table(msgspec.Struct, frozen=True):
    """A table: what one row is, its columns, the columns that tell rows apart."""

    name: str
    comment: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    #: The column by which a row belongs to a record, where it is not `n`.
    record: str = "n"
    #: Where a row stands for the records from `first_n` to `last_n` (NULL: to the last): the column of `records` that
    #: they get from the column of the same name. If it has a column `DURATION`, the times of the log fill that.
    spans: str | None = None
    #: What must hold beside keys and references.
    checks: tuple[Check, ...] = ()

    @property
    def fact_columns(self) -> tuple[Column, ...]:
        """The columns a ruleset fills itself: all but `game_key`."""
        return tuple(c for c in self.columns if c.name != "game_key")

    def pick(self, *names: str) -> tuple[Column, ...]:
        """The columns of these names, in this order; raises `KeyError` for one that is not there."""
        known = {c.name: c for c in self.columns}
        return tuple(known[name] for name in names)

    def place(self, column: str) -> int:
        """Where a column stands among those; raises `ValueError` for one that is not there."""
        return [c.name for c in self.fact_columns].index(column)


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

    def saved(self) -> list[list[object]]:
        """All that is in them, to be put back later."""
        return [values[:] for values in self._lists.values()]

    def put_back(self, saved: list[list[object]]) -> None:
        """Fill every list again with what was in it."""
        for values, before in zip(self._lists.values(), saved, strict=True):
            values[:] = before

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


# -- typed rows --------------------------------------------------------------------------------------------


class Is(msgspec.Struct, frozen=True):
    """What a field of a row is as a column: `field: Annotated[int | None, Is("What it tells.")]`.

    `type` is DuckDB's, where it is not the usual one of the Python type; in `check` the column is called `{}`; `of` and
    `holds` are as in `Column`.
    """

    comment: str
    type: str | None = None
    check: str | None = None
    of: str | None = None
    holds: Holds | None = None


def among(values: Sequence[str], comment: str) -> Is:
    """A text with a closed set of values, which the comment lists and the check enforces."""
    return Is(f"{comment}: {', '.join(values)}.", check=one_of("{}", values))


_TYPES = {int: "BIGINT", str: "VARCHAR", bool: "BOOLEAN"}


def _column(name: str, hint: Any) -> Column:
    """The column that a field is; raises `TypeError` for a field that says too little."""
    said = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Is)]
    if len(said) != 1:
        raise TypeError(f"the field {name} must say what its column is, once")
    kind = get_args(hint)[0]
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    told = [each for each in kinds if each is not NoneType]
    check = said[0].check
    return Column(
        name,
        said[0].type or _TYPES[told[0]],
        said[0].comment,
        NoneType in kinds,
        None if check is None else check.replace("{}", name),
        said[0].of,
        said[0].holds,
    )


def columns_of(row: Callable[..., Any]) -> tuple[Column, ...]:
    """The columns that the fields of a row (a `NamedTuple`) are; raises `TypeError` where one says too little."""
    return tuple(_column(name, hint) for name, hint in get_type_hints(row, include_extras=True).items())


def comment_of(row: Callable[..., Any]) -> str:
    """What a row is, by its docstring, on one line."""
    return " ".join(cleandoc(row.__doc__ or "").split())


def fact_table(
    name: str,
    row: Callable[_Fields, tuple[Any, ...]],
    key: tuple[str, ...] | None = None,
    *,
    record: str = "n",
    spans: str | None = None,
    checks: tuple[Check, ...] = (),
) -> tuple[Table, Callable[Concatenate[Facts, _Fields], None]]:
    """A table of facts out of its row, and what adds a row to the facts of a game: called with these and the fields.

    `row` is a `NamedTuple` that says what each field is (`Is`); its docstring is the comment of the table. `key` is
    what tells rows apart beside `game_key`; without it equal rows may stand. Types are checked where a row is added,
    and that costs no more than a plain tuple: a row of its class is never made.
    """
    columns = columns_of(row)
    known = {column.name for column in columns}
    wanted = (*(key or ()), *((spans, "first_n", "last_n") if spans else ()))
    if missing := [each for each in wanted if each not in known]:
        raise TypeError(f"the table {name} has no column {', '.join(missing)}")
    whole_key = () if key is None else ("game_key", *key)
    table = Table(name, comment_of(row), (GAME_KEY, *columns), whole_key, record, spans, checks)
    fields = ", ".join(column.name for column in columns)
    return table, eval(f"lambda facts, {fields}: facts[{name!r}].extend(({fields},))", {})


#: A column of a table that `spans`: seconds from the record before a part to its last.
DURATION = "duration_s"
GAME_KEY = Column(
    "game_key",
    "BIGINT",
    "The game: the first 63 bits of the SHA-256 of its `game` line. Joins all tables of a game.",
)
N = Column("n", "BIGINT", "Number of the record in its game; the `game` record is 0.")
LOAD_KEY = Column(
    "load_key", "BIGINT", "The input file: the first 63 bits of the SHA-256 of its bytes; NULL for a view.", True
)  # fmt: skip
LINE = Column("line", "BIGINT", "Line of the input file, from 1.", check="line >= 1")
PLAYER = Column("player_id", "VARCHAR", "Id of the player, as in the header of the game.", holds="player")

#: Fields that many rows have.
RecordNumber = Annotated[int, Is(N.comment, of="records.n")]
PlayerId = Annotated[str, Is(PLAYER.comment, of="players.player_id")]
