"""The views: the questions people ask, each over the games that count, and saying so.

A rate comes with the number of games (or seats) behind it, the wins, the bounds of its 95 % interval
(Wilson's) and the rate that chance alone would bring.
"""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True):
    """A view: its SQL, the tables it reads, what it answers."""

    name: str
    comment: str
    sql: str
    needs: frozenset[str]


_Z = "1.959963984540054"


def _rate(wins: str, games: str) -> str:
    """The columns `wins`, `rate`, `lo`, `hi` of `wins` out of `games` (both aggregates)."""
    p, n = f"({wins} / ({games})::DOUBLE)", f"({games})::DOUBLE"
    middle = f"({p} + {_Z} * {_Z} / (2 * {n}))"
    reach = f"({_Z} * sqrt({p} * (1 - {p}) / {n} + {_Z} * {_Z} / (4 * {n} * {n})))"
    below = f"(1 + {_Z} * {_Z} / {n})"
    return (
        f"{wins} AS wins, {p} AS rate, "
        f"greatest(0, ({middle} - {reach}) / {below}) AS lo, least(1, ({middle} + {reach}) / {below}) AS hi"
    )


def _view(name: str, comment: str, sql: str, *needs: str) -> View:
    return View(name, comment, sql, frozenset(needs))


#: Seats of counted games with an end, and the chance of each to win by luck alone: a Celestial aside,
#: one of the parties (players, or teams) wins.
_SEATS = (
    "SELECT g.game_key, g.players AS at_table, p.seat, p.player_id, p.won, p.role, p.corruption, p.place, "
    "1.0 / count(DISTINCT coalesce(p.team, -p.seat)) FILTER (p.role IS NULL) OVER (PARTITION BY g.game_key) "
    "AS chance FROM games g JOIN players p USING (game_key) "
    "WHERE g.counted AND p.won IS NOT NULL"
)
_WON = "count(*) FILTER (won)"
_FEATHER = "count(*) FILTER (v.outcome = 'feather')"
_DECIDED = "nullif(count(*) FILTER (v.outcome <> 'tie'), 0)"

VIEWS: tuple[View, ...] = (
    _view(
        "v_trajectories",
        "Counted games: a step of a marker on the Renown track; `renown` is where it came to.",
        "SELECT g.game_key, g.game_id, r.n, r.age, r.turn, r.marker, r.before, r.after AS renown, "
        "r.rank_after AS rank, r.cause, r.subject, r.by_coin, r.player_id "
        "FROM renown r JOIN games g USING (game_key) WHERE g.counted",
        "games", "renown",
    ),
    _view(
        "v_vote_outcomes",
        "Counted games: how the votes on a Quest or Age card went; wins = feathers, no tie is in the rate.",
        f"SELECT v.kind, v.subject, count(DISTINCT v.game_key) AS games, count(*) AS votes, "
        f"{_rate(_FEATHER, _DECIDED)}, "
        "0.5::DOUBLE AS expected, count(*) FILTER (v.outcome = 'scorpion') AS scorpions, "
        "count(*) FILTER (v.outcome = 'tie') AS ties, count(*) FILTER (v.by_coin) AS by_coin "
        "FROM votes v JOIN games g USING (game_key) WHERE g.counted GROUP BY v.kind, v.subject",
        "games", "votes",
    ),
    _view(
        "v_corruption",
        "Counted games with Hadria: a player's Corruption in the end, from how many Favors, and the place.",
        "SELECT p.game_key, g.game_id, p.player_id, p.seat, coalesce(c.played, 0) AS favors_played, p.corruption, "
        "p.corruption > 0 AND p.corruption = max(p.corruption) OVER (PARTITION BY p.game_key) AS most, "
        "p.place, p.won FROM players p JOIN games g USING (game_key) LEFT JOIN ("
        "SELECT game_key, player_id, count(*) AS played FROM corruption GROUP BY ALL"
        ") c USING (game_key, player_id) WHERE g.counted AND p.corruption IS NOT NULL",
        "games", "players", "corruption",
    ),
    _view(
        "v_standings",
        "The standings of each tournament after its last round, names beside them.",
        "SELECT s.event, s.round, s.rank, s.person_id, p.name, s.points, s.games, s.wins, s.tiebreaks "
        "FROM standings s LEFT JOIN persons p USING (event, person_id) "
        "QUALIFY s.round = max(s.round) OVER (PARTITION BY s.event)",
        "standings", "persons",
    ),
    _view(
        "v_demi_win_rates",
        "Counted games in which a player other than the Celestial owned the Demi: how often its owner won; "
        "expected: one of the owned Demis wins.",
        "SELECT demi, count(*) AS games, "
        f"{_rate(_WON, 'count(*)')}, avg(chance) AS expected FROM ("
        "SELECT d.game_key, d.demi, bool_or(p.won) AS won, "
        "1.0 / count(*) OVER (PARTITION BY d.game_key) AS chance "
        "FROM player_demis d JOIN players p USING (game_key, player_id) JOIN games g USING (game_key) "
        "WHERE g.counted AND p.won IS NOT NULL AND p.role IS NULL GROUP BY d.game_key, d.demi) GROUP BY demi",
        "games", "players", "player_demis",
    ),
    _view(
        "v_seat_win_rates",
        "Counted games: how often each seat won, by number of players, Celestials left out.",
        "SELECT at_table AS players, seat, count(*) AS games, "
        f"{_rate(_WON, 'count(*)')}, avg(chance) AS expected FROM ({_SEATS}) WHERE role IS NULL "
        "GROUP BY at_table, seat",
        "games", "players",
    ),
    _view(
        "v_power_use",
        "Counted games: a God Power, paid with cards or a Favor; games = seats that used it, wins = that won.",
        "SELECT u.power, u.via, sum(u.uses)::BIGINT AS uses, count(*) AS games, "
        f"{_rate(_WON, 'count(*)')}, avg(chance) AS expected FROM ({_SEATS}) s JOIN ("
        "SELECT game_key, player_id, power, via, count(*) AS uses FROM powers GROUP BY ALL"
        ") u USING (game_key, player_id) GROUP BY u.power, u.via",
        "games", "players", "powers",
    ),
    _view(
        "v_problem_summary",
        "All games, counted or not: problems by front end, its version and code.",
        "SELECT g.source_app AS app, g.source_version AS app_version, p.code, p.severity, p.rule, p.basis, "
        "count(*) AS problems, count(DISTINCT p.game_key) AS games "
        "FROM problems p LEFT JOIN games g ON g.game_key = p.game_key AND g.load_key = p.load_key "
        "AND g.why_not IS DISTINCT FROM 'duplicate' GROUP BY ALL",
        "games", "problems",
    ),
)  # fmt: skip
