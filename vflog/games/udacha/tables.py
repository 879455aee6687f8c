"""The tables of the ruleset, and how its facts get into them."""

from __future__ import annotations

from typing import get_args

from vflog.engine.facts import GAME_KEY, PLAYER, Column, Facts, N, Table, closed
from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, name, owner
from vflog.games.udacha.records import What, Window
from vflog.games.udacha.state import Frame
from vflog.log.absent import UNSET

FRAMES = Table(
    "udacha_frames",
    "A frame of a game of Udacha: something announced that resolved, was cancelled, or was open when the game ended.",
    (
        GAME_KEY,
        Column("n", "BIGINT", "Number of the frame: of the record that opened it."),
        PLAYER,
        closed("what", get_args(What), "What was announced"),
        Column("card_name", "VARCHAR", "Name of its card; NULL where there is none or it is hidden.", True),
        Column("effect", "VARCHAR", "Label of the effect used; NULL where none is.", True),
        closed("resp_window", get_args(Window), "Window it answers in; NULL where it is no answer", null=True),
        Column("trigger_n", "BIGINT", "Frame it answers; NULL where it answers none.", True),
        Column("cancelled", "BOOLEAN", "Whether it was cancelled; NULL if it never resolved.", True),
    ),
    ("game_key", "n"),
)
MOVES = Table(
    "udacha_moves",
    "A card that changed zone by a move of a frame or by a Seek; the set-up and a judge's rulings are no moves.",
    (
        GAME_KEY,
        N,
        Column("instance", "VARCHAR", "The card, owner.Name.copy; NULL where the log hides it.", True),
        Column("card_name", "VARCHAR", "Its Name; NULL where the log hides it.", True),
        closed("owner", PLAYERS, "Its owner; NULL where the log hides the card", null=True),
        Column("from_zone", "VARCHAR", "Place it left, side.zone."),
        Column("to_zone", "VARCHAR", "Place it came to, side.zone."),
        Column("cause", "BIGINT", "Frame whose own line moved it: udacha_frames.n."),
    ),
    (),
)
TABLES = (FRAMES, MOVES)


def frame(facts: Facts | None, opened: Frame, cancelled: bool | None) -> None:
    """A frame has resolved, was cancelled, or (`None`) is open when the game ends."""
    if facts is None:
        return
    line = opened.opening
    title = None if opened.card == HIDDEN else name(opened.card)
    row = (opened.n, line.p, line.what, title, line.eff, line.win, line.trig, cancelled)
    facts["udacha_frames"].extend(None if value is UNSET else value for value in row)


def move(facts: Facts | None, n: int, card: str, source: str, target: str, cause: int) -> None:
    """A card has changed its zone."""
    if facts is None or source == target:
        return
    known = (None, None, None) if card == HIDDEN else (card, name(card), owner(card))
    facts["udacha_moves"].extend((n, *known, source, target, cause))
