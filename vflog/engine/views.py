"""A view as data, and what several share: a rate with its interval, seats with their chance.

A rate comes with the number of games (or seats) behind it, the wins, the bounds of its 95 % interval
(Wilson's) and the rate that chance alone would bring.
"""

from __future__ import annotations

import msgspec

from vflog.engine.facts import Column


class View(msgspec.Struct, frozen=True):
    """A view: what it answers, its SQL over tables of the database, and the columns that this gives, in its order."""

    name: str
    comment: str
    sql: str
    columns: tuple[Column, ...]


_Z = "1.959963984540054"
#: Digits after the point of a rate: further ones would tell nothing, and sums of fractions differ in the last.
_DIGITS = 6


def rate(wins: str, games: str, expected: str) -> str:
    """The columns `wins`, `rate`, `lo`, `hi`, `expected` of `wins` out of `games` (all of them aggregates)."""
    return f"{wins} AS wins, {rate_of(wins, games)}, round({expected}, {_DIGITS}) AS expected"


def rate_of(wins: str, games: str) -> str:
    """The columns `rate`, `lo`, `hi` of `wins` out of `games`."""
    p, n = f"({wins} / ({games})::DOUBLE)", f"({games})::DOUBLE"
    middle = f"({p} + {_Z} * {_Z} / (2 * {n}))"
    reach = f"({_Z} * sqrt({p} * (1 - {p}) / {n} + {_Z} * {_Z} / (4 * {n} * {n})))"
    below = f"(1 + {_Z} * {_Z} / {n})"
    values = {
        "rate": p,
        "lo": f"greatest(0, ({middle} - {reach}) / {below})",
        "hi": f"least(1, ({middle} + {reach}) / {below})",
    }
    return ", ".join(f"round({sql}, {_DIGITS}) AS {name}" for name, sql in values.items())


def rate_columns(wins: str, of: str, expected: str, *, never: str = "") -> tuple[Column, ...]:
    """The columns of `rate`: what `wins` are, what they are a share `of`, what is `expected`; where there is no share
    at all, the column is NULL `never` there is.
    """
    unknown = f"; NULL where {never}" if never else ""
    return (
        Column("wins", "BIGINT", f"{wins}."),
        Column("rate", "DOUBLE", f"Share of wins among {of}, 0 to 1{unknown}.", bool(never)),
        Column("lo", "DOUBLE", f"Lower bound of the share's 95 % interval (Wilson){unknown}.", bool(never)),
        Column("hi", "DOUBLE", f"Upper bound of that interval{unknown}.", bool(never)),
        Column("expected", "DOUBLE", f"{expected}."),
    )


#: Seats of counted games with an end, and the chance of each to win by luck alone: players with a role
#: aside, one of the parties (players, or teams) wins.
SEATS = (
    "SELECT g.game_key, g.ruleset, g.players AS at_table, p.seat, p.player_id, p.won, p.role, p.place, "
    "1.0 / count(DISTINCT coalesce(p.team, -p.seat)) FILTER (p.role IS NULL) OVER (PARTITION BY g.game_key) "
    "AS chance FROM games g JOIN players p USING (game_key) "
    "WHERE g.counted AND p.won IS NOT NULL"
)
WON = "count(*) FILTER (won)"
