spans AS (
    SELECT game_key, age, first_n, coalesce(lead(first_n) OVER (PARTITION BY game_key ORDER BY age), records) AS end_n
    FROM ages JOIN shown USING (game_key)
),
moments AS (
    SELECT game_key, (age - 1) * 10 + i AS step, first_n + (end_n - first_n) * i // 10 - (i > 0)::INTEGER AS n
    FROM spans, range(10) r(i)
    UNION ALL SELECT game_key, 30, records FROM shown
),
markers AS (
    SELECT game_key, demi AS marker, 0 AS start FROM shown JOIN demis ON sha256 = content_sha256
    UNION ALL SELECT game_key, 'hadria', 1 FROM shown WHERE hadria
),
steps AS (
    SELECT game_key, marker, n, last(after ORDER BY rowid) AS after
    FROM renown JOIN shown USING (game_key) WHERE after IS NOT NULL GROUP BY ALL
),
standings AS (
    SELECT k.game_key, k.marker, m.step, coalesce(s.after, k.start) AS renown
    FROM markers k JOIN moments m USING (game_key)
    ASOF LEFT JOIN steps s ON s.game_key = m.game_key AND s.marker = k.marker AND s.n <= m.n
)
