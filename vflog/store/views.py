"""The views that every database has: over the games that count, and saying so, but for that of problems."""

from __future__ import annotations

from vflog.engine.event_tables import PERSONS, STANDINGS
from vflog.engine.facts import Column, count
from vflog.engine.tables import PLAYERS, PROBLEMS
from vflog.engine.views import SEATS, WON, View, rate, rate_columns

VIEWS: tuple[View, ...] = (
    View(
        "v_standings",
        "By the tournament's file: the standings of each tournament after its last round, names beside them.",
        "SELECT s.event, s.round, s.rank, s.person_id, p.name, s.points, s.games, s.wins, s.tiebreaks "
        "FROM standings s LEFT JOIN persons p USING (event, person_id) "
        "QUALIFY s.round = max(s.round) OVER (PARTITION BY s.event)",
        (
            *STANDINGS.pick("event", "round", "rank", "person_id"),
            *PERSONS.pick("name"),
            *STANDINGS.pick("points", "games", "wins", "tiebreaks"),
        ),
    ),
    View(
        "v_seat_win_rates",
        "Counted games: how often each seat won, by ruleset and number of players; players with a role are left out.",
        "SELECT ruleset, at_table AS players, seat, count(*) AS games, "
        f"{rate(WON, 'count(*)', 'avg(chance)')} FROM ({SEATS}) WHERE role IS NULL "
        "GROUP BY ruleset, at_table, seat",
        (
            Column("ruleset", "VARCHAR", "Name of the ruleset."),
            count("players", "Number of players at the table, those with a role among them."),
            *PLAYERS.pick("seat"),
            count("games", "Counted games of so many players in which nobody with a role sat there."),
            *rate_columns("Games in which the seat won", "games", "Share if each player (or team) won alike often"),
        ),
    ),
    View(
        "v_problem_summary",
        "All games, counted or not: problems by front end, its version and code.",
        "SELECT g.source_app AS app, g.source_version AS app_version, p.code, p.severity, p.rule, p.basis, "
        "count(*) AS problems, count(DISTINCT p.game_key) AS games "
        "FROM problems p LEFT JOIN (SELECT game_key, any_value(source_app) AS source_app, "
        "any_value(source_version) AS source_version FROM games GROUP BY game_key) g ON g.game_key = p.game_key "
        "GROUP BY ALL",
        (
            Column("app", "VARCHAR", "Front end; NULL where the log names none, or the problem is of no game.", True),
            Column("app_version", "VARCHAR", "Version of that front end; NULL where the log does not say.", True),
            *PROBLEMS.pick("code", "severity", "rule", "basis"),
            count("problems", "Rows of `problems`."),
            count("games", "Games that have such a problem."),
        ),
    ),
)  # fmt: skip
