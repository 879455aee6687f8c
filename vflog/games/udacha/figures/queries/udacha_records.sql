-- The records of one game, and the cards that each moved.
WITH changes AS (
    SELECT n, string_agg(coalesce(instance, 'a hidden card') || ' ' || from_zone || '→' || to_zone, '; ' ORDER BY rowid)
        AS changes
    FROM udacha_moves WHERE game_key = $game_key GROUP BY n
)
SELECT r.n, r.line, r.type, coalesce(p.called, r.body->>'p') AS player, r.age,
    count(*) FILTER (r.type = 'turn' AND r.judged = 'applied') OVER (ORDER BY r.line) AS turn, r.judged, r.at_text,
    r.body::VARCHAR AS body, c.changes
FROM records r
LEFT JOIN players p ON p.game_key = r.game_key AND p.player_id = (r.body->>'p')
LEFT JOIN changes c ON c.n = r.n AND r.judged = 'applied'
WHERE r.game_key = $game_key ORDER BY r.line
