"""Lines, records, problems: the log format as bytes and JSON, whatever the game."""
