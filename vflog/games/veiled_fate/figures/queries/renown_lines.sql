-- Figure 1, up to 12 games: each marker's Renown at 31 moments of each game, ten steps an Age.
-- A Demi that is annihilated keeps the Renown it had.
WITH {shown},
{standings}
SELECT t.game_key, g.game_id, m.marker, m.house, m.colour, m.pack_order, list(t.renown ORDER BY t.step) AS renown
FROM standings t JOIN shown g USING (game_key) JOIN markers m USING (number)
GROUP BY ALL ORDER BY m.pack_order NULLS LAST, m.marker, t.game_key
