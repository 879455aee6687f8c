-- Figure 1, many games: how often each Demi had more Renown than every other one, at 31 moments, ten steps an Age.
WITH {shown},
{standings},
-- One Demi leads where the first and the last of those with the most Renown are the same; without any nobody does.
best AS (
    SELECT step, max(renown * 1000 - number) AS first, max(renown * 1000 + number) AS last
    FROM standings WHERE number > 0 AND renown > 0 GROUP BY game_key, step
),
led AS (
    SELECT last % 1000 AS number, step, count(*) AS wins
    FROM best WHERE first = last - 2 * (last % 1000) GROUP BY ALL
),
{stood}
SELECT *, {rate} FROM (
    SELECT m.marker, m.house, m.colour, m.pack_order, s.step, sum(s.stood)::BIGINT AS games,
        coalesce(any_value(l.wins), 0) AS wins
    FROM stood s JOIN markers m USING (number) LEFT JOIN led l USING (number, step)
    WHERE number > 0 GROUP BY ALL
) ORDER BY pack_order NULLS LAST, marker, step
