-- The tables: who was to sit there, and the log that names the table or decided it.
SELECT t.event, t.round, t.table_id, t.person_id, g.game_key, g.game_id, g.status, g.source_app, g.source_version
FROM event_tables t
LEFT JOIN (
    SELECT event, round, table_id, min(game_key) AS game_key
    FROM (
        SELECT event, round, table_id, game_key FROM event_results WHERE game_key IS NOT NULL
        UNION ALL
        SELECT g.event, g.round, g.table_id, g.game_key
        FROM games g ANTI JOIN (SELECT * FROM event_results WHERE game_key IS NOT NULL) r USING (event, round, table_id)
    )
    GROUP BY ALL
) found USING (event, round, table_id)
LEFT JOIN games g USING (game_key)
WHERE t.table_id IS NOT NULL
ORDER BY t.event, t.round, t.table_id, t.person_id
