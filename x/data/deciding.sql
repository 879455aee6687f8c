-- Figure 2, many games: the last step that changed who was ahead among the Demis with an owner (a Celestial's
-- aside), in counted games that were played to the end, with the share's 95 % interval (Wilson).
WITH shown AS (
    SELECT game_key, celestial_won, hadria FROM games JOIN veiled_fate_games USING (game_key)
    WHERE counted AND ruleset = 'veiled-fate' AND end_reason = 'played'
),
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
        WHEN s.celestial_won THEN 'the Celestial'
        WHEN NOT EXISTS (SELECT 1 FROM players p WHERE p.game_key = s.game_key AND p.won) THEN 'nobody won'
        ELSE ['Age III', 'Corruption', 'annihilation', 'the lone gain'][max(t.step) FILTER (t.changed)]
        END AS decided_by
    FROM shown s LEFT JOIN turns_of t USING (game_key) GROUP BY s.game_key, s.celestial_won
),
counts AS (
    SELECT decided_by, count(*) AS wins, sum(count(*)) OVER ()::BIGINT AS games,
        list(game_key ORDER BY game_key)[:6] AS examples
    FROM decided WHERE decided_by IS NOT NULL GROUP BY decided_by
)
SELECT decided_by, wins, games, wins / games AS rate,
    greatest(0, (wins / games + 1.9207 / games - 1.96 * sqrt((wins / games * (1 - wins / games) + 0.9604 / games) / games))
        / (1 + 3.8415 / games)) AS lo,
    least(1, (wins / games + 1.9207 / games + 1.96 * sqrt((wins / games * (1 - wins / games) + 0.9604 / games) / games))
        / (1 + 3.8415 / games)) AS hi,
    examples
FROM counts ORDER BY list_position(
    ['Age III', 'Corruption', 'annihilation', 'the lone gain', 'the Celestial', 'nobody won'], decided_by)
