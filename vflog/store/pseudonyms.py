"""Other names for the people of a database, the same wherever it is asked: the report, and exported tables.

A player is `Player N` in all games that know the id, a human of a tournament `Person N`, a judge `Judge N`. The numbers
come from the content alone, never from the order of loading or of the names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple
from unicodedata import category

import duckdb

from vflog.engine import ruleset as rulesets
from vflog.engine.facts import Column, Table
from vflog.engine.naming import Naming
from vflog.engine.ruleset import dialect
from vflog.engine.tables import SHARED
from vflog.log.characters import written_out
from vflog.log.problems import Unsupported
from vflog.log.schema import schema
from vflog.store.literal import literal

#: Where a word can begin.
_START = re.compile(r"\w+|\S")
#: What a name among the words of a game stands within: ids are made of these.
_JOINED = re.compile(r"[\w.:@+-]+")
_ROWS = 1000
#: Letters of a name that is cut short by which it can be told.
_LEAST_CUT = 3
#: No message tells more of a text than this.
_LONGEST_CUT = 120


class Words:
    """What is replaced in the texts of a game: words for people, each by a pseudonym.

    `known` are words of the game itself: cards, fields, codes. No name is replaced within one of them (`mud` in
    `mud-pie`), nor, where the text is none that people wrote, a name that is one of them.
    """

    def __init__(self, people: Mapping[str, str], known: frozenset[str]) -> None:
        self._people = people
        self._known = known
        self._starts: dict[str, list[str]] = {}
        for word in sorted(people, key=lambda word: (-len(word), word)):
            if any(letter.isalpha() or not letter.isascii() for letter in word) and (start := _START.match(word)):
                self._starts.setdefault(start[0], []).append(word)

    def who(self, text: str) -> str:
        """The pseudonym of whoever is called exactly so; else the text with the names in it replaced."""
        return self._people.get(text) or self._people.get(text.strip()) or self.replaced(text)

    def called(self, text: str) -> str | None:
        """The pseudonym of whoever is called exactly so."""
        return self._people.get(text)

    def replaced(self, text: str, *, written: bool = True) -> str:
        """The text with every word for somebody replaced; `written`: by people, or for them to read."""
        if "…" in text:
            text = self._uncut(text)
        out: list[str] = []
        done = at = 0
        while start := _START.search(text, at):
            at = start.end()
            for word in self._starts.get(start[0], ()):
                first, last = start.start(), start.start() + len(word)
                if text.startswith(word, first) and _ends(text, last) and not self._own(text, first, last, written):
                    out += (text[done:first], self._people[word])
                    done = at = last
                    break
        return "".join((*out, text[done:])) if out else text

    def _uncut(self, text: str) -> str:
        """A text in which nobody's name is cut short by an ellipsis: what is left of it is the pseudonym."""
        for word, pseudonym in self._people.items():
            for length in range(min(len(word) - 1, _LONGEST_CUT), _LEAST_CUT - 1, -1):
                text = re.sub(rf"(?<!\w){re.escape(word[:length])}(?=…)", pseudonym, text)
                text = re.sub(rf"(?<=…){re.escape(word[-length:])}(?!\w)", pseudonym, text)
        return text

    def _own(self, text: str, first: int, last: int, written: bool) -> bool:
        """Whether what stands here is a word of the game itself, or a part of one."""
        if text[first:last] in self._known:
            return not written
        before = first
        while before and _JOINED.match(text[before - 1]):
            before -= 1
        whole = _JOINED.match(text, before)
        return whole is not None and whole.end() > before and whole[0].rstrip(".:") in self._known


def _ends(text: str, place: int) -> bool:
    """Whether a word that comes to here is over; accents that follow their letter belong to it."""
    if place == len(text) or not (text[place - 1].isalnum() or text[place - 1] == "_"):
        return True
    return not (text[place] == "_" or category(text[place])[0] in "LMN")


class Game(NamedTuple):
    """What a game's texts are read with."""

    words: Words
    naming: Naming


