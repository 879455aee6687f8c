-- Figure 1, many games: quantiles of each marker's Renown at 31 moments of the games, ten steps an Age.
-- A Demi that is annihilated keeps the Renown it had.
WITH {shown},
{standings}
SELECT m.marker, m.house, m.colour, m.pack_order, t.step, count(*) AS games,
    quantile_disc(t.renown, 0.05) AS q05, quantile_disc(t.renown, 0.25) AS q25, quantile_disc(t.renown, 0.5) AS q50,
    quantile_disc(t.renown, 0.75) AS q75, quantile_disc(t.renown, 0.95) AS q95
FROM standings t JOIN markers m USING (number)
GROUP BY ALL ORDER BY m.pack_order NULLS LAST, m.marker, t.step
