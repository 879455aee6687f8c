-- Whether a player with so much Corruption in the end (nine: nine or more) won, Celestials left out; by chance every
-- player (or team) wins alike often.
WITH {shown},
{seats},
units AS (
    SELECT game_key, CASE WHEN corruption < 9 THEN corruption::VARCHAR ELSE '9 or more' END AS what,
        least(corruption, 9)::INTEGER AS seq, won AS hit, chance
    FROM seats WHERE role IS NULL
)
