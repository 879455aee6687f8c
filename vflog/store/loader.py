"""The visitor that puts what it is told into the tables, and ends its transactions between files."""

from __future__ import annotations

import hashlib
import os
import time
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import duckdb
import msgspec

from vflog.engine.facts import Table
from vflog.engine.verdict import FileVerdict, GameVerdict, Judged, Status
from vflog.log.problems import Problem
from vflog.log.sources import Finder, Source, unreadable
from vflog.store import gather
from vflog.store.errors import StoreError
from vflog.store.frames import ROW_GROUP, Writer
from vflog.store.gather import Gathered, Reject
from vflog.store.shelf import Shelf
from vflog.version import VERSION

#: What may be loaded: what a path stands for, or a source, or what is wrong with one.
Input = str | os.PathLike[str] | Source | Problem
#: Stands for the key of a file whose bytes cannot be hashed beforehand, until its end tells it.
_UNKNOWN = -1
_BLOCK = 1 << 20
#: Small files are committed together after so long, so that a run that is killed loses no more.
SECONDS = 2.0
_COUNTS = ("lines", "blank", "records", "rejects", "repeats", "games")


class Repeat(msgspec.Struct, frozen=True):
    """A game of a file that the database had been told further before: its lines are repeats."""

    game_key: int
    status: Status
    records: int
    rejects: int
    problems: int


class Tally(msgspec.Struct, kw_only=True):
    """What a load did: keys of the files loaded, paths passed over, games by what became of them."""

    files: dict[int, list[Repeat]] = {}
    already: list[str] = []
    not_read: list[Problem] = []
    game_keys: array[int] = msgspec.field(default_factory=lambda: array("q"))
    games: int = 0
    grown: int = 0
    duplicates: int = 0

    @property
    def repeats(self) -> list[Repeat]:
        """The games that the database had been told further before."""
        return [repeat for repeats in self.files.values() for repeat in repeats]


