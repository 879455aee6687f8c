"""Seals: what a log was when it was sealed, and what became of it since.

A log is read twice: once to be judged (which lines are whose, and what each game comes to), once for its
chains. Memory: some 80 bytes a line and a kilobyte a game; what cannot be read twice (standard input, a
pipe) is first copied to a temporary file.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Literal

import msgspec

from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Judged, Report, Revision, Status
from vflog.log.chain import MARK, Chain, Change, align, line_digests
from vflog.log.header import FORMAT
from vflog.log.problems import Problem
from vflog.log.records import Header
from vflog.log.sources import Finder, Fingerprint, Source
from vflog.playback.logs import InputError
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor, Progress, signature

#: What the name of a seal ends in.
SUFFIX = ".seal"
VERSION: Literal["vflog-seal/1"] = "vflog-seal/1"
#: A seal is told from other JSON by this field.
_SIGN = "seal"


class SealedFile(msgspec.Struct, kw_only=True):
    """The file: its bytes as they are stored, and the chain over all its unpacked lines."""

    name: str
    sha256: str
    bytes: int
    count: int
    head: str | None
    lines: str


class SealedGame(msgspec.Struct, kw_only=True):
    """A game: what it came to, and the chain over its own lines. `line` is that of its `game` record."""

    game: str | None
    game_key: int
    line: int
    format: str | None
    ruleset: str | None
    revision: str | None
    status: Status
    records: int
    applied: int
    refused: int
    taken_back: int
    unjudged: int
    winners: list[str] | None
    digest: str | None
    public: str | None
    count: int = 0
    head: str | None = None
    lines: str = ""


class Seal(msgspec.Struct, kw_only=True):
    """All that is written down of a log. `lines` are the first 8 bytes of each line's SHA-256, base64."""

    seal: Literal["vflog-seal/1"] = VERSION
    tool: str
    format: str
    report: str
    file: SealedFile
    games: list[SealedGame]


class GameNow(msgspec.Struct, kw_only=True):
    """A sealed game as it is now. `lines`: `intact`, `differ`, `missing` or `added`; `same_verdict`: what it
    comes to is what was sealed (`None` where there is nothing to compare)."""

    game: str | None
    lines: Literal["intact", "differ", "missing", "added"]
    same_verdict: bool | None
    status: Status | None
    sealed_status: Status | None
    count: int
    head: str | None


class Verified(msgspec.Struct, kw_only=True):
    """What a log is beside its seal. `sealed` is false where there was no seal to compare with.

    `same_bytes`: the stored bytes are those that were sealed (they may differ where only the packing or the
    line ends do). `changes`: what became of each line that is not as it was. `expected`: what was pinned from
    outside and is not so.
    """

    log: str
    sealed: bool
    intact: bool
    same_bytes: bool | None
    count: int
    head: str | None
    expected: list[str]
    changes: list[Change]
    games: list[GameNow]
    problems: list[Problem]
    by_status: dict[str, int]


class NoSeal(InputError):
    """A seal is not there, or is none; the text says why."""


def seal(path: str | os.PathLike[str], settings: Settings, progress: Progress | None = None) -> Seal:
    """The seal of one log (`-`: standard input). Raises `InputError`, also where a packed log is damaged."""
    with _source(path) as source:
        sealed, report = _sealed(source, settings, progress)
    if report.problems:
        raise InputError(f"{source.name} is not sealed, for it cannot be read to its end. {report.problems[0].message}")
    return sealed


