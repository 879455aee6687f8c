-- The lines of one game that a database keeps, and what became of each; `lessened`: its error has become a warning.
WITH told AS (
    SELECT p.line, bool_or(p.severity = 'warning' AND c.severity = 'error' AND p.code <> 'claim.differs') AS lessened,
        bool_or(p.code = 'view.hidden') AS hidden
    FROM problems p JOIN codes c USING (code) WHERE p.game_key = $game_key GROUP BY p.line
)
SELECT r.line, r.type, r.judged, encode(r.body::VARCHAR) AS raw, coalesce(t.lessened, false) AS lessened,
    coalesce(t.hidden, false) AS hidden
FROM records r LEFT JOIN told t USING (line) WHERE r.game_key = $game_key
UNION ALL
SELECT line, NULL, 'no record', raw, false, false FROM rejects WHERE game_key = $game_key
ORDER BY line
