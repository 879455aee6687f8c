-- How many cards lay at each place after each record that changed it: set-ups, given positions and judges' rulings
-- say how many from then on, moves add and take away. Of more than 1500 rows, of each place the last of every 150th.
WITH lines AS (
    SELECT n, type, body FROM records WHERE game_key = $game_key AND judged = 'applied' AND n IS NOT NULL
),
set_up AS (
    SELECT n, body->>'p' AS side, coalesce(json_array_length(body, '$.hand'), 0)::INTEGER AS hand,
        coalesce(json_array_length(body, '$.deck'), 0)::INTEGER AS deck,
        coalesce(json_array_length(body, '$.vault'), 0)::INTEGER AS vault,
        coalesce(json_array_length(body, '$.starters'), 0)::INTEGER AS heroes,
        ((body->>'base') IS NOT NULL)::INTEGER AS scenery
    FROM lines WHERE type = 'setup'
),
told AS (
    SELECT n, side || '.' || unnest(['hand', 'deck', 'vault', 'heroes', 'scenery']) AS place,
        unnest([hand, deck - hand, vault, heroes, scenery]) AS cards
    FROM set_up
    UNION ALL
    SELECT n, place, json_array_length(zones, '$."' || place || '"')::INTEGER
    FROM (SELECT n, zones, unnest(json_keys(zones)) AS place FROM (
        SELECT n, CASE type WHEN 'given' THEN body->'$.zones' ELSE body->'$.set.zones' END AS zones
        FROM lines WHERE type IN ('given', 'ruling')
    ) WHERE zones IS NOT NULL)
),
moved AS (
    SELECT n, place, sum(change)::INTEGER AS change FROM (
        SELECT n, from_zone AS place, -1 AS change FROM udacha_moves WHERE game_key = $game_key
        UNION ALL
        SELECT n, to_zone, 1 FROM udacha_moves WHERE game_key = $game_key
    ) GROUP BY n, place HAVING sum(change) <> 0
),
events AS (
    SELECT n, place, NULL AS change, cards FROM told UNION ALL SELECT n, place, change, NULL FROM moved
),
since AS (
    SELECT *, count(cards) OVER (PARTITION BY place ORDER BY n) AS part FROM events
)
SELECT n, left(place, 1) AS side, substr(place, 3) AS zone,
    sum(coalesce(cards, change)) OVER (PARTITION BY place, part ORDER BY n)::INTEGER AS cards,
    (SELECT count(*) FROM told)::INTEGER AS told, (SELECT max(n) FROM lines) AS last
FROM since
QUALIFY count(*) OVER () <= 1500
    OR row_number() OVER (PARTITION BY place, n // greatest(1, (SELECT max(n) FROM since) // 150) ORDER BY n DESC) = 1
ORDER BY side, zone, n
