-- Figure 8: how often a Demi's owner won, over counted games in which it had one, with its 95 % interval
-- (Wilson), and what chance alone would bring.
SELECT r.*, d.house, d.colour, d.pack_order, e.examples FROM v_demi_win_rates r
LEFT JOIN (
    SELECT demi, any_value(house ORDER BY sha256) AS house, any_value(colour ORDER BY sha256) AS colour,
        min(pack_order) AS pack_order
    FROM demis GROUP BY demi
) d USING (demi)
LEFT JOIN (
    SELECT demi, list(DISTINCT game_key ORDER BY game_key)[:6] AS examples
    FROM player_demis JOIN games USING (game_key) WHERE counted GROUP BY demi
) e USING (demi)
ORDER BY d.pack_order NULLS LAST, demi LIMIT 40
