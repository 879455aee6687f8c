-- The seats of one game and how they ended.
SELECT p.seat, p.called AS player, p.role, p.team, coalesce(d.demis, 'unknown') AS demis, p.corruption, p.disqualified, p.place,
    p.won
FROM players p LEFT JOIN (
    SELECT player_id, string_agg(demi || CASE WHEN annihilated THEN ' (annihilated)' ELSE coalesce(' (' || renown || ')', '') END,
        ', ' ORDER BY demi) AS demis
    FROM player_demis WHERE game_key = $game_key GROUP BY player_id
) d USING (player_id) WHERE p.game_key = $game_key ORDER BY p.seat
