-- The input files, those with rejected lines first. At most 200.
SELECT l.file, l.sha256, l.bytes, l.lines, l.blank, l.records, l.rejects, l.repeats, l.games, coalesce(p.problems, 0) AS problems
FROM loads l LEFT JOIN (SELECT load_key, count(*) AS problems FROM problems GROUP BY load_key) p USING (load_key)
ORDER BY problems DESC, l.rejects DESC, l.file, l.sha256 LIMIT 200
