-- Figure 1, many games: how often each Demi had more Renown than every other one, at 31 moments, ten steps an Age.
WITH {shown},
{standings},
{looks},
numbered AS (SELECT *, row_number() OVER (ORDER BY pack_order NULLS LAST, marker) AS number FROM looks),
-- One Demi leads where the first and the last of those with the most Renown are the same.
best AS (
    SELECT step, max(renown * 100 + 99 - number) AS first, max(renown * 100 + number) AS last
    FROM standings JOIN numbered USING (marker) WHERE marker <> 'hadria' GROUP BY game_key, step
),
led AS (
    SELECT last % 100 AS number, step, count(*) AS wins
    FROM best WHERE first // 100 = last // 100 AND 99 - first % 100 = last % 100 GROUP BY ALL
),
stood AS (SELECT marker, step, count(*) AS games FROM standings WHERE marker <> 'hadria' GROUP BY ALL)
SELECT *, {rate} FROM (
    SELECT s.marker, c.house, c.colour, c.pack_order, s.step, s.games, coalesce(l.wins, 0) AS wins
    FROM stood s JOIN numbered c USING (marker) LEFT JOIN led l USING (number, step)
) ORDER BY pack_order NULLS LAST, marker, step
