-- The seats of one game and how they ended.
SELECT seat, called AS player, role, team, disqualified, place, won
FROM players WHERE game_key = $game_key ORDER BY seat
