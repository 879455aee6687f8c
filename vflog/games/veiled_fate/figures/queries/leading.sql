-- Figure 1, many games: how often each Demi had more Renown than every other one, at 31 moments, ten steps an Age.
WITH {shown},
{standings},
{looks},
best AS (
    SELECT game_key, step, max(renown) AS most, count(*) FILTER (renown = top) AS at_top FROM (
        SELECT *, max(renown) OVER (PARTITION BY game_key, step) AS top FROM standings WHERE marker <> 'hadria'
    ) GROUP BY ALL
)
SELECT *, {rate} FROM (
    SELECT t.marker, c.house, c.colour, c.pack_order, t.step, count(*) AS games,
        count(*) FILTER (t.renown = b.most AND b.at_top = 1) AS wins
    FROM standings t JOIN best b USING (game_key, step) LEFT JOIN looks c USING (marker)
    WHERE t.marker <> 'hadria' GROUP BY ALL
) ORDER BY pack_order NULLS LAST, marker, step