class Pseudonyms:
    """The people of the database behind a connection, whose temporary table `pseudonyms` this fills.

    That has the columns `kind` (player, person, judge), `word` (the id), `pseudonym`.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> None:
        self._connection = connection
        name = connection.execute("SELECT current_database()").fetchall()[0][0].replace('"', '""')
        #: What stands before the name of a table of the database, whatever is called so in a connection.
        self.main = f'"{name}".main.'
        connection.execute(_NUMBERED.format(main=self.main))
        told = connection.execute("SELECT kind, word, pseudonym FROM pseudonyms ORDER BY rowid").fetchall()
        self._players = {word: pseudonym for kind, word, pseudonym in told if kind == "player"}
        #: Judges who play nowhere.
        self._judges = {word: pseudonym for kind, word, pseudonym in told if kind == "judge"}
        self._persons = {word: pseudonym for kind, word, pseudonym in told if kind == "person"}
        self._tables = tables
        self._everybody: Words | None = None

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self._vocabulary(self._tables.values()))

    def everybody(self) -> Words:
        """For what belongs to no one game."""
        if self._everybody is None:
            people = dict(self._judges)
            for person, name in self._rows(f"SELECT person_id, name FROM {self.main}persons ORDER BY ALL"):
                if name and name.strip():
                    people[name] = people[name.strip()] = self._persons[person]
            for game in self._seated():
                for word, pseudonym in _of(game):
                    people.setdefault(word, pseudonym)
            self._everybody = Words({**people, **self._persons}, self._known)
        return self._everybody

    def of(self, game_key: int) -> Game:
        """One game."""
        return next(map(self._game, self._seated(f"WHERE game_key = {game_key}")), Game(self.everybody(), Naming()))

    def games(self) -> Iterator[tuple[int, Game]]:
        """Every game that has players, in order of its key."""
        for game in self._seated():
            yield game[0].game_key, self._game(game)

    def _game(self, seats: list[_Seat]) -> Game:
        return Game(Words({**self._judges, **dict(_of(seats))}, self._known), seats[0].naming)

    def _seated(self, where: str = "") -> Iterator[list[_Seat]]:
        """The seats of each game."""
        sql = (
            "SELECT p.game_key, p.player_id, p.name, p.called, g.ruleset "
            f"FROM {self.main}players p JOIN {self.main}games g USING (game_key) {where} ORDER BY game_key, seat"
        )
        seats: list[_Seat] = []
        for key, player, name, called, ruleset in self._rows(sql):
            seat = _Seat(key, player, name, called, naming(ruleset), self._players[player])
            if seats and seats[0].game_key != key:
                yield seats
                seats = []
            seats.append(seat)
        if seats:
            yield seats

    def _rows(self, sql: str) -> Iterator[tuple[Any, ...]]:
        """Rows that come while the connection itself does something else."""
        cursor = self._connection.cursor()
        try:
            cursor.execute(sql)
            while chunk := cursor.fetchmany(_ROWS):
                yield from chunk
        finally:
            cursor.close()

    def _vocabulary(self, tables: Iterable[Table]) -> Iterator[str]:
        """The words of the rulesets: what their tables hold, and what their records are made of."""
        for name in rulesets.names():
            yield from _named(schema(dialect(rulesets.ruleset(name))))
            yield from naming(name).state_fields
        columns = [("codes", "code"), ("rules", "rule"), ("records", "type")]
        for table in tables:
            if table not in SHARED:
                columns += [(table.name, c.name) for c in table.columns if c.type == "VARCHAR" and held(c) is None]
        for table_name, column in columns:
            for (word,) in self._rows(f"SELECT DISTINCT {column} FROM {self.main}{table_name}"):
                if word is not None:
                    yield word


class _Seat(NamedTuple):
    game_key: int
    player: str
    name: str | None
    called: str
    naming: Naming
    pseudonym: str


def _of(seats: Iterable[_Seat]) -> Iterator[tuple[str, str]]:
    """The words for the players of a game, as written and as JSON has them; an id that is a name too is the id's."""
    told = [*seats]
    for seat in told:
        name = seat.name or ""
        quoted = (json.dumps(name, ensure_ascii=escaped)[1:-1] for escaped in (False, True))
        for word in (seat.called, name, name.strip(), written_out(name), *quoted):
            if word.strip() and not (word == seat.player and seat.naming.seats):
                yield word, seat.pseudonym
    yield from ((seat.player, seat.pseudonym) for seat in told if not seat.naming.seats)


def held(column: Column) -> str | None:
    """What in a column may tell who played (see `engine.facts.Holds`)."""
    return column.holds or ("player" if column.of == "players.player_id" else None)


def naming(ruleset: str | None) -> Naming:
    """Where a ruleset names players; the usual places where it is not there."""
    try:
        return rulesets.ruleset(ruleset or "").naming
    except Unsupported:
        return Naming()


def seats_of(main: str) -> str | None:
    """The SQL of the keys of games whose ids are seats; `None` where no ruleset has such."""
    names = [literal(name) for name in rulesets.names() if naming(name).seats]
    return f"SELECT game_key FROM {main}games WHERE ruleset IN ({', '.join(names)})" if names else None


def _named(part: Any) -> Iterator[str]:
    """The names of fields, and the words that may stand in them, of a JSON Schema."""
    if isinstance(part, dict):
        yield from part.get("properties", {})
        yield from (word for word in (*part.get("enum", ()), part.get("const")) if isinstance(word, str))
        for each in part.values():
            yield from _named(each)
    elif isinstance(part, list):
        for each in part:
            yield from _named(each)


_JUDGES = """
    SELECT judge AS word FROM {main}rulings UNION SELECT judge FROM {main}amendments
    UNION SELECT judge FROM {main}event_results
    UNION SELECT body ->> '$.by' FROM {main}records WHERE type IN ('ruling', 'amend')
    UNION SELECT body ->> '$.result.by' FROM {main}records WHERE type = 'end'
"""
_NUMBERED = f"""
CREATE TEMP TABLE pseudonyms AS
WITH players AS (
    SELECT player_id AS word, 'Player ' || row_number() OVER (ORDER BY min((game_key, seat))) AS pseudonym
    FROM {{main}}players GROUP BY player_id
),
persons AS (
    SELECT word, coalesce(pseudonym, 'Person ' || row_number() OVER (ORDER BY pseudonym IS NOT NULL, md5(word)))
        AS pseudonym
    FROM (SELECT person_id AS word FROM {{main}}persons UNION SELECT person_id FROM {{main}}players)
    LEFT JOIN players USING (word) WHERE word IS NOT NULL
),
judges AS (
    SELECT word, 'Judge ' || row_number() OVER (ORDER BY md5(word)) AS pseudonym
    FROM ({_JUDGES})
    WHERE trim(word) <> '' AND word NOT IN (SELECT word FROM players UNION SELECT word FROM persons)
)
SELECT 'player' AS kind, * FROM players UNION ALL SELECT 'person', * FROM persons
UNION ALL SELECT 'judge', * FROM judges
ORDER BY ALL
"""
