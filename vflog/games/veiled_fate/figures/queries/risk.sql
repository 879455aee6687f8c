-- Figure 1, many games with Hadria: how often each Demi stood above her, at 31 moments, ten steps an Age.
WITH {shown},
{standings},
{looks},
hers AS (
    SELECT game_key, flatten(list(list_resize([]::INTEGER[], until - step, renown) ORDER BY step, until)) AS hers
    FROM held WHERE marker = 'hadria' GROUP BY game_key
)
SELECT *, {rate} FROM (
    SELECT t.marker, c.house, c.colour, c.pack_order, t.step, count(*) AS games,
        count(*) FILTER (t.renown > hers[t.step + 1]) AS wins
    FROM standings t JOIN hers USING (game_key) LEFT JOIN looks c ON c.marker = t.marker
    WHERE t.marker <> 'hadria' GROUP BY ALL
) ORDER BY pack_order NULLS LAST, marker, step
