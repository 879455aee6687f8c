"""A judge's ruling: whole zones, Quests, who is on turn."""

from __future__ import annotations

from typing import Any

from .catalogue import Config
from .errors import FORMAT, Findings, Malformed
from .setup import check_once, set_zones
from .state import State
from .words import PLAYERS


def judge_ruling(config: Config, state: State, record: dict[str, Any]) -> Findings:
    found = Findings()
    if state["over"]:
        found.breaks(FORMAT, "the game is over")
        return found
    for key, value in record["set"].items():
        if key == "on":
            if value not in (None, *PLAYERS):
                found.breaks("M0", f"{value} is no player")
            state["on"] = value
        elif key == "quests" and isinstance(value, dict):
            if any(player not in PLAYERS or type(count) is not int for player, count in value.items()):
                found.breaks("M0", f"{value} are no Quests")
            state["quests"].update(value)
        elif key == "zones" and isinstance(value, dict) and all(isinstance(cards, list) for cards in value.values()):
            try:
                set_zones(config, state, value)
            except Malformed as problem:
                found.breaks("M0", str(problem))
            check_once(state, found)
        else:
            found.breaks("M0", f"a ruling does not set {key}")
    return found
