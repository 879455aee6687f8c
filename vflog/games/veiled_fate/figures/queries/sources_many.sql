-- Figure 11, many games: Renown that a Demi gained and lost in all of them, by cause.
WITH {shown},
{looks}
SELECT r.marker, d.house, d.colour, d.pack_order, r.cause,
    sum(greatest(after - before, 0))::BIGINT AS gained, sum(greatest(before - after, 0))::BIGINT AS lost,
    count(*) AS steps, (SELECT count(*) FROM shown) AS games
FROM renown r JOIN shown USING (game_key) JOIN looks d USING (marker)
WHERE r.after IS NOT NULL
GROUP BY ALL ORDER BY d.pack_order, r.marker, r.cause