def file_hash(source: Source) -> str | None:
    """SHA-256 of the bytes of a file, 64 hex digits; `None` for what can be read only once, and for copies."""
    if not source.again or source.path is None or source.original is not None:
        return None
    digest = hashlib.sha256()
    with open(source.path, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _found(finder: Finder, path: Input) -> Iterable[Source | Problem]:
    return (path,) if isinstance(path, Source | Problem) else finder.find(path)


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
        self._committed = time.monotonic()
        self._ids: list[str] = []

    # Files

    def fresh(self, paths: Iterable[Input]) -> Iterator[Source]:
        """The inputs that are not loaded yet, each hashed when it is asked for."""
        finder = Finder()
        for found in (each for path in paths for each in _found(finder, path)):
            if isinstance(found, Problem):
                self.tally.not_read.append(found)
                continue
            try:
                sha256 = file_hash(found)
            except OSError as error:
                self.tally.not_read.append(unreadable(found, error))
                continue
            if sha256 is not None:
                key = load_key(sha256)
                if key in self._loads:
                    self.tally.already.append(found.name)
                    continue
                self._keys[found.name] = key
                self._loads.add(key)
            yield found

    def _begin_file(self) -> None:
        self._file: str | None = None
        self._key = _UNKNOWN
        self._games: dict[str, Gathered] = {}
        self._loose = Gathered()
        self._repeats: list[Repeat] = []

    def _in(self, file: str | None) -> None:
        """What comes now is of this file."""
        if file != self._file and file is not None:
            self._file = file
            self._key = self._keys.get(file, _UNKNOWN)

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end: what is left of it settles, and it may be committed.

        Or a file told before is told again, with other counts.
        """
        if verdict.sha256 is None:  # the reading was interrupted
            return
        key = load_key(verdict.sha256)
        if key in self.tally.files and verdict.file != self._file:
            self._recount(verdict, key)
            return
        self._in(verdict.file)
        for gathered in [*self._games.values(), self._loose]:
            self._leave(gathered, gathered.key())
        self._close(verdict, key)
        self._begin_file()
        self._uncommitted += verdict.lines
        if self._uncommitted >= ROW_GROUP or time.monotonic() - self._committed >= SECONDS:
            self.commit()

    def _close(self, verdict: FileVerdict, key: int) -> None:
        """Write the row of a file, its key corrected in all its rows where it was not known before."""
        if key != self._key:
            if key in self._loads:
                raise StoreError(f"The bytes of {verdict.file} have been loaded before under another name.")
            self._correct(key)
        self.tally.files[key] = self._repeats
        self._writer.row(
            "loads",
            {
                "load_key": key,
                "file": verdict.file,
                "sha256": verdict.sha256,
                "bytes": verdict.bytes,
                **self._counts(verdict, key),
                "loaded_at": datetime.now(UTC).isoformat(),
                "tool_version": VERSION,
            },
        )
        self._loads.add(key)
        self._keys[verdict.file] = key

    def _counts(self, verdict: FileVerdict, key: int) -> dict[str, int]:
        """The counts of a file, the games that the database had been told before as repeats."""
        counts = {name: getattr(verdict, name) for name in _COUNTS}
        for repeat in self.tally.files[key]:
            counts["records"] -= repeat.records
            counts["rejects"] -= repeat.rejects
            counts["repeats"] += repeat.records + repeat.rejects
            counts["games"] -= 1
        return counts

    def _recount(self, verdict: FileVerdict, key: int) -> None:
        self._writer.flush()
        self._writer.begin()
        counts = self._counts(verdict, key)
        columns = ", ".join(f"{name} = ${name}" for name in counts)
        self._connection.execute(f"UPDATE loads SET {columns} WHERE load_key = $key", {**counts, "key": key})

    def _correct(self, key: int) -> None:
        self._writer.flush()
        self._writer.begin()
        for table in ("games", "problems", "rejects"):
            self._connection.execute(f"UPDATE {table} SET load_key = ? WHERE load_key = ?", [key, self._key])

    def _leave(self, gathered: Gathered, game_key: int | None) -> None:
        """Write rejects and problems: of a game, of none, or of a copy."""
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
        gathered = self._games.get(judged.game)
        if gathered is None:
            gathered = self._of(judged.game)
        gathered.records.append(judged)

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
        gathered = self._gathered(verdict)
        lines = gathered.lines()
        duplicate = False
        if verdict.status != "unreadable":
            if self._shelf.holds(verdict.game_key):
                self._writer.flush()
                self._writer.begin()
                standing = self._shelf.standing(verdict.game_key, lines)
                if standing == "repeat":
                    self._repeat(verdict, gathered)
                    return
                if standing == "grown":
                    self._shelf.grow(verdict.game_key)
                    self.tally.grown += 1
                duplicate = standing == "duplicate"
            self._shelf.add(verdict.game_key)
        self._settle(verdict, gathered, lines, duplicate)
        verdict.facts, verdict.summary = None, {}
        self._writer.settle()

    def _gathered(self, verdict: GameVerdict) -> Gathered:
        """What came of this game and of no other, its problems as they are in the end.

        A damaged `game` record is a game and a reject at once, and may bear the id of another game.
        """
        found = self._of(verdict.game)
        if verdict.status == "unreadable":
            own = Gathered(rejects=[r for r in found.rejects if r.line == verdict.line])
            found.rejects = [r for r in found.rejects if r.line != verdict.line]
        else:
            self._games.pop(verdict.game or "", None)
            own = Gathered(records=found.records, rejects=found.rejects)
        told = {id(problem) for problem in verdict.problems}
        left = [problem for problem in found.problems if id(problem) not in told]
        if verdict.status == "unreadable":
            found.problems = left
        else:
            self._loose.problems.extend(left)
        own.problems = verdict.problems
        return own

    def _repeat(self, verdict: GameVerdict, gathered: Gathered) -> None:
        """The database has been told this game as far or further."""
        rejects, problems = len(gathered.rejects), len(gathered.problems)
        self._repeats.append(Repeat(verdict.game_key, verdict.status, verdict.records, rejects, problems))

    def revised(self, game_key: int, file: str, status: Status | None) -> None:
        """A game of this load has another status, or is the beginning of the log that is told next."""
        self._writer.flush()
        self._writer.begin()
        key = self._keys.get(file, _UNKNOWN)
        if status is None:
            if self._shelf.drop(game_key, key):
                self.tally.grown += 1
                return
            repeats = self.tally.files.get(key, self._repeats)
            repeats[:] = [repeat for repeat in repeats if repeat.game_key != game_key]
            return
        why = self._why()
        self._shelf.condemn(game_key, key, status)
        self._writer.extend("problems", gather.problem_values(why, self._key, game_key))

    def _why(self) -> list[Problem]:
        """The problem that was told last, of a game that has been told already."""
        for game, gathered in reversed(self._games.items()):
            if gathered.problems and not gathered.records:
                del self._games[game]
                return gathered.problems
        return []

    def _settle(self, verdict: GameVerdict, gathered: Gathered, lines: list[bytes], duplicate: bool) -> None:
        key = verdict.game_key
        row = gather.game_row(verdict, gathered, self._key, gather.chain_head(lines))
        simulated = row["simulated"] and not self._simulated
        reason = gather.why_not(verdict, duplicate=duplicate, simulated=simulated)
        row.update(why_not="duplicate" if duplicate else reason, counted=reason is None)
        self._writer.row("games", row)
        self.tally.game_keys.append(key)
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
                if values:
                    self._writer.extend(table, values, key)
        self._summary(verdict.summary, key)

    def _summary(self, summary: Mapping[str, Any], key: int) -> None:
        """Write what the ruleset tells beside its facts."""
        rulings = summary.get("rulings", {}).items()
        self._writer.extend("game_rulings", [x for name, value in rulings for x in (name, gather.setting(value))], key)
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
        self._committed = time.monotonic()

    def abandon(self) -> None:
        """Drop what was not committed."""
        self._writer.abandon()


def by_status(repeats: Iterable[Repeat]) -> Counter[str]:
    """How many of these games have each status."""
    return Counter(repeat.status for repeat in repeats)
