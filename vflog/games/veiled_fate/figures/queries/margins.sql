-- Figure 5: votes on Quests by how many players voted when it was complete, and by feathers less scorpions (beyond ten:
-- ten). A voter may have had to take the card from the deck.
WITH {shown},
voters AS (
    SELECT game_key, vote_n AS n, count(*) AS voters FROM fate_cards JOIN shown USING (game_key)
    WHERE why = 'voter' AND vote_n IS NOT NULL AND (player_id IS NOT NULL OR delta = 0) GROUP BY ALL
)
SELECT least(coalesce(w.voters, 0), 5)::INTEGER AS voters,
    greatest(-10, least(10, v.feathers - v.scorpions))::INTEGER AS margin,
    count(*) AS votes, count(*) FILTER (v.by_coin) AS by_coin, count(DISTINCT v.game_key) AS games,
    (SELECT count(*) FROM shown) AS of_games,
        list(DISTINCT v.game_key ORDER BY v.game_key){some} AS examples
FROM votes v JOIN shown USING (game_key) LEFT JOIN voters w USING (game_key, n)
WHERE v.kind = 'quest'
GROUP BY ALL ORDER BY voters, margin
