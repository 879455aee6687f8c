"""A corpus judged in two ways: by the logs' own revision and by another one, or now and as another version told it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import tee
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from vflog.engine import ruleset as rulesets
from vflog.engine.settings import Settings
from vflog.engine.verdict import GameVerdict
from vflog.log.nearest import meant
from vflog.log.problems import Problem
from vflog.log.sources import Finder, Source
from vflog.playback.logs import InputError, NotThere
from vflog.reading.corpus import judge
from vflog.reading.results import BaseVisitor, Progress

#: What is told where a ruleset does not have the revision, or the ruling: such games are left out.
_HAS_NOT = frozenset({"game.unknown-revision", "rulings.unknown"})
#: What every verdict that is compared has, as the machine report names it.
_KEPT = ("status", "winners", "applied", "refused", "taken_back", "unjudged", "public")
_OF_A_PROBLEM = ("code", "severity", "rule", "basis", "n", "line")


class Brief(NamedTuple):
    """What is compared of a verdict; `problems` are code, severity, rule, basis, number and line of each."""

    status: str
    winners: tuple[str, ...] | None
    applied: int
    refused: int
    taken_back: int
    unjudged: int
    public: str | None
    problems: tuple[tuple[Any, ...], ...]


class Differs(msgspec.Struct, kw_only=True):
    """A game with two verdicts; `None` where one side does not have it."""

    file: str
    line: int
    game: str | None
    before: Brief | None
    after: Brief | None


class Compared(msgspec.Struct):
    """How many games were compared, how many differ, and how many were left out, for their ruleset does not have the
    revision."""

    games: int = 0
    differ: int = 0
    left_out: int = 0
    complete: bool = True


class CorpusDiff:
    """Compares the verdicts of a corpus, file by file; iterating gives the games that differ, `totals` counts."""

    def __init__(
        self,
        paths: Iterable[str | os.PathLike[str]],
        against: str,
        settings: Settings,
        progress: Progress | None = None,
        each: Each | None = None,
    ) -> None:
        """`against`: a revision, a ruling as `NAME=VALUE`, or a file with the machine report of another version.
        `each` judges the inputs, where that is not done here.

        Raises `NotThere` where it is none of them, `InputError` for a file that holds no report.
        """
        self.totals = Compared()
        self._paths, self._progress = list(paths), progress
        self._each = each or one_by_one
        self._settings = msgspec.structs.replace(settings, holds_under=False, digests=True)
        self._saved = _saved(against) if os.path.exists(against) else None
        self._other = self._settings
        if self._saved is None:
            other = {**settings.overrides, **_overrides(against)}
            # That it is another revision is no difference.
            self._settings = msgspec.structs.replace(self._settings, undigested=("revision",))
            self._other = msgspec.structs.replace(self._settings, overrides=other)

    def __iter__(self) -> Iterator[Differs]:
        if self._saved is not None:
            for source, now in self._each(self._found(), self._settings, _Heard, self._progress):
                yield from self._of_file(source, now.games, None)
        else:
            first, second = tee(self._found())
            judged = self._each(first, self._settings, _Heard, self._progress)
            other = self._each(second, self._other, _Heard, None)
            for (source, now), (_, then) in zip(judged, other, strict=True):
                yield from self._of_file(source, now.games, then.games)
        for (_, line, key), (file, game, brief) in (self._saved or {}).items():
            self.totals.differ += 1
            yield Differs(file=file, line=line, game=game or str(key), before=brief, after=None)

    def _found(self) -> Iterator[Source | Problem]:
        finder = Finder()
        for path in self._paths:
            for found in finder.find(path):
                if isinstance(found, Source) and not found.again and self._saved is None:
                    yield msgspec.structs.replace(found, data=_whole(found), again=True)
                else:
                    yield found

    def _of_file(self, source: Source, now: _Games, other: _Games | None) -> Iterator[Differs]:
        for place, (game, key, mine) in now.items():
            self.totals.games += 1
            before: Brief | None = mine
            after: Brief | None = mine
            if other is None:
                before = self._taken(source.name, place, key)
            else:
                after = other[place][2]
            if other is not None and before != after and after and any(p[0] in _HAS_NOT for p in after.problems):
                self.totals.left_out += 1
            elif before != after:
                self.totals.differ += 1
                yield Differs(file=source.name, line=place, game=game, before=before, after=after)

    def _taken(self, file: str, line: int, key: int) -> Brief | None:
        assert self._saved is not None
        found = self._saved.pop((os.path.basename(file), line, key), None)
        return None if found is None else found[2]


_Games = dict[int, tuple[str | None, int, Brief]]
Hearing = TypeVar("Hearing", bound=BaseVisitor)


class Each(Protocol):
    """Judges inputs, each as if there were no others."""

    def __call__(
        self,
        found: Iterable[Source | Problem],
        settings: Settings,
        visitor: Callable[[], Hearing],
        progress: Progress | None,
    ) -> Iterator[tuple[Source, Hearing]]:
        """Each input, and a visitor of its own that has heard all of it. Raises `InputError`, `KeyboardInterrupt`."""


def one_by_one(
    found: Iterable[Source | Problem],
    settings: Settings,
    visitor: Callable[[], Hearing],
    progress: Progress | None,
) -> Iterator[tuple[Source, Hearing]]:
    """Judge inputs here."""
    for source in found:
        if isinstance(source, Problem):
            refuse(source)
            continue
        heard = visitor()
        report = judge([source], settings, heard, collect=False, progress=progress)
        if not report.complete:
            raise KeyboardInterrupt
        yield source, heard


def refuse(problem: Problem) -> None:
    """Raise `InputError` for an input that cannot be read; what is only remarked is passed over."""
    if problem.severity == "error":
        raise InputError(problem.message)


class _Heard(BaseVisitor):
    """Hears what each game of a file comes to, by the line of its `game` record."""

    def __init__(self) -> None:
        self.games: _Games = {}

    def game(self, verdict: GameVerdict) -> None:
        """A game is over."""
        self.games[verdict.line] = (verdict.game, verdict.game_key, _brief(verdict, verdict.problems))


def _whole(source: Source) -> bytes:
    """The bytes of an input that cannot be read a second time."""
    return b"".join(part for part in source.chunks() if isinstance(part, bytes))


def _brief(verdict: GameVerdict, problems: Iterable[Problem]) -> Brief:
    told = tuple(tuple(getattr(p, name) for name in _OF_A_PROBLEM) for p in problems)
    return _made({name: getattr(verdict, name) for name in _KEPT}, told)


def _made(of: Mapping[str, Any], problems: tuple[tuple[Any, ...], ...]) -> Brief:
    winners = of["winners"]
    kept = {name: of[name] for name in _KEPT if name != "winners"}
    return Brief(winners=None if winners is None else tuple(winners), problems=problems, **kept)


def _overrides(against: str) -> dict[str, str]:
    """A revision, or a named ruling, that some ruleset has."""
    known = [rulesets.ruleset(name) for name in rulesets.names()]
    name, equals, value = against.partition("=")
    if equals:
        if not any(value in rules.rulings[name].values for rules in known if name in rules.rulings):
            near = meant(against, (f"{n}={v}" for rules in known for n, of in rules.rulings.items() for v in of.values))
            raise NotThere(f"There is no ruling {against!r}; “vflog rulings list” tells which there are.{near}")
        return {name: value}
    revisions = dict.fromkeys(revision.name for rules in known for revision in rules.revisions)
    if against not in revisions:
        there = ", ".join(revisions)
        raise NotThere(f"{against!r} is no revision ({there}), no ruling NAME=VALUE, and no file with saved verdicts.")
    return {"revision": against}


# -- verdicts of another version -----------------------------------------------------------------------------

_Saved = dict[tuple[str, int, int], tuple[str, str | None, Brief]]


def _saved(path: str) -> _Saved:
    """The verdicts in the machine report that another version printed, as one object or as lines."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        games, problems = _of_report(data)
        return _by_place(games, problems)
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        why = "is no machine report: save one with “vflog validate … --format json”"
        raise InputError(f"{path} {why}.") from None


def _of_report(data: bytes) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    try:
        whole = msgspec.json.decode(data)
        if "games" in whole:
            return whole["games"], whole["problems"]
    except msgspec.DecodeError:
        pass
    lines = [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]
    if not lines or "summary" not in lines[-1]:
        raise KeyError("summary")
    return [line["game"] for line in lines if "game" in line], [line["problem"] for line in lines if "problem" in line]


def _by_place(games: Iterable[Mapping[str, Any]], problems: Iterable[Mapping[str, Any]]) -> _Saved:
    of_game: dict[tuple[Any, Any], list[tuple[Any, ...]]] = {}
    for problem in problems:
        place = problem["file"], problem["game"]
        of_game.setdefault(place, []).append(tuple(problem.get(name) for name in _OF_A_PROBLEM))
    out: _Saved = {}
    for game in games:
        told = tuple(of_game.get((game["file"], game["game"]), ()))
        at = os.path.basename(game["file"]), game["line"], game["game_key"]
        out[at] = (game["file"], game["game"], _made(game, told))
    return out
