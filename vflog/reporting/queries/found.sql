-- What the home page says in a sentence: the code that most games with an error have, the front end that most of
-- these games come from, and the rejected lines.
WITH wrong AS (SELECT * FROM games WHERE status IN ('invalid', 'unreadable')),
codes_of AS (
    SELECT p.code, count(DISTINCT p.game_key) AS games
    FROM problems p JOIN wrong w ON w.game_key = p.game_key AND w.load_key IS NOT DISTINCT FROM p.load_key
    WHERE p.severity = 'error' AND NOT p.follows GROUP BY p.code ORDER BY games DESC, p.code LIMIT 1
),
apps_of AS (
    SELECT source_app || coalesce(' ' || source_version, '') AS app, count(*) AS games,
        count(*) FILTER (status IN ('invalid', 'unreadable')) AS wrong
    FROM games WHERE source_app IS NOT NULL GROUP BY ALL HAVING wrong > 0 ORDER BY wrong DESC, app LIMIT 1
)
SELECT (SELECT any_value(c.title) FROM codes_of JOIN codes c USING (code)) AS code_title,
    (SELECT games FROM codes_of) AS code_games, (SELECT app FROM apps_of) AS app,
    (SELECT games FROM apps_of) AS app_games, (SELECT wrong FROM apps_of) AS app_wrong,
    (SELECT coalesce(sum(rejects), 0)::BIGINT FROM loads) AS rejects
