"""The tables of the ruleset, and how its facts get into them."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeVar, get_args

from msgspec import UnsetType

from vflog.engine.facts import Facts, Is, PlayerId, RecordNumber, among, fact_table
from vflog.games.udacha.catalogue import HIDDEN, PLAYERS, name, owner
from vflog.games.udacha.records import What, Window
from vflog.games.udacha.state import Frame
from vflog.log.absent import UNSET

T = TypeVar("T")


class FrameRow(NamedTuple):
    """A frame of a game of Udacha: something announced that resolved, was cancelled, or was open when the game
    ended.
    """

    n: Annotated[int, Is("Number of the frame: of the record that opened it.")]
    player_id: PlayerId
    what: Annotated[str, among(get_args(What), "What was announced")]
    card_name: Annotated[str | None, Is("Name of its card; NULL where there is none or it is hidden.")]
    effect: Annotated[str | None, Is("Label of the effect used; NULL where none is.")]
    resp_window: Annotated[str | None, among(get_args(Window), "Window it answers in; NULL where it is no answer")]
    trigger_n: Annotated[int | None, Is("Frame it answers; NULL where it answers none.")]
    cancelled: Annotated[bool | None, Is("Whether it was cancelled; NULL if it never resolved.")]


class MoveRow(NamedTuple):
    """A card that changed zone by a move of a frame or by a Seek; the set-up and a judge's rulings are no moves."""

    n: RecordNumber
    instance: Annotated[str | None, Is("The card, owner.Name.copy; NULL where the log hides it.")]
    card_name: Annotated[str | None, Is("Its Name; NULL where the log hides it.")]
    owner: Annotated[str | None, among(PLAYERS, "Its owner; NULL where the log hides the card")]
    from_zone: Annotated[str, Is("Place it left, side.zone.")]
    to_zone: Annotated[str, Is("Place it came to, side.zone.")]
    cause: Annotated[int, Is("Frame whose own line moved it: udacha_frames.n.")]


FRAMES, tell_frame = fact_table("udacha_frames", FrameRow, ("n",))
MOVES, tell_move = fact_table("udacha_moves", MoveRow)
TABLES = (FRAMES, MOVES)


def frame(facts: Facts | None, opened: Frame, cancelled: bool | None) -> None:
    """A frame has resolved, was cancelled, or (`None`) is open when the game ends."""
    if facts is None:
        return
    line = opened.opening
    title = None if opened.card == HIDDEN else name(opened.card)
    tell_frame(
        facts,
        n=opened.n,
        player_id=line.p,
        what=line.what,
        card_name=title,
        effect=_given(line.eff),
        resp_window=_given(line.win),
        trigger_n=_given(line.trig),
        cancelled=cancelled,
    )


def _given(value: T | UnsetType) -> T | None:
    return None if value is UNSET else value


def move(facts: Facts | None, n: int, card: str, source: str, target: str, cause: int) -> None:
    """A card has changed its zone."""
    if facts is None or source == target:
        return
    instance = None if card == HIDDEN else card
    tell_move(
        facts,
        n=n,
        instance=instance,
        card_name=instance and name(card),
        owner=instance and owner(card),
        from_zone=source,
        to_zone=target,
        cause=cause,
    )
