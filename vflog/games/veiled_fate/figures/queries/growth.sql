-- The Renown of players at the end of each Age (of their best Demi, as far as the log tells it): of all of them (seq 0),
-- and of the 12 with the most games. Players with a role are left out; `marks` are the values where there are few games.
WITH {shown},
{who},
stood AS (
    SELECT w.who, w.called, w.started_utc, s.game_key, s.age, max(s.renown) AS renown
    FROM who w JOIN player_demis d USING (game_key, player_id)
    JOIN snapshots s ON s.game_key = w.game_key AND s.marker = d.demi AND s.moment = 'age_end'
    WHERE w.role IS NULL AND s.renown IS NOT NULL GROUP BY ALL
),
named AS (
    SELECT who, arg_max(called, (coalesce(started_utc, TIMESTAMP '1970-01-01'), game_key)) AS name,
        row_number() OVER (ORDER BY count(DISTINCT game_key) DESC, who) AS seq
    FROM stood GROUP BY who QUALIFY seq <= 12
),
-- Of players who are called alike the front end is told (or the event).
told AS (
    SELECT who, seq, name || CASE WHEN count(*) OVER (PARTITION BY name) > 1 AND who[2] IS NOT NULL
        THEN ' (' || who[2] || ')' ELSE '' END AS name
    FROM named
)
SELECT seq, name, age, count(*) AS games, quantile_disc(renown, 0.05) AS q05, quantile_disc(renown, 0.25) AS q25,
    quantile_disc(renown, 0.5) AS q50, quantile_disc(renown, 0.75) AS q75, quantile_disc(renown, 0.95) AS q95,
    CASE WHEN seq > 0 AND count(*) < 20 THEN list(renown ORDER BY game_key) END AS marks
FROM (
    SELECT 0 AS seq, 'all players' AS name, age, renown, game_key FROM stood
    UNION ALL SELECT n.seq, n.name, s.age, s.renown, s.game_key FROM stood s JOIN told n USING (who)
)
GROUP BY seq, name, age ORDER BY seq, age
