-- All games, counted or not.
SELECT NULL::VARCHAR AS left_out, count(*) AS games
FROM games
