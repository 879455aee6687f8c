-- Figure 6, one game with Hadria: the Ages, the players (most: who has most Corruption, teams counted
-- together) and every Favor played. At most 400 Favors, the last.
SELECT 'age' AS what, first_n AS n, last_n AS to_n, age, card AS subject, age AS seq
FROM ages WHERE game_key = 2157612979734110378
UNION ALL BY NAME
SELECT 'player' AS what, g.records - 1 AS to_n, p.seat, p.called AS player, p.corruption AS total,
    p.disqualified, CASE WHEN g.end_reason = 'played' THEN p.place END AS place, p.won, p.seat AS seq,
    p.together > 0 AND p.together = max(p.together) OVER () AS most
FROM (SELECT *, sum(corruption) OVER (PARTITION BY coalesce(team, -seat)) AS together
    FROM players WHERE game_key = 2157612979734110378) p
JOIN games g USING (game_key) JOIN veiled_fate_games v USING (game_key)
WHERE v.hadria
UNION ALL BY NAME
SELECT 'favor' AS what, c.n, c.age, p.seat, coalesce(p.called, c.player_id) AS player, c.favor AS subject, c.power,
    c.corruption, c.total, c.n AS seq
FROM (FROM corruption WHERE game_key = 2157612979734110378 ORDER BY n DESC LIMIT 400) c
JOIN players p ON p.game_key = c.game_key AND p.player_id = c.player_id
ORDER BY what, seq, seat
