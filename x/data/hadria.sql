-- Figure 7: counted games with Hadria by her Renown and the best Demi's, after Corruption and before she
-- annihilates every Demi above her.
SELECT h.renown AS hadria, m.best AS leader, count(*) AS games,
    list(h.game_key ORDER BY h.game_key)[:6] AS examples
FROM snapshots h JOIN games g USING (game_key)
JOIN (
    SELECT game_key, max(renown) AS best FROM snapshots
    WHERE moment = 'corruption' AND marker NOT IN ('hadria', 'sorcerer') GROUP BY game_key
) m USING (game_key)
WHERE g.counted AND h.moment = 'corruption' AND h.marker = 'hadria'
GROUP BY ALL ORDER BY hadria, leader
