"""A client that knows no rules: it fills forms at random, draws for nature by its description, asks what follows."""

from __future__ import annotations

import random
from typing import Any

from tests.examples.client import CLIENT
from vflog.engine.ruleset import Play, dialect
from vflog.games.veiled_fate import RULESET
from vflog.log.problems import Refused
from vflog.playback.forms import so_far

Fields = dict[str, Any]
#: How often each type is tried in a turn: so that games go on.
WEIGHTS = {"move": 60, "power": 15, "favor": 30, "end_turn": 20, "rest": 4, "celestial": 8}


def goes_on(form: Fields) -> bool:
    """Whether the game goes on by it: all but an end for another reason than that it was played."""
    return form["type"] != "end" or "reason" not in form["fields"]


class Player:
    """Plays by forms alone."""

    def __init__(self, rng: random.Random, hides: float = 0.2) -> None:
        self._rng = rng
        self._hides = hides

    def next(self, play: Play) -> Fields:
        """A record by which the game goes on; fails where there is none, or what a form says is refused."""
        forms = [form for form in play.legal() if goes_on(form)]
        assert forms, f"nobody can go on in phase {play.document()['phase']}"
        kinds = sorted({form["type"] for form in forms})
        kind = self._rng.choices(kinds, [WEIGHTS.get(kind, 10) for kind in kinds])[0]
        form = self._rng.choice([form for form in forms if form["type"] == kind])
        record: Fields = {"type": kind}
        for _ in range(60):
            record.update(self._filled(form, record))
            left = so_far(play, record)
            if not left:
                put(play.copy(), record)
            form = left[0]
            due = {name: spec for name, spec in form["fields"].items() if name not in form["optional"]}
            if record == {**record, **due}:
                return record
        raise AssertionError(f"no end to what follows: {record}")

    def _filled(self, form: Fields, record: Fields) -> Fields:
        out = {}
        for name, spec in form["fields"].items():
            if isinstance(spec, dict) and "follows" in spec:
                continue
            if name in form["optional"] and self._rng.random() < 0.5:
                continue
            if name in record and record[name] == spec:
                continue
            out[name] = self.value(spec)
        return out

    def value(self, spec: Any) -> Any:
        """A value of a field."""
        value = CLIENT.fill(spec, self._rng)
        return self._hidden(value, spec) if isinstance(value, list) and isinstance(spec, dict) else value

    def _hidden(self, cards: list[str], spec: Fields) -> list[str]:
        if "cards" not in spec or spec.get("open"):
            return cards
        return ["?" if self._rng.random() < self._hides else card for card in cards]


def put(play: Play, record: Fields) -> None:
    """Carry out a record of which the forms say that it is legal."""
    try:
        play.apply(dialect(RULESET).record(record))
    except Refused as why:
        raise AssertionError(f"{why.code} {why.values}: {record}") from None
