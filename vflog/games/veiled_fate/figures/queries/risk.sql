-- Figure 1, many games with Hadria: how often each Demi stood above her, at 31 moments, ten steps an Age.
WITH {shown},
{standings},
{stood},
above AS (
    SELECT number, unnest(range(since, until))::INTEGER AS step, games FROM (
        SELECT d.number, greatest(d.step, h.step) AS since, least(d.until, h.until) AS until, count(*) AS games
        FROM held d JOIN held h USING (game_key)
        WHERE d.number > 0 AND h.number = 0 AND d.renown > h.renown GROUP BY ALL
    )
),
often AS (SELECT number, step, sum(games)::BIGINT AS wins FROM above GROUP BY ALL)
SELECT *, {rate} FROM (
    SELECT m.marker, m.house, m.colour, m.pack_order, s.step, sum(s.stood)::BIGINT AS games,
        coalesce(any_value(o.wins), 0) AS wins
    FROM stood s JOIN markers m USING (number) LEFT JOIN often o USING (number, step)
    WHERE number > 0 GROUP BY ALL
) ORDER BY pack_order NULLS LAST, marker, step
