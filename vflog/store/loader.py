"""The visitor that puts what it is told into the tables, and ends its transactions between files."""

from __future__ import annotations

import hashlib
import os
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import duckdb
import msgspec
from msgspec import structs

from vflog.engine.facts import Table
from vflog.engine.settings import Settings as Judging
from vflog.engine.telling import Telling, play_digest
from vflog.engine.verdict import FileVerdict, GameVerdict, Judged, Report, Revision, Run
from vflog.log.problems import Problem
from vflog.log.records import Record
from vflog.log.remote import opened
from vflog.log.sources import STDIN, Finder, Source, unreadable
from vflog.reading.results import RunVisitor
from vflog.store import gather
from vflog.store.errors import StoreError
from vflog.store.frames import ROW_GROUP, Writer
from vflog.store.game_rows import GameRows
from vflog.store.gather import Gathered, Reject
from vflog.store.stored_tellings import OF_LOGS, REPEATS, Change, Log, StoredTelling, log_of, problems_of
from vflog.store.tellings import Keys, Tellings
from vflog.version import VERSION

#: Judges inputs: the sources, the settings, the visitor.
Judge = Callable[..., Report]
#: What may be loaded: what a path stands for, or a source, or what is wrong with one.
Input = str | os.PathLike[str] | Source | Problem
#: Stands for the key of a file whose bytes cannot be hashed beforehand, until its end tells it.
_UNKNOWN = -1
_BLOCK = 1 << 20
#: Small files are committed together after so long, so that a run that is killed loses no more.
SECONDS = 2.0
#: Tables with rows of a file.
_OF_FILES = ("games", "tellings", "problems", "rejects")
#: Games whose tellings are settled at once.
_AT_ONCE = 1000


class Tally(msgspec.Struct, kw_only=True):
    """What a load did: keys of the files loaded, paths passed over, games by what became of them.

    `copies` are files with the same bytes as one that is loaded, each with that one's name. Of the games that were
    judged, `repeats` are those whose lines the database has from another log, `grown` those in whose place a longer
    log came, `duplicates` those that another log tells otherwise.
    """

    files: set[int] = set()
    already: list[str] = []
    copies: list[tuple[str, str]] = []
    not_read: list[Problem] = []
    game_keys: array[int] = msgspec.field(default_factory=lambda: array("q"))
    games: int = 0
    grown: int = 0
    repeats: int = 0
    duplicates: int = 0
    #: Tellings that were to be chosen, and that no log is.
    no_telling: list[str] = []
    #: What the verdicts left out, as repeats: games by status, problems; and the problems that tell of other logs.
    unheard: Counter[str] = msgspec.field(default_factory=Counter)
    unheard_problems: int = 0
    of_logs: int = 0


def file_hash(source: Source) -> str | None:
    """SHA-256 of the bytes of a file, 64 hex digits; `None` for what can be read only once, and for copies."""
    if not source.again or source.path is None or source.original is not None:
        return None
    digest = hashlib.sha256()
    with opened(source.path) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _found(finder: Finder, path: Input) -> Iterable[Source | Problem]:
    return (path,) if isinstance(path, Source | Problem) else finder.find(path)


def load_key(sha256: str) -> int:
    """The key of a file: the first 63 bits of its SHA-256."""
    return int(sha256[:16], 16) >> 1


