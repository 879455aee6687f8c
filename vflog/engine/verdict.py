"""The result model: what judging comes to, for a record, a game, a file, a corpus.

Checker, result and reporter are three things: this is the result. Every command prints from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from vflog.engine.facts import Facts
from vflog.engine.summary import Line
from vflog.engine.telling import Relation, Telling
from vflog.log.problems import Problem
from vflog.log.records import Header, Record

Status = Literal["unreadable", "unsupported", "invalid", "abandoned", "incomplete", "adjudicated", "valid"]
#: In the order in which a status wins over the ones after it.
STATUSES: tuple[Status, ...] = (
    "unreadable", "unsupported", "invalid", "abandoned", "incomplete", "adjudicated", "valid",
)  # fmt: skip
Judgement = Literal["applied", "refused", "taken_back", "unjudged"]


class Judged(msgspec.Struct, kw_only=True):
    """One record as it was judged when it came. The documents are made only when asked for."""

    game: str
    n: int | None
    line: int
    byte_offset: int
    record: Record
    raw: bytes
    judged: Literal["applied", "refused", "unjudged"]
    problems: list[Problem]
    document: Callable[[], dict[str, Any]] | None = None
    public: Callable[[dict[str, Any]], dict[str, Any]] | None = None


class Run(msgspec.Struct, kw_only=True):
    """Records of a game on successive lines, with successive numbers from `n` on, each applied with nothing wrong."""

    game: str
    n: int
    line: int
    records: Sequence[Record]
    raws: Sequence[bytes]


class GameVerdict(msgspec.Struct, kw_only=True):
    """What one game comes to: `records = applied + refused + taken_back + unjudged`."""

    game: str | None
    game_key: int
    file: str
    line: int
    ruleset: str | None = None
    revision: str | None = None
    status: Status = "unreadable"
    records: int = 0
    applied: int = 0
    refused: int = 0
    taken_back: int = 0
    unjudged: int = 0
    winners: list[str] | None = None
    digest: str | None = None
    public: str | None = None
    problems: list[Problem] = []
    header: Header | None = None
    end_reason: str | None = None
    summary: dict[str, Any] = {}
    facts: Facts | None = None
    #: Ranges of record numbers that were taken back, first and last included.
    taken_numbers: list[tuple[int, int]] = []
    #: Its log beside others of the same game; `None` where it has none.
    telling: Telling | None = None


class FileVerdict(msgspec.Struct, kw_only=True):
    """What one file comes to: `lines = blank + records + rejects + repeats`."""

    file: str
    sha256: str | None = None
    bytes: int | None = 0
    lines: int = 0
    blank: int = 0
    records: int = 0
    rejects: int = 0
    repeats: int = 0
    games: int = 0


class Totals(msgspec.Struct, kw_only=True):
    """The sums over files and games."""

    files: int = 0
    lines: int = 0
    blank: int = 0
    records: int = 0
    rejects: int = 0
    repeats: int = 0
    games: int = 0
    by_status: dict[str, int] = {}
    errors: int = 0
    warnings: int = 0


class Report(msgspec.Struct, kw_only=True):
    """The machine report `vflog-report/1`."""

    report: str = "vflog-report/1"
    tool: str
    complete: bool = True
    totals: Totals
    files: list[FileVerdict]
    games: list[GameVerdict]
    problems: list[Problem]
    #: The problems by app, version and code, which add up to the totals; not part of what is printed.
    summary: list[Line] = []


class Revision(msgspec.Struct, kw_only=True):
    """What was told of a game (its log in `file` from `line` on) no longer holds.

    It has this `status` now (then `relation` is `None`), or its log stands for the game no more: that of `by`, a file
    and a line, does, of which it is the beginning (`shorter`, then its lines are repeats and its file is told again,
    with other counts), or a `copy`, or which tells the game otherwise (`other`). `problems`: so many were told of it.
    """

    game: str | None
    game_key: int
    file: str
    line: int
    status: Status
    relation: Relation | None = None
    by: tuple[str, int] | None = None
    problems: int = 0


class Visitor(Protocol):
    """Told of everything in the order of the input, as soon as it is certain."""

    def record(self, judged: Judged) -> None:
        """A record of a game was judged (called only where `records` were asked for)."""

    def reject(self, file: str, line: int, byte_offset: int, raw: bytes, problem: Problem) -> None:
        """A line is no record, or of no game."""

    def game(self, verdict: GameVerdict) -> None:
        """A game is over, or its input is."""

    def file(self, verdict: FileVerdict) -> None:
        """A file is at its end."""

    def problem(self, problem: Problem) -> None:
        """Something is wrong, in a game or outside of one; those of a game come before its verdict."""

    def repeat(self, verdict: GameVerdict) -> None:
        """A game is over whose lines repeat those of another log: nothing that was told of it counts."""

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""
