stood AS (
    SELECT number, renown, step, sum(games)::BIGINT AS stood FROM (
        SELECT number, renown, unnest(range(step, until))::INTEGER AS step, games
        FROM (SELECT number, renown, step, until, count(*) AS games FROM held GROUP BY ALL)
    ) GROUP BY ALL
)
