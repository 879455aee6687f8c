-- Figure 4: how the votes on each Quest and Age card of counted games went. The rate is that of feathers among
-- the votes that were no tie, with its 95 % interval (Wilson). The 36 with the most votes.
SELECT o.*, coalesce(q.name, o.subject) AS name, e.examples
FROM v_vote_outcomes o
LEFT JOIN (SELECT quest AS subject, min(name) AS name FROM pack_quests GROUP BY quest) q
    ON q.subject = o.subject AND o.kind = 'quest'
JOIN (
    SELECT v.kind, v.subject, list(DISTINCT v.game_key ORDER BY v.game_key)[:6] AS examples
    FROM votes v JOIN games g USING (game_key) WHERE g.counted GROUP BY ALL
) e ON e.kind = o.kind AND e.subject = o.subject
ORDER BY o.votes DESC, o.kind, o.subject LIMIT 36
