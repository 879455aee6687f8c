"""Nim as a ruleset: piles of stones, players who take from them in turn; who takes the last one wins (or loses).

All that vflog knows of Nim is in this package. It stands in the tests, as a third game and as a model for one's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from vflog.engine.base import BaseRuleset
from vflog.engine.board import Names, Section
from vflog.engine.examples import RuleExample
from vflog.engine.naming import Naming
from vflog.engine.ruleset import Finder
from vflog.engine.scene import Drawing
from vflog.log.problems import Refused
from vflog.log.records import Record

from . import shown
from .play import NimPlay
from .records import NimHeader, Pledge, Take
from .rules import CODES, NAMED, REVISIONS, RULES
from .simulate import Wishes, simulate
from .tables import TABLES, VIEWS


class Nim(BaseRuleset):
    """The ruleset."""

    name = "nim"
    header = NimHeader
    records = (Pledge, Take)
    codes = CODES
    rules = RULES
    revisions = REVISIONS
    rulings = NAMED
    tables = TABLES
    views = VIEWS
    naming = Naming(state_ids=frozenset({"turn", "due"}), state_keys=frozenset({"pledges"}))
    wishes = Wishes

    def begin(self, header: NimHeader, rulings: Mapping[str, str], find: Finder) -> NimPlay:
        """Begin a game; raises `Refused` where there is no stone or nobody to play (N1)."""
        if not any(header.piles) or len(header.players) < 2:
            raise Refused("nim.start")
        return NimPlay([player.id for player in header.players], header.piles, rulings)

    def board(self, document: dict[str, Any], names: Names) -> list[Section]:
        """The piles that a state document describes."""
        return shown.board(document, names)

    def drawing(self, play: NimPlay) -> Drawing:
        """How a game is drawn: its piles, side by side."""
        return shown.drawing(len(play.start))

    def words(self, record: Record, names: Names) -> str:
        """A record in words."""
        return shown.words(record, names)

    def examples(self) -> Sequence[RuleExample]:
        """For every code a legal log and one that has it."""
        return shown.EXAMPLES

    def simulate(self, find: Finder, seed: int, wishes: Any) -> Iterator[dict[str, Any]]:
        """A random legal game."""
        return simulate(self, find, seed, wishes)

    redactor = shown.NimRedactor

    def pages(self) -> Any:
        """The figures and pages."""
        from .figures.pages import PAGES

        return PAGES


RULESET = Nim()
