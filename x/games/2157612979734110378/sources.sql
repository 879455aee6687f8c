-- Figure 11, one game: how much Renown each Demi gained and lost by each cause, and what it came to.
WITH moved AS (
    SELECT marker, cause, sum(greatest(after - before, 0))::INTEGER AS gained,
        sum(greatest(before - after, 0))::INTEGER AS lost, count(*) AS steps
    FROM renown WHERE game_key = 2157612979734110378 AND after IS NOT NULL AND marker NOT IN ('hadria', 'sorcerer')
    GROUP BY marker, cause
),
known AS (
    SELECT demi AS marker, house, colour, pack_order FROM demis
    WHERE sha256 = (SELECT content_sha256 FROM games
        WHERE game_key = 2157612979734110378)
)
SELECT k.marker, k.house, k.colour, k.pack_order, m.cause, coalesce(m.gained, 0) AS gained,
    coalesce(m.lost, 0) AS lost, coalesce(m.steps, 0) AS steps, 1 AS games
FROM known k LEFT JOIN moved m USING (marker)
ORDER BY k.pack_order, m.cause
