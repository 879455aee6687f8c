-- Figure 10: God Powers used in counted games, by Age and by how they were paid, and how often a game.
WITH shown AS (
    SELECT game_key, hadria FROM games JOIN veiled_fate_games USING (game_key) WHERE counted AND ruleset = 'veiled-fate' AND detail IS DISTINCT FROM 'score'
),
of_games AS (
    SELECT via, count(*) FILTER (hadria OR via = 'cards') AS games FROM shown, (VALUES ('cards'), ('favor')) v(via) GROUP BY via
)
SELECT p.power, p.via, p.age, count(*) AS uses, sum(p.cost)::BIGINT AS cards, count(DISTINCT p.game_key) AS games,
    any_value(o.games) AS of_games, count(*) / any_value(o.games) AS a_game,
    list(DISTINCT p.game_key ORDER BY p.game_key)[:6] AS examples
FROM powers p JOIN shown USING (game_key) JOIN of_games o ON o.via = p.via GROUP BY p.via, p.power, p.age ORDER BY p.via, p.power, p.age
