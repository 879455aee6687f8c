"""Shares: what a ruleset can tell of how well each player stood in the end, for tie-breaks of tournaments.

A ruleset names its shares; `Play.summary` has them under `shares`, by name: for each seat the things (figures, cards)
that it held, each with its amount. A player's share is the amount of what it holds, divided by the sum over the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from vflog.engine import ruleset as rulesets

#: What one seat held, by its id, and how much of it; `None` where that is not known.
Held = Mapping[str, int | None]


@runtime_checkable
class HasShares(Protocol):
    """A ruleset that tells of shares."""

    @property
    def shares(self) -> Mapping[str, str]:
        """The name of each tie-break, and what it is, in words."""

    @property
    def things(self) -> Mapping[str, tuple[str, str]]:
        """What seats hold and can be rated themselves: the table that tells who held it, and its column."""


def things_there_are() -> dict[str, tuple[str, str, str]]:
    """Everything that can be rated beside players: its ruleset, table and column."""
    known = (rulesets.ruleset(name) for name in rulesets.names())
    return {thing: (one.name, *of) for one in known if isinstance(one, HasShares) for thing, of in one.things.items()}


def shares_there_are() -> dict[str, str]:
    """Every share of every ruleset, by name."""
    known = (rulesets.ruleset(name) for name in rulesets.names())
    return {name: text for one in known if isinstance(one, HasShares) for name, text in one.shares.items()}
