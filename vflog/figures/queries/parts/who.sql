who AS (
    SELECT s.game_key, s.ruleset, s.started_utc, p.player_id, p.seat, p.called, p.role, p.team, p.won,
        CASE WHEN p.person_id IS NOT NULL THEN ['human', s.event, p.person_id]
            ELSE ['id', s.source_app, p.player_id] END AS who
    FROM shown s JOIN players p USING (game_key)
)
