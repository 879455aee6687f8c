found AS (
    SELECT g.source_app AS app, g.source_version AS app_version, p.code, p.severity, p.rule, p.basis,
        count(*) AS problems, count(DISTINCT p.game_key) AS games
    FROM problems p LEFT JOIN (
        SELECT game_key, any_value(source_app) AS source_app, any_value(source_version) AS source_version
        FROM shown GROUP BY game_key
    ) g ON g.game_key = p.game_key
    WHERE {whole} OR g.game_key IS NOT NULL
    GROUP BY ALL
)
