seats AS (
    SELECT s.game_key, s.players AS at_table, p.seat, p.player_id, p.won, p.role, p.place, p.corruption,
        1.0 / count(DISTINCT coalesce(p.team, -p.seat)) FILTER (p.role IS NULL) OVER (PARTITION BY s.game_key) AS chance
    FROM shown s JOIN players p USING (game_key) WHERE p.won IS NOT NULL
)
