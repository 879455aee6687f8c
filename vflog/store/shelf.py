"""The games a database holds already, and what a game that comes again is: a copy, or one of them grown.

Two logs with one key are told apart by the hash chains over their lines. What is kept of each game in
memory is its key.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Literal

import duckdb
import msgspec

from vflog.engine.facts import Table
from vflog.store.connect import whole
from vflog.store.gather import chain_head

Standing = Literal["new", "grown", "repeat", "duplicate"]


class Stored(msgspec.Struct, frozen=True):
    """What is needed of a stored game to compare a new log with it."""

    load_key: int
    first_line: int
    records: int
    lines: int
    head: str


class Shelf:
    """The games of a database, asked and changed within the transaction of a load."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Table]) -> None:
        self._connection = connection
        self._keyed = [t.name for t in tables.values() if t.columns[0].name == "game_key" and t.name != "games"]
        rows = connection.execute("SELECT DISTINCT game_key FROM games ORDER BY game_key")
        self._before = array("q")
        while chunk := rows.fetchmany(10_000):
            self._before.extend(key for (key,) in chunk)
        self._since: set[int] = set()

    def holds(self, key: int) -> bool:
        """A log of this game has been stored, or is about to be."""
        if key in self._since:
            return True
        place = bisect_left(self._before, key)
        return place < len(self._before) and self._before[place] == key

    def add(self, key: int) -> None:
        """A log of this game is about to be stored."""
        self._since.add(key)

    def _stored(self, key: int) -> Stored | None:
        """The log of this game that counts."""
        rows = self._connection.execute(
            "SELECT load_key, first_line, records, lines, chain_head FROM games "
            "WHERE game_key = ? AND why_not IS DISTINCT FROM 'duplicate'",
            [key],
        ).fetchall()
        return Stored(*rows[0]) if rows else None

    def standing(self, key: int, lines: list[bytes]) -> Standing:
        """What a log with these lines is beside the stored one; everything gathered must have been written."""
        stored = self._stored(key)
        if stored is None:
            return "new"
        if len(lines) >= stored.lines:
            if chain_head(lines, stored.lines) != stored.head:
                return "duplicate"
            return "grown" if len(lines) > stored.lines else "repeat"
        return "repeat" if self._begins(key, stored, lines) else "duplicate"

    def _begins(self, key: int, stored: Stored, lines: list[bytes]) -> bool:
        """The stored log begins with these lines. A lean database has no lines: then their number decides."""
        rows = self._connection.execute(
            "SELECT line, body::VARCHAR::BLOB AS bytes FROM records WHERE game_key = $1 AND line >= $3 "
            "UNION ALL SELECT line, raw FROM rejects WHERE game_key = $1 AND load_key = $2 "
            "ORDER BY line LIMIT $4",
            [key, stored.load_key, stored.first_line, len(lines)],
        ).fetchall()
        found = [raw for _, raw in rows]
        return None in found or found == lines

    def grow(self, key: int) -> None:
        """Take the stored log out, for a longer one: its lines become repeats of its file."""
        stored = self._stored(key)
        if stored is not None and self.drop(key, stored.load_key):
            rejects = stored.lines - stored.records
            self._connection.execute(
                "UPDATE loads SET records = records - $records, rejects = rejects - $rejects, "
                "repeats = repeats + $lines, games = games - 1 WHERE load_key = $load_key",
                {"records": stored.records, "rejects": rejects, "lines": stored.lines, "load_key": stored.load_key},
            )

    def drop(self, key: int, load_key: int) -> bool:
        """Delete all rows of the log of this game that came from this file; whether there was one."""
        stored = self._stored(key)
        found = 0
        for table in ("problems", "rejects", "games"):
            sql = f"DELETE FROM {table} WHERE game_key = ? AND load_key = ?"
            found = whole(self._connection, sql, [key, load_key])
        if stored is not None and stored.load_key == load_key:
            for table in self._keyed:
                self._connection.execute(f"DELETE FROM {table} WHERE game_key = ?", [key])
        return found > 0

    def condemn(self, key: int, load_key: int, status: str) -> None:
        """The log of this game from this file has one more error, and with it this status."""
        self._connection.execute(
            "UPDATE games SET status = $status, counted = false, problems = problems + 1, "
            "why_not = CASE WHEN why_not = 'duplicate' THEN why_not ELSE $status END "
            "WHERE game_key = $key AND load_key = $load_key",
            {"status": status, "key": key, "load_key": load_key},
        )

    def weigh(self, ids: Sequence[str]) -> None:
        """Settle what depends on other games, for games with these ids, whatever the order they came in.

        Of several sound games with one id and one end, told by different witnesses, the one with the
        smallest key counts. Logs that tell one game differently make it disputed.
        """
        wanted = "game_id IN (SELECT unnest($ids::VARCHAR[]))"
        several = f"SELECT game_id FROM games WHERE {wanted} GROUP BY game_id HAVING count(*) > 1"
        clashing = [name for (name,) in self._connection.execute(several, {"ids": ids}).fetchall()]
        if not clashing:
            return
        for statement in (
            f"UPDATE games SET counted = true, why_not = NULL WHERE why_not = 'witness' AND {wanted}",
            f"UPDATE games SET counted = false, why_not = 'witness' WHERE counted AND {wanted} AND EXISTS ("
            "SELECT 1 FROM games other WHERE other.game_id = games.game_id AND other.counted "
            "AND other.public_digest = games.public_digest AND other.game_key < games.game_key)",
            f"UPDATE games SET disputed = true WHERE {wanted} AND game_key IN ("
            "SELECT game_key FROM games WHERE why_not = 'duplicate')",
        ):
            self._connection.execute(statement, {"ids": clashing})
