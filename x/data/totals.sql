-- The games by what they came to, and why some are not counted.
SELECT * FROM (
    SELECT status, coalesce(why_not, 'counted') AS counted, count(*) AS games, sum(records)::BIGINT AS records,
    sum(problems)::BIGINT AS problems, count(*) FILTER (disputed) AS disputed
FROM games GROUP BY ALL
)
ORDER BY list_position(
    ['valid', 'adjudicated', 'incomplete', 'abandoned', 'invalid', 'unsupported', 'unreadable'], status), counted
