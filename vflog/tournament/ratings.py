"""Ratings over a season: how strong players (or Demis) are, how sure that is, whether chances foretold came true.

The model is Thurstone and Mosteller's, in full, as openskill has it: among equals, equal places change equally, and a
better place never gains less. (Its Plackett-Luce fails that where several share the first place, and so do the models
that compare neighbours only.) A performance is a normal variable about one's rating; the chance to be best of a game is
got by integration. The games of a day are rated together, each by the ratings of the morning; days go in order.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Any

import msgspec

#: With fewer games a rating says little.
FEW = 5
#: With fewer chances foretold nothing is said of whether they came true.
LEAST = 20
_BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
#: Half the points of the integration, and how many deviations it reaches to either side.
_HALF, _REACH = 120, 7.0


#: How much a performance varies. The usual 25/6 takes the comparisons of one game for independent ones and is far too
#: sure of itself at tables of four: with this, chances foretold of simulated seasons come true as often as they say.
_LUCK = 25 / 2


class NoRatings(Exception):
    """Ratings cannot be had; the text says why."""


class Rated(msgspec.Struct, frozen=True):
    """A game: its day (`""`: not known), what tells it from others, and who took part with which place."""

    day: str
    key: str
    places: tuple[tuple[str, int], ...]


class Rating(msgspec.Struct, kw_only=True):
    """Of one player (`name` is the id, `called` what people are told) or Demi: the rating, its uncertainty (two
    deviations), the two as what it is at least, games and wins; `few` games say little.
    """

    name: str
    called: str
    rating: float
    uncertainty: float
    least: float
    games: int
    wins: int
    few: bool


class Bin(msgspec.Struct, kw_only=True):
    """Chances to win between two bounds: how many, their mean, and the share that came true."""

    low: float
    high: float
    chances: int
    foretold: float
    happened: float


class Ratings(msgspec.Struct, kw_only=True):
    """All of them, by what each is at least; `calibration` is empty where there were too few chances."""

    games: int
    days: int
    ratings: list[Rating]
    calibration: list[Bin]
    note: str


def rated(games: Iterable[Rated], called: Mapping[str, str] = MappingProxyType({})) -> Ratings:
    """The ratings after these games, whatever their order; `called` is what people are told of who took part.

    Raises `NoRatings` where openskill is not installed.
    """
    model = _model()
    now: dict[str, tuple[float, float]] = defaultdict(lambda: (model.mu, model.sigma))
    played: dict[str, int] = defaultdict(int)
    won: dict[str, int] = defaultdict(int)
    told: list[tuple[float, float]] = []
    every = sorted((game for game in games if len(game.places) > 1), key=lambda game: (game.day, game.key))
    days = 0
    for _, of_day in groupby(every, key=lambda game: game.day):
        days += 1
        gains: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for game in of_day:
            names = [name for name, _ in game.places]
            places = [place for _, place in game.places]
            before = [now[name] for name in names]
            if any(played[name] for name in names):
                told += zip(chances(before, model.beta), _shares(places), strict=True)
            for name, gain in zip(names, _gains(model, before, places), strict=True):
                gains[name].append(gain)
            for name, place in game.places:
                won[name] += place == 1
        for name, of_name in gains.items():
            mu, sigma = now[name]
            played[name] += len(of_name)
            now[name] = _together(mu, sigma, of_name)
    ratings = [
        Rating(
            name=name,
            called=called.get(name, name),
            rating=round(mu, 2),
            uncertainty=round(2 * sigma, 2),
            least=round(round(mu, 2) - round(2 * sigma, 2), 2),
            games=played[name],
            wins=won[name],
            few=played[name] < FEW,
        )
        for name, (mu, sigma) in now.items()
    ]
    ratings.sort(key=lambda it: (-it.least, it.name))
    return Ratings(games=len(every), days=days, ratings=ratings, calibration=_calibration(told), note=_note(len(told)))


def _model() -> Any:
    try:
        from openskill.models import ThurstoneMostellerFull
    except ImportError:
        needs = "Ratings need the package openskill: pip install openskill, or pipx inject vflog openskill."
        raise NoRatings(needs) from None
    return ThurstoneMostellerFull(tau=0.0, beta=_LUCK)


def _gains(model: Any, before: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """What a game adds to each rating, and by which factor it shrinks the variance."""
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [(one.mu - mu, (one.sigma / sigma) ** 2) for (one,), (mu, sigma) in zip(after, before, strict=True)]


def _together(mu: float, sigma: float, gains: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """A rating after all games of a day: what each of them tells beyond the morning is added up, by its weight."""
    before = 1 / (sigma * sigma)
    after = before + math.fsum(before / shrunk - before for _, shrunk in gains)
    told = math.fsum((mu + gain) * before / shrunk - mu * before for gain, shrunk in gains)
    return (mu * before + told) / after, math.sqrt(1 / after)


def chances(ratings: Sequence[tuple[float, float]], beta: float) -> list[float]:
    """The chance of each to be the best, by integration (Simpson's rule); together they are 1."""
    spreads = [(mu, math.sqrt(sigma * sigma + beta * beta)) for mu, sigma in ratings]
    out = []
    for i, (mu, spread) in enumerate(spreads):
        step = _REACH / _HALF
        values = []
        for k in range(-_HALF, _HALF + 1):
            z = k * step
            density = math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
            others = (_below((mu + z * spread - m) / s) for j, (m, s) in enumerate(spreads) if j != i)
            weight = 1 if abs(k) == _HALF else 4 if (k + _HALF) % 2 else 2
            values.append(weight * density * math.prod(others))
        out.append(math.fsum(values) * step / 3)
    return out


def _below(z: float) -> float:
    return (1 + math.erf(z / math.sqrt(2))) / 2


def _shares(places: Sequence[int]) -> list[float]:
    """What came true: a win, or its part where several share it."""
    winners = places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in places]


def _calibration(told: Sequence[tuple[float, float]]) -> list[Bin]:
    if len(told) < LEAST:
        return []
    out = []
    for low, high in pairwise(_BINS):
        within = [(chance, true) for chance, true in told if low <= chance < high or (high == 1.0 and chance >= high)]
        if within:
            foretold, happened = (math.fsum(sorted(column)) / len(within) for column in zip(*within, strict=True))
            out.append(
                Bin(low=low, high=high, chances=len(within), foretold=round(foretold, 3), happened=round(happened, 3))
            )
    return out


def _note(told: int) -> str:
    if told < LEAST:
        return f"Only {told} chances were foretold: too few to tell whether they came true."
    return f"{told} chances were foretold, each before its day, where somebody at the table had played before."
