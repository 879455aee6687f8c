"""The views of Veiled Fate: the questions people ask, each over the games that count, and saying so."""

from __future__ import annotations

from vflog.engine.facts import Column, count
from vflog.engine.tables import GAMES, PLAYERS
from vflog.engine.views import SEATS, WON, View, rate, rate_columns
from vflog.games.veiled_fate.tables import POWERS, RENOWN, VOTES

_FEATHER = "count(*) FILTER (v.outcome = 'feather')"
_DECIDED = "nullif(count(*) FILTER (v.outcome <> 'tie'), 0)"

VIEWS: tuple[View, ...] = (
    View(
        "v_trajectories",
        "Counted games: a step of a marker on the Renown track; `renown` is where it came to.",
        "SELECT g.game_key, g.game_id, r.n, r.age, r.turn, r.marker, r.before, r.after AS renown, "
        "r.rank_after AS rank, r.cause, r.subject, r.by_coin, r.player_id "
        "FROM renown r JOIN games g USING (game_key) WHERE g.counted",
        (
            *GAMES.pick("game_key", "game_id"),
            *RENOWN.pick("n", "age", "turn", "marker", "before"),
            Column("renown", "INTEGER", "Space of the Renown track, after; NULL where the marker left it.", True),
            Column("rank", "INTEGER", "Rank among the Demis right after; NULL for other markers.", True),
            *RENOWN.pick("cause", "subject", "by_coin", "player_id"),
        ),
    ),
    View(
        "v_vote_outcomes",
        "Counted games: how the votes on a Quest or Age card went; wins = feathers, no tie is in the rate.",
        f"SELECT v.kind, v.subject, count(DISTINCT v.game_key) AS games, count(*) AS votes, "
        f"{rate(_FEATHER, _DECIDED, '0.5::DOUBLE')}, count(*) FILTER (v.outcome = 'scorpion') AS scorpions, "
        "count(*) FILTER (v.outcome = 'tie') AS ties, count(*) FILTER (v.by_coin) AS by_coin "
        "FROM votes v JOIN games g USING (game_key) WHERE g.counted GROUP BY v.kind, v.subject",
        (
            *VOTES.pick("kind", "subject"),
            count("games", "Counted games in which it was voted on."),
            count("votes", "Votes on it; a Census has one a region."),
            *rate_columns(
                "Votes that the feathers won", "the votes that were no tie", "Share if both sides won alike often",
                never="all were ties",
            ),
            count("scorpions", "Votes that the scorpions won."),
            count("ties", "Votes that were a tie."),
            count("by_coin", "Votes that a coin decided."),
        ),
    ),
    View(
        "v_corruption",
        "Counted games with Hadria: a player's Corruption in the end, from how many Favors, and the place.",
        "SELECT p.game_key, g.game_id, p.player_id, p.seat, "
        "CASE WHEN g.detail = 'full' THEN coalesce(c.played, 0) END AS favors_played, p.corruption, "
        "p.together > 0 AND p.together = max(p.together) OVER (PARTITION BY p.game_key) AS most, p.place, p.won "
        "FROM (SELECT *, sum(corruption) OVER (PARTITION BY game_key, coalesce(team, -seat)) AS together "
        "FROM players) p JOIN games g USING (game_key) LEFT JOIN ("
        "SELECT game_key, player_id, count(*) AS played FROM corruption "
        "WHERE favor IS NOT NULL AND corruption >= 0 GROUP BY ALL"
        ") c USING (game_key, player_id) WHERE g.counted AND p.corruption IS NOT NULL",
        (
            *GAMES.pick("game_key", "game_id"),
            *PLAYERS.pick("player_id", "seat"),
            count("favors_played", "Favors it played; NULL in a scorekeeper's log, which tells none.", null=True),
            count("corruption", "Corruption in the end."),
            Column("most", "BOOLEAN", "It is above 0 and nobody has more; a team's is counted together."),
            *PLAYERS.pick("place", "won"),
        ),
    ),
    View(
        "v_demi_win_rates",
        "Counted games in which a player other than the Celestial owned the Demi: how often its owner won; "
        "expected: one of the owned Demis wins.",
        "SELECT demi, count(*) AS games, "
        f"{rate(WON, 'count(*)', 'avg(chance)')} FROM ("
        "SELECT d.game_key, d.demi, bool_or(p.won) AS won, "
        "1.0 / count(*) OVER (PARTITION BY d.game_key) AS chance "
        "FROM player_demis d JOIN players p USING (game_key, player_id) JOIN games g USING (game_key) "
        "WHERE g.counted AND p.won IS NOT NULL AND p.role IS NULL GROUP BY d.game_key, d.demi) GROUP BY demi",
        (
            Column("demi", "VARCHAR", "The Demi."),
            count("games", "Counted games in which it was owned."),
            *rate_columns("Games in which an owner of it won", "games", "Share if each Demi owned won alike often"),
        ),
    ),
    View(
        "v_power_use",
        "Counted games: a God Power, paid with cards or a Favor; games = seats that used it, wins = that won.",
        "SELECT u.power, u.via, sum(u.uses)::BIGINT AS uses, count(*) AS games, "
        f"{rate(WON, 'count(*)', 'avg(chance)')} FROM ({SEATS}) s JOIN ("
        "SELECT game_key, player_id, power, via, count(*) AS uses FROM powers GROUP BY ALL"
        ") u USING (game_key, player_id) GROUP BY u.power, u.via",
        (
            *POWERS.pick("power", "via"),
            count("uses", "How often it was used."),
            count("games", "Seats of counted games that used it."),
            *rate_columns("Those seats that won", "those seats", "Share if each player (or team) won alike often"),
        ),
    ),
)  # fmt: skip
