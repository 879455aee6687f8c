-- Figure 1, many games with Hadria: how often each Demi stood above her, at 31 moments, ten steps an Age.
WITH {shown},
{standings},
{looks}
SELECT *, {rate} FROM (
    SELECT t.marker, c.house, c.colour, c.pack_order, t.step, count(*) AS games,
        count(*) FILTER (t.renown > h.renown) AS wins
    FROM standings t JOIN standings h ON h.game_key = t.game_key AND h.step = t.step AND h.marker = 'hadria'
    LEFT JOIN looks c ON c.marker = t.marker
    WHERE t.marker <> 'hadria' GROUP BY ALL
) ORDER BY pack_order NULLS LAST, marker, step
