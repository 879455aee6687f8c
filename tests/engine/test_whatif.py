"""Other rulings under which a refused record would stand: the same as where each is tried by judging all anew."""

from __future__ import annotations

import json
from collections.abc import Container
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import vflog
from tests.store.prove import mistaken
from vflog.engine.amends import read_otherwise
from vflog.engine.claims import compare
from vflog.engine.frame import step
from vflog.engine.ruleset import Play, beginning, ruleset
from vflog.engine.timeline import Timeline
from vflog.engine.whatif import Otherwise
from vflog.games.veiled_fate.rulings import NAMED
from vflog.games.veiled_fate.wishes import Wishes
from vflog.log.problems import Refused, Unsupported
from vflog.log.records import Amend, Claim, Record, Takeback
from vflog.reading.content import built_in

PACKS = Path(__file__).parents[1] / "vectors" / "packs"


def _tried_anew(found: dict[str, Any], judged: Timeline, n: int, record: Record, differing: Container[int]) -> Any:
    """What holds, with all records played from the beginning under each ruling."""
    records = [(n, judged.written(place)) for place, n in enumerate(judged.numbers)]
    for named in found["ruleset"].rulings.values():
        for value in named.values:
            if found["values"].get(named.name) != value:
                overrides = {**found["overrides"], named.name: value}
                begin = beginning(found["ruleset"], found["header"], found["find"], overrides)
                if _sound(found["ruleset"], begin, [*records, (n, record)], differing):
                    yield f"{named.name}={value}"


def _sound(rules: Any, begin: Any, records: list[tuple[int, Record]], differing: Container[int]) -> bool:
    def stands(play: Play, n: int, record: Record) -> None:
        if isinstance(record, Claim) and n not in differing and not all(held.holds for held in compare(record, play)):
            raise Refused("claim.differs")
        step(play, n, record)
        play.warnings.clear()

    try:
        timeline = Timeline(begin(), None, step, begin)
        for n, record in records:
            if isinstance(record, Amend):
                read_otherwise(timeline, record, rules, stands, sound=False)
            elif isinstance(record, Takeback):
                place = -1 if record.to == 0 else timeline.place(record.to)
                if place is None:
                    raise Refused("takeback.target")
                timeline.at(place + 1).may_return()
                timeline.cut(place + 1)
            stands(timeline.play, n, record)
            timeline.push(n, record)
    except (Refused, Unsupported):
        return False
    return True


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Whatever is found is found by trying anew too; gives what was found."""
    told: list[list[str]] = []
    given: dict[int, dict[str, Any]] = {}
    begin, holds = Otherwise.__init__, Otherwise.holds

    def begun(self: Otherwise, ruleset: Any, header: Any, find: Any, overrides: Any, values: Any, other: Any) -> None:
        given[id(self)] = {
            "ruleset": ruleset, "header": header, "find": find, "overrides": overrides, "values": values,
            "other": other, "self": self,
        }  # fmt: skip
        begin(self, ruleset, header, find, overrides, values, other)

    def both(self: Otherwise, judged: Timeline, n: int, record: Record, asked: Container[str] | None) -> list[str]:
        found = holds(self, judged, n, record, asked)
        mine = given[id(self)]
        assert found == [*_tried_anew(mine, judged, n, record, mine["other"])]
        told.append(found)
        return found

    monkeypatch.setattr(Otherwise, "__init__", begun)
    monkeypatch.setattr(Otherwise, "holds", both)
    return told


def test_what_holds_is_what_holds_when_all_is_tried_anew(compared: list[list[str]], tmp_path: Path) -> None:
    for place, _, _ in islice(mistaken(10**6, 7, tmp_path), 1):
        for keep_going in (False, True):
            vflog.validate([place], content=[place, PACKS], keep_going=keep_going)
    assert compared


def test_a_game_played_by_another_ruling_stands_under_that(compared: list[list[str]], tmp_path: Path) -> None:
    """Games whose header does not say so, with a record that stands under no ruling now and then, taken back."""
    rules: Any = ruleset("veiled-fate")
    expected = set()
    for seed, (name, named) in enumerate(NAMED.items()):
        wishes = Wishes(
            game=name, players=4, expansions=("hadria", "celestials"), role="arbiter", rulings={name: named.values[1]}
        )
        log = list(rules.simulate(lambda pack: built_in(rules, pack), seed, wishes))
        log[0].pop("rulings")
        out: list[dict[str, Any]] = []
        for record in log:
            out.append({**record, "n": len(out)})
            if len(out) % 80 == 0:
                out.append({"type": "move", "n": len(out), "player": "nobody", "demi": "none", "to": "city"})
                out.append({"type": "takeback", "n": len(out), "to": len(out) - 2})
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in out))
        expected.add(f"{name}={named.values[1]}")
        vflog.validate(path)
    found = {holding for held in compared for holding in held}
    assert len(found) > 2
    assert found <= expected
