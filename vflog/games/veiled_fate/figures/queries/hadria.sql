-- Figure 7: games with Hadria by her Renown and the best Demi's, after Corruption and before she annihilates every Demi
-- above her.
WITH {shown},
best AS (
    SELECT game_key, max(renown) AS best FROM snapshots JOIN shown USING (game_key)
    WHERE moment = 'corruption' AND marker NOT IN ('hadria', 'sorcerer') GROUP BY game_key
)
SELECT h.renown AS hadria, m.best AS leader, count(*) AS games, list(h.game_key ORDER BY h.game_key){some} AS examples
FROM snapshots h JOIN best m USING (game_key)
WHERE h.moment = 'corruption' AND h.marker = 'hadria'
GROUP BY ALL ORDER BY hadria, leader
