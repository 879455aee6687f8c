"""Reload X: the Draw at the end of the turn (U28, A37, A38)."""

from __future__ import annotations

from typing import Any

from .catalogue import Config
from .errors import Findings
from .state import Frame, State, cards_in, in_play
from .words import HIDE


def values(config: Config, state: State, player: str) -> list[int]:
    """The Reload values of a player's cards in play."""
    entries = [config.entry(card) for card in in_play(state, player)]
    return [entry["reload"] for entry in entries if entry is not None and entry.get("reload") is not None]


def open_draw(config: Config, state: State, record: dict[str, Any], found: Findings) -> dict[str, Any] | None:
    """A Draw by Reload begins; returns what it is judged by."""
    if record["what"] != "draw" or record.get("why") != "reload":
        return None
    if state["on"] not in (None, record["p"]):
        found.breaks("U28", "only the on-turn player draws")
    state["reload_drawn"] = True
    return {
        "values": values(config, state, record["p"]),
        "hidden": HIDE in in_play(state, record["p"]),
    }


def judge_line(config: Config, state: State, frame: Frame, found: Findings) -> None:
    """Right after a line of the Draw: never more than the sum, and exactly X or what the Deck held."""
    reload = frame["reload"]
    if reload is None or reload["hidden"] or frame["cancelled"]:
        return
    drawn, values = state["drawn"], reload["values"]
    if drawn > sum(values):
        found.breaks("U28", f"{drawn} cards drawn, Reload {values}")
    if not values or drawn == max(values) or (drawn < max(values) and not cards_in(state, f"{frame['p']}.deck")):
        return
    found.disputes("A38" if len(values) == 1 else "A37", f"{drawn} cards drawn, not {max(values)}")


def judge_endturn(config: Config, state: State, player: str, found: Findings) -> None:
    """A38: no Draw at all although the player has a Reload card in play."""
    there = values(config, state, player)
    if state["reload_drawn"] or player != state["on"]:
        return
    if there and max(there) > 0 and cards_in(state, f"{player}.deck"):
        found.disputes("A38", f"{player} has not drawn")
        if len(there) > 1:
            found.disputes("A37", f"{player} has not drawn")


def judge_later(state: State, record: dict[str, Any], found: Findings) -> None:
    """U28: the Draw comes at the end of the turn."""
    if not state["reload_drawn"] or record["p"] != state["on"]:
        return
    if record["what"] in ("play", "support", "use", "secret") and not _tied(record):
        found.breaks("U28", "the Draw by Reload ends the turn")


def _tied(record: dict[str, Any]) -> bool:
    return record.get("win") is not None or record.get("in") is not None
