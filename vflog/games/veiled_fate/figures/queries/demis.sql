-- Figure 8: whether a Demi's owner won, in the games in which it had one other than a Celestial; by chance one of the
-- owned Demis wins.
WITH {shown},
{looks},
owned AS (
    SELECT d.game_key, d.demi, bool_or(p.won) AS won
    FROM player_demis d JOIN shown USING (game_key) JOIN players p USING (game_key, player_id)
    WHERE p.won IS NOT NULL AND p.role IS NULL GROUP BY ALL
),
units AS (
    SELECT o.game_key, o.demi AS what, c.house, c.colour, c.pack_order, coalesce(c.pack_order, 99) AS seq, o.won AS hit,
        1.0 / count(*) OVER (PARTITION BY o.game_key) AS chance
    FROM owned o LEFT JOIN looks c ON c.marker = o.demi
)
