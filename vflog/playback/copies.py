"""Inputs as a view shows them: a copy of each, line by line, that everything else reads in place of the input.

The copy of a line is what the view shows of a record, or stands for a line that is no record; a blank line stays one.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any, BinaryIO, cast

import msgspec

from vflog.engine.settings import Settings
from vflog.engine.verdict import FileVerdict, GameVerdict, Judged, Visitor
from vflog.log.archives import Damage
from vflog.log.canonical import canonical
from vflog.log.decode import NOT_SHOWN
from vflog.log.faults import Fault
from vflog.log.header import is_id
from vflog.log.problems import Problem
from vflog.log.reader import Block, Reader
from vflog.log.records import Header
from vflog.log.sources import Finder, Original, Source, unreadable
from vflog.log.strict import parse
from vflog.playback.logs import Entry, GameLog
from vflog.playback.views import HEADER_NOT_SHOWN, View, redacted
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor, Progress

Path_ = str | os.PathLike[str]
#: Problems of an input as a whole that its copy does not have: these are told of the input itself.
_OF_INPUTS = ("input.", "archive.")


def sources(
    paths: Iterable[Path_ | Source], view: View, settings: Settings, progress: Progress | None = None
) -> Iterator[Source | Problem]:
    """The inputs that paths stand for, as a view shows them, and what is wrong with them.

    Each is made when it is asked for. Raises `NotThere` for a view that one of the games does not have, and
    `KeyboardInterrupt`.
    """
    finder = Finder()
    for path in paths:
        for found in (path,) if isinstance(path, Source) else finder.find(path):
            if isinstance(found, Source):
                yield from copied(found, view, settings, progress)
            else:
                yield found


def copied(
    source: Source, view: View, settings: Settings, progress: Progress | None = None
) -> Iterator[Source | Problem]:
    """An input as a view shows it, and what is wrong with it as a whole. Raises as `sources` does."""
    if view.whole:
        yield source
        return
    try:
        held = Held(source.name, source.path, parts=list(source.chunks(_watched(source, progress))))
    except OSError as error:
        yield unreadable(source, error)
        return
    heard = _Heard(held)
    given = msgspec.structs.replace(settings, records=True, facts=False, digests=False, holds_under=False)
    report = judge([held], given, heard)
    if not report.complete:
        raise KeyboardInterrupt
    for problem in report.problems:
        if problem.game is None and problem.code.startswith(_OF_INPUTS):
            yield problem if problem.code.startswith("input.") else _untold(problem)
    lines: dict[int, bytes] = {}
    original = Original()
    for verdict in report.games:
        heard.statuses[verdict.line] = verdict.status
        if verdict.status == "unreadable":
            lines[verdict.line] = canonical(HEADER_NOT_SHOWN)
    for log in heard.logs():
        made = redacted(log, view, settings)
        lines.update((entry.line, entry.raw) for entry in made.entries)
        if made.source.original is not None:
            original.judged.update(made.source.original.judged)
            original.status.update(made.source.original.status)
    data = b"".join(lines.get(number, _stands_for(raw)) + b"\n" for number, raw in _numbered(held))
    yield Copied(source.name, source.path, again=True, original=original, packed=gzip.compress(data, 1, mtime=0))


class Held(Source):
    """An input that was read, to be read again."""

    parts: list[bytes | Damage] = []

    def chunks(self, seen: Callable[[bytes], None] | None = None) -> Iterator[bytes | Damage]:
        """The unpacked bytes, and what is wrong with the archive."""
        return iter(self.parts)


class Copied(Source):
    """The copy of an input, in the place of that input; its lines are held packed."""

    packed: bytes = b""

    def chunks(self, seen: Callable[[bytes], None] | None = None) -> Iterator[bytes | Damage]:
        """The lines of the copy; two inputs with equal copies are told apart by their names."""
        if seen is not None:
            seen(self.name.encode() + b"\n")
        return super().chunks(seen)

    def _open(self) -> BinaryIO:
        return BytesIO(self.packed)


class _Heard(BaseVisitor):
    """Hears what the lines of one input are: the records and rejected lines of each game."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._now: dict[str, int] = {}
        self._games: dict[int, GameLog] = {}
        self._entries: dict[int, list[Entry]] = {}
        self._rejects: dict[int, list[Problem]] = {}
        #: What became of each game, by the line of its `game` record.
        self.statuses: dict[int, Any] = {}

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        if isinstance(judged.record, Header):
            self._now[judged.game] = judged.line
            verdict = GameVerdict(game=judged.game, game_key=0, file=self._source.name, line=judged.line)
            self._games[judged.line] = GameLog(
                game=judged.game, header=judged.record, source=self._source, entries=[], rest=[], verdict=verdict
            )
        log = self._games[self._now[judged.game]]
        rejects, log.rest = tuple(log.rest), []
        log.entries.append(
            Entry(judged.n, judged.record, judged.raw, judged.line, judged.byte_offset, rejects, judged.judged)
        )

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record."""
        if problem.game in self._now:
            self._games[self._now[problem.game]].rest.append(problem)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        self.statuses[verdict.line] = verdict.status

    def repeat(self, verdict: GameVerdict) -> None:
        """A game is over whose lines repeat those of another log."""
        self.statuses[verdict.line] = verdict.status

    def logs(self) -> Iterator[GameLog]:
        """The games, when all is over."""
        for line, log in self._games.items():
            log.verdict.status = self.statuses.get(line, log.verdict.status)
            yield log


def _watched(source: Source, progress: Progress | None) -> Callable[[bytes], None] | None:
    return None if progress is None else lambda data: progress(len(data), source.name)


def _numbered(source: Source) -> Iterator[tuple[int, bytes]]:
    for block in Reader(source.chunks()):
        if isinstance(block, Block):
            yield from enumerate(block.lines, block.first)


def _stands_for(raw: bytes) -> bytes:
    """What stands for a line that is no record: which game it names, and nothing else."""
    if not raw.strip(b" \t\r"):
        return b""
    try:
        named = parse(raw).get("game")
    except Fault:
        named = None
    if isinstance(named, str) and is_id(named, of_game=True):
        return canonical({"type": NOT_SHOWN, "game": named})
    return canonical({"type": NOT_SHOWN})


def _untold(problem: Problem) -> Problem:
    """A problem of an archive without the place in it, which tells how long lines are."""
    from vflog.log.codes import CODES

    return msgspec.structs.replace(problem, message=f"{CODES[problem.code].title}.", byte_offset=None, said=None)


def unmeasured(visitor: Visitor | None) -> Visitor:
    """A visitor to whom no size, hash or digest is told: these tell what lines say that a view does not show."""
    return cast(Visitor, _Unmeasured(visitor if visitor is not None else BaseVisitor()))


class _Unmeasured:
    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._visitor, name)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        verdict.digest = None
        self._visitor.game(verdict)

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end."""
        verdict.sha256, verdict.bytes = None, None
        self._visitor.file(verdict)
