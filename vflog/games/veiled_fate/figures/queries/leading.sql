-- Figure 1, many games: how often each Demi had more Renown than every other one, at 31 moments, ten steps an Age.
WITH {shown},
{standings},
{looks},
-- Of each game and moment who has the most; `told` is below twice the power of the most only if nobody else has as much.
best AS (
    SELECT step, arg_max(marker, renown) AS marker, max(renown) AS most, sum(power(32, renown)) AS told
    FROM standings WHERE marker <> 'hadria' GROUP BY game_key, step
),
led AS (SELECT marker, step, count(*) AS wins FROM best WHERE told < 2 * power(32, most) GROUP BY ALL)
SELECT *, {rate} FROM (
    SELECT t.marker, c.house, c.colour, c.pack_order, t.step, t.games, coalesce(l.wins, 0) AS wins
    FROM (SELECT marker, step, count(*) AS games FROM standings WHERE marker <> 'hadria' GROUP BY ALL) t
    LEFT JOIN led l USING (marker, step) LEFT JOIN looks c ON c.marker = t.marker
) ORDER BY pack_order NULLS LAST, marker, step
