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
    departure = _departure(config, state, record)
    if departure is None:
        found.breaks("U29", f"{hero} has not left by frame {cause}, or is paid already")
    if not config.has(hero, "bounty"):
        found.breaks("U29", f"{hero} has no Bounty")
        return
    if beneficiary(hero) != record["p"]:
        found.breaks("U29", f"{record['p']} is not the foe of the owner of {hero}")
    if departure is not None:
        _judge_amount(config, record, departure, found)
        if departure["turn"] != state["turns"]:
            found.disputes("A42", f"{hero} left in an earlier turn")
        departure["named"] = True


def _departure(config: Config, state: State, record: Record) -> dict[str, Any] | None:
    """The unpaid loss that the Invest names; a hidden card that left may have been the Hero."""
    left = [d for d in state["departures"] if d["frame"] == record["cause"] and not d["named"]]
    known = [d for d in left if d["card"] == record["for"]]
    hidden = [d for d in left if d["card"] == HIDE]
    if hidden and config.has(record["for"], "bounty"):
        # Of several that may have been it, the one that fits best.
        hidden.sort(key=lambda d: _rank(record["amount"], _x(config, record["for"], d)))
    return next(iter([*known, *hidden]), None)


def _rank(amount: int, x: int) -> int:
    return 0 if amount == x else 1 if amount < x else 2


def _x(config: Config, hero: str, departure: dict[str, Any]) -> int:
    entry = config.entry(hero)
    assert entry is not None
    bounty: int = entry["bounty"]
    return int(entry.get("bounty_destroyed", bounty)) if departure["to"] == "destroyed" else bounty


def _judge_amount(config: Config, record: Record, departure: dict[str, Any], found: Findings) -> None:
    entry = config.entry(record["for"])
    assert entry is not None
    x, greater = _x(config, record["for"], departure), entry.get("bounty_destroyed", entry["bounty"])
    if record["amount"] > x:
        found.breaks("U29", f"{record['amount']} is more than {x}")
        if greater > entry["bounty"]:
            found.breaks("U30", f"{record['amount']} is more than {x}")
    elif record["amount"] < x:
        found.disputes("A40", f"{record['amount']} is less than {x}")
