-- Figure 1, one game: the markers, the Ages, every step on the Renown track, and every smite by whatever cause (a Demi
-- that was sent to the Abyss, or whose marker went behind the others of its space). Where a game has more than 900 steps,
-- of each marker the last of every 60th of the game; at most 400 smites, the last.
WITH game AS (SELECT g.*, v.hadria FROM games g JOIN veiled_fate_games v USING (game_key) WHERE game_key = $game_key),
steps AS (
    SELECT row_number() OVER (ORDER BY rowid) - 1 AS seq, n, age, marker, before, after, cause, subject, by_coin,
        player_id
    FROM renown WHERE game_key = $game_key
    QUALIFY count(*) OVER () <= 900
        OR row_number() OVER (PARTITION BY marker, n // greatest(1, (SELECT records FROM game) // 60) ORDER BY rowid DESC) = 1
),
known AS (
    SELECT demi AS marker, house, colour, pack_order FROM demis WHERE sha256 = (SELECT content_sha256 FROM game)
    UNION ALL SELECT 'hadria', NULL, NULL, 100 FROM game WHERE hadria
    UNION ALL SELECT DISTINCT marker, NULL, NULL, 101 FROM steps WHERE marker = 'sorcerer'
),
gone AS (
    SELECT marker, min(n) AS n FROM snapshots s WHERE game_key = $game_key AND moment = 'corruption' AND NOT EXISTS (
        SELECT 1 FROM snapshots a WHERE a.game_key = s.game_key AND a.moment = 'annihilation'
        AND a.marker = s.marker AND a.renown IS NOT NULL)
    AND EXISTS (SELECT 1 FROM snapshots a WHERE a.game_key = s.game_key AND a.moment = 'annihilation')
    GROUP BY marker
),
smites AS (
    SELECT DISTINCT n, marker FROM (
        SELECT n, figure AS marker FROM moves WHERE game_key = $game_key AND cause = 'smite' AND to_place = 'abyss'
        UNION ALL SELECT n, marker FROM renown WHERE game_key = $game_key
            AND (cause = 'smite' OR before = after AND cause NOT IN ('ruling', 'setup'))
    ) WHERE marker IN (SELECT marker FROM known WHERE pack_order < 100) ORDER BY n DESC, marker LIMIT 400
),
causes AS (
    SELECT n, marker, last(cause ORDER BY rowid) AS cause, last(subject ORDER BY rowid) AS subject,
        last(age ORDER BY rowid) AS age, last(by_coin ORDER BY rowid) AS by_coin,
        last(player_id ORDER BY rowid) AS player_id, last(after ORDER BY rowid) AS after
    FROM renown WHERE game_key = $game_key AND after IS NOT NULL GROUP BY n, marker
),
owners AS (
    SELECT demi AS marker, string_agg(p.called, ', ' ORDER BY p.seat) AS player
    FROM player_demis d JOIN players p USING (game_key, player_id) WHERE d.game_key = $game_key GROUP BY demi
)
SELECT 'marker' AS what, gone.n, (SELECT records - 1 FROM game) AS to_n, NULL::INTEGER AS age, marker, house, colour,
    pack_order, owners.player, NULL::INTEGER AS before, NULL::INTEGER AS after, NULL AS cause, NULL AS subject,
    gone.n IS NOT NULL AS flag, pack_order AS seq
FROM known LEFT JOIN owners USING (marker) LEFT JOIN gone USING (marker)
UNION ALL BY NAME
SELECT 'age' AS what, first_n AS n, last_n AS to_n, age, card AS subject, age AS seq
FROM ages WHERE game_key = $game_key
UNION ALL BY NAME
SELECT 'step' AS what, s.n, s.age, s.marker, s.before, s.after, s.cause, s.subject, s.by_coin AS flag,
    coalesce(p.called, s.player_id) AS player, s.seq
FROM steps s LEFT JOIN players p ON p.game_key = $game_key AND p.player_id = s.player_id
UNION ALL BY NAME
SELECT 'smite' AS what, s.n, s.marker, coalesce(a.after, 0) AS after,
    CASE WHEN a.n = s.n THEN a.cause ELSE 'smite' END AS cause, CASE WHEN a.n = s.n THEN a.subject END AS subject,
    a.n = s.n AND a.by_coin AS flag, CASE WHEN a.n = s.n THEN coalesce(p.called, a.player_id) END AS player, s.n AS seq
FROM smites s ASOF LEFT JOIN causes a ON a.marker = s.marker AND a.n <= s.n
LEFT JOIN players p ON p.game_key = $game_key AND p.player_id = a.player_id
ORDER BY what, seq, marker
