"""A tournament while it is played: a line a table. Of a log that has grown only what is new is read and judged.

A log that was written anew, or that is packed, is read from its beginning whenever it changes; so is every log of which
a copy for a view is looked at.
"""

from __future__ import annotations

import codecs
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from vflog.engine.board import board
from vflog.engine.judge import GameJudge
from vflog.engine.people import people
from vflog.engine.ruleset import ruleset
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged
from vflog.log.absent import UNSET
from vflog.log.problems import Problem
from vflog.log.reader import Reader
from vflog.log.records import Claim, End, Foreign, Header, Note
from vflog.log.sources import Finder, Source
from vflog.playback.copies import copied
from vflog.playback.logs import NotThere
from vflog.playback.views import View
from vflog.playback.words import judged_in_words
from vflog.reading.file_games import FileGames
from vflog.reading.file_reader import FileReader
from vflog.reading.game_opener import GameOpener
from vflog.reading.results import BaseVisitor, Results
from vflog.tournament.file import TournamentFile
from vflog.tournament.findings import natural

#: So many bytes before what is new are looked at again: where they are others, the log was written anew.
_BEFORE = 64


class TableNow(msgspec.Struct, kw_only=True):
    """A table as it is now: `state` is `no log`, `missing` (no log either, and a later round has logs), `playing`, or
    the status of a game that is over: its log has an end, be it sound or not. `moment` is the ruleset's word for where
    the game is (the Age); `last` the last record in words. A log need not say at which table of which round it is.
    """

    round: int | None
    table: str | None
    state: str = "no log"
    game: str | None = None
    app: str | None = None
    moment: str | None = None
    records: int = 0
    last: str | None = None
    problems: int = 0
    first_problem: str | None = None
    first_line: int | None = None

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.state not in ("no log", "playing")


class Watched:
    """The tables of a tournament, looked at again and again; without a file all games that there are."""

    def __init__(
        self,
        file: TournamentFile | None,
        paths: Iterable[str | os.PathLike[str]],
        settings: Settings,
        view: View | None = None,
    ) -> None:
        """With a `view` what is told is what the copies of the logs for it tell."""
        wanted = msgspec.structs.replace(settings, records=True, facts=False, digests=False, holds_under=False)
        self._opener, self._view, self._settings = GameOpener(wanted), view, settings
        self._event = file.event if file is not None else None
        self._paths = list(paths)
        self._files: dict[str, _Followed] = {}
        rounds = file.rounds if file is not None else []
        self._tables = [(each.n, str(table.table)) for each in rounds for table in each.tables]
        #: Bytes read so far: what it has cost.
        self.bytes = 0

    def look(self) -> list[TableNow]:
        """Every table as it is now, round by round."""
        self._look()
        return self._now()

    def games(self) -> list[tuple[str | None, TableNow]]:
        """Every game in the logs as it is now, with the event that it names."""
        self._look()
        return [(event, now) for path in sorted(self._files) for now, event in self._files[path].tables()]

    def _look(self) -> None:
        finder = Finder()
        there: set[str] = set()
        for path in self._paths:
            for found in finder.find(path):
                if isinstance(found, Source) and found.path is not None and found.again:
                    there.add(found.path)
                    if found.path not in self._files:
                        self._files[found.path] = self._followed(found)
                    self.bytes += self._files[found.path].look()
        for path in self._files.keys() - there:
            del self._files[path]

    def _followed(self, source: Source) -> _Followed:
        if self._view is None:
            return _Followed(source, self._opener)
        return _Copied(source, self._opener, self._view, self._settings)

    def _now(self) -> list[TableNow]:
        found: dict[tuple[int, str], list[TableNow]] = defaultdict(list)
        for path in sorted(self._files):
            for now, event in self._files[path].tables():
                if event == self._event and now.round is not None and now.table is not None:
                    found[now.round, now.table].append(now)
        newest = max((n for n, _ in found), default=0)
        out = []
        for n, table in sorted(dict.fromkeys(self._tables), key=lambda it: (it[0], natural(it[1]))):
            logs = found.get((n, table))
            none = TableNow(round=n, table=table, state="missing" if n < newest else "no log")
            out.append(max(logs, key=_furthest) if logs else none)
        return out


def _furthest(now: TableNow) -> tuple[bool, int, str]:
    return now.state in ("valid", "adjudicated"), now.records, now.game or ""


class _Games(BaseVisitor):
    """What is known of the games of one log."""

    def __init__(self) -> None:
        self.last: dict[str, Judged] = {}
        self.counts: dict[str, int] = defaultdict(int)
        #: The games whose logs have an end, whatever became of it, and nothing of play behind it.
        self.ended: set[str] = set()
        self.over: list[GameVerdict] = []

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        self.last[judged.game] = judged
        self.counts[judged.game] += 1
        if isinstance(judged.record, End):
            self.ended.add(judged.game)
        elif not isinstance(judged.record, Note | Claim | Foreign):
            self.ended.discard(judged.game)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        self.over.append(verdict)


