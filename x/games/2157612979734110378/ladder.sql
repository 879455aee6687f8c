-- Figure 2, one game: rank and Renown of each Demi at the steps that decide: the end of Age III,
-- Corruption, annihilation, the lone player's gain, the end.
WITH game AS (SELECT * FROM games WHERE game_key = 2157612979734110378),
moments AS (
    SELECT *, CASE moment WHEN 'age_end' THEN 1 WHEN 'corruption' THEN 2 WHEN 'annihilation' THEN 3 ELSE 4 END AS step
    FROM snapshots WHERE game_key = 2157612979734110378 AND marker <> 'sorcerer'
    AND (moment IN ('corruption', 'annihilation', 'end') OR moment = 'age_end' AND age = 3)
),
owners AS (
    SELECT demi AS marker, string_agg(p.called, ', ' ORDER BY p.seat) AS player,
        bool_or(p.won) AS won, bool_or(p.role IS NOT NULL) AS celestial
    FROM player_demis d JOIN players p USING (game_key, player_id) WHERE d.game_key = 2157612979734110378 GROUP BY demi
)
SELECT m.step, m.moment, m.n, m.marker, d.house, d.colour, d.pack_order, m.renown, m.rank, o.player,
    coalesce(o.won, false) AS won, coalesce(o.celestial, false) AS celestial
FROM moments m LEFT JOIN owners o USING (marker)
LEFT JOIN demis d ON d.sha256 = (SELECT content_sha256 FROM game) AND d.demi = m.marker
WHERE EXISTS (SELECT 1 FROM moments WHERE moment = 'end')
ORDER BY m.step, m.rank NULLS LAST, m.marker
