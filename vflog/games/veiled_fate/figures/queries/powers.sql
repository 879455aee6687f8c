-- Figure 10: God Powers used, by Age and by how they were paid, and how often a game in which that could be done: a
-- Favor needs Hadria.
WITH {shown},
of_games AS (
    SELECT via, count(*) FILTER (hadria OR via = 'cards') AS games FROM shown, (VALUES ('cards'), ('favor')) v(via) GROUP BY via
)
SELECT p.power, p.via, p.age, count(*) AS uses, sum(p.cost)::BIGINT AS cards, count(DISTINCT p.game_key) AS games,
    any_value(o.games) AS of_games, round(count(*) / any_value(o.games), 6) AS a_game,
    list(DISTINCT p.game_key ORDER BY p.game_key){some} AS examples
FROM powers p JOIN shown USING (game_key) JOIN of_games o ON o.via = p.via
GROUP BY p.via, p.power, p.age ORDER BY p.via, p.power, p.age
