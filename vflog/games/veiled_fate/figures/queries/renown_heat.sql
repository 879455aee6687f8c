-- Figure 1, very many games: in how many of them a marker stood on a space, at 31 moments, ten steps an Age.
-- A Demi that is annihilated keeps the Renown it had.
WITH {shown},
{standings},
{looks}
SELECT t.marker, c.house, c.colour, c.pack_order, t.step, t.renown, count(*) AS stood,
    sum(count(*)) OVER (PARTITION BY t.marker, t.step)::BIGINT AS games
FROM standings t LEFT JOIN looks c USING (marker)
GROUP BY t.marker, c.house, c.colour, c.pack_order, t.step, t.renown
ORDER BY c.pack_order NULLS LAST, t.marker, t.step, t.renown
