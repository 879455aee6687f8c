-- Figure 6, many games: seats of counted games with Hadria by Corruption in the end (9: nine or more) and place
-- (6: sixth or worse), and how often they won.
SELECT least(c.corruption, 9)::INTEGER AS corruption, least(c.place, 6)::INTEGER AS place, count(*) AS seats,
    count(*) FILTER (c.won) AS won, count(*) FILTER (c.most) AS most, count(DISTINCT c.game_key) AS games,
    list(DISTINCT c.game_key ORDER BY c.game_key)[:6] AS examples
FROM (FROM v_corruption QUALIFY bool_and(place IS NOT NULL) OVER (PARTITION BY game_key)) c
GROUP BY ALL ORDER BY corruption, place
