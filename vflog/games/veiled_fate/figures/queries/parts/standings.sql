spans AS (
    SELECT game_key, age, first_n, coalesce(lead(first_n) OVER (PARTITION BY game_key ORDER BY age), records) AS end_n
    FROM ages JOIN shown USING (game_key)
),
markers AS (
    SELECT game_key, demi AS marker, 0 AS start FROM shown JOIN demis ON sha256 = content_sha256
    UNION ALL SELECT game_key, 'hadria', 1 FROM shown WHERE hadria
),
-- From which moment on a marker stands where it is: moment i of an Age is when i tenths of its records are over.
changes AS (
    SELECT game_key, marker, -1 AS n, 0 AS step, start AS after, 0 AS seq FROM markers
    UNION ALL
    SELECT s.game_key, s.marker, s.n,
        CASE WHEN p.age IS NULL THEN 0 WHEN s.n = p.first_n THEN (p.age - 1) * 10
            ELSE (p.age - 1) * 10 + least(10, ((s.n - p.first_n + 1) * 10 + p.records - 1) // p.records) END,
        s.after, s.seq
    FROM (SELECT r.game_key, r.marker, r.n, r.after, r.rowid AS seq FROM renown r JOIN markers USING (game_key, marker)
        WHERE r.after IS NOT NULL) s
    ASOF LEFT JOIN (SELECT *, greatest(1, end_n - first_n) AS records FROM spans) p ON p.game_key = s.game_key AND s.n >= p.first_n
),
held AS (
    SELECT game_key, marker, step, renown, ages,
        coalesce(lead(step) OVER (PARTITION BY game_key, marker ORDER BY step), 31) AS until
    FROM (
        SELECT game_key, marker, step, arg_max(after, (n, seq)) AS renown FROM changes GROUP BY ALL
    ) LEFT JOIN (SELECT game_key, max(age) AS ages FROM spans GROUP BY ALL) USING (game_key)
),
standings AS (
    SELECT game_key, marker, step, renown
    FROM (SELECT game_key, marker, ages, renown, unnest(range(step, until)) AS step FROM held)
    WHERE step = 30 OR step < 10 * ages
)
