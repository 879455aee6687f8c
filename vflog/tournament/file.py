"""The tournament file (`vflog-tournament/1`, TOML): what stands in it, and all that is wrong with it, line by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, field

from vflog.engine.shares import shares_there_are
from vflog.log.records import GAME_ID_PATTERN, ID_PATTERN
from vflog.tournament.toml_lines import Key, Lines

FORMAT = "vflog-tournament/1"
#: Tie-breaks that every ruleset has; a ruleset adds its shares.
WINS, OPPONENTS, LOT = "wins", "opponents_points", "lot"

Id = Annotated[str, Meta(pattern="^(?!x_)" + ID_PATTERN[1:])]
GameId = Annotated[str, Meta(pattern=GAME_ID_PATTERN)]
Round = Annotated[int, Meta(ge=1, le=10_000)]
Place = Annotated[int, Meta(ge=1, le=1000)]
Moment = Annotated[datetime, Meta(tz=True)]
#: A label of people's own: a number is taken as it is written.
Label = Annotated[str, Meta(min_length=1)] | int


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    """A table of the file."""


class Content(_Part, kw_only=True):
    """The content pack that is asked for."""

    pack: str
    version: str | None = None
    sha256: str | None = None


class Rules(_Part, kw_only=True):
    """What every log must have been played by; what is left out is not asked for."""

    ruleset: str | None = None
    revision: str | None = None
    expansions: list[str] | None = None
    powers: str | None = None
    content: str | Content | None = None
    rulings: dict[str, str | bool] | None = None
    detail: str | None = None


class Scoring(_Part, kw_only=True):
    """`places`: for each number of players the points of places 1, 2, …; the tie-breaks in order."""

    places: dict[str, list[Fraction]]
    bye: Fraction = Fraction(0)
    no_show: Fraction = Fraction(0)
    tiebreaks: list[str] = []
    seed: Label | None = None

    def points(self, size: int) -> list[Fraction] | None:
        """The points of the places at a table of so many; `None` where the file does not say."""
        return self.places.get(str(size))


class Player(_Part, kw_only=True):
    """Somebody who plays; `aliases` are `app:id`, or an id alone that is the same in every app."""

    id: Id
    name: str | None = None
    aliases: list[str] = []
    first: Round = field(default=1, name="from")
    until: Round | None = None

    def enters(self, n: int) -> bool:
        """Whether the player has come by that round."""
        return self.first <= n

    def plays(self, n: int) -> bool:
        """Whether the player is to play in that round."""
        return self.enters(n) and (self.until is None or n <= self.until)


class Bye(_Part, kw_only=True):
    """A round without a game."""

    player: Id
    kind: Literal["allocated", "requested"] = "allocated"


class Table(_Part, kw_only=True):
    """Who was to sit at a table."""

    table: Label
    players: list[Id]


class OneRound(_Part, kw_only=True):
    """A round; `from` and `to` are the times between which its logs are written."""

    n: Round
    begins: Moment | None = field(default=None, name="from")
    ends: Moment | None = field(default=None, name="to")
    byes: list[Bye] = []
    tables: list[Table] = []


class Result(_Part, kw_only=True):
    """A result by hand: the winners, or the place of each player (or their ids from the first to the last)."""

    round: Round
    table: Label
    winners: list[Id] | None = None
    places: dict[Id, Place] | list[Id] | None = None
    by: str
    reason: str


class ChosenTelling(_Part, kw_only=True):
    """Which of several logs of a game counts: the beginning of its `chain_head`."""

    game: GameId
    head: Annotated[str, Meta(pattern="^[0-9a-fA-F]{8,64}$")]


class Sealed(_Part, kw_only=True):
    """What was noted of a game when it was sealed: so many lines, and the head of its chain."""

    game: GameId
    count: Annotated[int, Meta(ge=0)]
    head: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]


class TournamentFile(_Part, kw_only=True):
    """The whole file."""

    format: Literal["vflog-tournament/1"]
    event: Annotated[str, Meta(min_length=1)]
    rules: Rules = field(default_factory=Rules)
    scoring: Scoring
    players: list[Player] = []
    rounds: list[OneRound] = []
    results: list[Result] = []
    tellings: list[ChosenTelling] = []
    seals: list[Sealed] = []


class Fault(NamedTuple):
    """One thing wrong with the file: the line, from 1, and why, as a sentence."""

    line: int
    text: str


class BadFile(Exception):
    """A tournament file that cannot be used: all that is wrong with it; `name` is what the file is called."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = sorted(faults)
        self.name = ""
        super().__init__("; ".join(f"line {line}: {text}" for line, text in self.faults))


