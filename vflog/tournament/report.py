"""The report on a tournament (`vflog-tournament-report/1`): what is printed, written, put into tables, compared.

It holds no name of a file and no line: the same logs give the same bytes however they are called, packed, split and
ordered. Points and tie-breaks are exact, as text: `12`, `7/2`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from vflog.log.problems import Severity

REPORT: Literal["vflog-tournament-report/1"] = "vflog-tournament-report/1"
#: What became of a table: its log decides, a result by hand does, it is not decided yet.
State = Literal["log", "hand", "open"]


class Scoring(msgspec.Struct, kw_only=True):
    """How points are given, as the file says."""

    places: dict[str, list[str]]
    bye: str
    no_show: str
    tiebreaks: list[str]
    seed: str | None


class Alias(msgspec.Struct, kw_only=True):
    """An id of a player in an app; in every app where `app` is null."""

    app: str | None
    player_id: str


class Person(msgspec.Struct, kw_only=True, rename={"first": "from"}):
    """A player of the tournament; `called` is what people are told."""

    person: str
    name: str | None
    called: str
    aliases: list[Alias]
    first: int
    until: int | None


class Seat(msgspec.Struct, kw_only=True):
    """A seat of a table: `person` is null for who is in no list or has another seat."""

    person: str | None
    player_id: str
    name: str | None
    place: int | None


class Table(msgspec.Struct, kw_only=True):
    """A table of a round. `status`: that of the log that stands for it, null where there is none."""

    round: int
    table: str
    state: State
    players: list[str]
    game: str | None
    game_key: int | None
    head: str | None
    status: str | None
    app: str | None
    app_version: str | None
    seats: list[Seat]
    absent: list[str]
    by: str | None
    reason: str | None


class Round(msgspec.Struct, kw_only=True):
    """A round: when its logs are written, and its tables."""

    n: int
    begins: str | None
    ends: str | None
    tables: list[Table]


class Result(msgspec.Struct, kw_only=True):
    """What a round brought somebody: by a game, a bye, an absence; `open` while nobody can say."""

    round: int
    person: str
    kind: Literal["game", "bye", "no_show", "open"]
    table: str | None
    game: str | None
    game_key: int | None
    place: int | None
    players: int | None
    points: str
    by: str | None
    reason: str | None


class Standing(msgspec.Struct, kw_only=True):
    """Somebody in the standings after a round. `behind`: who stands just before, `decided_by` what put one before the
    other (`points` or a tie-break; null where they share the rank).
    """

    round: int
    rank: int
    person: str
    points: str
    games: int
    wins: int
    tiebreaks: dict[str, str | None]
    behind: str | None
    decided_by: str | None
    withdrawn: bool


class Finding(msgspec.Struct, kw_only=True):
    """One thing wrong."""

    code: str
    severity: Severity
    round: int | None
    table: str | None
    app: str | None
    app_version: str | None
    game: str | None
    message: str


class Totals(msgspec.Struct, kw_only=True):
    """Counts."""

    players: int
    rounds: int
    tables: int
    by_state: dict[State, int]
    logs: int
    records: int
    errors: int
    warnings: int


class Report(msgspec.Struct, kw_only=True):
    """The whole report. `standings` are those after the last round that has a result, `progress` all of them."""

    report: Literal["vflog-tournament-report/1"]
    tool: str
    event: str
    complete: bool
    scoring: Scoring
    persons: list[Person]
    rounds: list[Round]
    results: list[Result]
    standings: list[Standing]
    progress: list[Standing]
    findings: list[Finding]
    totals: Totals

    def called(self) -> Mapping[str, str]:
        """What people are told of somebody, by id."""
        return {person.person: person.called for person in self.persons}

    def tables(self) -> list[Table]:
        """All tables, round by round."""
        return [table for each in self.rounds for table in each.tables]


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the report."""
    (shape,), parts = msgspec.json.schema_components((Report,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": REPORT,
        "$ref": shape["$ref"],
        "$defs": parts,
    }


class NoReport(Exception):
    """What should be a report on a tournament is none; the text says why."""


def read(data: bytes, name: str) -> Report:
    """The report in these bytes; raises `NoReport`."""
    try:
        return msgspec.json.decode(data, type=Report)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise NoReport(f"{name} is no report on a tournament (vflog tournament --format json): {error}.") from None


def encoded(report: Report) -> bytes:
    """The report as JSON."""
    return msgspec.json.encode(report)


def public(report: Report) -> Report:
    """The report as far as everybody may see it: without findings, which may tell what is hidden, and without heads,
    which are digests of it.
    """
    rounds = [
        msgspec.structs.replace(each, tables=[msgspec.structs.replace(table, head=None) for table in each.tables])
        for each in report.rounds
    ]
    totals = msgspec.structs.replace(report.totals, errors=0, warnings=0)
    return msgspec.structs.replace(report, rounds=rounds, findings=[], totals=totals)


def story(report: Report, person: str, upto: int) -> list[str]:
    """Why somebody stands there: round by round what was played and what it brought."""
    out = []
    for result in report.results:
        if result.person == person and result.round <= upto:
            out.append(f"round {result.round}: {_said(result)}")
    return out


def _said(result: Result) -> str:
    if result.kind == "bye":
        return f"bye, {points(result.points)}"
    at = f"table {result.table}"
    if result.kind == "no_show":
        return f"{at}, absent, {points(result.points)}"
    if result.kind == "open":
        return f"{at}, no result yet"
    game = f" (game {result.game})" if result.game is not None and result.by is None else ""
    judge = f" by {result.by}" if result.by is not None else ""
    place = f"place {result.place} of {result.players}" if result.place is not None else f"one of {result.players}"
    return f"{at}{game}, {place}{judge}, {points(result.points)}"


def points(exact: str) -> str:
    """Points as people read them."""
    return f"{mixed(exact)} {'point' if exact == '1' else 'points'}"


def mixed(exact: str | None, *, digits: bool = False) -> str:
    """An exact value as people read it: `3 1/2` for `7/2`; with `digits` after the point, as always where the fraction
    is long; a dash for no entry; a hash cut short.
    """
    if exact is None:
        return "–"
    if len(exact) >= 64 and "/" not in exact:
        return exact[:12]
    top, slash, bottom = exact.partition("/")
    if digits or _is_long(exact):
        whole, part = divmod(_nearest(int(top) * _NEAR, int(bottom or 1)), _NEAR)
        return f"{whole}.{part:04}"
    if not slash:
        return exact
    whole, rest = divmod(int(top), int(bottom))
    return f"{whole} {rest}/{bottom}" if whole else f"{rest}/{bottom}"


def column(values: Sequence[str | None]) -> list[str]:
    """Exact values that stand below one another, in one notation."""
    digits = any(map(_is_long, values))
    return [mixed(value, digits=digits) for value in values]


def _is_long(exact: str | None) -> bool:
    """Whether nobody can read it as a fraction."""
    return exact is not None and len(exact.partition("/")[2]) > 2


def _nearest(top: int, bottom: int) -> int:
    return (2 * top + bottom) // (2 * bottom)


#: So many parts of one are told of a long fraction.
_NEAR = 10_000


def because(report: Report, row: Standing) -> str:
    """What put somebody there in the end: the points, and what decided against who stands just before."""
    called = report.called()
    if row.behind is None:
        return "first"
    before = called.get(row.behind, row.behind)
    if row.decided_by is None:
        return f"shares the rank of {before}"
    if row.decided_by == "points":
        return f"behind {before} by points"
    of_round = [other for other in report.progress if other.round == row.round]
    theirs = next(other.tiebreaks[row.decided_by] for other in of_round if other.person == row.behind)
    mine = row.tiebreaks[row.decided_by]
    digits = any(_is_long(other.tiebreaks[row.decided_by]) for other in of_round)
    one, another = mixed(mine, digits=digits), mixed(theirs, digits=digits)
    values = f"{mine} to {theirs}" if one == another else f"{one} to {another}"
    return f"behind {before} by {row.decided_by}, {values}"


def sequence(values: Sequence[str]) -> str:
    """Several things, as a sentence has them."""
    *most, last = values
    return f"{', '.join(most)} and {last}" if most else last
