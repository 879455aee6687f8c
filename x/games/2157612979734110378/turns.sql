-- Figure 14, one game: its Ages and turns. At most 600 turns, the last ones.
SELECT 'age' AS what, first_n AS n, last_n AS to_n, age, card AS subject, NULL::INTEGER AS seat, age AS seq
FROM ages WHERE game_key = 2157612979734110378
UNION ALL BY NAME
SELECT 'player' AS what, seat, called AS player, seat AS seq FROM players WHERE game_key = 2157612979734110378
UNION ALL BY NAME
SELECT 'turn' AS what, t.first_n AS n, coalesce(t.last_n, g.records - 1) AS to_n, t.age, p.seat,
    coalesce(p.called, t.player_id) AS player, t.turn, t.actions, t.rested, t.duration_s::DOUBLE AS seconds,
    t.turn AS seq
FROM (FROM turns WHERE game_key = 2157612979734110378 ORDER BY turn DESC LIMIT 600) t
JOIN players p ON p.game_key = t.game_key AND p.player_id = t.player_id
JOIN games g ON g.game_key = t.game_key
ORDER BY what, seq, seat
