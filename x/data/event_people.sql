-- Who plays, from which round to which.
SELECT p.event, p.person_id, p.name, r.from_round, r.until_round
FROM persons p LEFT JOIN person_rounds r USING (event, person_id)
ORDER BY p.event, p.person_id