def read(data: bytes, name: str = "") -> TournamentFile:
    """The tournament file of these bytes; raises `BadFile`, with the name that the file has."""
    try:
        return _read(data)
    except BadFile as bad:
        bad.name = name
        raise


def is_one(data: bytes) -> bool:
    """Whether this is meant for a tournament file, whatever is wrong with it."""
    return _MEANT.search(data) is not None


_MEANT = re.compile(rb"^\s*format\s*=\s*[\"']vflog-tournament/", re.MULTILINE)


def _read(data: bytes) -> TournamentFile:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadFile([Fault(line, "it is not UTF-8 text.")]) from None
    try:
        plain = tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        raise BadFile([_not_toml(str(error), text)]) from None
    except ValueError:
        raise BadFile([Fault(1, "a number in it has too many digits.")]) from None
    except RecursionError:
        raise BadFile([Fault(1, "its lists nest too deep.")]) from None
    lines = Lines(text.replace("\r\n", "\n"))
    faults = [Fault(lines.of(path, value), why) for path, value, why in _misshapen(plain)]
    if not faults:
        file: TournamentFile = _convert(plain, TournamentFile)
        _as_text(file)
        faults = [Fault(lines.of(path, value), why) for path, value, why in _contradictions(file)]
        if not faults:
            return file
    raise BadFile(faults)


def _exact(text: str) -> Fraction | str:
    """A number with a point, exactly; what is none stays text, and is refused where a number is asked for."""
    try:
        return Fraction(text.replace("_", "")) if len(text) < 20 and "e" not in text.lower() else text
    except ValueError:
        return text


_TOML_AT = re.compile(r"(.*?) \(at (?:line (\d+), column \d+|end of document)\)")


def _not_toml(said: str, text: str) -> Fault:
    found = _TOML_AT.fullmatch(said)
    if found is None:
        return Fault(1, f"it is not TOML: {said}.")
    return Fault(int(found[2]) if found[2] else text.count("\n") + 1, f"it is not TOML: {found[1]}.")


def _as_text(file: TournamentFile) -> None:
    """Labels that are written as numbers become text, as logs have them."""
    for table in (table for each in file.rounds for table in each.tables):
        table.table = str(table.table)
    for result in file.results:
        result.table = str(result.table)
    if file.scoring.seed is not None:
        file.scoring.seed = str(file.scoring.seed)


# -- shapes ------------------------------------------------------------------------------------------------

