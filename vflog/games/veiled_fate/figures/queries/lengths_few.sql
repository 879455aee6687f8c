-- Figure 14, few games: how long each lasts: the minutes that its turns took, and its turns.
WITH {shown}
SELECT s.players, s.game_key, s.game_id, count(*) AS turns,
    CASE WHEN count(t.duration_s) = count(*) THEN round(sum(t.duration_s)::DOUBLE / 60, 3) END AS minutes
FROM shown s JOIN turns t USING (game_key) GROUP BY ALL ORDER BY s.players, turns, s.game_key
