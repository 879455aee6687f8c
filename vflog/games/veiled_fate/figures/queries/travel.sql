-- Figure 12: how often Demis went from one place to another, a figure on a Quest standing in its region; steps within a
-- place (onto a Quest, say) are left out.
WITH {shown}
SELECT m.from_place, m.to_place, count(*) AS moves, count(*) FILTER (m.cause = 'move') AS by_move,
    count(*) FILTER (m.cause = 'smite') AS by_smite, count(DISTINCT m.game_key) AS games,
    list(DISTINCT m.game_key ORDER BY m.game_key){some} AS examples
FROM moves m JOIN shown USING (game_key)
WHERE m.from_place <> m.to_place AND m.figure IN (SELECT demi FROM demis)
GROUP BY ALL ORDER BY from_place, to_place
