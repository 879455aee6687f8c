"""The views of Veiled Fate: the questions people ask, each over the games that count, and saying so."""

from __future__ import annotations

from vflog.engine.views import SEATS, WON, View, rate

_FEATHER = "count(*) FILTER (v.outcome = 'feather')"
_DECIDED = "nullif(count(*) FILTER (v.outcome <> 'tie'), 0)"

VIEWS: tuple[View, ...] = (
    View(
        "v_trajectories",
        "Counted games: a step of a marker on the Renown track; `renown` is where it came to.",
        "SELECT g.game_key, g.game_id, r.n, r.age, r.turn, r.marker, r.before, r.after AS renown, "
        "r.rank_after AS rank, r.cause, r.subject, r.by_coin, r.player_id "
        "FROM renown r JOIN games g USING (game_key) WHERE g.counted",
    ),
    View(
        "v_vote_outcomes",
        "Counted games: how the votes on a Quest or Age card went; wins = feathers, no tie is in the rate.",
        f"SELECT v.kind, v.subject, count(DISTINCT v.game_key) AS games, count(*) AS votes, "
        f"{rate(_FEATHER, _DECIDED)}, "
        "0.5::DOUBLE AS expected, count(*) FILTER (v.outcome = 'scorpion') AS scorpions, "
        "count(*) FILTER (v.outcome = 'tie') AS ties, count(*) FILTER (v.by_coin) AS by_coin "
        "FROM votes v JOIN games g USING (game_key) WHERE g.counted GROUP BY v.kind, v.subject",
    ),
    View(
        "v_corruption",
        "Counted games with Hadria: a player's Corruption in the end, from how many Favors, and the place.",
        "SELECT p.game_key, g.game_id, p.player_id, p.seat, coalesce(c.played, 0) AS favors_played, p.corruption, "
        "p.corruption > 0 AND p.corruption = max(p.corruption) OVER (PARTITION BY p.game_key) AS most, "
        "p.place, p.won FROM players p JOIN games g USING (game_key) LEFT JOIN ("
        "SELECT game_key, player_id, count(*) AS played FROM corruption GROUP BY ALL"
        ") c USING (game_key, player_id) WHERE g.counted AND p.corruption IS NOT NULL",
    ),
    View(
        "v_demi_win_rates",
        "Counted games in which a player other than the Celestial owned the Demi: how often its owner won; "
        "expected: one of the owned Demis wins.",
        "SELECT demi, count(*) AS games, "
        f"{rate(WON, 'count(*)')}, avg(chance) AS expected FROM ("
        "SELECT d.game_key, d.demi, bool_or(p.won) AS won, "
        "1.0 / count(*) OVER (PARTITION BY d.game_key) AS chance "
        "FROM player_demis d JOIN players p USING (game_key, player_id) JOIN games g USING (game_key) "
        "WHERE g.counted AND p.won IS NOT NULL AND p.role IS NULL GROUP BY d.game_key, d.demi) GROUP BY demi",
    ),
    View(
        "v_power_use",
        "Counted games: a God Power, paid with cards or a Favor; games = seats that used it, wins = that won.",
        "SELECT u.power, u.via, sum(u.uses)::BIGINT AS uses, count(*) AS games, "
        f"{rate(WON, 'count(*)')}, avg(chance) AS expected FROM ({SEATS}) s JOIN ("
        "SELECT game_key, player_id, power, via, count(*) AS uses FROM powers GROUP BY ALL"
        ") u USING (game_key, player_id) GROUP BY u.power, u.via",
    ),
)  # fmt: skip
