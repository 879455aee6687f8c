-- The records of one game, and what each changed.
WITH who AS (SELECT player_id, called FROM players WHERE game_key = 2157612979734110378),
changes AS (
    SELECT n, 1 AS kind, marker || ' ' || before || '→' || coalesce(after::VARCHAR, 'out')
        || CASE WHEN cause = 'smite' AND before = after THEN ' (smited)' ELSE '' END AS change, rowid AS seq
    FROM renown WHERE game_key = 2157612979734110378
    UNION ALL
    SELECT n, 2, figure || ' ' || from_place || '→' || to_place || coalesce(' on ' || quest || ' ' || slot, ''), rowid
    FROM moves WHERE game_key = 2157612979734110378 AND (from_place <> to_place OR quest IS NOT NULL)
    UNION ALL
    SELECT n, 3, coalesce(w.called, f.player_id) || ' ' || CASE WHEN sum(delta) > 0 THEN '+' ELSE '−' END
        || abs(sum(delta)) || CASE WHEN abs(sum(delta)) = 1 THEN ' card' ELSE ' cards' END, min(f.rowid)
    FROM fate_cards f LEFT JOIN who w USING (player_id)
    WHERE game_key = 2157612979734110378 AND f.player_id IS NOT NULL GROUP BY n, coalesce(w.called, f.player_id)
    HAVING sum(delta) <> 0
    UNION ALL
    SELECT n, 4, coalesce(region || ' ', '') || feathers || ' : ' || scorpions || ' → ' || outcome
        || CASE WHEN by_coin THEN ' by coin' ELSE '' END, rowid
    FROM votes WHERE game_key = 2157612979734110378
    UNION ALL
    SELECT n, 5, card || ' space ' || space || ' (' || effect || ')', rowid FROM city_steps WHERE game_key = 2157612979734110378
    UNION ALL
    SELECT n, 6, coalesce(w.called, c.player_id) || ' Corruption +' || corruption || ' = ' || total, c.rowid
    FROM corruption c LEFT JOIN who w USING (player_id) WHERE game_key = 2157612979734110378
    UNION ALL
    SELECT n, 7, path || ': ' || coalesce(before::VARCHAR, 'none') || ' → ' || after, rowid
    FROM rulings WHERE game_key = 2157612979734110378
    UNION ALL
    SELECT completed_n, 0, quest || ' complete', rowid FROM quests WHERE game_key = 2157612979734110378 AND completed_n IS NOT NULL
)
SELECT r.n, r.line, r.type, coalesce(w.called, r.player_id) AS player, r.age, r.turn, r.judged, r.at_text,
    r.body::VARCHAR AS body, c.changes
FROM records r LEFT JOIN who w USING (player_id)
LEFT JOIN (
    SELECT n, string_agg(change, '; ' ORDER BY kind, seq, change) AS changes FROM changes GROUP BY n
) c ON c.n = r.n AND r.judged = 'applied'
WHERE r.game_key = 2157612979734110378 ORDER BY r.line
