-- The sums that must agree: what one table says, what another adds up to.
WITH logs AS (
    SELECT records FROM tellings WHERE relation NOT IN ('copy', 'shorter')
    UNION ALL SELECT records FROM games WHERE status = 'unreadable'
)
SELECT 'lines of the files' AS what, sum(lines)::BIGINT AS told, 'blank + records + rejects + repeats' AS of_what,
    sum(blank + records + rejects + repeats)::BIGINT AS found FROM loads
UNION ALL SELECT 'games of the files', sum(games), 'logs of games that are no repeats', (SELECT count(*) FROM logs) FROM loads
UNION ALL SELECT 'records of the files', sum(records), 'records of these logs', (SELECT sum(records) FROM logs) FROM loads
UNION ALL SELECT 'repeats of the files', sum(repeats), 'lines of the other logs', (SELECT coalesce(sum(records + rejects), 0) FROM tellings
    WHERE relation IN ('copy', 'shorter') AND why IS DISTINCT FROM 'the same bytes') FROM loads
UNION ALL SELECT 'records of the games', sum(records), 'applied + refused + taken back + unjudged',
    sum(applied + refused + taken_back + unjudged) FROM games
UNION ALL SELECT 'records of the games', sum(records), 'rows of records', (SELECT count(*) FROM records) FROM games
UNION ALL SELECT 'rejected lines of the files', sum(rejects), 'rows of rejects', (SELECT count(*) FROM rejects) FROM loads
UNION ALL SELECT 'games', count(*), 'counted + not counted with a reason',
    count(*) FILTER (counted AND why_not IS NULL) + count(*) FILTER (NOT counted AND why_not IS NOT NULL) FROM games
