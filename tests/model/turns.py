"""Turns, rest, and the end of an Age (sections 4 and 5)."""

from __future__ import annotations

from typing import Any

from . import cards
from .config import Config
from .errors import ASSUMED, PRINTED, PUBLIC, need

State = dict[str, Any]
Record = dict[str, Any]


def clean_turn(player: str) -> dict[str, Any]:
    return {
        "player": player,
        "actions": 0,
        "fate": False,
        "favor_gained": False,
        "favor_played": False,
        "voted": None,
        "again": False,
    }


def start_turn(state: State, player: str, again: bool = False) -> None:
    state["phase"] = "turn"
    state["turn"] = clean_turn(player)
    state["turn"]["again"] = again
    state["waiting"] = [player]


def first_turn(config: Config, state: State) -> None:
    """A1; but nobody whom a judge's ruling has rested has a turn (T4), and with all rested the Age is over (A3)."""
    ready = [seat for seat in config.seats_from(state["first"]) if seat not in state["rested"]]
    if ready:
        start_turn(state, ready[0])
    else:
        end_age(config, state)


def begin_round(state: State, order: list[str]) -> None:
    """An ordered round: one after the other, once each."""
    state["_round"] = list(order)
    state["waiting"] = order[:1]


def next_in_round(state: State) -> bool:
    """The next of the round is waited for; False after the last."""
    state["_round"] = state["_round"][1:]
    state["waiting"] = state["_round"][:1]
    return bool(state["_round"])


def vote_order(config: Config, state: State) -> list[str]:
    """Who votes on the Age card, in order (section 8)."""
    first = state["first"]
    if state["age_card"] in ("the-census", "judgement"):
        return config.seats_from(first)
    order = config.seats_after(first)
    return order[:-1] if state["age_card"] in ("arbiter", "decree") else order


def use_action(config: Config, state: State, player: str) -> None:
    """T1, T3: whether the player may act now; the action is counted."""
    turn = state["turn"]
    limit = config.action_limit(player)
    rule = "VF-T1" if limit == 2 else "VF-C3"
    need(turn["actions"] < limit, rule, f"{player} has used all {limit} actions of the turn", PUBLIC)
    free = turn["actions"] == 0 and config.rulings["empty_hand_turn"] == "act"
    need(
        free or cards.holds_cards(state, player),
        "VF-T3",
        f"{player} has no Fate card to act",
        PRINTED if turn["actions"] else ASSUMED,
    )
    turn["actions"] += 1


def go_to_rest(config: Config, state: State, player: str) -> None:
    """A4: the first to rest becomes the first player."""
    if not state["rested"]:
        if config.rulings["marker_passes"] == "at_once":
            state["first"] = player
        else:
            state["_first_rested"] = player
    state["rested"] = config.in_seat_order(state["rested"] + [player])


def rests_automatically(config: Config, state: State) -> bool:
    """T2, as the turn ends by `end_turn`."""
    turn = state["turn"]
    favor = turn["favor_gained"] or turn["favor_played"]
    inactive = turn["actions"] == 0 or not turn["fate"]
    empty = not cards.holds_cards(state, turn["player"])
    if favor and config.rulings["favor_prevents_rest"] == "all":
        return False
    if favor:
        return empty
    return inactive or empty


def judge_end_turn(config: Config, state: State, record: Record) -> None:
    player = record["player"]
    again = record.get("again", False)
    rests = rests_automatically(config, state)
    if again:
        need(config.is_role(player, "arbiter"), "VF-C2", "only the Arbiter has a turn again", PRINTED)
        need(not state["celestial"]["used"], "VF-C2", "the Arbiter has had the second turn", PRINTED)
        need(not rests, "VF-C2", "the Arbiter rests by this and has no turn again", ASSUMED)
        need(state["quests"], "VF-C2", "the Age ends with this turn", ASSUMED)
        state["celestial"]["used"] = True
        start_turn(state, player, again=True)
        return
    if rests:
        go_to_rest(config, state, player)
    _next_turn(config, state, player)


def judge_rest(config: Config, state: State, record: Record) -> None:
    player = record["player"]
    need(state["turn"]["actions"] <= 1, "VF-T1", "nobody may rest after the second action", PRINTED)
    go_to_rest(config, state, player)
    _next_turn(config, state, player)


def _next_turn(config: Config, state: State, player: str) -> None:
    ready = [seat for seat in config.seats_after(player) if seat not in state["rested"]]
    if not ready or not state["quests"]:
        end_age(config, state)
    else:
        start_turn(state, ready[0])


def end_age(config: Config, state: State) -> None:
    """A3: then the Age card."""
    state["turn"] = None
    if config.rulings["marker_passes"] == "at_age_end" and state["_first_rested"] is not None:
        state["first"] = state["_first_rested"]
    state["_first_rested"] = None
    first = state["first"]
    card = state["age_card"]
    if card in ("arbiter", "decree"):
        state["phase"] = "age_pick"
        state["waiting"] = [first]
    elif card == "judgement":
        state["phase"] = "age_quest"
        state["waiting"] = [first]
    elif card == "omnipotence":
        state["phase"] = "age_reveal"
        state["waiting"] = []
    else:
        state["phase"] = "age_vote"
        begin_round(state, vote_order(config, state))
