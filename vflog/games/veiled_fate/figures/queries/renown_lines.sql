-- Figure 1, up to 12 games: each marker's Renown at 31 moments of each game, ten steps an Age.
-- A Demi that is annihilated keeps the Renown it had.
WITH {shown},
{standings},
{looks}
SELECT t.game_key, g.game_id, t.marker, c.house, c.colour, c.pack_order, list(t.renown ORDER BY t.step) AS renown
FROM standings t JOIN shown g USING (game_key) LEFT JOIN looks c USING (marker)
GROUP BY ALL ORDER BY c.pack_order NULLS LAST, t.marker, t.game_key
