-- Whether the first player of Age I won, by number of players; by chance every player (or team) wins alike often.
WITH {shown},
{seats},
units AS (
    SELECT s.game_key, s.at_table || ' players' AS what, s.at_table AS seq, s.won AS hit, s.chance
    FROM seats s JOIN ages a ON a.game_key = s.game_key AND a.age = 1 AND a.first_player = s.player_id
    WHERE s.role IS NULL
)
