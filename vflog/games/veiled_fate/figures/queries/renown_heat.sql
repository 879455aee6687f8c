-- Figure 1, very many games: in how many of them a marker stood on a space, at 31 moments, ten steps an Age.
-- A Demi that is annihilated keeps the Renown it had.
WITH {shown},
{standings},
{stood}
SELECT m.marker, m.house, m.colour, m.pack_order, s.step, s.renown, s.stood,
    sum(s.stood) OVER (PARTITION BY s.number, s.step)::BIGINT AS games
FROM stood s JOIN markers m USING (number)
ORDER BY m.pack_order NULLS LAST, m.marker, s.step, s.renown
