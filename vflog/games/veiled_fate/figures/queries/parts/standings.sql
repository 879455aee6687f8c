spans AS (
    SELECT game_key, age, first_n, records,
        coalesce(lead(first_n) OVER (PARTITION BY game_key ORDER BY age), records) AS end_n
    FROM ages JOIN shown USING (game_key)
),
-- The records of 31 moments of each game; how many of them had passed when a marker moved is where its new place
-- begins to be seen. Nothing here has a row a game, marker and moment: there are tens of millions of these.
moments AS (
    SELECT game_key, list_append(
        flatten(list([greatest(first_n, first_n + (end_n - first_n) * i // 10 - 1) for i in range(10)] ORDER BY age)),
        any_value(records)
    ) AS moments
    FROM spans GROUP BY game_key
),
changes AS (
    SELECT game_key, demi AS marker, 0 AS step, -1 AS change, 0 AS renown
    FROM shown JOIN demis ON sha256 = content_sha256
    UNION ALL SELECT game_key, 'hadria', 0, -1, 1 FROM shown WHERE hadria
    UNION ALL SELECT game_key, marker, len(list_filter(moments, lambda moment: moment < n)), r.rowid, after
    FROM renown r JOIN moments USING (game_key)
    WHERE after IS NOT NULL AND (marker = 'hadria' OR marker IN (SELECT demi FROM demis))
),
held AS NOT MATERIALIZED (
    SELECT game_key, marker, renown, step,
        lead(step, 1, 31) OVER (PARTITION BY game_key, marker ORDER BY step, change) AS until
    FROM changes
),
standings AS NOT MATERIALIZED (
    SELECT game_key, marker, renown, unnest(range(step, until)) AS step FROM held
)
