"""The process that judges one log that somebody gave: bytes on standard input, what they come to on standard output.

It has so much time and memory and no more, and writes nothing anywhere: whatever a log does to it, it does to no other.
First comes the verdict, then the game as a tape to be played again.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import msgspec

from vflog.engine.people import people
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict, Report
from vflog.figures.text import visible
from vflog.log.problems import Problem
from vflog.log.sources import Source
from vflog.playback.cursor import Cursor
from vflog.playback.logs import games_of
from vflog.playback.tape import Tape, tape
from vflog.reading.corpus import judge
from vflog.reporting.replay_page import Visible

#: Problems and games that are told; records of a game that can be played again; bytes of memory.
_PROBLEMS, _GAMES, _RECORDS = 100, 200, 20_000
_MEMORY = 2 << 30
#: It has no name of its own: places in it are told by their line alone.
_NAME = "the log that was given"
_PLACE = re.compile(re.escape(_NAME) + r":(?=[0-9])")
_LONGEST = 300


class Wrong(msgspec.Struct, kw_only=True):
    """A problem, as people read it."""

    severity: str
    line: int | None
    game: str | None
    n: int | None
    message: str
    rule: str
    instead: str


class Checked(msgspec.Struct, kw_only=True):
    """A game of the log and what it came to."""

    game: str
    status: str
    ruleset: str
    records: int
    problems: int
    winners: list[str]


class Found(msgspec.Struct, kw_only=True):
    """What a log comes to; `shown` is the game that can be played again."""

    lines: int
    blank: int
    records: int
    rejects: int
    repeats: int
    by_status: dict[str, int]
    games: list[Checked]
    problems: list[Wrong]
    more_games: int
    more_problems: int
    shown: str | None = None


class Asked(msgspec.Struct, kw_only=True):
    """The first line of the input: its seconds, where packs are, by what rulings to judge, which game to show."""

    seconds: int
    content: list[str] = []
    rulings: dict[str, str] = {}
    game: str | None = None


def main() -> None:
    """Judge what comes on standard input."""
    asked = msgspec.json.decode(sys.stdin.buffer.readline(), type=Asked)
    _limit(asked.seconds)
    for line in answers(asked, sys.stdin.buffer.read()):
        _say(line)


def answers(asked: Asked, data: bytes) -> Iterator[bytes]:
    """What a log comes to (`Found`), then the game that is shown (`Tape`, or nothing where it is too long)."""
    settings = Settings(content=tuple(asked.content), overrides=asked.rulings, digests=False)
    report = judge([Source(_NAME, None, data=data)], settings)
    found = told(report, asked.game)
    yield msgspec.json.encode(found)
    if found.shown is not None:
        yield msgspec.json.encode(_tape(data, settings, found.shown))


def told(report: Report, wanted: str | None) -> Found:
    """A report on one file, as people read it."""
    totals = report.totals
    problems = [*_problems(report)]
    games = [_checked(game) for game in report.games]
    known = {game.game for game in report.games if game.header is not None}
    unsound = [game.game for game in report.games if game.game in known and game.status not in ("valid", "adjudicated")]
    shown = wanted if wanted in known else next(iter(unsound), next(iter(sorted(known - {None}, key=str)), None))
    return Found(
        lines=totals.lines,
        blank=totals.blank,
        records=totals.records,
        rejects=totals.rejects,
        repeats=totals.repeats,
        by_status=dict(totals.by_status),
        games=games[:_GAMES],
        problems=problems[:_PROBLEMS],
        more_games=max(0, len(games) - _GAMES),
        more_problems=max(0, len(problems) - _PROBLEMS),
        shown=shown,
    )


def _problems(report: Report) -> Iterator[Wrong]:
    every = [*report.problems, *(problem for game in report.games for problem in game.problems)]
    for problem in sorted({id(each): each for each in every}.values(), key=lambda each: each.line or 0):
        yield _wrong(problem)


def _wrong(problem: Problem) -> Wrong:
    return Wrong(
        severity=problem.severity,
        line=problem.line,
        game=_cut(problem.game),
        n=problem.n,
        message=visible(_PLACE.sub("line ", problem.message)),
        rule=problem.rule or problem.code,
        instead=_instead(problem.expected),
    )


def _instead(expected: object) -> str:
    if expected is None:
        return ""
    if isinstance(expected, list) and all(isinstance(each, str) for each in expected):
        text = ", ".join(expected) or "nothing"
    else:
        text = expected if isinstance(expected, str) else msgspec.json.encode(expected).decode()
    return visible(_cut(text) or "")


def _checked(game: GameVerdict) -> Checked:
    called = people(game.header) if game.header is not None else {}
    return Checked(
        game=visible(_cut(game.game) or "no id"),
        status=game.status,
        ruleset=" ".join(filter(None, (game.ruleset, game.revision))),
        records=game.records,
        problems=len(game.problems),
        winners=[visible(called.get(winner, winner)) for winner in game.winners or ()],
    )


def _cut(text: str | None) -> str | None:
    return text if text is None or len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _tape(data: bytes, settings: Settings, game: str) -> Tape | None:
    for log in games_of(Source(_NAME, None, data=data), settings, only=game):
        if len(log.entries) <= _RECORDS:
            return tape(Cursor(log, msgspec.structs.replace(settings, holds_under=False)), "all", Visible())
    return None


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def _limit(seconds: int) -> None:
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    main()
