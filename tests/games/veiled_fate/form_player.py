"""A client that knows no rules: it fills forms at random, draws for nature by its description, asks what follows."""

from __future__ import annotations

import random
from typing import Any

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
            if name in form["optional"] and (name == "saw" or self._rng.random() < 0.5):
                continue
            if name in record and record[name] == spec:
                continue
            out[name] = self.value(spec)
        return out

    def value(self, spec: Any) -> Any:
        """A value of a field."""
        rng = self._rng
        match spec:
            case {"in": values}:
                return rng.choice(values)
            case {"choose": count, "from": values}:
                return rng.sample(values, count)
            case {"cards": size, "of": kinds, "by": places}:
                by_place: dict[str, list[str]] = {}
                for card in self._cards(kinds, size):
                    by_place.setdefault(rng.choice(places), []).append(card)
                return by_place
            case {"cards": size, "of": kinds}:
                return self._hidden(self._cards(kinds, size), spec)
            case {"reveals": "cards", "count": count, "of": kinds}:
                known = spec.get("with", [])
                rest = {kind: number - known.count(kind) for kind, number in kinds.items()}
                if spec.get("open"):
                    rest.pop("?", None)
                return [*known, *self._cards(rest, count - len(known))]
            case {"reveals": "card", "of": kinds}:
                return self._cards(kinds, 1)[0]
            case {"reveals": "coin", "of": sides}:
                return rng.choice(sides)
            case {"reveals": "demis", "count": count, "of": demis}:
                known = spec.get("with", [])
                return [*known, *rng.sample([demi for demi in demis if demi not in known], count - len(known))]
            case {"reveals": "quests", "count": count, "of": {"quest": quests, "region": regions}}:
                laid = zip(rng.sample(quests, count), rng.sample(regions, count), strict=True)
                return [{"quest": quest, "region": region} for quest, region in laid]
            case {"reveals": "servants", "of": {"servant": servants, "region": regions}}:
                return dict(zip(servants, rng.sample(regions, len(servants)), strict=True))
            case {"reveals": "favors", "count": count, "of": kinds}:
                return self._cards(kinds, count)
            case {"reveals": "order", "of": values}:
                return rng.sample(values, len(values))
            case {"reveals": "demi" | "favor", "of": values}:
                return rng.choice(values)
            case {"reveals": "change"}:
                return rng.randint(-4, 4)
            case {"reveals": "amount"}:
                return rng.randint(0, 3)
            case dict():
                assert "reveals" not in spec, f"nature is not told what to show: {spec}"
                return {name: self.value(one) for name, one in spec.items() if "follows" not in str(one)[:12]}
            case _:
                return spec

    def _cards(self, kinds: dict[str, int], size: int | list[int]) -> list[str]:
        there = [kind for kind, count in kinds.items() for _ in range(count)]
        count = size if isinstance(size, int) else self._rng.randint(size[0], min(size[1], size[0] + 3))
        return self._rng.sample(there, count)

    def _hidden(self, cards: list[str], spec: Fields) -> list[str]:
        if spec.get("open"):
            return cards
        return ["?" if self._rng.random() < self._hides else card for card in cards]


def put(play: Play, record: Fields) -> None:
    """Carry out a record of which the forms say that it is legal."""
    try:
        play.apply(dialect(RULESET).record(record))
    except Refused as why:
        raise AssertionError(f"{why.code} {why.values}: {record}") from None
