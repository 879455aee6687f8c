-- What is wrong, errors first.
SELECT f.event, f.severity, f.app, f.app_version, f.round, f.table_id, f.code, c.title, f.game_id, f.message
FROM event_findings f LEFT JOIN codes c USING (code)
ORDER BY f.event, f.severity, f.app, f.round, f.table_id, f.code, f.message
