-- What is wrong in one game, in the order of its lines. At most 100.
SELECT line, n, severity, code, rule, basis, holds_under, message, follows FROM problems
WHERE game_key = $game_key AND EXISTS (
    -- A database for a view has no keys of files.
    FROM games g WHERE g.game_key = $game_key AND g.load_key IS NOT DISTINCT FROM problems.load_key)
ORDER BY line, n, code, message LIMIT 100
