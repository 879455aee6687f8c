-- Front ends by version: their games, what these came to, their problems. The 200 with the most games.
WITH {shown},
first_of AS (
    SELECT game_key, load_key, first(code ORDER BY line, rowid) AS code FROM problems WHERE severity = 'error' GROUP BY ALL
),
codes_of AS (
    SELECT g.source_app, g.source_version, mode(f.code ORDER BY f.code) AS code
    FROM shown g JOIN first_of f ON f.game_key = g.game_key AND f.load_key IS NOT DISTINCT FROM g.load_key
    GROUP BY ALL
)
SELECT coalesce(g.source_app, 'not said') AS app, g.source_version AS app_version, count(*) AS games,
    count(*) FILTER (status IN ('valid', 'adjudicated')) AS sound,
    count(*) FILTER (status IN ('invalid', 'unreadable')) AS wrong,
    count(*) FILTER (status IN ('incomplete', 'abandoned')) AS unfinished,
    count(*) FILTER (status = 'unsupported') AS unsupported, sum(records)::BIGINT AS records,
    sum(problems)::BIGINT AS problems, any_value(c.code) AS often,
    list(DISTINCT g.game_key ORDER BY g.game_key) FILTER (status IN ('invalid', 'unreadable')){some} AS examples
FROM shown g LEFT JOIN codes_of c ON c.source_app IS NOT DISTINCT FROM g.source_app
    AND c.source_version IS NOT DISTINCT FROM g.source_version
GROUP BY g.source_app, g.source_version ORDER BY wrong DESC, games DESC, app, app_version NULLS FIRST LIMIT 200
