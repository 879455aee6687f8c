"""The tables of a database as they are exported where nobody is to be named: temporary views that hide the real ones.

Ids and names are replaced wherever a column says that it holds such (`engine.facts.Holds`); what a log or a file of
strangers may hold beyond that is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import duckdb
import polars as pl

from vflog.engine.facts import Column, Table
from vflog.engine.naming import Naming
from vflog.store.frames import Stream
from vflog.store.pseudonyms import Game, Pseudonyms, Words, held, seats_of

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],]')
#: Fields of records that people fill as they like.
_WRITTEN = frozenset({"text", "reason", "game", "app", "version"})
#: Fields that a tournament's file has too.
_SHARED = frozenset({"event", "table"})
#: Rows that wait as Python values.
_TOGETHER = 20_000


def mask(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table], wanted: Iterable[Table]) -> None:
    """From here on the names of the `wanted` tables (of all these) stand for tables with pseudonyms."""
    people = Pseudonyms(connection, tables)
    for table in wanted:
        replaced = dict(_in_sql(table, people.main))
        read = [column for column in table.columns if held(column) and column.name not in replaced]
        joined = ""
        if read:
            _fill(connection, table, read, people)
            replaced |= {c.name: f"CASE WHEN v.row IS NULL THEN t.{c.name} ELSE v.{c.name}::{c.type} END" for c in read}
            joined = f"LEFT JOIN masked_{table.name} v ON v.row = t.rowid"
        if replaced:
            columns = ", ".join(f"{sql} AS {name}" for name, sql in replaced.items())
            rows = f"SELECT t.* REPLACE ({columns}) FROM {people.main}{table.name} t {joined}"
            connection.execute(f"CREATE TEMP VIEW {table.name} AS {rows}")


def _in_sql(table: Table, main: str) -> Iterator[tuple[str, str]]:
    """The columns whose replacement SQL can say, and how: what is known to be an id, and what is left out."""
    seats = seats_of(main) if any(c.name == "game_key" for c in table.columns) else None
    for column in table.columns:
        kind, here = held(column), f"t.{column.name}"
        if kind == "anything":
            yield column.name, f"CASE WHEN {here} IS NOT NULL THEN ''::{column.type} END"
        elif kind == "name":
            whose = next(c for c in table.columns if held(c) in ("player", "person"))
            called = _called(str(held(whose)), f"t.{whose.name}")
            yield column.name, f"CASE WHEN {here} IS NOT NULL THEN {called} END"
        elif kind == "person" or (kind == "player" and column.of is not None):
            told = f"coalesce({_called(kind, here)}, {here})"
            if kind == "player" and seats is not None:
                told = f"CASE WHEN t.game_key IN ({seats}) THEN {here} ELSE {told} END"
            yield column.name, told


def _called(kind: str, word: str) -> str:
    return f"(SELECT p.pseudonym FROM pseudonyms p WHERE p.kind = '{kind}' AND p.word = {word})"


def _fill(connection: duckdb.DuckDBPyConnection, table: Table, columns: list[Column], people: Pseudonyms) -> None:
    """The rows that are told otherwise, by their places in the table, in a temporary table beside it."""
    names = [column.name for column in columns]
    typed = ", ".join(f"{name} VARCHAR" for name in names)
    connection.execute(f"CREATE TEMP TABLE masked_{table.name} (row BIGINT, {typed})")
    of_games = any(c.name == "game_key" for c in table.columns)
    keys = ("game_key" if of_games else "NULL", "type" if table.name == "records" else "NULL")
    texts = ", ".join(f"{name}::VARCHAR" for name in names)
    reader = connection.cursor()
    games = people.games()
    here: tuple[int, Game] | None = None
    try:
        order = " ORDER BY game_key, rowid" if of_games else ""
        reader.execute(f"SELECT rowid, {', '.join(keys)}, {texts} FROM {people.main}{table.name}{order}")
        while chunk := reader.fetchmany(_TOGETHER):
            rows = []
            for row, key, kind, *values in chunk:
                while key is not None and (here is None or here[0] < key):
                    here = next(games, (2**63, _nobody(people)))
                game = here[1] if here is not None and here[0] == key else _nobody(people)
                told = [*_told(columns, values, kind, game, people)]
                if told != values:
                    rows.append((row, *told))
            _insert(connection, table.name, names, rows)
    finally:
        reader.close()


def _nobody(people: Pseudonyms) -> Game:
    """What belongs to no game whose players are known."""
    return Game(people.everybody(), Naming())


def _insert(connection: duckdb.DuckDBPyConnection, table: str, names: list[str], rows: list[tuple[Any, ...]]) -> None:
    if rows:
        types = {"row": pl.Int64, **dict.fromkeys(names, pl.String)}
        stream = Stream(pl.DataFrame(rows, schema=types, orient="row"))
        connection.register("masked_rows", stream)
        connection.execute(f"INSERT INTO masked_{table} SELECT * FROM masked_rows")
        connection.unregister("masked_rows")


def _told(
    columns: list[Column], values: list[str | None], kind: str | None, game: Game, people: Pseudonyms
) -> Iterator[str | None]:
    """The values of a row with pseudonyms."""
    words, naming = game
    path = next((v for c, v in zip(columns, values, strict=True) if c.holds == "path"), None)
    for column, value in zip(columns, values, strict=True):
        if value is None:
            yield None
            continue
        match held(column):
            case "player" | "judge":
                yield words.who(value)
            case "label":
                yield people.everybody().replaced(value)
            case "path":
                yield _path(value, words, naming)
            case "value":
                yield masked(value, words, naming, state=True, field=(path or "").rpartition(".")[2])
            case "line":
                yield masked(value, words, naming, type=kind, everybody=people.everybody())
            case _:
                yield words.replaced(value)


def _path(path: str, words: Words, naming: Naming) -> str:
    """A path into a state document; ids may have points in them."""
    field, _, rest = path.partition(".")
    if field in naming.state_keys:
        ends = [len(rest), *(found.start() for found in re.finditer(r"\.", rest))]
        for end in sorted(ends, reverse=True):
            if (pseudonym := words.called(rest[:end])) is not None:
                return f"{field}.{pseudonym}{words.replaced(rest[end:], written=False)}"
    return words.replaced(path, written=False)


class _Part:
    """An object or list of a line that is under way."""

    __slots__ = ("field", "is_object", "key", "of_people", "state", "written")

    def __init__(self, is_object: bool, field: str, written: bool, state: bool, of_people: bool = False) -> None:
        self.is_object = is_object
        self.field = field
        self.written = written
        self.state = state
        #: Its keys are ids of players.
        self.of_people = of_people
        self.key: str | None = None


def masked(
    text: str, words: Words, naming: Naming, *, type: str | None = None, state: bool = False, field: str = "",
    everybody: Words | None = None,
) -> str:  # fmt: skip
    """JSON with every string replaced that names somebody, all else as it stands.

    It is a record of the `type`, or with `state` a value of a state document that stands in `field`. `everybody` is
    for what tournaments share.
    """
    outer = _Part(False, field, (type or "").startswith("x_"), state or type == "claim")
    parts = [outer]
    out: list[str] = []
    done = 0
    for token in _TOKEN.finditer(text):
        part, mark = parts[-1], token[0]
        name = "" if part.of_people else (part.key or "") if part.is_object else part.field
        if mark in "{[":
            written = part.written or name.startswith("x_") or name in _WRITTEN
            state = part.state or (type == "ruling" and name == "set")
            of_people = mark == "{" and name in (naming.state_keys if part.state else naming.keys)
            parts.append(_Part(mark == "{", name, written, state, of_people))
        elif mark in "}]":
            parts.pop()
        elif mark == ",":
            part.key = None
        else:
            string = json.loads(mark) if "\\" in mark else mark[1:-1]
            if part.is_object and part.key is None:
                part.key = string
                told = words.who(string) if part.of_people else words.replaced(string, written=part.written)
            elif name in _SHARED and everybody is not None:
                told = everybody.replaced(string)
            elif name in (naming.state_ids if part.state else naming.ids):
                told = words.who(string)
            else:
                told = words.replaced(string, written=part.written or name.startswith("x_") or name in _WRITTEN)
            if told != string:
                out += (text[done : token.start()], json.dumps(told, ensure_ascii=False))
                done = token.end()
    return "".join((*out, text[done:])) if out else text
