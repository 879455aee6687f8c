-- The small line of each game: the best Demi of the winners, and the best of all others, at every other of 31 moments.
WITH {shown},
{standings},
owned AS (
    SELECT DISTINCT d.game_key, d.demi AS marker FROM player_demis d JOIN players p USING (game_key, player_id)
    JOIN shown USING (game_key) WHERE p.won
),
both_of AS (
    SELECT t.game_key, t.step, max(t.renown) FILTER (o.marker IS NOT NULL) AS own,
        max(t.renown) FILTER (o.marker IS NULL) AS others
    FROM standings t JOIN markers m USING (number)
    LEFT JOIN owned o ON o.game_key = t.game_key AND o.marker = m.marker
    WHERE t.number > 0 AND t.step % 2 = 0 GROUP BY ALL
),
told AS (SELECT game_key, string_agg(marker, ', ' ORDER BY marker) AS whose FROM owned GROUP BY game_key)
SELECT b.game_key, list(b.step ORDER BY b.step) AS steps, list(b.own ORDER BY b.step) AS own,
    list(b.others ORDER BY b.step) AS others,
    CASE WHEN w.whose IS NULL THEN 'Renown of the leader through the game, in the end ' || last(b.others ORDER BY b.step)
        ELSE 'Renown of ' || w.whose || ' through the game, in the end ' || last(b.own ORDER BY b.step)
            || '; best of the others ' || last(b.others ORDER BY b.step) END AS told
FROM both_of b LEFT JOIN told w USING (game_key) GROUP BY b.game_key, w.whose ORDER BY b.game_key
