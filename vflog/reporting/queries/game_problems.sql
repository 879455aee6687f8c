-- What is wrong in one game, in the order of its lines. At most 100.
SELECT line, n, severity, code, rule, basis, holds_under, message, follows FROM problems
WHERE game_key = $game_key AND load_key IN (
    SELECT load_key FROM games WHERE game_key = $game_key)
ORDER BY line, n, code, message LIMIT 100
