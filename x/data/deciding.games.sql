-- The games behind the figure (NULL), and those left out, by the first reason.
SELECT CASE WHEN ruleset IS DISTINCT FROM 'veiled-fate' THEN 'of another ruleset' WHEN NOT counted THEN why_not WHEN (end_reason = 'played') IS NOT TRUE THEN 'not played to the end' END AS left_out, count(*) AS games
FROM games LEFT JOIN veiled_fate_games USING (game_key) GROUP BY 1 ORDER BY 1 NULLS FIRST