#: Something wrong: its path, a value by which its line is found, why.
_Wrong = tuple[tuple[Key, ...], str | None, str]
_LISTS: dict[str, type[_Part]] = {
    "players": Player, "rounds": OneRound, "results": Result, "tellings": ChosenTelling, "seals": Sealed,
}  # fmt: skip
_TABLES: dict[str, type[_Part]] = {"rules": Rules, "scoring": Scoring}
_AT = re.compile(r"(.*?)(?: - at `(?:key in )?\$(.*?)`)?", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_EXPECTED = re.compile(r"Expected `(.*)`, got `(.*)`")
_KINDS = {
    "int": "a whole number", "float": "a number", "str": "text", "array": "a list", "object": "a table",
    "bool": "true or false", "datetime": "a time with an offset, such as 2026-05-02T18:00:00Z", "null": "nothing",
    "date": "a day alone", "time": "a time of day",
    "Fraction": "a number, such as 3, 1.5 or \"7/2\"",
}  # fmt: skip


def _misshapen(plain: dict[str, Any]) -> Iterator[_Wrong]:
    """What is wrong with the types and keys of each part of the file, one thing a part."""
    for name in ("format", "event", "scoring"):
        if name not in plain:
            yield (), None, f"the file needs {name}."
    if "format" in plain and plain["format"] != FORMAT:
        yield ("format",), None, f"format must be {FORMAT!r}, not {plain['format']!r}."
        return
    if "event" in plain and (not isinstance(plain["event"], str) or not plain["event"]):
        yield ("event",), None, "event must be text, as the logs have it."
    for name, value in plain.items():
        if name in _LISTS:
            yield from _of_list(name, value)
        elif name in _TABLES:
            yield from _of_part((name,), value, _TABLES[name])
        elif name not in ("format", "event"):
            yield (name,), None, f"there is no key {name!r} here; known are {', '.join(_names(TournamentFile))}."


def _of_list(name: str, value: Any) -> Iterator[_Wrong]:
    if not isinstance(value, list):
        yield (name,), None, f"{name} must be a list of tables: [[{name}]]."
        return
    for i, item in enumerate(value):
        tables = item.get("tables") if name == "rounds" and isinstance(item, dict) else None
        if isinstance(tables, list):
            yield from _of_part((name, i), {**item, "tables": []}, _LISTS[name])
            for j, table in enumerate(tables):
                yield from _of_part((name, i, "tables", j), table, Table)
        else:
            yield from _of_part((name, i), item, _LISTS[name])


def _of_part(path: tuple[Key, ...], value: Any, kind: type[_Part]) -> Iterator[_Wrong]:
    try:
        _convert(value, kind)
    except msgspec.ValidationError as error:
        said = _AT.fullmatch(str(error))
        assert said is not None
        keys = [key for key in re.split(r"[.\[\]]+", said[2] or "") if key and key != "..."]
        inner = (*path, *keys)
        called = ".".join(str(key) for key in inner if isinstance(key, str) and not key.isdigit())
        if unknown := _UNKNOWN.fullmatch(said[1]):
            known = ", ".join(_names(kind)) if not keys else ""
            yield (*inner, unknown[1]), None, f"{called} has no key {unknown[1]!r}{f'; it has {known}' * bool(known)}."
        elif missing := _MISSING.fullmatch(said[1]):
            yield inner, None, f"{called} needs {missing[1]}."
        elif expected := _EXPECTED.fullmatch(said[1]):
            wanted, found = (_kinds(part) for part in expected.groups())
            yield inner, None, f"{called} must be {wanted}, not {found}."
        else:
            yield inner, None, f"{called} cannot stand so: {said[1][:1].lower()}{said[1][1:]}."


def _names(kind: type[_Part]) -> list[str]:
    return [each.encode_name for each in msgspec.structs.fields(kind)]


def _kinds(text: str) -> str:
    return " or ".join(_KINDS.get(kind.strip(), kind.strip()) for kind in text.split("|"))


def _convert(plain: Any, kind: type[Any]) -> Any:
    return msgspec.convert(plain, kind, dec_hook=_number)


#: Points stay below this.
_MOST = 10**9


def _number(kind: type[Any], value: Any) -> Any:
    """Points, which are exact: a whole number, one with a point, or a fraction as text."""
    if kind is Fraction and not isinstance(value, bool):
        if isinstance(value, int | Fraction) and -_MOST < value < _MOST:
            return Fraction(value)
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}(/[0-9]{1,9})?", value, re.ASCII):
            top, _, bottom = value.partition("/")
            if int(bottom or 1):
                return Fraction(int(top), int(bottom or 1))
    raise TypeError(f"Expected `{kind.__name__}`, got `{_kind_of(value)}`")


def _kind_of(value: Any) -> str:
    names = {dict: "object", list: "array", bool: "bool", str: "str", int: "int", Fraction: "float"}
    return names.get(type(value), type(value).__name__)


# -- what contradicts itself -------------------------------------------------------------------------------


def tiebreaks_there_are() -> dict[str, str]:
    """Every tie-break by name, with what it is."""
    return {
        WINS: "games won",
        OPPONENTS: "the mean, over the opponents met, of what each has won of the points within reach",
        **shares_there_are(),
        LOT: "the smallest hash of seed and id",
    }


