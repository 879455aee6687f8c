-- Figure 14, many games: how long counted games last by number of players: the minutes that their turns took,
-- and their turns, at every twentieth of the games.
WITH lasted AS (
    SELECT g.game_key, g.players, count(*) AS turns,
        CASE WHEN count(t.duration_s) = count(*) THEN sum(t.duration_s)::DOUBLE / 60 END AS minutes
    FROM games g JOIN turns t USING (game_key) WHERE g.counted GROUP BY ALL
)
SELECT players, count(*) AS games, count(minutes) AS timed,
    quantile_cont(turns, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65,
        0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]) AS turns,
    quantile_cont(minutes, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65,
        0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]) AS minutes
FROM lasted GROUP BY players ORDER BY players
