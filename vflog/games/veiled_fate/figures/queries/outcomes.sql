-- Figure 4: how the votes on each Quest and Age card went. The rate is that of feathers among the votes that were no
-- tie, with its 95 % interval (Wilson).
WITH {shown},
names AS (SELECT quest AS subject, min(name) AS name FROM pack_quests GROUP BY quest)
SELECT * EXCLUDE (examples), {rate}, 0.5 AS expected, examples FROM (
    SELECT v.kind, v.subject, coalesce(q.name, v.subject) AS name, count(*) AS votes,
        count(*) FILTER (v.outcome = 'scorpion') AS scorpions, count(*) FILTER (v.outcome = 'tie') AS ties,
        nullif(count(*) FILTER (v.outcome <> 'tie'), 0) AS games, count(*) FILTER (v.outcome = 'feather') AS wins,
        count(*) FILTER (v.by_coin) AS by_coin, (SELECT count(*) FROM shown) AS of_games,
        list(DISTINCT v.game_key ORDER BY v.game_key){some} AS examples
    FROM votes v JOIN shown USING (game_key) LEFT JOIN names q ON q.subject = v.subject AND v.kind = 'quest'
    GROUP BY ALL
) ORDER BY votes DESC, kind, subject
