-- Figure 12: how often Demis went from one place to another, a figure on a Quest standing in its region; steps within a
-- place (onto a Quest, say) are left out.
WITH {shown},
of_games AS (
    SELECT m.game_key, m.from_place, m.to_place, count(*) AS moves, count(*) FILTER (m.cause = 'move') AS by_move,
        count(*) FILTER (m.cause = 'smite') AS by_smite
    FROM moves m JOIN shown USING (game_key)
    WHERE m.from_place <> m.to_place AND m.figure IN (SELECT demi FROM demis) GROUP BY ALL
)
SELECT from_place, to_place, sum(moves)::BIGINT AS moves, sum(by_move)::BIGINT AS by_move,
    sum(by_smite)::BIGINT AS by_smite, count(*) AS games, list(game_key ORDER BY game_key){some} AS examples
FROM of_games GROUP BY ALL ORDER BY from_place, to_place
