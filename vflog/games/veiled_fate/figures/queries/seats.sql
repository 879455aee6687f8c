-- Figure 9: whether each seat won, by number of players, Celestials left out; by chance every player (or team) wins
-- alike often.
WITH {shown},
{seats},
units AS (
    SELECT game_key, at_table || ' players, seat ' || seat AS what, at_table AS players, seat,
        100 * at_table + seat AS seq, won AS hit, chance
    FROM seats WHERE role IS NULL
)
