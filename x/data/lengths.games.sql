-- The games behind the figure (NULL), and those left out, by the first reason.
SELECT CASE WHEN ruleset IS DISTINCT FROM 'veiled-fate' THEN 'of another ruleset' WHEN NOT counted THEN why_not WHEN (detail IS DISTINCT FROM 'score') IS NOT TRUE THEN 'in a scorekeeper''s log' END AS left_out, count(*) AS games
FROM games LEFT JOIN veiled_fate_games USING (game_key) GROUP BY 1 ORDER BY 1 NULLS FIRST
