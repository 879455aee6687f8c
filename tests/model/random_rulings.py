"""Random rulings by a judge: parts of the state that may be set, many of which do not fit together."""

from __future__ import annotations

import random
from typing import Any

from .config import Config
from .document import clone
from .pack import KINDS, LOCATIONS

State = dict[str, Any]


class Judge:
    """Makes up what a ruling sets in a state."""

    def __init__(self, config: Config, rng: random.Random) -> None:
        self.config = config
        self.rng = rng

    def random_set(self, state: State) -> State:
        """One part of the state, now and then several."""
        chosen: State = {}
        for _ in range(self.rng.choice([1, 1, 1, 2, 3])):
            parts = self._score(state) if self.config.detail == "score" else self._full(state)
            chosen.update(self.rng.choice(parts))
        return chosen

    def _track(self, state: State) -> State:
        """Some Demis on other spaces, or in another order."""
        places = clone(state["track"])
        if self.rng.random() < 0.5:
            for demis in places.values():
                self.rng.shuffle(demis)
        else:
            space = self.rng.choice(sorted(places))
            demi = places[space].pop(self.rng.randrange(len(places[space]))) if places[space] else None
            if demi is not None:
                places.setdefault(str(self.rng.randint(0, 12)), []).insert(0, demi)
        return {"track": places}

    def _score(self, state: State) -> list[State]:
        rng, player = self.rng, self.rng.choice(self.config.players)
        return [
            self._track(state),
            {"track": {"4": [rng.choice(self.config.pack.demis)]}},
            {"hadria": {"renown": rng.randint(-1, 13)}},
            {"favors": {player: {"corruption": rng.randint(-1, 4)}}},
            {"rested": [player]},
        ]

    def _counts(self) -> dict[str, int]:
        return {kind: self.rng.randint(0, 2) for kind in self.rng.sample([*KINDS, "?"], self.rng.randint(1, 4))}

    def _full(self, state: State) -> list[State]:
        rng, config, pack = self.rng, self.config, self.config.pack
        player = rng.choice(config.players)
        parts = [
            self._track(state),
            *self._figures(state),
            *self._people(state),
            {"hands": {name: self._counts() for name in rng.sample(config.players, rng.randint(1, 2))}},
            {"hands": {player: {}}},
            {"deck": {"discards": self._counts()}},
            {"age_pile": rng.choice([{}, self._counts(), {rng.choice(LOCATIONS): self._counts()}])},
            {"city": None},
            {"city": {"space": rng.randint(0, 3)}},
            {"city": {"card": rng.choice(sorted(pack.city)), "space": rng.randint(0, 2)}},
            {"hadria": {"renown": rng.randint(0, 13), "at": rng.choice(LOCATIONS)}},
            {"hadria": {"display": rng.sample(sorted(pack.favors), min(2, len(pack.favors)))}},
            {"favors": {player: {"hand": rng.sample(sorted(pack.favors), 1)}}},
            {"favors": {player: {"played": rng.sample(sorted(pack.favors), 1), "hand": []}}},
            {"favors": {player: {"corruption": 2}}},
            {"phase": "turn"},
            {"age": 2},
        ]
        if state["quests"]:
            parts.append({"quests": {rng.choice(sorted(state["quests"])): {"pile": self._counts()}}})
        return parts

    def _figures(self, state: State) -> list[State]:
        rng, config = self.rng, self.config
        demi = rng.choice(config.pack.demis)
        quest = rng.choice(sorted(state["quests"]) or ["none"])
        return [
            {"demis": {name: {"at": rng.choice(LOCATIONS)} for name in rng.sample(config.pack.demis, 2)}},
            {"demis": {demi: {"at": rng.choice(LOCATIONS), "quest": None, "slot": None}}},
            {"demis": {demi: {"quest": quest, "slot": rng.randint(1, 3)}}},
            {"servants": {rng.choice(config.pack.servants): rng.choice(LOCATIONS)}},
        ]

    def _people(self, state: State) -> list[State]:
        rng, config = self.rng, self.config
        player, demis = rng.choice(config.players), [*config.pack.demis, "?"]
        others = [name for name in config.players if state["turn"] is None or name != state["turn"]["player"]]
        return [
            {"rested": rng.sample(others, rng.randint(0, len(others)))},
            {"rested": others},
            {"rested": [player]},
            {"first": player},
            {"turn": {"player": player}},
            {"turn": {"actions": rng.randint(0, 3)}},
            {"turn": {"fate": True, "favor_played": False}},
            {"turn": {"again": True}},
            {"celestial": {"used": rng.random() < 0.5}},
            {"known_demis": {player: rng.choice([rng.choice(demis), rng.sample(demis, 2)])}},
        ]
