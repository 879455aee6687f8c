-- Many games: how many there are of each kind, and the share of hits among those that are told (NULL is neither), with
-- its 95 % interval (Wilson), and what is expected. At most 2000 kinds, the first.
SELECT * EXCLUDE (expected, examples), {rate}, expected, examples FROM (
    SELECT * EXCLUDE (game_key, hit, chance), count(hit) AS games, count(*) FILTER (hit) AS wins,
        round(avg(chance), 6) AS expected, list(DISTINCT game_key ORDER BY game_key){some} AS examples
    FROM units GROUP BY ALL
) WHERE games > 0
ORDER BY seq, what LIMIT 2000
