"""Adds what happens around a game to a sound log: notes, claims, takebacks, mistakes, amends,
rulings. Also random scorekeepers' logs."""

from __future__ import annotations

import copy
import random
from typing import Any

from .config import Config
from .dealing import dealt
from .judge import Find, Game
from .owners import as_list
from .random_games import with_winners
from .random_rulings import Judge
from .schema import OF_PLAY
from .variants import ALL_EDITS, Pools

Record = dict[str, Any]
Line = dict[str, Any]


class Sprinkler:
    """Writes a log anew, record by record, and adds records of the format to it."""

    def __init__(self, log: list[Record], find: Find, rng: random.Random) -> None:
        self.source = [{key: value for key, value in record.items() if key != "n"} for record in log]
        self.pools = Pools(self.source)
        self.rng = rng
        self.game = Game(self.source[0], find)
        self.out: list[Record] = []

    def put(self, record: Record) -> Line:
        """Append a record with its number; returns how it was judged."""
        numbered = {**copy.deepcopy(record), "n": len(self.out)}
        self.out.append(numbered)
        return self.game.take(numbered)

    def run(self, often: float) -> list[Record]:
        extras = [
            self.note,
            self.true_claim,
            self.false_claim,
            self.mistake,
            self.take_back,
            self.amend,
            self.ruling,
            self.own_record,
        ]
        weights = [3, 6, 0.3, 3, 4, 4, 4, 1]
        self.put(self.source[0])
        for record in self.source[1:]:
            while self.rng.random() < often:
                self.rng.choices(extras, weights)[0](record)
                self.mend()
            self.put(record)
            self.mend()
        return self.out

    def mend(self) -> None:
        """A takeback lets judging go on where it had stopped."""
        if self.game.stopped_at is not None:
            self.put({"type": "takeback", "to": self.last_live()})

    def live_play(self) -> list[int]:
        return [
            entry.n for entry in self.game.entries if entry.live and entry.applied and entry.record["type"] in OF_PLAY
        ]

    def last_live(self) -> int:
        return [entry.n for entry in self.game.entries if entry.live and entry.applied][-1]

    # -- what is added ------------------------------------------------------------

    def note(self, following: Record) -> None:
        self.put({"type": "note", "text": "a word", "kind": self.rng.choice(["pause", "resume"])})

    def own_record(self, following: Record) -> None:
        self.put({"type": "x_camera", "x_angle": 3, "what": [1, {"a": None}]})

    def _part(self, line: Line) -> Record:
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
        return part

    def true_claim(self, following: Record) -> None:
        line = self.put({"type": "note"})
        self.put({"type": "claim", **self._part(line)})

    def false_claim(self, following: Record) -> None:
        wrong: Record = self.rng.choice(
            [
                {"age": 7},
                {"first": "nobody"},
                {"track": {"12": ["naka"]}},
                {"demis": {"naka": {"renown": 13}}},
                {"nonsense": None},
            ]
        )
        self.put({"type": "claim", **wrong})
        if self.rng.random() < 0.8:
            self.put({"type": "takeback", "to": len(self.out) - 2})

    def mistake(self, following: Record) -> None:
        """A wrong record, some that follow it, and the takeback."""
        before = self.last_live()
        wrong = copy.deepcopy(following)
        if following["type"] == "end" or not self.rng.choice(ALL_EDITS)(wrong, self.pools, self.rng):
            wrong = {"type": "end_turn", "player": "nobody"}
        self.put(wrong)
        if self.rng.random() < 0.3:
            self.put({"type": "note"})
        self.put({"type": "takeback", "to": before})

    def take_back(self, following: Record) -> None:
        """Some records are taken back and then entered again."""
        live = self.live_play()
        number = self.rng.randint(0, min(6, len(live)))
        if number == len(live):
            to = 0
            again = live
        else:
            to = live[len(live) - number - 1]
            again = live[len(live) - number :]
        records = [copy.deepcopy(self.out[n]) for n in again]
        readings = self.game._readings(len(self.out))
        records = [readings.get(n, record) for n, record in zip(again, records, strict=True)]
        self.put({"type": "takeback", "to": to})
        for record in records:
            self.put({key: value for key, value in record.items() if key != "n"})

    def amend(self, following: Record) -> None:
        live = self.live_play()
        if not live:
            return
        n = self.rng.choice(live[-8:] if self.rng.random() < 0.7 else live)
        reading = {key: copy.deepcopy(value) for key, value in self.out[n].items() if key != "n"}
        if self.rng.random() < 0.7:
            self.rng.choice(ALL_EDITS)(reading, self.pools, self.rng)
        before = self.last_live()
        line = self.put({"type": "amend", "to": n, "record": reading, "by": "table"})
        if line["judged"] != "applied" or self.rng.random() < 0.5:
            self.put({"type": "takeback", "to": before})

    def ruling(self, following: Record) -> None:
        before = self.last_live()
        assert self.game.config is not None
        assert self.game.state is not None
        line = self.put(
            {
                "type": "ruling",
                "by": "judge",
                "reason": "a slip",
                "set": Judge(self.game.config, self.rng).random_set(self.game.state),
            }
        )
        if line["judged"] != "applied" or self.rng.random() < 0.6:
            self.put({"type": "takeback", "to": before})


