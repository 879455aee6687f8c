"""Adds what happens around a game to a sound log: notes, claims, takebacks, mistakes, amends, rulings."""

from __future__ import annotations

import copy
import random
from typing import Any

from .judge import Game, Line
from .schema import OF_PLAY
from .variants import EDITS, NUMBERS, Pools, zone
from .words import PLAYERS

Record = dict[str, Any]
Log = list[Record]


class Sprinkler:
    """Writes a log anew, record by record, and adds records of the format to it."""

    def __init__(self, log: Log, rng: random.Random) -> None:
        self.source = log
        self.pools = Pools(log)
        self.rng = rng
        self.game = Game(log[0])
        self.out: Log = []
        #: The new number of each record of the source, and those that stand, in order.
        self.places: dict[int, int] = {}
        self.standing: list[int] = []
        #: The numbers after which no frame was open.
        self.free: set[int] = set()

    def run(self, often: float) -> Log:
        extras = [self.note, self.true_claim, self.false_claim, self.mistake, self.take_back, self.amend, self.ruling]
        weights = [3, 6, 0.3, 3, 4, 4, 3]
        self.put(self.source[0])
        for at in range(1, len(self.source)):
            while self.rng.random() < often and not self.over():
                self.rng.choices(extras, weights)[0](at)
            if not self.enter(at):
                # What an amend or a ruling has left does not suit the rest of the game.
                for rest in range(at + 1, min(at + 4, len(self.source))):
                    self.put(self.of_source(rest))
                break
        return self.out

    def over(self) -> bool:
        return self.game.stopped_at is not None or self.game.state is None or self.game.state["over"]

    def put(self, record: Record) -> Line:
        """Append a record with its number; returns how it was judged."""
        numbered = {**copy.deepcopy(record), "n": self.game.next_n}
        self.out.append(numbered)
        line = self.game.take(numbered)
        if line["judged"] == "applied" and self.game.state is not None and not self.game.state["frames"]:
            self.free.add(line["n"])
        return line

    def of_source(self, at: int) -> Record:
        """A record of the source, the frames that it names by their new numbers."""
        record = self.source[at]
        return {
            key: self.places.get(value, value) if key in NUMBERS and type(value) is int else value
            for key, value in record.items()
        }

    def enter(self, at: int) -> bool:
        line = self.put(self.of_source(at))
        if line["judged"] != "applied":
            return False
        self.places[at] = line["n"]
        self.standing.append(at)
        return True

    # -- what is added ------------------------------------------------------------

    def note(self, at: int) -> None:
        self.put(
            self.rng.choice(
                [
                    {"type": "note", "text": "a word", "kind": "pause"},
                    {"type": "x_camera", "x_angle": 3, "what": [1, None]},
                ]
            )
        )

    def true_claim(self, at: int) -> None:
        line = self.put({"type": "note"})
        keys = self.rng.sample(sorted(line["state"]), 2)
        part = {key: line["state"][key] for key in keys}
        for key, value in part.items():
            if isinstance(value, dict) and value and self.rng.random() < 0.6:
                inner = self.rng.choice(sorted(value))
                part[key] = {inner: value[inner]}
        if self.rng.random() < 0.2:
            part["state"] = line["digest"]
        if self.rng.random() < 0.2:
            part["public"] = line["public"]
        self.put({"type": "claim", **part})

    def false_claim(self, at: int) -> None:
        wrong: Record = self.rng.choice(
            [
                {"t": 77},
                {"on": "C"},
                {"zones": {"A.hand": ["nothing"]}},
                {"quests": {"A": 9}},
                {"nonsense": None},
                {"winner": "A"},
                {"frames": [{}]},
                {"public": "sha256:0"},
                {"zones": {"B.nowhere": []}},
            ]
        )
        self.put({"type": "claim", **wrong})
        if self.rng.random() < 0.8:
            self.undo(0)

    def undo(self, more: int) -> None:
        """A takeback to a moment without frames, some way back; what was sound is entered again."""
        free = [n for n in self.live() if n in self.free]
        to = free[max(0, len(free) - 1 - more)]
        again = [at for at in self.standing if self.places[at] > to]
        self.put({"type": "takeback", "to": to})
        self.standing = [at for at in self.standing if self.places[at] <= to]
        for at in again:
            if not self.enter(at):
                return

    def live(self) -> list[int]:
        return [entry.n for entry in self.game.entries if entry.live and entry.applied]

    def mistake(self, at: int) -> None:
        """A wrong record, maybe some that follow it, and the takeback."""
        wrong = copy.deepcopy(self.of_source(at))
        if wrong["type"] == "end" or not self.rng.choice(EDITS)(wrong, self.pools, self.rng):
            wrong = {"type": "quest", "p": "C", "delta": 1}
        self.put(wrong)
        if self.rng.random() < 0.3:
            self.put({"type": "note"})
        if self.game.state is not None and self.game.state["over"]:
            return
        self.undo(0)

    def take_back(self, at: int) -> None:
        if self.rng.random() < 0.1:
            # To any record, perhaps into an open frame.
            line = self.put({"type": "takeback", "to": self.rng.choice(self.live())})
            if line["judged"] == "applied":
                self.standing = [at for at in self.standing if self.game._live(self.places[at]) is not None]
                return
        self.undo(self.rng.randint(0, 5))

    def amend(self, at: int) -> None:
        live = [n for n in self.live() if self.entry(n)["type"] in OF_PLAY]
        if not live:
            return
        n = self.rng.choice(live[-12:] if self.rng.random() < 0.7 else live)
        reading = copy.deepcopy({key: value for key, value in self.entry(n).items() if key != "n"})
        if self.rng.random() < 0.7:
            self.rng.choice(EDITS)(reading, self.pools, self.rng)
        line = self.put({"type": "amend", "to": n, "record": reading, "by": "table"})
        if line["judged"] != "applied" or self.rng.random() < 0.5:
            self.undo(1)

    def entry(self, n: int) -> Record:
        return next(record for record in self.out if record["n"] == n)

    def ruling(self, at: int) -> None:
        line = self.put({"type": "ruling", "by": "judge", "reason": "a slip", "set": self.random_set()})
        if line["judged"] != "applied" or self.rng.random() < 0.6:
            self.undo(1)

    def random_set(self) -> Record:
        rng, state = self.rng, self.game.state
        assert state is not None
        zones = [name for name, cards in state["zones"].items() if cards] or ["A.hand"]
        name = rng.choice(zones)
        cards = list(state["zones"].get(name, []))
        rng.shuffle(cards)
        parts: list[Record] = [
            {"zones": {name: cards}},
            {"zones": {name: cards[1:]}},
            {"zones": {name: [*cards, self.pools.card(rng)]}},
            {"zones": {name: ["?" for _ in cards]}},
            {"zones": {name: cards[1:], zone(rng): cards[:1]}},
            {"zones": {name: cards[1:], rng.choice(zones): cards[:1]}},
            {"quests": {rng.choice(PLAYERS): 2}},
            {"quests": {"A": 1, "B": 0}},
            {"on": rng.choice(PLAYERS)},
            {"on": "C"},
            {"t": 4},
            {"banned": []},
        ]
        chosen = dict(rng.choice(parts))
        if rng.random() < 0.2:
            chosen.update(rng.choice(parts))
        return chosen


def sprinkle(log: Log, rng: random.Random, often: float = 0.1) -> Log:
    """The same game with notes, claims, takebacks, mistakes, amends and rulings."""
    return Sprinkler(log, rng).run(often)
