-- The kinds of games that there are, as far as it matters for what is said of invented cards.
SELECT DISTINCT ruleset, content_pack, content_invented, simulated, counted FROM games ORDER BY ALL
