"""A tournament judged: from its file and the logs to the report."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from vflog.engine.settings import Settings
from vflog.log.problems import Problem
from vflog.log.sources import Source
from vflog.playback.copies import sources
from vflog.playback.views import View
from vflog.reading.results import Progress, signature
from vflog.tournament import report as r
from vflog.tournament import scoring
from vflog.tournament.against import changes
from vflog.tournament.file import TournamentFile, alias
from vflog.tournament.findings import Finding, Findings
from vflog.tournament.logs import Logs, judged
from vflog.tournament.people import People
from vflog.tournament.scoring import Entry, exact
from vflog.tournament.seals import check_seals
from vflog.tournament.tables import Decided, Tables


class Tournament(msgspec.Struct, kw_only=True):
    """The report, and beside it what names files: where each finding's log lies, and the log that decides a table,
    by round and table, and the head of every log; what is wrong outside of games; how many logs have which status.
    """

    report: r.Report
    found: list[Finding]
    deciding: dict[tuple[int, str], tuple[str, int]]
    heads: dict[tuple[str, int], str]
    loose: list[Problem]
    by_status: dict[str, int]


def tournament(
    file: TournamentFile,
    paths: Iterable[str | os.PathLike[str] | Source],
    settings: Settings,
    *,
    seals: Sequence[str | os.PathLike[str]] = (),
    against: r.Report | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Judge the logs of a tournament and reckon its standings. Nothing that a log holds makes this raise.

    `seals` are the files of seals there are, `against` a report that was published.
    """
    return reckoned(file, judged(paths, settings, progress), settings, seals=seals, against=against)


def as_seen(
    file: TournamentFile,
    paths: Iterable[str | os.PathLike[str]],
    view: View,
    settings: Settings,
    heads: Mapping[tuple[str, int], str],
) -> Tournament:
    """The tournament as whoever has this view can reckon it: by the copies of the logs for it.

    `heads` are those of the whole logs, by which the file chooses one. Raises `NotThere` for a view that a game lacks.
    """
    logs = judged(sources(paths, view, settings), settings, None)
    for log in logs.logs:
        log.head = heads.get(log.where, log.head)
    return reckoned(file, logs, settings)


def reckoned(
    file: TournamentFile,
    logs: Logs,
    settings: Settings,
    *,
    seals: Sequence[str | os.PathLike[str]] = (),
    against: r.Report | None = None,
) -> Tournament:
    """The tournament by logs that are judged."""
    people = People(file.players)
    findings = Findings(people)
    tables = Tables(file, people, findings).settle(logs.logs)
    found = scoring.entries(file, tables)
    _of_reckoning(file, tables, findings)
    check_seals(file, logs.logs, seals, settings, findings)
    rounds = sorted({each.n for each in file.rounds})
    progress = [_standing(file, row) for n in rounds for row in scoring.standings(file, found, n)]
    made = r.Report(
        report=r.REPORT,
        tool=signature(),
        event=file.event,
        complete=logs.report.complete,
        scoring=_scoring(file),
        persons=_persons(file, people),
        rounds=_rounds(file, tables),
        results=[_result(entry) for entry in found],
        standings=_last(file, found, progress),
        progress=progress,
        findings=[],
        totals=_totals(file, tables, logs),
    )
    if against is not None:
        changes(against, made, findings)
    listed = findings.listed()
    made.findings = [_finding(one) for one in listed]
    made.totals.errors = sum(one.severity == "error" for one in listed)
    made.totals.warnings = len(listed) - made.totals.errors
    by_status: Counter[str] = Counter(log.status for log in logs.logs)
    deciding = {(it.round, it.table): it.log.where for it in tables if it.log is not None and it.basis == "log"}
    heads = {log.where: log.head for log in logs.logs}
    return Tournament(report=made, found=listed, deciding=deciding, heads=heads, loose=logs.loose, by_status=by_status)


def _of_reckoning(file: TournamentFile, tables: Sequence[Decided], findings: Findings) -> None:
    """What cannot be reckoned as the file has it."""
    for decided in tables:
        size = len(decided.seats)
        if decided.basis != "none" and size and file.scoring.points(size) is None:
            findings.add("tournament.no-points", decided.round, decided.table, log=decided.log, size=size)
    for n, player, first in scoring.second_byes(file):
        findings.add("tournament.second-bye", n, player=player, first=first)


