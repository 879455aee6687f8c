-- The frames of one game: who announced what, in which window as an answer to what. Of the frames that are no
-- answers at most 400.
SELECT f.n, p.seat, coalesce(p.called, f.player_id) AS player, f.what, f.card_name, f.effect, f.resp_window,
    f.cancelled, f.trigger_n, t.what AS trigger_what, t.card_name AS trigger_card,
    coalesce(q.called, t.player_id) AS trigger_player, count(*) OVER (PARTITION BY f.resp_window) AS alike,
    count(*) FILTER (f.cancelled) OVER () AS all_cancelled,
    (SELECT records - 1 FROM games WHERE game_key = $game_key) AS last
FROM udacha_frames f
JOIN players p ON p.game_key = f.game_key AND p.player_id = f.player_id
LEFT JOIN udacha_frames t ON t.game_key = f.game_key AND t.n = f.trigger_n
LEFT JOIN players q ON q.game_key = t.game_key AND q.player_id = t.player_id
WHERE f.game_key = $game_key
QUALIFY f.resp_window IS NOT NULL OR row_number() OVER (PARTITION BY f.resp_window ORDER BY f.n) <= 400
ORDER BY f.n
