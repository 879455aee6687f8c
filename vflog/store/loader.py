"""The visitor that puts what it is told into the tables, and ends its transactions between files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from vflog.engine.facts import Table
from vflog.engine.verdict import FileVerdict, GameVerdict, Judged
from vflog.log.problems import Problem
from vflog.store import gather
from vflog.store.errors import StoreError
from vflog.store.frames import ROW_GROUP, Writer
from vflog.store.gather import Gathered, Reject
from vflog.store.schema import tool_version
from vflog.store.shelf import Shelf

#: Stands for the key of a file whose bytes cannot be hashed beforehand, until its end tells it.
_UNKNOWN = -1
_BLOCK = 1 << 20


class Tally(msgspec.Struct, kw_only=True):
    """What a load did: keys of the files loaded, paths passed over, games by what became of them."""

    files: list[int] = []
    already: list[str] = []
    unreadable: list[str] = []
    games: int = 0
    grown: int = 0
    repeats: int = 0
    duplicates: int = 0
    #: Problems of this load's files that are no rows: another log tells their game further.
    problems_gone: int = 0


def file_hash(path: str) -> str | None:
    """SHA-256 of the bytes of a file, 64 hex digits; `None` for what can be read only once."""
    if path == "-" or (Path(path).exists() and not Path(path).is_file()):
        return None
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def load_key(sha256: str) -> int:
    """The key of a file: the first 63 bits of its SHA-256."""
    return int(sha256[:16], 16) >> 1


class Loader:
    """Hears of records, rejects, problems, games and files, in the order of the input."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: Mapping[str, Table],
        writer: Writer,
        *,
        lean: bool,
        simulated: bool,
    ) -> None:
        self.tally = Tally()
        self._connection, self._writer = connection, writer
        self._lean, self._simulated = lean, simulated
        self._shelf = Shelf(connection, tables)
        self._spans = gather.Spans(tables)
        self._loads = {key for (key,) in connection.execute("SELECT load_key FROM loads").fetchall()}
        self._packs = {sha for (sha,) in connection.execute("SELECT sha256 FROM packs").fetchall()}
        self._keys: dict[str, int] = {}
        self._begin_file()
        self._uncommitted = 0
        self._ids: list[str] = []

    # Files

    def fresh(self, paths: Iterable[str]) -> Iterator[str]:
        """The files that are not loaded yet, each hashed when it is asked for."""
        for path in paths:
            try:
                sha256 = file_hash(path)
            except OSError as error:
                self.tally.unreadable.append(f"{path} cannot be read: {error.strerror or error}.")
                continue
            if sha256 is not None:
                key = load_key(sha256)
                if key in self._loads:
                    self.tally.already.append(path)
                    continue
                self._keys[path] = key
                self._loads.add(key)
            yield path

    def _begin_file(self) -> None:
        self._file: str | None = None
        self._key = _UNKNOWN
        self._games: dict[str, Gathered] = {}
        self._loose = Gathered()
        self._repeated_records = self._repeated_games = 0

    def _in(self, file: str | None) -> None:
        """What comes now is of this file."""
        if file != self._file and file is not None:
            self._file = file
            self._key = self._keys.get(file, _UNKNOWN)

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end: what is left of it settles, and it may be committed."""
        self._in(verdict.file)
        for gathered in [*self._games.values(), self._loose]:
            self._leave(gathered, gathered.key())
        if verdict.sha256 is not None:
            self._close(verdict, load_key(verdict.sha256))
        self._keys.pop(verdict.file, None)
        self._begin_file()
        self._uncommitted += verdict.lines
        if self._uncommitted >= ROW_GROUP:
            self.commit()

    def _close(self, verdict: FileVerdict, key: int) -> None:
        """Write the row of a file, its key corrected in all its rows where it was not known before."""
        if key != self._key:
            if key in self._loads:
                raise StoreError(f"The bytes of {verdict.file} have been loaded before under another name.")
            self._correct(key)
        row = {
            name: getattr(verdict, name) for name in ("file", "sha256", "bytes", "lines", "blank", "rejects")
        }
        row.update(
            load_key=key,
            records=verdict.records - self._repeated_records,
            repeats=verdict.repeats + self._repeated_records,
            games=verdict.games - self._repeated_games,
            loaded_at=datetime.now(UTC).isoformat(),
            tool_version=tool_version(),
        )
        self._writer.row("loads", row)
        self._loads.add(key)
        self.tally.files.append(key)

    def _correct(self, key: int) -> None:
        self._writer.flush()
        for table in ("games", "problems", "rejects"):
            self._connection.execute(f"UPDATE {table} SET load_key = ? WHERE load_key = ?", [key, self._key])

    def _leave(self, gathered: Gathered, game_key: int | None) -> None:
        """Write rejects and problems: of a game, of none, or of one that another place tells as well."""
        self._writer.extend("rejects", gather.reject_values(gathered.rejects, self._key, game_key))
        self._writer.extend("problems", gather.problem_values(gathered.problems, self._key, game_key))

    # Games

    def _of(self, game: str | None) -> Gathered:
        if game is None:
            return self._loose
        gathered = self._games.get(game)
        if gathered is None:
            gathered = self._games[game] = Gathered()
        return gathered

    def record(self, judged: Judged) -> None:
        """A record of a game was judged."""
        self._of(judged.game).records.append(judged)

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record, or of no game."""
        self._in(file)
        self._of(problem.game).rejects.append(Reject(line, byte_offset, raw, problem.code))

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""
        self._in(problem.file)
        self._of(problem.game).problems.append(problem)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over: all its rows settle."""
        self._in(verdict.file)
        gathered = Gathered() if verdict.game is None else self._games.pop(verdict.game, Gathered())
        gathered.problems = verdict.problems
        lines = [gather.bare(raw) for raw in gathered.lines()]
        duplicate = False
        if lines and self._shelf.holds(verdict.game_key):
            self._writer.flush()
            stored = self._shelf.stored(verdict.game_key)
            standing = self._shelf.standing(verdict.game_key, stored, lines)
            if standing == "repeat":
                self._repeat(verdict, gathered)
                return
            if standing == "grown":
                gone = self._shelf.remove(verdict.game_key, stored)
                self.tally.problems_gone += gone if stored.load_key in {*self.tally.files, self._key} else 0
                self.tally.grown += 1
            duplicate = standing == "duplicate"
        if lines:
            self._shelf.add(verdict.game_key)
        self._settle(verdict, gathered, lines, duplicate)
        verdict.facts, verdict.summary = None, {}
        self._writer.flush(whole=True)

    def _repeat(self, verdict: GameVerdict, gathered: Gathered) -> None:
        """The database tells this game at least as far: its lines are repeats, its problems are there."""
        self._writer.extend("rejects", gather.reject_values(gathered.rejects, self._key, verdict.game_key))
        self.tally.problems_gone += len(gathered.problems)
        self._repeated_records += verdict.records
        self._repeated_games += 1
        self.tally.repeats += 1

    def _settle(self, verdict: GameVerdict, gathered: Gathered, lines: list[bytes], duplicate: bool) -> None:
        key = verdict.game_key
        row = gather.game_row(verdict, gathered, self._key, gather.chain(lines))
        simulated = row["simulated"] and not self._simulated
        reason = gather.why_not(verdict, duplicate=duplicate, simulated=simulated)
        row.update(why_not="duplicate" if duplicate else reason, counted=reason is None)
        self._writer.row("games", row)
        self._leave(gathered, key)
        if verdict.game is not None:
            self._ids.append(verdict.game)
        if duplicate:
            self.tally.duplicates += 1
            return
        self.tally.games += 1
        judged = gather.judgements(gathered, verdict.taken_numbers)
        spans = self._spans.of(verdict, gathered, judged)
        self._writer.extend("records", gather.record_values(gathered, judged, spans, lean=self._lean), key)
        for player in gather.player_rows(verdict):
            self._writer.row("players", player)
        if verdict.facts is not None:
            self._spans.time(verdict, gathered, judged)
            for table, values in verdict.facts.lists().items():
                self._writer.extend(table, values, key)
        self._summary(verdict.summary, key)

    def _summary(self, summary: Mapping[str, Any], key: int) -> None:
        """Write what the ruleset tells beside its facts."""
        for name, value in summary.get("rulings", {}).items():
            self._writer.row("game_rulings", {"game_key": key, "name": name, "value": value})
        for table in summary.keys() - {"games", "players", "rulings", "content"}:
            for row in summary[table]:
                self._writer.row(table, {"game_key": key, **row})
        content = summary.get("content", {})
        for pack in content.get("packs", ()):
            if pack["sha256"] not in self._packs:
                self._packs.add(pack["sha256"])
                for table, rows in content.items():
                    for row in rows:
                        self._writer.row(table, row)

    # Transactions

    def commit(self) -> None:
        """Write all that waits, settle what depends on other games, and make it last."""
        self._writer.flush()
        if self._ids:
            self._writer.begin()
            self._shelf.weigh(self._ids)
        self._writer.commit()
        self._ids.clear()
        self._uncommitted = 0

    def abandon(self) -> None:
        """Drop what was not committed."""
        self._writer.abandon()
