"""A log as a seal looks at it: its lines, which of them are which game's, and what each game comes to.

The log is read twice: once to be judged, once for its lines; a third time where lines no longer stand where they
stood. Memory: some 80 bytes a line and a kilobyte a game. What cannot be read twice (standard input, a pipe) is first
copied to a temporary file.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from array import array
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import BinaryIO

import msgspec

from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged, Revision, Status
from vflog.log.chain import line_hashes, line_pieces, salt
from vflog.log.problems import Problem
from vflog.log.records import Header
from vflog.log.sources import Finder, Fingerprint, Source
from vflog.playback.logs import InputError
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor, Progress


class Game(msgspec.Struct, kw_only=True):
    """A game and what it comes to. `line` is that of its `game` record, `lines` are ranges, from 1."""

    game: str | None
    game_key: int
    line: int
    format: str | None
    ruleset: str | None
    revision: str | None
    status: Status
    applied: int
    refused: int
    taken_back: int
    unjudged: int
    winners: list[str] | None
    digest: str | None
    public: str | None
    lines: list[tuple[int, int]] = []

    @property
    def numbers(self) -> Iterator[int]:
        """The numbers of its lines in the file."""
        return (line for first, end in self.lines for line in range(first, end + 1))


class SealedLines:
    """One log, judged. `read` takes its lines: `hashes`, and the `commitments` to them under a key."""

    def __init__(self, source: Source, settings: Settings, progress: Progress | None = None) -> None:
        self.name = source.name
        self.hashes, self.commitments = bytearray(), bytearray()
        self.count = 0
        self._source = source
        owners = _Owners()
        settings = msgspec.structs.replace(settings, records=True, digests=True, holds_under=False)
        report = judge([source], settings, owners, collect=False, progress=progress)
        if not report.complete:
            raise KeyboardInterrupt
        if unreadable := next((p for p in owners.damage if p.code == "input.unreadable"), None):
            raise InputError(unreadable.message)
        #: What is wrong with the input itself.
        self.damage = owners.damage
        self.by_status = report.totals.by_status
        self.games = sorted(owners.games.values(), key=lambda game: game.line)
        self._sha256 = report.files[0].sha256
        first = 0
        for number, same in groupby(owners.of_line):
            end = first + sum(1 for _ in same) - 1
            if number in owners.games:
                owners.games[number].lines.append((first, end))
            first = end + 1

    def read(self, key: bytes | None) -> None:
        """Take the lines; without a key there are no commitments. Raises `InputError`."""
        self.hashes.clear()
        self.commitments.clear()
        self.count = 0
        for plain, committed in self._hashes(None if key is None else lambda k: salt(key, k)):
            self.hashes += plain
            self.commitments += committed
            self.count += 1

    def commitments_as(self, of: array[int], key: bytes) -> bytes | bytearray:
        """The commitments to the lines as if line n (from 1) stood in the place `of[n]`, if that is not 0."""
        if all(place in (0, line) for line, place in enumerate(of)):
            return self.commitments
        out = bytearray()
        for _, committed in self._hashes(lambda k: salt(key, (of[k + 1] or k + 1) - 1)):
            out += committed
        return out

    def _hashes(self, salt_of: Callable[[int], bytes] | None) -> Iterator[tuple[bytes, bytes]]:
        seen = Fingerprint()
        yield from line_hashes(_chunks(self._source, seen), salt_of)
        if seen.sha256 != self._sha256:
            raise InputError(f"{self.name} was changed while it was read.")


def numbered(source: Source, wanted: Container[int]) -> Iterator[tuple[int, bytes]]:
    """The lines of a log with these numbers, from 1, each with its number. Raises `OSError`."""
    number, parts = 1, list[bytes]()
    for piece, ends in line_pieces(_chunks(source)):
        if number in wanted:
            parts.append(piece)
            if ends:
                yield number, b"".join(parts)
                parts.clear()
        number += ends


def _chunks(source: Source, seen: Fingerprint | None = None) -> Iterator[bytes]:
    return (chunk for chunk in source.chunks(seen) if isinstance(chunk, bytes))


class _Spooled(Source):
    """An input that can be read once, copied."""

    copy: str = ""

    def _open(self) -> BinaryIO:
        return open(self.copy, "rb", buffering=0)


@contextmanager
def one_log(path: str | os.PathLike[str]) -> Iterator[Source]:
    """The one file that a path stands for, so that it can be read twice; raises `InputError`."""
    found = [] if os.path.isdir(path) else list(Finder().find(path))
    for problem in found:
        if isinstance(problem, Problem):
            raise InputError(problem.message)
    if len(found) != 1 or not isinstance(source := found[0], Source):
        raise InputError(f"One log is sealed or verified at a time, and {os.fspath(path)!r} is not one file.")
    if source.again:
        yield source
        return
    with tempfile.NamedTemporaryFile(prefix="vflog-") as copy:
        with source._open() as file:
            shutil.copyfileobj(file, copy)
        copy.flush()
        yield _Spooled(source.name, source.path, copy=copy.name)


class _Owners(BaseVisitor):
    """Remembers whose each line is, and what the games come to."""

    def __init__(self) -> None:
        #: For every line the number of its game, from 1; 0 for a line of none.
        self.of_line = array("I")
        self.games: dict[int, Game] = {}
        #: What is wrong with the input itself.
        self.damage: list[Problem] = []
        self._open: dict[str, int] = {}
        self._begun = 0

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        if isinstance(judged.record, Header):
            self._begun += 1
            self._open[judged.game] = self._begun
        self._own(judged.line, self._open[judged.game])

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record."""
        self._own(line, self._open.get(problem.game or "", 0))

    def problem(self, problem: Problem) -> None:
        """Something is wrong."""
        if problem.game is None and problem.code.startswith(("archive.", "input.")):
            self.damage.append(problem)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        if verdict.status == "unreadable":
            # Nothing but the damaged line that was to begin it, which bears perhaps the id of another game.
            self._begun += 1
            self._own(verdict.line, self._begun)
        plain = {f: getattr(verdict, f) for f in Game.__struct_fields__ if hasattr(verdict, f)}
        spoken = verdict.header.format if verdict.header is not None else None
        game = Game(format=spoken, **plain)
        if verdict.status == "unreadable":
            # Nobody can say that what stands in a damaged line is meant for all eyes.
            game.game = None
        self.games[self.of_line[verdict.line]] = game

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""
        number = self.of_line[revision.line]
        if revision.relation is None:
            self.games[number].status = revision.status
        elif revision.relation != "other":
            del self.games[number]

    def _own(self, line: int, game: int) -> None:
        if line >= len(self.of_line):
            self.of_line.frombytes(bytes(self.of_line.itemsize * (line + 1024 - len(self.of_line))))
        self.of_line[line] = game
