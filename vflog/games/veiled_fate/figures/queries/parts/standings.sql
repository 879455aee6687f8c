{looks},
markers AS (
    SELECT *, row_number() OVER (ORDER BY pack_order NULLS LAST, marker)::INTEGER AS number FROM looks
    UNION ALL SELECT 'hadria', NULL, NULL, NULL, 0
),
begins AS (
    SELECT game_key, coalesce(min(first_n) FILTER (age = 1), 0) AS age1,
        coalesce(min(first_n) FILTER (age = 2), any_value(records)) AS age2,
        coalesce(min(first_n) FILTER (age = 3), any_value(records)) AS age3, any_value(records) AS records
    FROM ages JOIN shown USING (game_key) GROUP BY game_key
),
-- Of 31 moments of each game, ten an Age and the end, how many had passed when a marker moved: its new place begins to
-- be seen then. It is reckoned, not counted: of the ten moments of an Age of `long` records those before its record
-- `since`.
moved AS (
    SELECT game_key, number, r.rowid AS change, after AS renown,
        10 * ((n >= age2)::INTEGER + (n >= age3)::INTEGER) AS tens,
        n - CASE WHEN n >= age3 THEN age3 WHEN n >= age2 THEN age2 ELSE age1 END AS since,
        CASE WHEN n >= age3 THEN records - age3 WHEN n >= age2 THEN age3 - age2 ELSE age2 - age1 END AS long
    FROM renown r JOIN markers USING (marker) JOIN begins USING (game_key) WHERE after IS NOT NULL
),
changes AS (
    SELECT game_key, number, 0 AS step, -1 AS change, 0 AS renown
    FROM shown JOIN demis ON sha256 = content_sha256 JOIN markers ON marker = demi
    UNION ALL SELECT game_key, 0, 0, -1, 1 FROM shown WHERE hadria
    UNION ALL SELECT game_key, number,
        tens + CASE WHEN since <= 0 THEN 0 WHEN long <= 0 THEN 10
            ELSE least(10, (10 * (since + 1) + long - 1) // long) END, change, renown
    FROM moved
),
held AS (
    SELECT game_key, number, renown, step,
        lead(step, 1, 31) OVER (PARTITION BY game_key, number ORDER BY step, change) AS until
    FROM changes
),
-- A row a game, marker and moment: there are millions of these.
standings AS NOT MATERIALIZED (
    SELECT game_key, number, renown, unnest(range(step, until))::INTEGER AS step FROM held
)