def sprinkle(log: list[Record], find: Find, rng: random.Random, often: float = 0.1) -> list[Record]:
    """The same game with notes, claims, takebacks, mistakes, amends and rulings."""
    return Sprinkler(log, find, rng).run(often)


def random_score_log(header: Record, find: Find, rng: random.Random) -> list[Record]:
    """A scorekeeper's log; now and then its end hides a Demi or names the wrong winners."""
    header = {**header, "detail": "score"}
    game = Game(header, find)
    log: list[Record] = [header]
    if game.take(header)["judged"] != "applied":
        return log
    assert game.config is not None
    assert game.state is not None
    config = game.config
    for _ in range(rng.randint(5, 40)):
        record = random_score(config, game.state, rng)
        if game.take(record)["judged"] == "applied" or rng.random() < 0.02:
            log.append(record)
        else:
            game = Game(header, find)
            for kept in log:
                game.take(kept)
    log.append(_score_end(config, game.state, rng))
    return [{**record, "n": n} for n, record in enumerate(log)]


def random_score(config: Config, state: Record, rng: random.Random) -> Record:
    markers = config.pack.demis + (["hadria"] if config.hadria else [])
    kind = rng.choice(["score", "score", "score", "smite", "corruption", "age", "ruling"])
    if kind == "score":
        names = rng.sample(markers, rng.randint(1, 4))
        return {"type": "score", "changes": {name: rng.randint(-3, 4) for name in names}}
    if kind == "smite":
        return {"type": "smite", "demis": rng.sample(config.pack.demis, rng.randint(1, 3))}
    if kind == "corruption":
        return {"type": "corruption", "player": rng.choice(config.players), "amount": rng.randint(0, 3)}
    if kind == "ruling" and rng.random() < 0.4:
        return {"type": "ruling", "by": "judge", "reason": "a slip", "set": Judge(config, rng).random_set(state)}
    age: Record = {"type": "age", "age": state["age"] + 1}
    if rng.random() < 0.5:
        age["card"] = rng.choice(sorted(config.pack.ages))
    return age


def _score_end(config: Config, state: Record, rng: random.Random) -> Record:
    owned = dealt(config, state, rng)
    end: Record = {"type": "end", "demis": owned}
    if config.role == "eredan":
        end["guess"] = {player: rng.choice([owned[player], owned[config.others()[0]]]) for player in config.others()}
    if rng.random() < 0.3:
        held = [demi for demis in owned.values() for demi in as_list(demis)]
        end["unused"] = [demi for demi in config.pack.demis if demi not in held]
    end = with_winners(config, state, end)
    for player in sorted(owned):
        what = rng.random()
        if what < 0.05:
            del end["demis"][player]
        elif what < 0.1:
            end["demis"][player] = "?"
    if rng.random() < 0.2:
        end["winners"] = rng.choices(config.players, k=rng.randint(0, 2))
    return end
