-- How often Hadria annihilates, in games with her: any Demi, one that a player owned, and of
-- those the one that stood first.
WITH {shown},
gone AS (
    SELECT game_key, marker, rank FROM snapshots c JOIN shown USING (game_key)
    WHERE moment = 'corruption' AND marker NOT IN ('hadria', 'sorcerer') AND NOT EXISTS (
        SELECT 1 FROM snapshots a WHERE a.game_key = c.game_key AND a.moment = 'annihilation' AND a.marker = c.marker
        AND a.renown IS NOT NULL)
),
owned AS (SELECT game_key, demi AS marker FROM player_demis JOIN shown USING (game_key)),
ahead AS (
    SELECT game_key, arg_min(marker, rank) AS marker FROM snapshots JOIN owned USING (game_key, marker)
    WHERE moment = 'corruption' GROUP BY game_key
),
hits AS (
    SELECT DISTINCT game_key, 1 AS seq FROM gone
    UNION ALL SELECT DISTINCT game_key, 2 FROM gone JOIN owned USING (game_key, marker)
    UNION ALL SELECT game_key, 3 FROM gone JOIN ahead USING (game_key, marker)
),
units AS (
    SELECT s.game_key, k.what, k.seq, NULL::DOUBLE AS chance, h.game_key IS NOT NULL AS hit
    FROM shown s CROSS JOIN (VALUES ('any Demi', 1), ('a player''s Demi', 2), ('the player ahead', 3)) k(what, seq)
    LEFT JOIN hits h ON h.game_key = s.game_key AND h.seq = k.seq
)