def _contradictions(file: TournamentFile) -> Iterator[_Wrong]:
    """What is well formed and still cannot be."""
    yield from _of_scoring(file.scoring)
    yield from _of_players(file.players)
    seen: set[int] = set()
    for i, each in enumerate(file.rounds):
        if each.n in seen:
            yield ("rounds", i, "n"), None, f"round {each.n} is there twice."
        seen.add(each.n)
        if each.begins and each.ends and each.ends < each.begins:
            yield ("rounds", i, "to"), None, f"round {each.n} ends before it begins."
    tables = {(each.n, table.table) for each in file.rounds for table in each.tables}
    by_hand: set[tuple[int, Label]] = set()
    for i, result in enumerate(file.results):
        where = (result.round, result.table)
        called = f"round {result.round}, table {result.table}"
        if where not in tables:
            yield ("results", i), None, f"there is no {called} for a result."
        if where in by_hand:
            yield ("results", i), None, f"{called} has a result already."
        by_hand.add(where)
        if (result.winners is None) == (result.places is None):
            yield ("results", i), None, f"the result of {called} needs either winners or places."


def _of_scoring(scoring: Scoring) -> Iterator[_Wrong]:
    for size, points in scoring.places.items():
        path = ("scoring", "places", size)
        if not re.fullmatch(r"[1-9][0-9]{0,2}", size, re.ASCII):
            yield path, None, f"scoring.places goes by the number of players, not by {size!r}."
        elif len(points) > int(size):
            yield path, None, f"a table of {size} has no place {len(points)}."
        elif any(one < 0 for one in points):
            yield path, None, "points are never below 0."
        elif any(one < other for one, other in pairwise(points)):
            yield path, None, "a better place never has fewer points."
    known = tiebreaks_there_are()
    for i, name in enumerate(scoring.tiebreaks):
        if name not in known:
            text = f"there is no tie-break {name!r}; there are {', '.join(known)}."
            yield ("scoring", "tiebreaks", i), name, text
        elif name in scoring.tiebreaks[:i]:
            yield ("scoring", "tiebreaks", i), name, f"the tie-break {name} is there twice."


def alias(text: str) -> tuple[str | None, str]:
    """The app of an alias, `None` for every one, and the id there."""
    app, colon, id = text.partition(":")
    return (app, id) if colon else (None, text)


def _of_players(players: Sequence[Player]) -> Iterator[_Wrong]:
    ids: set[str] = set()
    owners: dict[tuple[str | None, str], str] = {}
    for i, player in enumerate(players):
        if player.id in ids:
            yield ("players", i, "id"), None, f"the player {player.id} is there twice."
        ids.add(player.id)
        if player.until is not None and player.until < player.first:
            yield ("players", i, "until"), None, f"{player.id} leaves before coming: until is smaller than from."
        for j, text in enumerate(player.aliases):
            app, id = alias(text)
            path = ("players", i, "aliases", j)
            if app == "" or not re.fullmatch(ID_PATTERN, id):
                yield path, text, f"the alias {text!r} must be app:id, or an id alone."
            elif owners.setdefault((app, id), player.id) != player.id:
                yield path, text, f"the alias {text!r} is {owners[app, id]}'s already."
    yield from _circles(players, ids, owners)


def _circles(players: Sequence[Player], ids: set[str], owners: dict[tuple[str | None, str], str]) -> Iterator[_Wrong]:
    """Aliases that lead from one player to another and back: then nobody can say who is meant."""
    apps = dict.fromkeys(app for app, _ in owners)
    told: set[frozenset[str]] = set()
    for i, player in enumerate(players):
        for app in apps:
            way = [player.id]
            while (after := owners.get((app, way[-1]), way[-1])) not in way:
                way.append(after)
            circle = [*way[way.index(after) :], after]
            if after != player.id or len(circle) < 3 or frozenset(circle) in told:
                continue
            told.add(frozenset(circle))
            text = next(text for text in player.aliases if alias(text)[0] == app and alias(text)[1] in ids)
            within = f" in {app}" if app is not None else ""
            yield ("players", i, "aliases"), text, f"the aliases go in a circle{within}: {' is '.join(circle)}."
        for text in player.aliases:
            if alias(text)[0] is None and alias(text)[1] in ids and alias(text)[1] != player.id:
                yield ("players", i, "aliases"), text, f"the alias {text!r} is the id of another player."
