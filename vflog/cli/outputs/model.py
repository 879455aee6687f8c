"""The machine report `vflog-report/1`: the parts of the result model that are printed, and their JSON Schema."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from vflog.cli.terminal import safe_json
from vflog.engine import verdict
from vflog.log import problems

_encode = msgspec.json.Encoder().encode


class Problem(msgspec.Struct, kw_only=True):
    """One thing wrong in one place."""

    code: str
    severity: Literal["error", "warning"]
    file: str | None
    line: int | None
    byte_offset: int | None
    game: str | None
    n: int | None
    message: str
    rule: str | None
    expected: Any
    basis: Literal["printed", "public", "assumed"] | None
    holds_under: list[str] | None
    follows: bool


class Game(msgspec.Struct, kw_only=True):
    """What a game comes to."""

    game: str | None
    game_key: int
    file: str
    line: int
    ruleset: str | None
    revision: str | None
    status: verdict.Status
    records: int
    applied: int
    refused: int
    taken_back: int
    unjudged: int
    winners: list[str] | None
    digest: str | None
    public: str | None


class File(msgspec.Struct, kw_only=True):
    """What a file comes to."""

    file: str
    sha256: str | None
    bytes: int | None
    lines: int
    blank: int
    records: int
    rejects: int
    repeats: int
    games: int


class Totals(msgspec.Struct, kw_only=True):
    """The sums over files and games."""

    files: int
    lines: int
    blank: int
    records: int
    rejects: int
    repeats: int
    games: int
    by_status: dict[str, int]
    errors: int
    warnings: int


class Report(msgspec.Struct, kw_only=True):
    """The whole report, one object."""

    report: Literal["vflog-report/1"]
    tool: str
    complete: bool
    totals: Totals
    files: list[File]
    games: list[Game]
    problems: list[Problem]


class ProblemLine(msgspec.Struct, kw_only=True):
    """A line of the report as JSON lines: a problem, as it comes."""

    problem: Problem


class GameLine(msgspec.Struct, kw_only=True):
    """A line of the report as JSON lines: a game that is over."""

    game: Game


class Revised(msgspec.Struct, kw_only=True):
    """What was told of a game no longer holds: its `status` is this one now, or (with a `relation`) its log stands for
    the game no more, for that of `by_file` from `by_line` on does.
    """

    game: str | None
    game_key: int
    file: str
    line: int
    status: verdict.Status
    relation: Literal["copy", "shorter", "other"] | None
    by_file: str | None
    by_line: int | None


class RevisedLine(msgspec.Struct, kw_only=True):
    """A line of the report as JSON lines: what was told of a game no longer holds."""

    revised: Revised


class FileLine(msgspec.Struct, kw_only=True):
    """A line of the report as JSON lines: a file at its end."""

    file: File


class SummaryLine(msgspec.Struct, kw_only=True):
    """The last line of the report as JSON lines."""

    summary: Totals
    complete: bool


T = TypeVar("T", bound=msgspec.Struct)


def _part(kind: type[T], source: object) -> T:
    return kind(**{name: getattr(source, name) for name in kind.__struct_fields__})


def problem(source: problems.Problem) -> Problem:
    """A problem as it is printed."""
    return _part(Problem, source)


def game(source: verdict.GameVerdict) -> Game:
    """A game's verdict as it is printed."""
    return _part(Game, source)


def revised(source: verdict.Revision) -> Revised:
    """A revision as it is printed."""
    by_file, by_line = source.by or (None, None)
    names = ("game", "game_key", "file", "line", "status", "relation")
    return Revised(**{name: getattr(source, name) for name in names}, by_file=by_file, by_line=by_line)


def file(source: verdict.FileVerdict) -> File:
    """A file's verdict as it is printed."""
    return _part(File, source)


def totals(source: verdict.Totals) -> Totals:
    """The totals as they are printed."""
    return _part(Totals, source)


def report(source: verdict.Report) -> Report:
    """The report as it is printed."""
    return Report(
        report="vflog-report/1",
        tool=source.tool,
        complete=source.complete,
        totals=totals(source.totals),
        files=[file(f) for f in source.files],
        games=[game(g) for g in source.games],
        problems=[problem(p) for p in source.problems],
    )


def line(value: Any) -> str:
    """A value as one line of JSON that cannot steer a terminal."""
    return safe_json(_encode(value)) + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the report as one object, and of each of its lines."""
    kinds = (Report, ProblemLine, GameLine, RevisedLine, FileLine, SummaryLine)
    shapes, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "vflog-report/1",
        "anyOf": list(shapes),
        "$defs": parts,
    }
