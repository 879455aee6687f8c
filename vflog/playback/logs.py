"""The logs of single games, read out of files: every record and rejected line of a game, in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import msgspec

from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged, Revision
from vflog.log.problems import Place, Problem
from vflog.log.records import Header, Record
from vflog.log.sources import Finder, Source
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor, Progress


class Entry(msgspec.Struct, frozen=True):
    """One record of a game: its number (`None` where a wrong one left it without), its bytes, where it stands,
    and the rejected lines of the game right before it.
    """

    n: int | None
    record: Record
    raw: bytes
    line: int
    byte_offset: int
    rejects: tuple[Problem, ...] = ()
    #: What became of it when it came.
    judged: Literal["applied", "refused", "unjudged"] = "applied"

    def place(self, file: str) -> Place:
        """Where it stands."""
        return Place(file=file, line=self.line, byte_offset=self.byte_offset)


class GameLog(msgspec.Struct, kw_only=True):
    """All that a file tells of one game: `entries[0]` is the `game` record, `rest` are rejected lines at the end."""

    game: str
    header: Header
    source: Source
    entries: list[Entry]
    rest: list[Problem]
    verdict: GameVerdict


class InputError(OSError):
    """An input is not there or cannot be read; the text says which and why."""


class NotThere(LookupError):
    """There is no such game, record, table or player; the text says which there are."""


def read(
    path: str | os.PathLike[str],
    settings: Settings | None = None,
    *,
    copied: Callable[[Source], Iterable[Source | Problem]] | None = None,
    progress: Progress | None = None,
) -> Iterator[GameLog]:
    """The games of a file (`-`: standard input) or of all files in a folder, in the order in which they end.

    `copied` gives what is read in the place of each input. One file is held at a time. A game whose `game` record
    cannot be used is left out. Raises `InputError`.
    """
    settings = settings if settings is not None else Settings(holds_under=False)
    for found in Finder().find(path):
        for source in copied(found) if copied is not None and isinstance(found, Source) else (found,):
            if isinstance(source, Source):
                yield from games_of(source, settings, progress)
            elif source.code.startswith("input.") and source.severity == "error":
                raise InputError(source.message)


def games_of(
    source: Source, settings: Settings, progress: Progress | None = None, *, only: str | None = None
) -> Iterable[GameLog]:
    """The games of one input, as `read` has them; `only` the one of that id."""
    settings = msgspec.structs.replace(settings, records=True)
    gathered = _Gathered(source, only)
    report = judge([source], settings, gathered, collect=False, progress=progress)
    if not report.complete:
        raise KeyboardInterrupt
    if gathered.unreadable is not None:
        raise InputError(gathered.unreadable)
    return gathered.logs


class _Gathered(BaseVisitor):
    """Gathers the records of each game until its verdict comes."""

    def __init__(self, source: Source, only: str | None = None) -> None:
        self._source, self._only = source, only
        self._entries: dict[str, list[Entry]] = {}
        self._rejects: dict[str, list[Problem]] = {}
        self.logs: list[GameLog] = []
        self.unreadable: str | None = None

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        if self._only is not None and judged.game != self._only:
            return
        rejects = tuple(self._rejects.pop(judged.game, ()))
        entry = Entry(judged.n, judged.record, judged.raw, judged.line, judged.byte_offset, rejects, judged.judged)
        self._entries.setdefault(judged.game, []).append(entry)

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record."""
        if problem.game in self._entries:
            self._rejects.setdefault(problem.game, []).append(problem)

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""
        if problem.code == "input.unreadable":
            self.unreadable = problem.message

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""
        if revision.relation in ("copy", "shorter"):
            self.logs = [log for log in self.logs if log.verdict.line != revision.line]

    def repeat(self, verdict: GameVerdict) -> None:
        """A game is over whose lines repeat those of another log."""
        self._entries.pop(verdict.game or "", None)
        self._rejects.pop(verdict.game or "", None)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        entries = self._entries.pop(verdict.game or "", None)
        if entries and verdict.header is not None and verdict.game is not None:
            rest = self._rejects.pop(verdict.game, [])
            log = GameLog(
                game=verdict.game,
                header=verdict.header,
                source=self._source,
                entries=entries,
                rest=rest,
                verdict=verdict,
            )
            self.logs.append(log)
