-- By whether the first player could force a win: how often that player has won.
SELECT forced, games, wins FROM v_nim_openings ORDER BY forced
