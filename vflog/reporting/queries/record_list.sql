-- The records of one game.
WITH who AS (SELECT player_id, called FROM players WHERE game_key = $game_key)
SELECT r.n, r.line, r.type, coalesce(w.called, r.player_id) AS player, r.age, r.turn, r.judged, r.at_text,
    r.body::VARCHAR AS body, NULL::VARCHAR AS changes
FROM records r LEFT JOIN who w USING (player_id)
WHERE r.game_key = $game_key ORDER BY r.line
