-- Figure 1, many games: quantiles of each marker's Renown at 31 moments of the counted games, ten steps an Age.
-- Games in which the marker never moved are left out of its quantiles.
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
),
placed AS (
    SELECT t.marker, m.step, coalesce(s.after, t.start) AS renown
    FROM starts t JOIN moments m USING (game_key)
    ASOF LEFT JOIN steps s ON s.game_key = m.game_key AND s.marker = t.marker AND s.n <= m.n
)
SELECT p.marker, c.house, c.colour, c.pack_order, p.step, count(*) AS games,
    quantile_disc(p.renown, 0.05) AS q05, quantile_disc(p.renown, 0.25) AS q25, quantile_disc(p.renown, 0.5) AS q50,
    quantile_disc(p.renown, 0.75) AS q75, quantile_disc(p.renown, 0.95) AS q95
FROM placed p LEFT JOIN colours c USING (marker)
GROUP BY ALL ORDER BY c.pack_order NULLS LAST, p.marker, p.step
