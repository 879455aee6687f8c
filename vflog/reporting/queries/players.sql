-- Whether each player won: a human of a tournament's file, else an id within a front end. Players with a role are left
-- out; by chance every player (or team) wins alike often. The name is that of the last game.
WITH {shown},
seated AS (
    SELECT s.game_key, s.ruleset, s.started_utc, p.won, p.called,
        CASE WHEN p.person_id IS NOT NULL THEN ['human', s.event, p.person_id]
            ELSE ['id', s.source_app, p.player_id] END AS who,
        1.0 / count(DISTINCT coalesce(p.team, -p.seat)) OVER (PARTITION BY s.game_key) AS chance
    FROM shown s JOIN players p USING (game_key) WHERE p.won IS NOT NULL AND p.role IS NULL
),
named AS (
    SELECT who, ruleset, arg_max(called, (coalesce(started_utc, TIMESTAMP '1970-01-01'), game_key)) AS name,
        (SELECT count(DISTINCT ruleset) > 1 FROM shown) AS several, -count(*) AS seq, row_number() OVER (ORDER BY who) AS id
    FROM seated GROUP BY who, ruleset
),
units AS (
    SELECT s.game_key, n.name || CASE WHEN n.several THEN ' (' || n.ruleset || ')' ELSE '' END AS what, n.seq, n.id,
        s.won AS hit, s.chance
    FROM seated s JOIN named n USING (who, ruleset)
)
