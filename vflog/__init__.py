"""vflog: judges, replays and analyses action logs of board games."""
