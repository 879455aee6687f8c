-- Figure 1, up to 12 games: each marker's Renown at 31 moments of each counted game, ten steps an Age.
-- A marker that never moved in a game has no row for it.
WITH shown AS (SELECT game_key, game_id, records FROM games JOIN veiled_fate_games USING (game_key)
    WHERE counted AND ruleset = 'veiled-fate' AND ages_played = 3
),
spans AS (
    SELECT game_key, age, first_n, coalesce(lead(first_n) OVER (PARTITION BY game_key ORDER BY age), records) AS end_n
    FROM ages JOIN shown USING (game_key)
),
moments AS (
    SELECT game_key, (age - 1) * 10 + i AS step, first_n + (end_n - first_n) * i // 10 - (i > 0)::INTEGER AS n
    FROM spans, range(10) r(i)
    UNION ALL SELECT game_key, 30, records FROM shown
),
starts AS (
    SELECT game_key, marker, min_by(before, (n, rowid)) AS start
    FROM renown JOIN shown USING (game_key) WHERE marker <> 'sorcerer' GROUP BY ALL
),
steps AS (
    SELECT game_key, marker, n, last(after ORDER BY rowid) AS after FROM renown JOIN shown USING (game_key) GROUP BY ALL
),
colours AS (
    SELECT demi AS marker, any_value(house ORDER BY sha256) AS house, any_value(colour ORDER BY sha256) AS colour,
        min(pack_order) AS pack_order
    FROM demis GROUP BY demi
)
SELECT t.game_key, g.game_id, t.marker, c.house, c.colour, c.pack_order,
    list(coalesce(s.after, t.start) ORDER BY m.step) AS renown
FROM starts t JOIN shown g USING (game_key) JOIN moments m USING (game_key)
ASOF LEFT JOIN steps s ON s.game_key = m.game_key AND s.marker = t.marker AND s.n <= m.n
LEFT JOIN colours c ON c.marker = t.marker
GROUP BY ALL ORDER BY c.pack_order NULLS LAST, t.marker, t.game_key
