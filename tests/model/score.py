"""Scorekeeper logs (section 13)."""

from __future__ import annotations

from typing import Any

from . import board, ending, setup, track
from .config import Config
from .errors import FORMAT, need, refuse

State = dict[str, Any]
Record = dict[str, Any]


def judge_score_record(config: Config, state: State, record: Record) -> None:
    kind = record["type"]
    need(state["phase"] != "over", FORMAT, "the game is over")
    if kind == "age":
        _age(config, state, record)
    elif kind == "score":
        _score(config, state, record["changes"])
    elif kind == "smite":
        _smite(config, state, record["demis"])
    elif kind == "corruption":
        _corruption(config, state, record)
    elif kind == "end":
        ending.judge_end(config, state, record)
    else:
        refuse(FORMAT, f"a scorekeeper's log has no record {kind}")


def _age(config: Config, state: State, record: Record) -> None:
    need("player" not in record, FORMAT, "a scorekeeper's age names no player")
    need(
        record["age"] == state["age"] + 1 and record["age"] <= 3,
        FORMAT,
        f"the next Age is {state['age'] + 1}, and 3 is the last",
    )
    if "card" in record:
        setup.check_age_card(config, record["card"], record["age"])
    state["age"] = record["age"]
    state["age_card"] = record.get("card")


def _score(config: Config, state: State, changes: dict[str, int]) -> None:
    results: track.Results = []
    for name in changes:
        if name == "hadria":
            need(config.hadria, FORMAT, "there is no Hadria in this game")
        else:
            board.living_demi(config, state, name, ("VF-R2", FORMAT))
    for demi in track.pack_order(config, changes):
        results.append((demi, [("change", changes[demi])]))
    track.apply(config, state, results)
    if "hadria" in changes:
        track.change_hadria(config, state, changes["hadria"])


def _smite(config: Config, state: State, demis: list[str]) -> None:
    need(len(set(demis)) == len(demis), FORMAT, "a Demi is named twice")
    for demi in demis:
        board.living_demi(config, state, demi, ("VF-R3", FORMAT))
    track.apply(config, state, track.same_for(config, demis, [("smite", 0)]))


def _corruption(config: Config, state: State, record: Record) -> None:
    need(config.hadria, FORMAT, "there is no Corruption without Hadria")
    player, amount = record["player"], record["amount"]
    need(player in config.players, FORMAT, f"{player!r} is no player of this game")
    need(amount >= 0, FORMAT, "the amount is 0 or more")
    state["favors"][player]["corruption"] += amount