class Loader(RunVisitor):
    """Hears of records, rejects, problems, games and files, in the order of the input."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        tables: Mapping[str, Table],
        writer: Writer,
        judge: Judge,
        judging: Judging,
        *,
        lean: bool,
        simulated: bool,
    ) -> None:
        """`judge` is what judges the inputs, with the settings `judging`; logs that are kept are judged by it again."""
        self.tally = Tally()
        self._connection, self._writer = connection, writer
        self._judge, self._judging = judge, judging
        self._lean, self._simulated = lean, simulated
        self._tellings = Tellings(
            connection, tables, self._plays, judging.tellings, lean=lean, count_simulated=simulated
        )
        self._known = Keys(connection)
        self._rows = GameRows(tables, lean=lean)
        self._loads = dict(connection.execute("SELECT load_key, file FROM loads").fetchall())
        self._before = set(self._loads)
        self._packs = {sha for (sha,) in connection.execute("SELECT sha256 FROM packs").fetchall()}
        self._keys: dict[str, int] = {}
        self._begin_file()
        self._begin_transaction()

    def _begin_transaction(self) -> None:
        self._uncommitted = 0
        self._committed = time.monotonic()
        self._ids: list[str] = []
        #: Tellings of games that are told more than once, by game: what they are is settled when all is committed.
        self._contested: dict[int, list[StoredTelling]] = {}
        self._copies: list[tuple[int, str]] = []

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
            if sha256 is None or self.is_fresh(found, sha256):
                yield found

    def is_fresh(self, source: Source, sha256: str) -> bool:
        """Whether a file with this hash is not loaded yet; it is about to be."""
        key = load_key(sha256)
        if key in self._loads:
            self._again_or_copy(key, source.name)
            return False
        self._keys[source.name] = key
        self._loads[key] = source.name
        return True

    def _again_or_copy(self, key: int, name: str) -> None:
        """A file has the bytes of one that is loaded: it is that one, or a copy of it under another name."""
        names = {self._loads[key], *(other for of, other in self._copies if of == key)}
        if not any(_same_file(name, other) for other in names):
            self._flush()
            names = self._tellings.names(key)
        if any(_same_file(name, other) for other in names):
            self.tally.already.append(name)
        else:
            self.tally.copies.append((name, self._loads[key]))
            self._copies.append((key, name))

    def _begin_file(self) -> None:
        self._file: str | None = None
        self._key = _UNKNOWN
        self._last: Problem | None = None
        self._games: dict[str, Gathered] = {}
        self._loose = Gathered()
        self._counts = dict.fromkeys(("records", "rejects", "games"), 0)

    def _in(self, file: str | None) -> None:
        """What comes now is of this file."""
        if file != self._file and file is not None:
            self._file = file
            self._key = self._keys.get(file, _UNKNOWN)

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end: what is left of it settles, and it may be committed."""
        if verdict.sha256 is None:  # the reading was interrupted
            return
        if verdict.file != self._file and self._keys.get(verdict.file) in self.tally.files:
            return  # it is told again, with other repeats
        self._in(verdict.file)
        for gathered in [*self._games.values(), self._loose]:
            self._leave(gathered, gathered.key())
            self._counts["rejects"] += len(gathered.rejects)
        self._close(verdict, load_key(verdict.sha256))
        self._begin_file()
        self._uncommitted += verdict.lines
        self._between_files()

    def _between_files(self) -> None:
        """Nothing is half in: commit where enough has come together, or it has waited long enough."""
        if self._uncommitted >= ROW_GROUP or time.monotonic() - self._committed >= SECONDS:
            self.commit()

    def _close(self, verdict: FileVerdict, key: int) -> None:
        """Write the row of a file, its key corrected in all its rows where it was not known before."""
        if key != self._key:
            if key in self._loads:
                raise StoreError(f"The bytes of {verdict.file} have been loaded before, as {self._loads[key]}.")
            self._correct(key)
        self.tally.files.add(key)
        self._writer.row(
            "loads",
            {
                "load_key": key,
                "file": verdict.file,
                "sha256": verdict.sha256,
                "bytes": verdict.bytes,
                "lines": verdict.lines,
                "blank": verdict.blank,
                **self._counts,
                "repeats": 0,
                "loaded_at": datetime.now(UTC).isoformat(),
                "tool_version": VERSION,
            },
        )
        self._loads[key] = verdict.file
        self._keys[verdict.file] = key

    def _correct(self, key: int) -> None:
        self._flush()
        for table in _OF_FILES:
            self._connection.execute(f"UPDATE {table} SET load_key = ? WHERE load_key = ?", [key, self._key])
        for told in (told for some in self._contested.values() for told in some if told.load_key == self._key):
            told.load_key = key

    def _flush(self) -> None:
        """Write all that waits, so that the connection may be used."""
        self._writer.flush()
        self._writer.begin()

    def _leave(self, gathered: Gathered, game_key: int | None, load_key: int | None = None) -> None:
        """Write rejects and problems: of a game, or of none."""
        key = self._key if load_key is None else load_key
        self._writer.extend("rejects", gather.reject_values(gathered.rejects, key, game_key))
        self._writer.extend("problems", gather.problem_values(gathered.problems, key, game_key))

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
        self._of(judged.game).add(judged)

    def run(self, run: Run) -> None:
        """Records of a game were applied."""
        self._of(run.game).add_run(run)

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record, or of no game."""
        self._in(file)
        self._of(problem.game).rejects.append(Reject(line, byte_offset, raw, problem.code))

    def problem(self, problem: Problem) -> None:
        """Something is wrong. What tells of other logs is found out here anew, with those of the database."""
        if problem.code in OF_LOGS:
            self.tally.of_logs += 1
            return
        self._in(problem.file)
        self._of(problem.game).problems.append(problem)
        self._last = problem

    def game(self, verdict: GameVerdict) -> None:
        """A game is over: all its rows settle, unless the game is told more than once."""
        self._in(verdict.file)
        gathered = self._gathered(verdict)
        self._counts["records"] += verdict.records
        self._counts["rejects"] += len(gathered.rejects)
        self._counts["games"] += 1
        key, telling = verdict.game_key, verdict.telling
        if verdict.game is not None:
            self._ids.append(verdict.game)
        if telling is None:
            head = hashlib.sha256(b"".join(reject.raw + b"\n" for reject in gathered.rejects)).hexdigest()
            self._settle(verdict, gathered, gather.game_row(verdict, gathered, self._key, head))
            self._leave(gathered, key)
            self.tally.games += 1
        else:
            self._tell(verdict, gathered, telling)
        verdict.facts, verdict.summary = None, {}
        self._writer.settle()

    def _tell(self, verdict: GameVerdict, gathered: Gathered, telling: Telling) -> None:
        key = verdict.game_key
        told = self._told(verdict, gathered, telling)
        if self._known.holds(key):
            if told.may_contradict and telling.records is not None:
                told.play_digest = play_digest(telling.records()).hex()
            told.log, told.left = self._log(verdict, gathered, cut=told.tail is not None).packed(), gathered
            gathered.forget_records()
            self._contested.setdefault(key, []).append(told)
            return
        self._known.add(key)
        self.tally.games += 1
        if self._lean:
            told.log = self._log(verdict, gathered, cut=told.tail is not None).packed()
        self._settle(verdict, gathered, gather.game_row(verdict, gathered, self._key, told.chain_head))
        self._leave(gathered, key)
        self._writer.row("tellings", told.row())

    def _log(self, verdict: GameVerdict, gathered: Gathered, *, cut: bool) -> Log:
        """The lines of a game that is over."""
        return log_of(gathered, cut=cut)

    def _told(self, verdict: GameVerdict, gathered: Gathered, telling: Telling) -> StoredTelling:
        return StoredTelling(
            game_key=verdict.game_key,
            load_key=self._key,
            first_line=verdict.line,
            file=verdict.file,
            chain_head=telling.head.hex(),
            records=verdict.records,
            rejects=len(gathered.rejects),
            lines=telling.lines,
            status=verdict.status,
            ended=telling.over,
            plays=telling.plays,
            unknown=telling.unknown,
            tail=telling.tail.hex() or None,
            problems=len(gathered.problems),
            disputed=gather.arguable(gathered.problems),
            redacted=telling.redacted,
        )

    def repeat(self, verdict: GameVerdict) -> None:
        """A game is over whose lines repeat those of another log."""
        self.game(verdict)
        self.tally.unheard[verdict.status] += 1
        self.tally.unheard_problems += len(verdict.problems)

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
            own = structs.replace(found, problems=[])
        told = {id(problem) for problem in verdict.problems}
        left = [problem for problem in found.problems if id(problem) not in told]
        if verdict.status == "unreadable":
            found.problems = left
        else:
            self._loose.problems.extend(left)
        own.problems = list(verdict.problems)
        return own

    def revised(self, revision: Revision) -> None:
        """A game of this load has another status, or its lines are repeats, or another log stands for it."""
        if revision.relation in REPEATS:
            self.tally.unheard[revision.status] += 1
            self.tally.unheard_problems += revision.problems
        if revision.relation is not None:
            return
        why, key = self._why(), self._keys.get(revision.file, self._key)
        for told in self._contested.get(revision.game_key, ()):
            if told.place == (key, revision.line):
                told.status = revision.status
                told.problems += len(why)
                told.left.problems.extend(why)
                return
        self._flush()
        self._tellings.invalidate(revision.game_key, (key, revision.line), revision.status, len(why))
        self._writer.extend("problems", gather.problem_values(why, key, revision.game_key))
        self._contested.setdefault(revision.game_key, [])

    def _why(self) -> list[Problem]:
        """The problem that was told last, of a game that has been told already; another one of its id may be open."""
        problem = self._last
        if problem is None:
            return []
        gathered = self._of(problem.game)
        gathered.problems.pop()
        if not (gathered.records or gathered.rejects or gathered.problems):
            self._games.pop(problem.game or "", None)
        return [problem]

    def _settle(self, verdict: GameVerdict, gathered: Gathered, row: dict[str, Any]) -> None:
        """Write the row of a game, and what was found out about it but for problems and rejects."""
        self._write_game(verdict, row)
        self._rows.write(self._writer, verdict, gathered)
        self._content(verdict.summary.get("content", {}))

    def _write_game(self, verdict: GameVerdict, row: dict[str, Any]) -> None:
        """Write the row of a game."""
        reason = gather.why_not(verdict.status, verdict.end_reason, simulated=row["simulated"] and not self._simulated)
        row.update(why_not=reason, counted=reason is None)
        self._writer.row("games", row)
        if row["load_key"] not in self._before:
            self.tally.game_keys.append(verdict.game_key)

    def _content(self, content: Mapping[str, Any]) -> None:
        """Write the cards that a game was played with, unless they are there."""
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
        if self._judging.tellings:
            chosen = self._tellings.keys_of_chosen()
            self._contested.update({key: [] for key in chosen if key not in self._contested})
        self._settle_tellings(list(self._contested))
        if self._copies:
            self._flush()
            self._contested.clear()
            self._settle_tellings(self._tellings.list_copies(self._copies))
        self.tally.no_telling = self._tellings.unknown_heads()
        if self._ids:
            self._flush()
            for key, game_key, problem in self._tellings.resolve_id_clashes(self._ids):
                self._writer.extend("problems", gather.problem_values([problem], key, game_key))
        self._writer.commit()
        self._begin_transaction()

    def _settle_tellings(self, keys: list[int]) -> None:
        """Settle which tellings of these games stand, and make the tables so."""
        for i in range(0, len(keys), _AT_ONCE):
            self._settle_some(keys[i : i + _AT_ONCE])

    def _settle_some(self, keys: list[int]) -> None:
        self._flush()
        stored = self._tellings.of(keys)
        groups = [[*stored.get(key, ()), *self._contested.get(key, ())] for key in keys]
        changes = self._tellings.settle(group for group in groups if group)
        logs = {change.game_key: self._tellings.log(change.stands) for change in changes if change.replaced}
        self._tellings.withdraw(changes)
        self._tellings.forget_problems(keys)
        for change in changes:
            self._count_changes(change)
            for told in change.members:
                if told.new:
                    self._add(told)
            if change.replaced:
                self._stand(change.stands, logs[change.game_key])
            for told, problem in problems_of(change):
                self._writer.extend("problems", gather.problem_values([problem], told.load_key, told.game_key))
            self._writer.settle()
        self._flush()
        self._tellings.mark(changes)
        self._tellings.let_go()

    def _count_changes(self, change: Change) -> None:
        if change.stood is not None and change.stood.relation == "shorter":
            self.tally.grown += 1
        for told in change.members:
            if told.new and told.relation in REPEATS:
                self.tally.repeats += 1
            elif told.new and (told is not change.stands or change.stood is None or change.stood.relation == "other"):
                self.tally.duplicates += 1

    def _add(self, told: StoredTelling) -> None:
        """Write what is kept of a telling, whether it stands or not."""
        if told.relation not in REPEATS:
            self._leave(told.left, told.game_key, told.load_key)
        if told.relation in REPEATS or (told.relation == "stands" and not self._lean):
            told.log = None
        self._writer.row("tellings", told.row())

    def _stand(self, told: StoredTelling, log: Log) -> None:
        """Write the facts of a telling that stands from now on."""
        heard = self._again(told, log, self._judging)
        verdict = heard.verdict
        if verdict.status == "unsupported" != told.status:
            raise StoreError(
                f"The game {verdict.game} of {told.file} cannot be judged again to take its place in the tables: its "
                "cards are not at hand; give --content as when it was loaded."
            )
        verdict.status, verdict.line = told.status, told.first_line
        heard.gathered.lines = [log.numbers[line - 1] for line in heard.gathered.lines]
        row = gather.game_row(verdict, heard.gathered, told.load_key, told.chain_head)
        row.update(problems=told.problems, disputed=told.disputed)
        self._settle(verdict, heard.gathered, row)
        if verdict.game is not None:
            self._ids.append(verdict.game)

    def _again(self, told: StoredTelling, log: Log, judging: Judging) -> _Heard:
        heard = _Heard()
        source = Source(told.file, None if told.file == STDIN else told.file, data=log.data)
        self._judge([source], judging, heard, collect=False)
        return heard

    def _plays(self, told: StoredTelling, log: Log) -> list[Record]:
        """The live records of play of a telling."""
        bare = structs.replace(self._judging, facts=False, records=False, digests=False, holds_under=False)
        telling = self._again(told, log, bare).verdict.telling
        return telling.records() if telling is not None and telling.records is not None else []

    def abandon(self) -> None:
        """Drop what was not committed."""
        self._writer.abandon()


class _Heard(RunVisitor):
    """What is told of a single game that is judged again."""

    def __init__(self) -> None:
        self.gathered = Gathered()
        self.verdict = GameVerdict(game=None, game_key=0, file="", line=0)

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        self.gathered.add(judged)

    def run(self, run: Run) -> None:
        """Records were applied."""
        self.gathered.add_run(run)

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record."""
        self.gathered.rejects.append(Reject(line, byte_offset, raw, problem.code))

    def game(self, verdict: GameVerdict) -> None:
        """The game is over."""
        self.verdict = verdict
        self.gathered.problems = verdict.problems


def _same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file."""
    if one == other:
        return True
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False
