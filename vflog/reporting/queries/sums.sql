-- The sums that must agree: what one table says, what another adds up to.
SELECT 'lines of the files' AS what, sum(lines)::BIGINT AS told, 'blank + records + rejects + repeats' AS of_what,
    sum(blank + records + rejects + repeats)::BIGINT AS found FROM loads
UNION ALL SELECT 'games of the files', sum(games), 'rows of games', (SELECT count(*) FROM games) FROM loads
UNION ALL SELECT 'records of the files', sum(records), 'records of the games', (SELECT sum(records) FROM games) FROM loads
UNION ALL SELECT 'records of the games', sum(records), 'applied + refused + taken back + unjudged',
    sum(applied + refused + taken_back + unjudged) FROM games
UNION ALL SELECT 'records of the games, copies aside', sum(records), 'rows of records', (SELECT count(*) FROM records)
    FROM games WHERE why_not IS DISTINCT FROM 'duplicate'
UNION ALL SELECT 'rejected lines of the files', sum(rejects), 'rows of rejects', (SELECT count(*) FROM rejects) FROM loads
UNION ALL SELECT 'games', count(*), 'counted + not counted with a reason',
    count(*) FILTER (counted AND why_not IS NULL) + count(*) FILTER (NOT counted AND why_not IS NOT NULL) FROM games
