-- Figure 13, one game: each player's Fate cards, as they came and went: the size of the hand after a record,
-- and how many cards went where. Where there are more than 900 changes, of each hand the last of every 60th.
WITH moved AS (
    SELECT n, player_id, sum(delta)::INTEGER AS change FROM fate_cards
    WHERE game_key = 2157612979734110378 AND player_id IS NOT NULL GROUP BY n, player_id
),
sized AS (
    SELECT n, player_id, change, sum(change) OVER (PARTITION BY player_id ORDER BY n)::INTEGER AS hand FROM moved
)
SELECT 'age' AS what, first_n AS n, last_n AS to_n, age, card AS subject, NULL::INTEGER AS seat, age AS seq
FROM ages WHERE game_key = 2157612979734110378
UNION ALL BY NAME
SELECT 'hand' AS what, s.n, p.seat, coalesce(p.called, s.player_id) AS player, s.change, s.hand, s.n AS seq
FROM sized s JOIN players p ON p.game_key = 2157612979734110378 AND p.player_id = s.player_id
QUALIFY count(*) OVER () <= 900
    OR row_number() OVER (PARTITION BY s.player_id, s.n // greatest(1, (SELECT max(n) FROM sized) // 60) ORDER BY s.n DESC) = 1
UNION ALL BY NAME
SELECT 'why' AS what, f.why, p.seat, coalesce(p.called, f.player_id) AS player,
    count(*) FILTER (delta > 0) AS came, count(*) FILTER (delta < 0) AS went, 0 AS seq
FROM fate_cards f JOIN players p ON p.game_key = f.game_key AND p.player_id = f.player_id
WHERE f.game_key = 2157612979734110378 AND f.delta <> 0 GROUP BY ALL
UNION ALL BY NAME
SELECT 'last' AS what, records - 1 AS n, 0 AS seq FROM games
WHERE game_key = 2157612979734110378
ORDER BY what, seq, seat, why
