"""The reckoning: points of places, tie-breaks, ranks; in integers and exact fractions.

- k players who share place p cover the places p to p + k - 1, and each takes the mean of their points; places that the
  file gives no points have 0. Where nobody won, places begin at 2.
- A tie-break that has no entry for somebody comes after every value.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import msgspec

from vflog.engine.shares import Held
from vflog.tournament.file import LOT, OPPONENTS, WINS, TournamentFile
from vflog.tournament.tables import Decided

Kind = Literal["game", "bye", "no_show", "open"]
#: The value of a tie-break: a fraction, the hash of a lot, or no entry.
Value = Fraction | str | None
#: What decides between two players who stand next to each other.
POINTS = "points"


class Entry(msgspec.Struct, kw_only=True):
    """What a round brought somebody. `most`: the points that the game could have brought; `places`: how many sat
    there; `opponents`: who else of the tournament did.
    """

    round: int
    person: str
    kind: Kind
    points: Fraction = Fraction(0)
    table: str | None = None
    place: int | None = None
    size: int | None = None
    most: Fraction = Fraction(0)
    opponents: tuple[str, ...] = ()
    shares: dict[str, Fraction] = {}
    decided: Decided | None = None


class Standing(msgspec.Struct, kw_only=True):
    """Somebody in the standings after a round; `ahead` is who stands just before, `by` what decides between the two
    (`None`: they share the rank).
    """

    round: int
    rank: int
    person: str
    points: Fraction
    games: int
    wins: int
    tiebreaks: dict[str, Value]
    ahead: str | None = None
    by: str | None = None


def entries(file: TournamentFile, tables: Sequence[Decided]) -> list[Entry]:
    """What each round brought everybody, by round and player."""
    found: dict[tuple[int, str], Entry] = {}
    for decided in tables:
        for entry in _at_table(file, decided):
            _take(found, entry)
    players = {player.id for player in file.players}
    for each in file.rounds:
        for bye in each.byes:
            if bye.player in players:
                _take(found, Entry(round=each.n, person=bye.player, kind="bye", points=file.scoring.bye))
    return [found[key] for key in sorted(found)]


#: Of several entries for one round the first of these kinds counts.
_BEFORE: dict[Kind, int] = {"game": 0, "bye": 1, "no_show": 2, "open": 3}


def _take(found: dict[tuple[int, str], Entry], entry: Entry) -> None:
    known = found.setdefault((entry.round, entry.person), entry)
    if _BEFORE[entry.kind] < _BEFORE[known.kind]:
        found[entry.round, entry.person] = entry


def _at_table(file: TournamentFile, decided: Decided) -> list[Entry]:
    size = len(decided.seats)
    points = file.scoring.points(size) or []
    gained = shared_points([sitting.place for sitting in decided.seats], points)
    shares = _shares([sitting.shares for sitting in decided.seats])
    there = [sitting.person for sitting in decided.seats if sitting.person is not None]
    out = []
    for i, sitting in enumerate(decided.seats):
        if sitting.person is None:
            continue
        entry = Entry(
            round=decided.round, person=sitting.person, kind="open", table=decided.table, decided=decided, size=size
        )
        if decided.basis != "none":
            entry.kind, entry.place, entry.points = "game", sitting.place, gained[i]
            entry.most = points[0] if points else Fraction(0)
            entry.opponents = tuple(other for other in there if other != sitting.person)
            entry.shares = shares[i]
        out.append(entry)
    known = {entry.person for entry in out}
    for person in decided.listed if decided.basis == "none" else decided.absent:
        if person not in known:
            kind: Kind = "open" if decided.basis == "none" else "no_show"
            gain = file.scoring.no_show if kind == "no_show" else Fraction(0)
            out.append(
                Entry(round=decided.round, person=person, kind=kind, points=gain, table=decided.table, decided=decided)
            )
    return out


def shared_points(places: Sequence[int | None], points: Sequence[Fraction]) -> list[Fraction]:
    """The points of each of these places; those whose order nobody can say share the places that are left."""
    counts = Counter(place for place in places if place is not None)
    left = max((place + count for place, count in counts.items()), default=1)
    counts[left] += places.count(None)
    covered = {place: points[place - 1 : place - 1 + count] for place, count in counts.items()}
    each = {place: sum(of, Fraction(0)) / counts[place] for place, of in covered.items() if counts[place]}
    return [each[left if place is None else place] for place in places]


def _shares(seats: Sequence[Mapping[str, Held]]) -> list[dict[str, Fraction]]:
    """The shares of each seat: the amount of what it held, by the mean of all at the table. Without an amount that
    nobody knows; nothing where there is none, or all are 0.
    """
    out: list[dict[str, Fraction]] = [{} for _ in seats]
    for name in dict.fromkeys(name for shares in seats for name in shares):
        at_table: dict[str, int | None] = {}
        for shares in seats:
            at_table.update(shares.get(name, {}))
        amounts = [amount for amount in at_table.values() if amount is not None]
        total = sum(amounts)
        if len(amounts) < len(at_table) or not total:
            continue
        for i, shares in enumerate(seats):
            if held := shares.get(name):
                mine = [Fraction(at_table[thing] or 0) * len(amounts) / total for thing in held]
                out[i][name] = sum(mine, Fraction(0)) / len(mine)
    return out


# -- standings ---------------------------------------------------------------------------------------------


def standings(file: TournamentFile, found: Sequence[Entry], n: int) -> list[Standing]:
    """The standings after a round, the best first: all who have come by then."""
    mine: dict[str, list[Entry]] = {player.id: [] for player in file.players if player.enters(n)}
    for entry in found:
        if entry.round <= n:
            mine.setdefault(entry.person, []).append(entry)
    games = {person: [e for e in all_of if e.kind == "game"] for person, all_of in mine.items()}
    values = {name: _values(file, name, games) for name in file.scoring.tiebreaks}
    rows = [
        Standing(
            round=n,
            rank=1,
            person=person,
            points=sum((e.points for e in all_of), Fraction(0)),
            games=len(games[person]),
            wins=sum(e.place == 1 for e in games[person]),
            tiebreaks={name: values[name][person] for name in values},
        )
        for person, all_of in mine.items()
    ]
    rows.sort(key=lambda row: (_key(row), row.person))
    for i, (before, row) in enumerate(pairwise(rows), 2):
        row.ahead, row.by = before.person, _decides(before, row)
        row.rank = before.rank if row.by is None else i
    return rows


def _values(file: TournamentFile, name: str, games: Mapping[str, Sequence[Entry]]) -> dict[str, Value]:
    """The values of a tie-break for everybody."""
    if name == WINS:
        return {person: Fraction(sum(e.place == 1 for e in mine)) for person, mine in games.items()}
    if name == LOT:
        return {person: lot(file.scoring.seed, person) for person in games}
    if name == OPPONENTS:
        return _opponents(games)
    return {person: _mean([e.shares[name] for e in mine if name in e.shares]) for person, mine in games.items()}


def _opponents(games: Mapping[str, Sequence[Entry]]) -> dict[str, Value]:
    """Of every opponent met, each meeting once: the points from played games by the most that these could give."""
    part: dict[str, Fraction] = {}
    for person, mine in games.items():
        most = sum((e.most for e in mine), Fraction(0))
        if most:
            part[person] = sum((e.points for e in mine), Fraction(0)) / most
    return {
        person: _mean([part[other] for e in mine for other in e.opponents if other in part])
        for person, mine in games.items()
    }


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def lot(seed: object, person: str) -> str | None:
    """The hash by which lots are drawn, the smallest first; `None` without a seed."""
    return None if seed is None else hashlib.sha256(f"{seed}\0{person}".encode()).hexdigest()


def _rank_of(value: Value) -> tuple[int, Fraction | str]:
    """Where a value comes: higher numbers first, smaller hashes first, no entry last."""
    if value is None:
        return (1, "")
    return (0, value if isinstance(value, str) else -value)


def _key(row: Standing) -> tuple[object, ...]:
    return -row.points, *(_rank_of(value) for value in row.tiebreaks.values())


def _decides(before: Standing, row: Standing) -> str | None:
    """What puts one before the other; `None` where nothing does."""
    if before.points != row.points:
        return POINTS
    return next((name for name, value in row.tiebreaks.items() if value != before.tiebreaks[name]), None)


def second_byes(file: TournamentFile) -> list[tuple[int, str, int]]:
    """The allocated byes of players who had one before: the round, the player, the round of the first."""
    first: dict[str, int] = {}
    out = []
    for each in sorted(file.rounds, key=lambda each: each.n):
        for bye in each.byes:
            if bye.kind == "allocated":
                if bye.player in first:
                    out.append((each.n, bye.player, first[bye.player]))
                first.setdefault(bye.player, each.n)
    return out


def exact(value: Value) -> str | None:
    """A value as the tables have it: a whole number, or a fraction such as `7/2`."""
    return None if value is None else str(value)
