"""A game of Nim under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import xor
from typing import Any

from vflog.engine.base import BasePlay
from vflog.log.problems import Refused
from vflog.log.records import End

from . import tables
from .records import Pledge, Take


class NimPlay(BasePlay):
    """The piles, whose turn it is, what was pledged."""

    def __init__(self, seats: Sequence[str], piles: Sequence[int], rulings: Mapping[str, str]) -> None:
        super().__init__()
        self.seats, self.start, self.named = tuple(seats), tuple(piles), dict(rulings)
        self.piles = list(piles)
        self.turn = 0
        self.pledges: dict[str, int | str] = {}
        self.last: str | None = None

    @property
    def due(self) -> str:
        """The player whose turn it is."""
        return self.seats[self.turn % len(self.seats)]

    def pledge(self, record: Pledge) -> None:
        """N4."""
        there = record.pile == "?" or 1 <= record.pile <= len(self.piles)
        if self.turn or record.player not in self.seats or record.player in self.pledges or not there:
            raise Refused("nim.pledge", player=record.player, pile=record.pile)
        self.pledges[record.player] = record.pile

    def take(self, record: Take) -> None:
        """N2."""
        if record.player != self.due:
            raise Refused("nim.turn", player=record.player, due=self.due, expected=self.due)
        there = self.piles[record.pile - 1] if 1 <= record.pile <= len(self.piles) else 0
        if not 1 <= record.stones <= there:
            raise Refused("nim.stones", player=record.player, stones=record.stones, pile=record.pile, there=there)
        self.piles[record.pile - 1] -= record.stones
        self.turn += 1
        self.last = record.player
        if self.facts is not None:
            tables.turn(
                self.facts,
                turn=self.turn,
                player_id=record.player,
                first_n=self.n,
                last_n=self.n,
                pile=record.pile,
                stones=record.stones,
                left_over=there - record.stones,
                duration_s=None,
            )

    deeds = {Pledge: pledge, Take: take}

    def end(self, record: End) -> None:
        """N3."""
        super().end(record)
        if record.reason == "played":
            if any(self.piles):
                raise Refused("nim.stones-left", piles=", ".join(map(str, self.piles)), expected="a `take`")
            takes_all = self.named["last_stone"] == "wins"
            self.winners = [player for player in self.seats if (player == self.last) == takes_all]

    def rulings(self) -> Mapping[str, str]:
        """The one named ruling."""
        return self.named

    def document(self) -> dict[str, Any]:
        """The state document."""
        return {
            "piles": self.piles[:],
            "turn": self.turn,
            "due": self.due if any(self.piles) else None,
            "pledges": dict(self.pledges),
        }

    def public(self, document: dict[str, Any]) -> dict[str, Any]:
        """What everybody sees: that there are pledges, and not which."""
        return {**document, "pledges": dict.fromkeys(document["pledges"], "?")}

    def legal(self) -> list[dict[str, Any]]:
        """The forms of the legal records."""
        if self.winners is not None:
            return []
        out: list[dict[str, Any]] = []
        if not self.turn:
            free = [player for player in self.seats if player not in self.pledges]
            piles = [*range(1, len(self.piles) + 1), "?"]
            out = [{"type": "pledge", "fields": {"player": p, "pile": {"in": piles}}, "optional": []} for p in free]
        for pile, there in enumerate(self.piles, 1):
            if there:
                stones = {"in": list(range(1, there + 1))}
                fields = {"player": self.due, "pile": pile, "stones": stones}
                out.append({"type": "take", "fields": fields, "optional": []})
        if not any(self.piles):
            out.append({"type": "end", "fields": {"reason": "played"}, "optional": ["reason"]})
        return out

    def settle(self) -> None:
        """What is known of the game as a whole."""
        if self.facts is not None:
            tables.game(self.facts, piles=len(self.start), stones=sum(self.start), forced=reduce(xor, self.start) != 0)

    def summary(self) -> dict[str, Any]:
        """The rulings, and who came first."""
        won = self.winners or []
        places = [None if not won else 1 if player in won else 1 + len(won) for player in self.seats]
        return {"rulings": self.rulings(), "players": [{"place": place} for place in places]}
