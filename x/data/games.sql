-- The games of the database: those with trouble first, then by id.
SELECT g.game_key, g.game_id, g.status, g.why_not, g.counted, g.disputed, g.simulated, g.ruleset, g.revision, g.detail,
    g.content_pack, g.content_invented, g.event, g.round, g.table_id, g.source_app,
    g.source_version, g.players, g.started_utc, g.ended_utc, g.end_reason, g.records, g.applied, g.refused,
    g.taken_back, g.unjudged, g.problems, g.public_digest, l.file, g.first_line, w.winners,
    p.code AS first_code, p.rule AS first_rule, p.n AS first_n, p.message AS first_message
FROM games g LEFT JOIN loads l USING (load_key)
LEFT JOIN (
    SELECT game_key, list(called ORDER BY seat) AS winners FROM players WHERE won GROUP BY game_key
) w ON w.game_key = g.game_key
LEFT JOIN (
    SELECT game_key, load_key, first(code ORDER BY line, rowid) AS code, first(rule ORDER BY line, rowid) AS rule,
        first(n ORDER BY line, rowid) AS n, first(message ORDER BY line, rowid) AS message
    FROM problems WHERE severity = 'error' GROUP BY ALL
) p ON p.game_key = g.game_key AND p.load_key = g.load_key
ORDER BY list_position(
    ['invalid', 'unreadable', 'unsupported', 'incomplete', 'abandoned', 'adjudicated', 'valid'], g.status),
    g.event NULLS LAST, g.round NULLS LAST, g.table_id NULLS LAST, g.game_id, g.game_key, l.load_key, g.first_line
