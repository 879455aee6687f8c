-- The games behind the figure (NULL), and those left out, by the first reason.
SELECT CASE WHEN ruleset IS DISTINCT FROM 'veiled-fate' THEN 'of another ruleset' WHEN NOT counted THEN why_not WHEN (ages_played = 3) IS NOT TRUE THEN 'that did not reach Age III' END AS left_out, count(*) AS games
FROM games LEFT JOIN veiled_fate_games USING (game_key) GROUP BY 1 ORDER BY 1 NULLS FIRST
