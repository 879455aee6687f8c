-- Figure 9: how often each seat won, by number of players, over counted games, Celestials left out, with its
-- 95 % interval (Wilson), and what chance alone would bring.
SELECT r.* EXCLUDE (ruleset), e.examples FROM v_seat_win_rates r
LEFT JOIN (
    SELECT players, list(game_key ORDER BY game_key)[:6] AS examples FROM games WHERE counted AND ruleset = 'veiled-fate'
    GROUP BY players
) e USING (players)
WHERE r.ruleset = 'veiled-fate'
ORDER BY r.players, r.seat
