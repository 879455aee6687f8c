-- Figure 2, many games: the last step that changed who was ahead among the Demis with an owner (a Celestial's aside),
-- in games that were played to the end.
WITH {shown},
owned AS (
    SELECT DISTINCT d.game_key, d.demi FROM player_demis d JOIN players p USING (game_key, player_id)
    JOIN shown USING (game_key) WHERE p.role IS NULL
),
leaders AS (
    SELECT s.game_key,
        CASE moment WHEN 'age_end' THEN 1 WHEN 'corruption' THEN 2 WHEN 'annihilation' THEN 3 ELSE 4 END AS step,
        arg_min(s.marker, s.rank) AS leader
    FROM snapshots s JOIN owned o ON o.game_key = s.game_key AND o.demi = s.marker
    WHERE s.rank IS NOT NULL AND (moment IN ('corruption', 'annihilation', 'end') OR moment = 'age_end' AND age = 3)
    GROUP BY ALL
),
turns_of AS (
    SELECT game_key, step, leader IS DISTINCT FROM lag(leader) OVER (PARTITION BY game_key ORDER BY step) AS changed
    FROM leaders
),
decided AS (
    SELECT s.game_key, CASE
        WHEN s.celestial_won THEN 5
        WHEN NOT EXISTS (SELECT 1 FROM players p WHERE p.game_key = s.game_key AND p.won) THEN 6
        ELSE coalesce(max(t.step) FILTER (t.changed), 7) END AS seq
    FROM shown s LEFT JOIN turns_of t USING (game_key) GROUP BY s.game_key, s.celestial_won
),
units AS (
    SELECT d.game_key, k.what, k.seq, d.seq = k.seq AS hit, NULL::DOUBLE AS chance
    FROM decided d, (VALUES ('Age III', 1), ('Corruption', 2), ('annihilation', 3), ('the lone gain', 4),
        ('the Celestial', 5), ('nobody won', 6), ('not told', 7)) k(what, seq)
    WHERE k.seq IN (SELECT seq FROM decided)
)
