-- The standings after each round.
SELECT event, round, rank, person_id, points, games, wins, tiebreaks
FROM standings
ORDER BY event, round, rank, person_id
