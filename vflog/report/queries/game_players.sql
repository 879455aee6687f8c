-- The seats of one game and how they ended.
SELECT seat, coalesce(name, player_id) AS player, role, team, disqualified, place, won
FROM players WHERE game_key = $game_key ORDER BY seat
