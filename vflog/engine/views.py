"""A view as data, and the SQL that several share: a rate with its interval, seats with their chance.

A rate comes with the number of games (or seats) behind it, the wins, the bounds of its 95 % interval
(Wilson's) and the rate that chance alone would bring.
"""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True):
    """A view: what it answers, and its SQL over tables of the database."""

    name: str
    comment: str
    sql: str


_Z = "1.959963984540054"


def rate(wins: str, games: str) -> str:
    """The columns `wins`, `rate`, `lo`, `hi` of `wins` out of `games` (both aggregates)."""
    p, n = f"({wins} / ({games})::DOUBLE)", f"({games})::DOUBLE"
    middle = f"({p} + {_Z} * {_Z} / (2 * {n}))"
    reach = f"({_Z} * sqrt({p} * (1 - {p}) / {n} + {_Z} * {_Z} / (4 * {n} * {n})))"
    below = f"(1 + {_Z} * {_Z} / {n})"
    return (
        f"{wins} AS wins, {p} AS rate, "
        f"greatest(0, ({middle} - {reach}) / {below}) AS lo, least(1, ({middle} + {reach}) / {below}) AS hi"
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