def _last(file: TournamentFile, found: Sequence[Entry], progress: Sequence[r.Standing]) -> list[r.Standing]:
    """The standings that are told first: after the last round that has a result."""
    played = [entry.round for entry in found if entry.kind in ("game", "no_show")]
    last = max(played, default=max((each.n for each in file.rounds), default=0))
    return [row for row in progress if row.round == last]


# -- parts of the report -----------------------------------------------------------------------------------


def _scoring(file: TournamentFile) -> r.Scoring:
    given = file.scoring
    places = sorted(given.places.items(), key=lambda item: int(item[0]))
    return r.Scoring(
        places={size: [str(one) for one in points] for size, points in places},
        bye=str(given.bye),
        no_show=str(given.no_show),
        tiebreaks=given.tiebreaks,
        seed=None if given.seed is None else str(given.seed),
    )


def _persons(file: TournamentFile, people: People) -> list[r.Person]:
    return [
        r.Person(
            person=player.id,
            name=player.name,
            called=people.name(player.id),
            first=player.first,
            until=player.until,
            aliases=[r.Alias(app=app, player_id=id) for app, id in map(alias, player.aliases)],
        )
        for player in file.players
    ]


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _rounds(file: TournamentFile, tables: Sequence[Decided]) -> list[r.Round]:
    return [
        r.Round(
            n=each.n,
            begins=_moment(each.begins),
            ends=_moment(each.ends),
            tables=[_table(decided) for decided in tables if decided.round == each.n],
        )
        for each in sorted(file.rounds, key=lambda each: each.n)
    ]


def _table(decided: Decided) -> r.Table:
    log = decided.log
    app, version = log.app if log is not None else (None, None)
    return r.Table(
        round=decided.round,
        table=decided.table,
        state="open" if decided.basis == "none" else decided.basis,
        players=decided.listed,
        game=None if log is None else log.game,
        game_key=None if log is None else log.game_key,
        head=None if log is None else log.head,
        status=None if log is None else log.status,
        app=app,
        app_version=version,
        absent=decided.absent,
        by=decided.by,
        reason=decided.reason,
        seats=[
            r.Seat(person=each.person, player_id=each.player_id, name=each.name, place=each.place)
            for each in decided.seats
        ],
    )


def _result(entry: Entry) -> r.Result:
    decided = entry.decided
    log = decided.log if decided is not None and decided.basis == "log" and entry.kind == "game" else None
    hand = decided if decided is not None and entry.kind == "game" else None
    return r.Result(
        round=entry.round,
        person=entry.person,
        kind=entry.kind,
        table=entry.table,
        game=log.game if log is not None else None,
        game_key=log.game_key if log is not None else None,
        place=entry.place,
        players=entry.size,
        points=str(entry.points),
        by=hand.by if hand is not None else None,
        reason=hand.reason if hand is not None else None,
    )


def _standing(file: TournamentFile, row: scoring.Standing) -> r.Standing:
    until = next((player.until for player in file.players if player.id == row.person), None)
    return r.Standing(
        round=row.round,
        rank=row.rank,
        person=row.person,
        points=str(row.points),
        games=row.games,
        wins=row.wins,
        tiebreaks={name: exact(value) for name, value in row.tiebreaks.items()},
        behind=row.ahead,
        decided_by=row.by,
        withdrawn=until is not None and until < max(each.n for each in file.rounds),
    )


def _finding(one: Finding) -> r.Finding:
    return r.Finding(**{name: getattr(one, name) for name in r.Finding.__struct_fields__})


def _totals(file: TournamentFile, tables: Sequence[Decided], logs: Logs) -> r.Totals:
    states = ["open" if decided.basis == "none" else decided.basis for decided in tables]
    by_state: dict[r.State, int] = {state: states.count(state) for state in ("log", "hand", "open")}
    return r.Totals(
        players=len(file.players),
        rounds=len(file.rounds),
        tables=len(tables),
        by_state=by_state,
        logs=len(logs.logs),
        records=sum(log.rank[1] * -1 for log in logs.logs),
        errors=0,
        warnings=0,
    )
