-- The tournaments: how points are given, in which order tie-breaks go.
SELECT event, places, bye, no_show, tiebreaks, seed
FROM events
ORDER BY event
