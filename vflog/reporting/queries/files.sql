-- The input files, those with rejected lines first. At most 200.
WITH {shown}
SELECT l.file, l.sha256, l.bytes, l.lines, l.blank, l.records, l.rejects, l.repeats, l.games,
-- A database for a view has no keys of files, and does not say whose the problems are.
    CASE WHEN l.load_key IS NOT NULL THEN coalesce(p.problems, 0) END AS problems
FROM loads l LEFT JOIN (SELECT load_key, count(*) AS problems FROM problems GROUP BY load_key) p USING (load_key)
WHERE {whole} OR l.load_key IN (SELECT load_key FROM shown)
ORDER BY problems DESC NULLS LAST, l.rejects DESC, l.file, l.sha256 LIMIT 200
