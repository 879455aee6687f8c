"""The tables of Nim and its view."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from vflog.engine.facts import Is, PlayerId, count, fact_table
from vflog.engine.views import View


class GameRow(NamedTuple):
    """What is known of a game of Nim as a whole."""

    piles: Annotated[int, Is("Piles at the start.", check="{} >= 1")]
    stones: Annotated[int, Is("Stones at the start.", check="{} >= 1")]
    forced: Annotated[bool, Is("Of two players who make no mistake the first wins, if the last stone wins.")]


class TurnRow(NamedTuple):
    """A turn: stones taken from a pile."""

    turn: Annotated[int, Is("Number of the turn, from 1.", "INTEGER", "{} >= 1")]
    player_id: PlayerId
    first_n: Annotated[int, Is("Its record.")]
    last_n: Annotated[int, Is("The same.")]
    pile: Annotated[int, Is("The pile, from 1.", check="{} >= 1")]
    stones: Annotated[int, Is("Stones taken.", check="{} >= 1")]
    left_over: Annotated[int, Is("Stones that the pile has left.", check="{} >= 0")]
    duration_s: Annotated[None, Is("Seconds it took; NULL where times are missing.", "DECIMAL(10,3)")]


GAMES, game = fact_table("nim_games", GameRow, ())
TURNS, turn = fact_table("nim_turns", TurnRow, ("turn",), record="first_n", spans="turn")
TABLES = (GAMES, TURNS)
VIEWS = (
    View(
        "v_nim_openings",
        "Counted games of Nim: by whether the first player can force a win, how often that player has won.",
        "SELECT n.forced, count(*) AS games, count(*) FILTER (p.won) AS wins FROM nim_games n "
        "JOIN games g USING (game_key) JOIN players p USING (game_key) WHERE g.counted AND p.seat = 1 "
        "GROUP BY n.forced",
        (
            *GAMES.pick("forced"),
            count("games", "Counted games."),
            count("wins", "Those that the first player won."),
        ),
    ),
)
