"""A second, small reckoning, written from page 5 alone. It shares no code with `vflog.tournament`.

Given is what was really played: plain data, no file and no log.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from fractions import Fraction as F
from typing import Any


@dataclass
class Played:
    """A table with a result: who sat there (`None`: somebody in no list), each one's place and Demis."""

    people: list[str | None]
    places: list[int]
    demis: list[tuple[str, ...]] | None = None
    renown: dict[str, int] = field(default_factory=dict)


@dataclass
class OneRound:
    """A round: the tables with results, who was to be there and was not, who had a bye."""

    played: list[Played]
    absent: list[str]
    byes: list[str]


def points_of(places: list[int], scale: list[F]) -> list[F]:
    """k players on place p cover p to p + k - 1 and take the mean."""
    out = []
    for place in places:
        k = places.count(place)
        covered = [scale[i - 1] if i <= len(scale) else F(0) for i in range(place, place + k)]
        out.append(sum(covered, F(0)) / k)
    return out


def standings(
    players: list[str],
    rounds: list[OneRound],
    *,
    scale: dict[int, list[F]],
    bye: F,
    no_show: F,
    tiebreaks: list[str],
    seed: str | None,
) -> list[tuple[int, str, F, int, int, dict[str, Any]]]:
    """Rank, player, points, games, wins, values of the tie-breaks; the best first."""
    total = {p: F(0) for p in players}
    from_games = {p: F(0) for p in players}
    within_reach = {p: F(0) for p in players}
    games = dict.fromkeys(players, 0)
    wins = dict.fromkeys(players, 0)
    met: dict[str, list[str]] = {p: [] for p in players}
    shares: dict[str, list[F]] = {p: [] for p in players}
    for each in rounds:
        for table in each.played:
            points = points_of(table.places, scale[len(table.people)])
            for i, p in enumerate(table.people):
                if p is None:
                    continue
                total[p] += points[i]
                from_games[p] += points[i]
                within_reach[p] += scale[len(table.people)][0]
                games[p] += 1
                wins[p] += table.places[i] == 1
                met[p] += [q for q in table.people if q is not None and q != p]
                share = renown_share(table, i)
                if share is not None:
                    shares[p].append(share)
        for p in each.byes:
            total[p] += bye
        for p in each.absent:
            total[p] += no_show
    values: dict[str, dict[str, Any]] = {}
    for p in players:
        theirs = [from_games[q] / within_reach[q] for q in met[p] if within_reach[q]]
        values[p] = {
            "wins": F(wins[p]),
            "opponents_points": sum(theirs, F(0)) / len(theirs) if theirs else None,
            "renown_share": sum(shares[p], F(0)) / len(shares[p]) if shares[p] else None,
            "lot": None if seed is None else hashlib.sha256(seed.encode() + b"\0" + p.encode()).hexdigest(),
        }

    def better(p: str, q: str) -> bool:
        """Whether p stands before q."""
        if total[p] != total[q]:
            return total[p] > total[q]
        for name in tiebreaks:
            mine, theirs = values[p][name], values[q][name]
            if mine == theirs:
                continue
            if mine is None or theirs is None:
                return theirs is None
            return bool(mine < theirs if name == "lot" else mine > theirs)
        return False

    rows = [
        (1 + sum(better(q, p) for q in players), p, total[p], games[p], wins[p], {n: values[p][n] for n in tiebreaks})
        for p in players
    ]
    return sorted(rows, key=lambda row: (row[0], row[1]))


def renown_share(table: Played, seat: int) -> F | None:
    """The Demi's Renown, divided by the sum over the table's Demis, times their number; of two Demis the mean."""
    if table.demis is None:
        return None
    owned = {demi for own in table.demis for demi in own}
    together = sum(table.renown[demi] for demi in owned)
    mine = table.demis[seat]
    if not mine or not together:
        return None
    return sum((F(table.renown[demi]) for demi in mine), F(0)) / len(mine) / together * len(owned)
