-- The turns of one game: what was left in the pile.
SELECT first_n AS n, pile, left_over FROM nim_turns WHERE game_key = $game_key ORDER BY turn
