-- Figure 3, one game: what each vote came to, and what each source put into it. A source is a player, the
-- deck, the cards that +2 drew, or hidden: what the reveal showed beyond the cards known. Of a census,
-- counted by region, the log does not tell who put what where. At most 150 votes, the last ones.
WITH counted AS (
    SELECT *, row_number() OVER (ORDER BY n, rowid) AS vote, count(*) OVER (PARTITION BY n) AS together
    FROM votes WHERE game_key = 2157612979734110378
    QUALIFY row_number() OVER (ORDER BY n DESC, rowid DESC) <= 150
),
told AS (
    SELECT vote_n AS n,
        CASE WHEN why = 'plus2' THEN '+2' WHEN delta = 0 OR player_id IS NULL THEN 'deck' ELSE 'player' END AS source,
        CASE WHEN source = 'player' THEN player_id END AS player_id,
        count(*) AS cards,
        sum(CASE kind WHEN 'f1' THEN 1 WHEN 'f2' THEN 2 ELSE 0 END) AS feathers,
        sum(CASE kind WHEN 's1' THEN 1 WHEN 's2' THEN 2 ELSE 0 END) AS scorpions
    FROM fate_cards WHERE game_key = 2157612979734110378 AND vote_n IS NOT NULL AND kind <> '?' GROUP BY ALL
),
parts AS (
    SELECT c.vote, t.source, t.player_id, t.cards, t.feathers, t.scorpions
    FROM counted c JOIN told t USING (n) WHERE c.together = 1
),
hidden AS (
    SELECT c.vote, 'hidden' AS source, NULL AS player_id, NULL AS cards,
        greatest(0, c.feathers - coalesce(sum(p.feathers), 0)) AS feathers,
        greatest(0, c.scorpions - coalesce(sum(p.scorpions), 0)) AS scorpions
    FROM counted c LEFT JOIN parts p USING (vote) GROUP BY c.vote, c.feathers, c.scorpions
)
SELECT c.vote, c.n, c.age, c.kind, c.subject, c.region, c.cards AS all_cards, c.feathers AS all_feathers,
    c.scorpions AS all_scorpions, c.outcome, c.by_coin, coalesce(b.name, c.completed_by) AS completed_by, s.source,
    p.seat, coalesce(p.called, s.player_id) AS player,
    s.cards, s.feathers::INTEGER AS feathers, s.scorpions::INTEGER AS scorpions
FROM counted c
LEFT JOIN (FROM parts UNION ALL FROM hidden WHERE feathers + scorpions > 0) s USING (vote)
LEFT JOIN players p ON p.game_key = 2157612979734110378 AND p.player_id = s.player_id
LEFT JOIN players b ON b.game_key = 2157612979734110378 AND b.player_id = c.completed_by
ORDER BY c.vote, s.source = 'hidden', s.source = '+2', s.source = 'deck', p.seat