def encode(sealed: Seal) -> bytes:
    """A seal as the bytes of its file: JSON, the same for the same log."""
    return msgspec.json.encode(sealed) + b"\n"


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a seal."""
    shape, parts = msgspec.json.schema_components((Seal,), ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": VERSION, **shape[0], "$defs": parts}


def decode(data: bytes, name: str) -> Seal:
    """The seal that a file holds; raises `NoSeal`."""
    try:
        sign = msgspec.json.decode(data, type=dict[str, msgspec.Raw]).get(_SIGN)
        spoken = msgspec.json.decode(sign or b"null", type=str | None)
        if spoken is not None and spoken != VERSION:
            raise NoSeal(f"{name} is a seal of the kind {spoken[:40]!r}; this version reads {VERSION}.")
        found = msgspec.json.decode(data, type=Seal)
        parts: list[SealedFile | SealedGame] = [found.file, *found.games]
        if any(len(_marks(part)) != part.count * MARK for part in parts):
            raise ValueError
    except (ValueError, RecursionError):
        raise NoSeal(f"{name} is no seal, or a damaged one.") from None
    return found


def verify(
    path: str | os.PathLike[str],
    sealed: Seal | None,
    settings: Settings,
    progress: Progress | None = None,
    *,
    head: str | None = None,
    count: int | None = None,
) -> Verified:
    """What became of a log since it was sealed; `head` and `count` are pinned from outside. Raises `InputError`."""
    with _source(path) as source:
        now, report = _sealed(source, settings, progress)
    expected = []
    if head is not None and head.lower().removeprefix("sha256:") != now.file.head:
        expected.append(f"The head was to be {head}; it is {now.file.head or 'none, for there is no line'}.")
    if count is not None and count != now.file.count:
        expected.append(f"The count was to be {count}; it is {now.file.count}.")
    changes: list[Change] = []
    games: list[GameNow] = []
    intact = not expected and not report.problems
    if sealed is not None:
        changes = align(_marks(sealed.file), _marks(now.file))
        games = list(_compared(sealed.games, now.games))
        intact = intact and _same_chain(sealed.file, now.file) and all(game.lines == "intact" for game in games)
    return Verified(
        log=source.name, sealed=sealed is not None, intact=intact,
        same_bytes=None if sealed is None else sealed.file.sha256 == now.file.sha256,
        count=now.file.count, head=now.file.head, expected=expected, changes=changes, games=games,
        problems=report.problems, by_status=report.totals.by_status,
    )  # fmt: skip


def _compared(sealed: list[SealedGame], now: list[SealedGame]) -> Iterator[GameNow]:
    """Each sealed game beside the one that begins with the same line, or else bears the same id."""
    by_key = {game.game_key: game for game in now}
    pairs: list[tuple[SealedGame, SealedGame | None]] = [(game, by_key.pop(game.game_key, None)) for game in sealed]
    by_id = {game.game: game for game in by_key.values() if game.game is not None}
    for was, found in pairs:
        found = found if found is not None else by_id.pop(was.game or "", None)
        if found is None:
            yield _now("missing", was, None, was)
            continue
        by_key.pop(found.game_key, None)
        yield _now("intact" if _same_chain(was, found) else "differ", was, found, found)
    for game in by_key.values():
        yield _now("added", None, game, game)


def _now(
    lines: Literal["intact", "differ", "missing", "added"],
    was: SealedGame | None,
    found: SealedGame | None,
    of: SealedGame,
) -> GameNow:
    both = was is not None and found is not None
    return GameNow(
        game=of.game, lines=lines, same_verdict=_verdict(was) == _verdict(found) if both else None,
        status=None if found is None else found.status, sealed_status=None if was is None else was.status,
        count=0 if found is None else found.count, head=None if found is None else found.head,
    )  # fmt: skip


_OF_VERDICT = ("status", "applied", "refused", "taken_back", "unjudged", "winners", "digest", "public", "revision")


def _verdict(game: SealedGame | None) -> list[object]:
    return [getattr(game, name) for name in _OF_VERDICT]


def _same_chain(a: SealedFile | SealedGame, b: SealedFile | SealedGame) -> bool:
    return (a.count, a.head, a.lines) == (b.count, b.head, b.lines)


def _marks(part: SealedFile | SealedGame) -> bytes:
    return b64decode(part.lines, validate=True)


# -- reading -------------------------------------------------------------------------------------------


class _Spooled(Source):
    """An input that can be read once, copied."""

    copy: str = ""

    def _open(self) -> BinaryIO:
        return open(self.copy, "rb", buffering=0)


@contextmanager
def _source(path: str | os.PathLike[str]) -> Iterator[Source]:
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
        self.games: dict[int, SealedGame] = {}
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
        plain = {f: getattr(verdict, f) for f in SealedGame.__struct_fields__ if hasattr(verdict, f)}
        spoken = verdict.header.format if verdict.header is not None else None
        self.games[self.of_line[verdict.line]] = SealedGame(format=spoken, **plain)

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


def _sealed(source: Source, settings: Settings, progress: Progress | None) -> tuple[Seal, Report]:
    """A log as its seal has it, and the report of judging it."""
    owners = _Owners()
    settings = msgspec.structs.replace(settings, records=True, digests=True, holds_under=False)
    report = judge([source], settings, owners, collect=False, progress=progress)
    report.problems = owners.damage
    if not report.complete:
        raise KeyboardInterrupt
    if unreadable := next((p for p in report.problems if p.code == "input.unreadable"), None):
        raise InputError(unreadable.message)
    seen = Fingerprint()
    whole = Chain()
    chains = {number: Chain() for number in owners.games}
    chunks = (chunk for chunk in source.chunks(seen) if isinstance(chunk, bytes))
    for line, digest in enumerate(line_digests(chunks), 1):
        whole.add(digest)
        owner = owners.of_line[line] if line < len(owners.of_line) else 0
        if owner in chains:
            chains[owner].add(digest)
    if seen.sha256 != report.files[0].sha256:
        raise InputError(f"{source.name} was changed while it was read.")
    for number, game in owners.games.items():
        _chained(game, chains.pop(number))
    file = SealedFile(
        name=os.path.basename(source.name), sha256=seen.sha256, bytes=seen.bytes, count=0, head=None, lines=""
    )
    _chained(file, whole)
    games = sorted(owners.games.values(), key=lambda game: game.line)
    return Seal(tool=signature(), format=FORMAT, report=report.report, file=file, games=games), report


def _chained(part: SealedFile | SealedGame, chain: Chain) -> None:
    part.count, part.head, part.lines = chain.count, chain.head, b64encode(chain.marks).decode()
