-- Whether each player won: a human of a tournament's file, else an id within a front end. Players with a role are left
-- out; by chance every player (or team) wins alike often. The name is that of the last game.
WITH {shown},
{who},
seated AS (
    SELECT *, 1.0 / count(DISTINCT coalesce(team, -seat)) OVER (PARTITION BY game_key) AS chance
    FROM who WHERE won IS NOT NULL AND role IS NULL
),
named AS (
    SELECT who, ruleset, arg_max(called, (coalesce(started_utc, TIMESTAMP '1970-01-01'), game_key)) AS name,
        -count(*) AS seq, row_number() OVER (ORDER BY who) AS id
    FROM seated GROUP BY who, ruleset
),
-- Of several rulesets the name says which; of players who are called alike, by which front end (or at which event).
told AS (
    SELECT *, concat_ws(', ',
        CASE WHEN (SELECT count(DISTINCT ruleset) > 1 FROM shown) THEN ruleset END,
        CASE WHEN count(*) OVER (PARTITION BY name, ruleset) > 1 THEN who[2] END
    ) AS which
    FROM named
),
units AS (
    SELECT s.game_key, n.name || CASE WHEN n.which = '' THEN '' ELSE ' (' || n.which || ')' END AS what, n.seq, n.id,
        s.won AS hit, s.chance
    FROM seated s JOIN told n USING (who, ruleset)
)
