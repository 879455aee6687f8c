-- Which logs are sound, by front end and version: all games, counted or not. Not told of by a rate: incomplete games,
-- those that were abandoned, and those that could not be judged.
WITH {shown},
units AS (
    SELECT game_key, coalesce(source_app, 'not said') || coalesce(' ' || source_version, '') AS what, 0 AS seq,
        CASE WHEN status IN ('valid', 'adjudicated') THEN true WHEN status IN ('invalid', 'unreadable') THEN false END AS hit,
        NULL::DOUBLE AS chance
    FROM shown
)
