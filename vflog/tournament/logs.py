"""The logs of a folder as a tournament looks at them: one `Log` each, without what depends on files and their order."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from vflog.engine.ruleset import ruleset
from vflog.engine.settings import Settings
from vflog.engine.shares import Held
from vflog.engine.summary import writer
from vflog.engine.telling import SOUND_AND_OVER, Rank, rank
from vflog.engine.verdict import GameVerdict, Judged, Report, Revision, Status
from vflog.log.absent import UNSET
from vflog.log.problems import Problem, Unsupported
from vflog.log.records import Header, Record
from vflog.log.sources import Source
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor, Progress


class Seat(msgspec.Struct, kw_only=True):
    """A seat of a game: who sits there by the log, the place in the end, what it held (`engine.shares`)."""

    player_id: str
    name: str | None
    place: int | None = None
    shares: dict[str, Held] = {}


class Log(msgspec.Struct, kw_only=True):
    """A log of a game, as far as a tournament asks. `where` is for people who look for the file: it decides nothing."""

    game: str | None
    game_key: int
    head: str
    lines: int
    rank: Rank
    redacted: bool
    status: Status
    end_reason: str | None
    header: Header | None
    played_by: dict[str, Any]
    seats: list[Seat]
    #: The first error; of one that is of no record, the record before it; how many there are.
    first_error: Problem | None
    error_after: int | None
    errors: int
    begins: str | None
    ends: str | None
    plays: list[tuple[int, Record]]
    where: tuple[str, int]
    #: What else was found of it: logs with the same lines, and those that are its beginning.
    copies: int = 0
    beginnings: int = 0

    @property
    def over(self) -> bool:
        """Sound, and played or brought to an end with a result."""
        return self.status in SOUND_AND_OVER

    @property
    def app(self) -> tuple[str | None, str | None]:
        """The front end that wrote it, and its version."""
        return writer(self.header)

    def says(self, field: str) -> Any:
        """What the header says, `None` where it does not."""
        value = getattr(self.header, field, None)
        return None if value is UNSET else value


class Logs(msgspec.Struct, kw_only=True):
    """What lies in a folder: the logs in an order of their own, what is wrong outside of games, the report."""

    logs: list[Log]
    loose: list[Problem]
    report: Report


def judged(
    paths: Iterable[str | os.PathLike[str] | Source | Problem],
    settings: Settings,
    progress: Progress | None,
    *,
    judge: Callable[..., Report] = judge,
    seen: Seen | None = None,
) -> Logs:
    """Judge the logs. Nothing that they hold makes this raise. `judge` and `seen`: where not all is done here."""
    seen = Seen() if seen is None else seen
    wanted = msgspec.structs.replace(settings, facts=True, records=True, plays=True, digests=False, tellings=())
    report = judge(paths, wanted, seen, collect=False, progress=progress)
    return Logs(logs=seen.logs(), loose=seen.loose, report=report)


class Seen(BaseVisitor):
    """Keeps of every game what a tournament asks."""

    def __init__(self) -> None:
        self.loose: list[Problem] = []
        self._logs: dict[tuple[str, int], Log] = {}
        self._records: dict[str, list[Judged]] = defaultdict(list)
        self._copies: Counter[int] = Counter()
        self._beginnings: Counter[int] = Counter()

    def logs(self) -> list[Log]:
        """The logs that are no repeats, in order of game and head; each knows of its repeats."""
        found = sorted(self._logs.values(), key=lambda log: (log.game or "", log.game_key, log.rank))
        first: dict[int, Log] = {}
        for log in found:
            best = first.setdefault(log.game_key, log)
            if log.rank < best.rank:
                first[log.game_key] = log
        for key, log in first.items():
            log.copies, log.beginnings = self._copies[key], self._beginnings[key]
        return found

    def record(self, judged: Judged) -> None:
        """A record was judged."""
        self._records[judged.game].append(judged)

    def problem(self, problem: Problem) -> None:
        """Something is wrong; that of games stands in their verdicts."""
        if problem.game is None and problem.severity == "error":
            self.loose.append(problem)

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        self._logs[verdict.file, verdict.line] = self._log(verdict)
        verdict.facts, verdict.summary = None, {}

    def _log(self, verdict: GameVerdict) -> Log:
        return log_of(verdict, self._records.pop(verdict.game or "", []))

    def repeat(self, verdict: GameVerdict) -> None:
        """A game is over whose lines repeat those of another log."""
        self._records.pop(verdict.game or "", None)
        self._copies[verdict.game_key] += 1

    def revised(self, revision: Revision) -> None:
        """What was told of a game no longer holds."""
        if revision.relation in ("copy", "shorter"):
            gone = self._logs.pop((revision.file, revision.line))
            (self._copies if revision.relation == "copy" else self._beginnings)[gone.game_key] += 1
        elif revision.relation is None and (log := self._logs.get((revision.file, revision.line))):
            log.status = revision.status


def log_of(verdict: GameVerdict, records: list[Judged]) -> Log:
    """A log, by its verdict and its records as they were judged."""
    telling, header = verdict.telling, verdict.header
    plays = telling.records() if telling is not None and telling.records is not None else []
    numbers = _numbers(records, verdict.taken_numbers, len(plays))
    ats = [each.record.at for each in records if each.record.at is not UNSET]
    errors = [problem for problem in verdict.problems if problem.severity == "error"]
    head = telling.head if telling is not None else b""
    order = rank(
        verdict.status,
        head,
        plays=telling.plays if telling else 0,
        unknown=telling.unknown if telling else 0,
        over=telling is not None and telling.over,
        redacted=telling is not None and telling.redacted,
    )
    return Log(
        game=verdict.game,
        game_key=verdict.game_key,
        head=head.hex(),
        lines=telling.lines if telling else 0,
        rank=order,
        redacted=telling is not None and telling.redacted,
        status=verdict.status,
        end_reason=verdict.end_reason,
        header=header,
        played_by=_played_by(verdict),
        seats=_seats(verdict),
        first_error=errors[0] if errors else None,
        error_after=_before(errors[0], records) if errors else None,
        errors=len(errors),
        begins=ats[0] if ats else None,
        ends=ats[-1] if ats else None,
        plays=list(zip(numbers, plays, strict=True)),
        where=(verdict.file, verdict.line),
    )


def _before(problem: Problem, records: list[Judged]) -> int | None:
    """The number of the last record before a line that is none, however the log lies in its file."""
    if problem.n is not None or problem.line is None:
        return None
    return next((each.n for each in reversed(records) if each.line < problem.line), None)


def _numbers(records: list[Judged], taken: list[tuple[int, int]], count: int) -> list[int]:
    """The numbers of the live records of play."""
    if not count:
        return []
    live = [
        each.n
        for each in records[1:]
        if each.n is not None
        and each.judged == "applied"
        and not any(low <= each.n <= high for low, high in taken)
        and type(each.record).__struct_config__.tag not in _FRAME
    ]
    return live if len(live) == count else list(range(1, count + 1))


_FRAME = frozenset({"takeback", "amend", "ruling", "note", "claim", "x_"})


def _played_by(verdict: GameVerdict) -> dict[str, Any]:
    """By what a game was played, field by field, as far as its log and the judging of it tell."""
    header = verdict.header
    if header is None:
        return {}
    games = verdict.summary.get("games", {})
    content = header.content
    named = {} if content is UNSET else msgspec.to_builtins(content)
    more: Mapping[str, Any] = msgspec.to_builtins(header)
    return {
        "ruleset": header.ruleset,
        "revision": verdict.revision,
        "expansions": sorted(more.get("expansions", ())),
        "powers": more.get("powers"),
        "detail": games.get("detail", more.get("detail")),
        "rulings": dict(verdict.summary.get("rulings", {})),
        "content": {
            "pack": games.get("content_pack", named.get("pack")),
            "version": named.get("version"),
            "sha256": games.get("content_sha256", named.get("sha256")),
        },
        **verdict.summary.get("played_by", {}),
    }


def _seats(verdict: GameVerdict) -> list[Seat]:
    """The seats with their places: those that the ruleset tells; else the winners first, the others together."""
    header = verdict.header
    if header is None:
        return []
    told = verdict.summary.get("players", ())
    winners = verdict.winners
    held: Mapping[str, list[Held]] = verdict.summary.get("shares", {})
    seats = []
    for i, player in enumerate(header.players):
        place = told[i].get("place") if i < len(told) else None
        if place is None and winners is not None and not any(row.get("place") for row in told):
            place = 1 if player.id in winners else len(winners) + 1 if winners else 2
        name = player.name if isinstance(player.name, str) else None
        shares = {share: seats_[i] for share, seats_ in held.items() if i < len(seats_)}
        seats.append(Seat(player_id=player.id, name=name, place=place, shares=shares))
    return seats


def defaults(name: str, revision: str | None) -> Mapping[str, str]:
    """The values of the named rulings in a revision of a ruleset; none where there is no such."""
    try:
        revisions = ruleset(name).revisions
    except Unsupported:
        return {}
    return next((dict(each.rulings) for each in revisions if each.name == revision), {})
