-- Few games: a row a mark.
SELECT u.*, s.game_id FROM units u JOIN shown s USING (game_key)
ORDER BY seq, what, hit DESC NULLS LAST, game_id, game_key
