"""Files of games: which line belongs to which game, copies and tellings, results in the order of the input."""
