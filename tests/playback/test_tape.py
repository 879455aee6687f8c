"""A game as a tape: differences that lead back to every state, and the places one may want to go to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vflog import services
from vflog.engine.scene import shorts
from vflog.playback import steps as stepping
from vflog.playback.differences import Differences, applied
from vflog.playback.differences import Path as Way
from vflog.playback.tape import Tape, beginning, tape, without_states

GOLDEN = Path(__file__).parents[1] / "golden" / "veiled-fate"
PACKS = [Path(__file__).parents[1] / "vectors" / "packs"]
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=1), inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.lists(st.dictionaries(st.text("abc", max_size=1), PLAIN, max_size=3), max_size=6)


def tape_of(name: str, view: str = "all") -> Tape:
    (cursor,) = services.cursors(GOLDEN / f"{name}.jsonl", content=PACKS, view=view)
    return tape(cursor, view)


def unwound(steps: list[Any], paths: list[Way], which: int) -> list[dict[str, Any]]:
    """The documents that differences lead to."""
    out: list[dict[str, Any]] = []
    now: dict[str, Any] = {}
    for step in steps:
        now = now if step is None else applied(now, step[which], paths)
        out.append(now)
    return out


@given(DOCUMENTS)
def test_differences_lead_to_every_document(documents: list[dict[str, Any]]) -> None:
    made = Differences()
    found = json.loads(json.dumps([made.next(document) for document in documents]))
    now: dict[str, Any] = {}
    for document, difference in zip(documents, found, strict=True):
        before = json.dumps(now)
        after = applied(now, difference, made.paths)
        assert after == document
        assert json.dumps(now) == before, "what was there is left as it is"
        now = after


def test_a_difference_that_does_not_lead_there_is_told() -> None:
    made = Differences()
    made.next({"a": {"b": 1}})
    made.paths[0] = ("c",)
    with pytest.raises(RuntimeError, match="does not lead"):
        made.next({"a": {"b": 1}, "c": 1, "a2": 1} | {"a": {"b": 2, "c": 3}} | {"a": 2})


@pytest.mark.parametrize("name", ["all-9-arbiter", "base-5-around", "score-7-hadria", "sorcerer-4"])
def test_the_tape_has_the_state_after_every_record(name: str) -> None:
    made = tape_of(name)
    (cursor,) = services.cursors(GOLDEN / f"{name}.jsonl", content=PACKS)
    steps = list(stepping.steps(cursor))
    assert [row.n for row in made.rows] == [step.n for step in steps]
    states = unwound(made.reel.steps, made.reel.state_paths, 0)
    for step, kept, state in zip(steps, made.reel.steps, states, strict=True):
        assert (kept is None) == (step.state is None)
        if step.state is not None:
            assert state == step.state


def test_what_was_taken_back_is_told_so() -> None:
    made = tape_of("base-5-around")
    (cursor,) = services.cursors(GOLDEN / "base-5-around.jsonl", content=PACKS)
    counts = {name: sum(row.judged == name for row in made.rows) for name in ("applied", "refused", "taken_back")}
    verdict = cursor.verdict
    assert counts == {"applied": verdict.applied, "refused": verdict.refused, "taken_back": verdict.taken_back}


def test_stops_are_where_it_happens() -> None:
    made = tape_of("hadria-3-around")
    scenes = unwound(made.reel.steps, made.reel.scene_paths, 1)
    assert {made.rows[i].type for i in made.reel.stops["vote"]} <= {"reveal", "age_reveal"}
    assert len(made.reel.stops["vote"]) == sum(row.type in ("reveal", "age_reveal") for row in made.rows)
    assert made.reel.stops["problem"] == [i for i, row in enumerate(made.rows) if row.problems]
    assert [name for name, _ in made.reel.chapters] == ["Age I", "Age II", "Age III"]
    for name, i in made.reel.chapters:
        assert made.rows[i].type == "age"
        assert scenes[i]["chapter"] == name
    for i in made.reel.stops["lead"]:
        assert made.rows[i].judged == "applied"
        markers = [
            marker
            for space in sorted(scenes[i]["track"], key=int, reverse=True)
            for marker in scenes[i]["track"][space]
            if marker != "hadria"
        ]
        assert scenes[i]["leader"] == markers[0]
    for name, i in made.reel.turns:
        assert scenes[i]["turn"] == name


def test_changes_are_told_in_words() -> None:
    made = tape_of("hadria-3-around")
    moves = [row for row in made.rows if row.type == "move" and row.judged == "applied"]
    assert moves
    assert all(" → " in row.changes for row in moves)


def test_a_tape_of_a_view_has_no_secret_of_others() -> None:
    whole, seen = tape_of("hadria-5-rulings"), tape_of("hadria-5-rulings", "ada")
    states = unwound(seen.reel.steps, seen.reel.state_paths, 0)
    for state in states:
        for player, hand in state.get("hands", {}).items():
            assert player == "ada" or set(hand) <= {"?"}
    assert len(msgspec.json.encode(seen)) < len(msgspec.json.encode(whole))


def test_a_tape_can_be_cut_and_left_without_states() -> None:
    made = tape_of("base-3")
    short = beginning(made, 40)
    assert len(short.rows) == len(short.reel.steps) == 40
    assert all(i < 40 for places in short.reel.stops.values() for i in places)
    bare = without_states(made)
    assert not bare.reel.whole
    assert unwound(bare.reel.steps, bare.reel.scene_paths, 1) == unwound(made.reel.steps, made.reel.scene_paths, 1)


def test_letters_tell_names_apart() -> None:
    demis = ("pentha", "agamar", "klar", "aponi", "saghari", "namari", "naka", "belan", "isabel")
    found = shorts({demi: demi for demi in demis})
    assert len(set(found.values())) == len(demis)
    assert all(len(short) == 2 and short[0] == demi[0].upper() for demi, short in found.items())
