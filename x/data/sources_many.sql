-- Figure 11, many games: Renown that a Demi gained and lost a counted game, by cause.
WITH shown AS (SELECT game_key FROM games WHERE counted AND ruleset = 'veiled-fate'),
games_of AS (SELECT count(*) AS games FROM shown)
SELECT r.marker, d.house, d.colour, d.pack_order, r.cause,
    sum(greatest(after - before, 0)) / (SELECT games FROM games_of) AS gained,
    sum(greatest(before - after, 0)) / (SELECT games FROM games_of) AS lost,
    count(*) AS steps, (SELECT games FROM games_of) AS games
FROM renown r JOIN shown USING (game_key)
JOIN (
    SELECT demi AS marker, any_value(house ORDER BY sha256) AS house, any_value(colour ORDER BY sha256) AS colour,
        min(pack_order) AS pack_order
    FROM demis GROUP BY demi
) d USING (marker)
WHERE r.after IS NOT NULL
GROUP BY ALL ORDER BY d.pack_order, r.marker, r.cause
