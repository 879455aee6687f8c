"""Bounty X: the Invest for a lost Hero (U29, U30, A40, A42)."""

from __future__ import annotations

from typing import Any

from .catalogue import Config
from .errors import Findings
from .moving import beneficiary
from .state import State
from .windows import bounty_invest
from .words import HIDE

Record = dict[str, Any]


def judge_invest(config: Config, state: State, record: Record, found: Findings) -> None:
    if not bounty_invest(record):
        return
    hero, cause = record["for"], record["cause"]
    if hero == HIDE:
        return
    departures = _departures(config, state, record)
    if not departures:
        found.breaks("U29", f"{hero} has not left by frame {cause}, or is paid already")
    if not config.has(hero, "bounty"):
        found.breaks("U29", f"{hero} has no Bounty")
        return
    if beneficiary(hero) != record["p"]:
        found.breaks("U29", f"{record['p']} is not the foe of the owner of {hero}")
    if departures:
        _judge_amount(config, record, departures, found)
        if all(departure["turn"] != state["turns"] for departure in departures):
            found.disputes("A42", f"{hero} left in an earlier turn")
        next(departure for departure in departures if not departure["named"])["named"] = True


def _departures(config: Config, state: State, record: Record) -> list[dict[str, Any]]:
    """The loss that the Invest names: that of the Hero, or those of hidden cards in that frame, each of which may be it
    while one is not paid yet."""
    left = [d for d in state["departures"] if d["frame"] == record["cause"]]
    for departure in left:
        if departure["card"] == record["for"] and not departure["named"]:
            return [departure]
    hidden = [d for d in left if d["card"] == HIDE] if config.has(record["for"], "bounty") else []
    return hidden if not all(d["named"] for d in hidden) else []


def _x(config: Config, hero: str, departure: dict[str, Any]) -> int:
    entry = config.entry(hero)
    assert entry is not None
    bounty: int = entry["bounty"]
    return int(entry.get("bounty_destroyed", bounty)) if departure["to"] == "destroyed" else bounty


def _judge_amount(config: Config, record: Record, departures: list[dict[str, Any]], found: Findings) -> None:
    entry = config.entry(record["for"])
    assert entry is not None
    xs = [_x(config, record["for"], departure) for departure in departures]
    if record["amount"] > max(xs):
        found.breaks("U29", f"{record['amount']} is more than {max(xs)}")
        if entry.get("bounty_destroyed", entry["bounty"]) > max(xs):
            found.breaks("U30", f"{record['amount']} is more than {max(xs)}")
    elif record["amount"] < min(xs):
        found.disputes("A40", f"{record['amount']} is less than {min(xs)}")
