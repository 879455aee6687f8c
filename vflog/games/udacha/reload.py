"""Reload X, the draw at the end of a turn (U28; A37 to A39)."""

from __future__ import annotations

from collections.abc import Iterator

from vflog.games.udacha.catalogue import HIDDEN
from vflog.games.udacha.records import Opening
from vflog.games.udacha.state import Frame, State
from vflog.games.udacha.verdicts import Case
from vflog.log.absent import UNSET

_WHY = frozenset(("reload", "keyword:Reload"))
#: What the on-turn player does not begin after the draw that ends the turn.
_NOT_AFTER = frozenset(("play", "support", "use", "secret"))


def is_reload(line: Opening) -> bool:
    """Whether this is the draw that Reload orders."""
    return line.what == "draw" and line.why in _WHY


def numbers(st: State, player: str) -> Iterator[int]:
    """The Reload numbers among the cards that a player is known to have in play."""
    for instance in st.in_play(player):
        card = st.fixed.catalogue.of(instance)
        if card is not None and card.reload is not UNSET:
            yield card.reload


def look(st: State, line: Case, frame: Frame) -> None:
    """U28: the draw is the on-turn player's and ends the turn."""
    record = frame.opening
    if is_reload(record):
        if st.on not in (None, record.p):
            line.illegal("U28", f"it is the turn of {st.on}, and the Reload draw ends the own turn", expected=[st.on])
        if HIDDEN not in st.in_play(record.p):
            frame.reload = tuple(numbers(st, record.p))
        st.reload_drawn = True
    elif st.reload_drawn and record.p == st.on and record.what in _NOT_AFTER and _begins(record):
        line.illegal("U28", f"{record.p} has drawn for Reload, which ends the turn", expected=["endturn"])


def _begins(line: Opening) -> bool:
    """Whether a line is neither an answer nor a part of something else."""
    return line.win is UNSET and line.parent is None


def draw(st: State, frame: Frame) -> list[list[str]]:
    """The moves of a Reload draw as its frame resolves: the largest number in play, less what was drawn before."""
    deck, hand = f"{frame.p}.deck", f"{frame.p}.hand"
    due = max(frame.reload or (), default=0) - st.reload_number
    return [[card, deck, hand] for card in st.zones.get(deck, ())[: max(due, 0)]]


def remember(st: State, frame: Frame, source: str, target: str) -> None:
    """How many cards Reload has drawn in this turn."""
    if is_reload(frame.opening) and source[2:] == "deck" and target[2:] == "hand":
        st.reload_number += 1


def settle(st: State, line: Case, frame: Frame) -> None:
    """U28, A37, A38: what has been drawn so far, against the numbers in play and what the Deck still holds."""
    due, drawn = frame.reload, st.reload_number
    if due is None or frame.cancelled:
        return
    if drawn > sum(due):
        many = f"{sum(due)} at most" if due else "none, for there is no Reload card in play"
        line.illegal("U28", f"Reload has drawn {drawn} in this turn; it draws {many}")
        return
    if drawn == min(max(due, default=0), drawn + len(st.zones.get(f"{frame.p}.deck", ()))):
        return
    if len(due) > 1:
        line.disputed("A37", f"Reload has drawn {drawn} in this turn with the numbers {listed(due)} in play")
    else:
        line.disputed("A38", f"Reload {due[0]} has drawn {drawn} in this turn, and the Deck holds more")


def look_at_end(st: State, line: Case, player: str) -> None:
    """A38: whether a player with a Reload card in play must draw at the end of the turn is open."""
    due = max(numbers(st, player), default=0)
    if player == st.on and not st.reload_drawn and due > 0 and st.zones.get(f"{player}.deck"):
        line.disputed("A38", f"{player} has a Reload card in play and has drawn nothing for it")


def listed(numbers: tuple[int, ...]) -> str:
    """Numbers as part of a sentence."""
    return " and ".join(map(str, numbers))
