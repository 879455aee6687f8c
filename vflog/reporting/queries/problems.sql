-- Figure 15: problems of all games, counted or not, by code and by front end and version. The 25 codes and the
-- 20 front ends with the most problems.
WITH {shown},
{found},
told AS (
    SELECT coalesce(app, 'not said') || coalesce(' ' || app_version, '') AS app, code,
        any_value(severity ORDER BY severity) AS severity, any_value(rule ORDER BY rule) AS rule,
        sum(problems)::BIGINT AS problems, sum(games)::BIGINT AS games
    FROM found GROUP BY ALL
),
codes_of AS (SELECT code, sum(problems) AS total FROM told GROUP BY code ORDER BY total DESC, code LIMIT 25),
apps_of AS (SELECT app, sum(problems) AS total FROM told GROUP BY app ORDER BY total DESC, app LIMIT 20),
behind AS (
    SELECT coalesce(g.source_app, 'not said') || coalesce(' ' || g.source_version, '') AS app, p.code,
        list(DISTINCT g.game_key ORDER BY g.game_key){some} AS examples
    FROM problems p JOIN shown g ON g.game_key = p.game_key AND g.load_key IS NOT DISTINCT FROM p.load_key
    GROUP BY ALL
)
SELECT t.app, t.code, t.severity, c.title, t.problems, t.games, b.examples
FROM told t JOIN codes_of USING (code) JOIN apps_of USING (app)
LEFT JOIN codes c USING (code) LEFT JOIN behind b ON b.app = t.app AND b.code = t.code
ORDER BY codes_of.total DESC, t.code, apps_of.total DESC, t.app