class _Followed:
    """One log, and how far it has been read."""

    def __init__(self, source: Source, opener: GameOpener) -> None:
        self._source, self._opener = source, opener
        self._seen: tuple[int, int, int] | None = None
        self._now: list[tuple[TableNow, str | None]] | None = None
        self._begin(source)

    def _begin(self, source: Source) -> None:
        self._games = _Games()
        results = Results(self._games, collect=False)
        self._of_file = FileGames(source, results, self._opener)
        self._reader = FileReader(source, self._of_file, results)
        self._lines = Reader(())
        self._offset = 0
        self._tail = b""
        self._before = b""

    def look(self) -> int:
        """Judge what is new; how many bytes were read for it."""
        path = self._source.path
        assert path is not None
        try:
            status = os.stat(path)
            now = (status.st_ino, status.st_size, status.st_mtime_ns)
            if now == self._seen:
                return 0
            read = self._read(path, status.st_size, anew=self._seen is not None and self._seen[0] != status.st_ino)
        except OSError:  # it is told when the tournament is judged
            return 0
        self._seen, self._now = now, None
        return read

    def _read(self, path: str, size: int, *, anew: bool) -> int:
        with open(path, "rb") as file:
            start = max(0, self._offset - len(self._before))
            file.seek(start)
            if anew or size < self._offset or file.read(len(self._before)) != self._before:
                self._begin(self._source)
                start = 0
                file.seek(0)
            data = file.read()
        read = len(data) + self._offset - start
        if not self._offset:
            if not _is_plain(data):
                self._begin(self._source)
                self._reader.run()
                return size
            data = data.removeprefix(codecs.BOM_UTF8)
            self._offset = read - len(data)
        self._offset += len(data)
        self._before = (self._before + data)[-_BEFORE:]
        self._take(data)
        return read

    def _take(self, data: bytes) -> None:
        blocks = self._lines.take(self._tail, data)
        while True:
            try:
                block = next(blocks)
            except StopIteration as end:
                self._tail = end.value
                return
            self._reader.block(block)  # type: ignore[arg-type]

    def tables(self) -> list[tuple[TableNow, str | None]]:
        """The games of the log with the tables and the events that they name."""
        if self._now is None:
            self._now = list(self._tables())
        return self._now

    def _tables(self) -> Iterator[tuple[TableNow, str | None]]:
        for verdict in self._games.over:
            if (header := verdict.header) is not None:
                now = self._at(header)
                now.state = verdict.status
                _count(now, verdict.problems)
                yield now, _said(header.event)
        for game in self._of_file.under_way():
            judge, header = game.judge, game.judge.header
            now = self._at(header)
            verdict = judge.finish()
            over = judge.ended or header.game in self._games.ended
            now.state = verdict.status if over else "playing"
            _count(now, [*verdict.problems, *game.extra])
            if isinstance(judge, GameJudge) and judge.play is not None and not over:
                sections = board(ruleset(header.ruleset), judge.play.document(), people(header))
                now.moment = next((line for section in sections for line in section.lines), None)
            yield now, _said(header.event)

    def _at(self, header: Header) -> TableNow:
        source = header.source
        last = self._games.last.get(header.game)
        return TableNow(
            round=_said(header.round),
            table=_said(header.table),
            game=header.game,
            app=_said(source.app) if source is not UNSET else None,
            records=self._games.counts[header.game],
            last=judged_in_words(last, header) if last is not None else None,
        )


class _Copied(_Followed):
    """One log, of which only the copy for a view is judged."""

    def __init__(self, source: Source, opener: GameOpener, view: View, settings: Settings) -> None:
        super().__init__(source, opener)
        self._view, self._settings = view, settings

    def _read(self, path: str, size: int, *, anew: bool) -> int:
        """Judge the copy of all that is there, whole lines only: the last one may still be written."""
        with open(path, "rb") as file:
            data = file.read()
        whole = self._source
        if _is_plain(data):
            whole = Source(whole.name, whole.path, data=data[: data.rfind(b"\n") + 1])
        self._begin(whole)
        try:
            copies = [each for each in copied(whole, self._view, self._settings) if isinstance(each, Source)]
        except NotThere:  # a game without that player shows nothing to them
            return len(data)
        for copy in copies:
            self._begin(copy)
            self._take(b"".join(chunk for chunk in copy.chunks() if isinstance(chunk, bytes)))
        return len(data)


def _is_plain(data: bytes) -> bool:
    """Whether a file is no packed one, by how it begins."""
    return data.lstrip(codecs.BOM_UTF8 + b" \t\r\n")[:1] == b"{"


def _said(value: Any) -> Any:
    """What a header says; `None` where it does not."""
    return None if value is UNSET else value


def _count(now: TableNow, problems: list[Problem]) -> None:
    errors = [problem for problem in problems if problem.severity == "error"]
    now.problems = len(errors)
    if errors:
        now.first_problem, now.first_line = errors[0].message, errors[0].line
