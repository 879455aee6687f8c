-- Figure 6, many games: seats of games with Hadria by Corruption in the end (9: nine or more) and place (6: sixth or
-- worse), and how often they won.
WITH {shown}
SELECT least(c.corruption, 9)::INTEGER AS corruption, least(c.place, 6)::INTEGER AS place, count(*) AS seats,
    count(*) FILTER (c.won) AS won, count(*) FILTER (c.most) AS most, count(DISTINCT c.game_key) AS games,
    (SELECT count(*) FROM shown) AS of_games,
    list(DISTINCT c.game_key ORDER BY c.game_key){some} AS examples
FROM v_corruption c JOIN shown USING (game_key)
GROUP BY ALL ORDER BY corruption, place
