-- What each round brought everybody: a game, a result by hand, an absence (no place), a bye (no table).
SELECT r.event, r.round, r.table_id, r.person_id, r.game_key, g.game_id, r.place, r.points, r.judge, r.reason
FROM event_results r LEFT JOIN (SELECT DISTINCT game_key, game_id FROM games) g USING (game_key)
ORDER BY r.event, r.round, r.table_id, r.place, r.person_id
