-- Whether votes on Quests go the way that serves the owner of a Demi on a slot: the side with more Renown for it; where
-- that is equal, the side that does not smite it. Slots that either side serves alike, or that a coin would decide, are
-- left out. Once by how the vote went, once by the cards that the owner put in (feathers less scorpions, known ones).
WITH {shown},
wanted AS (
    SELECT v.game_key, v.n, v.owner, CASE
        WHEN feather_gain <> scorpion_gain THEN (CASE WHEN feather_gain > scorpion_gain THEN 'feather' ELSE 'scorpion' END)
        WHEN feather_smites <> scorpion_smites THEN (CASE WHEN scorpion_smites THEN 'feather' ELSE 'scorpion' END)
        END AS side
    FROM vote_slots v JOIN shown USING (game_key)
    WHERE owner IS NOT NULL AND NOT feather_coin AND NOT scorpion_coin
),
put AS (
    SELECT game_key, vote_n AS n, player_id AS owner,
        sum(CASE kind WHEN 'f1' THEN 1 WHEN 'f2' THEN 2 WHEN 's1' THEN -1 WHEN 's2' THEN -2 ELSE 0 END) AS net
    FROM fate_cards JOIN shown USING (game_key)
    WHERE vote_n IS NOT NULL AND delta < 0 AND player_id IS NOT NULL GROUP BY ALL
),
units AS (
    SELECT w.game_key, CASE WHEN v.completed_by = w.owner THEN 'the vote, owner completed it'
        ELSE 'the vote, somebody else did' END AS what, CASE WHEN v.completed_by = w.owner THEN 2 ELSE 3 END AS seq,
        v.outcome = w.side AS hit, 0.5 AS chance
    FROM wanted w JOIN votes v USING (game_key, n) WHERE w.side IS NOT NULL AND v.kind = 'quest'
    UNION ALL
    SELECT w.game_key, 'the owner''s own cards', 1, (p.net > 0) = (w.side = 'feather'), 0.5
    FROM wanted w JOIN put p USING (game_key, n, owner) WHERE w.side IS NOT NULL AND p.net <> 0
)
