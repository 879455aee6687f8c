"""Hidden cards: what is known, what is forgotten, and that hiding never adds a problem."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vflog.engine.dice import Dice
from vflog.games.udacha.examples import EXAMPLES, Example
from vflog.games.udacha.invented import CARDS

from .checks import CHECKS
from .harness import Game, Log
from .simulated import simulated

LOGS: dict[str, Example] = {
    **{f"{example.rule} {n}": example for n, example in enumerate(EXAMPLES)},
    **{title: check.sides for title, check in CHECKS.items()},
}
ID = re.compile(r"[AB]\.[A-Z][a-z]+\.\d+")


def veil(value: Any, dice: Dice, percent: int) -> Any:
    """The value with some of its instance ids hidden, wherever they stand."""
    if isinstance(value, str):
        return "?" if ID.fullmatch(value) and dice.chance(percent) else value
    if isinstance(value, list):
        return [veil(item, dice, percent) for item in value]
    if isinstance(value, dict):
        return {key: veil(item, dice, percent) for key, item in value.items()}
    return value


def hide(log: list[dict[str, Any]], seed: int, percent: int) -> list[dict[str, Any]]:
    dice = Dice(seed)
    return [log[0], *(veil(record, dice, percent) for record in log[1:])]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), percent=st.sampled_from((5, 30, 60, 95)))
def test_hiding_never_adds_a_problem(seed: int, percent: int) -> None:
    game = Game(hide(simulated(seed), seed, percent))
    assert game.problems == []
    assert game.verdict.status == "valid"


def damaged(log: Log, dice: Dice) -> Log:
    """The log with a mistake or two: another card, place or player, a move left out, a frame cancelled."""
    out: Log = json.loads(json.dumps(log))
    for _ in range(1 + dice.below(2)):
        n = 4 + dice.below(len(out) - 4)
        record, cards = out[n], ID.findall(str(out[n - 4 : n + 1])) or ["A.Wren.1"]
        move = dice.choice(record.get("mv") or [["", "", ""]])
        zone = dice.choice(("hand", "deck", "heroes", "scenery", "reserve", "discard", "destroyed"))
        mistake = dice.below(6)
        if mistake == 0:
            move[0] = dice.choice(cards)
        elif mistake == 1:
            move[1 + dice.below(2)] = f"{dice.choice('AB')}.{zone}"
        elif mistake == 2 and record.get("mv"):
            record["mv"].remove(move)
        elif mistake == 3 and "card" in record:
            record["card"] = dice.choice(cards)
        elif mistake == 4 and "p" in record:
            record["p"] = dice.choice("AB")
        elif record["type"] == "res":
            record["ok"] = False
    return out


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), percent=st.sampled_from((15, 40, 70, 100)))
def test_hiding_never_adds_a_problem_to_mistakes(seed: int, percent: int) -> None:
    """Up to the first record that the full log refuses: what comes after it is not judged there."""
    log = damaged(simulated(seed % 50), Dice(seed))
    problems = Game(log).problems
    end = next((p.n for p in problems if p.severity == "error" and p.n is not None), len(log))
    assert {p.n for p in Game(hide(log[: end + 1], seed, percent)).problems} <= {p.n for p in problems}


@pytest.mark.parametrize("name", LOGS)
def test_a_hidden_log_has_problems_of_the_full_one_only(name: str) -> None:
    """By record: one that breaks several rules may be named by another of them."""
    example = LOGS[name]
    for log in (example.log(), example.log(broken=True)[: example.flagged + 1]):
        full = {problem.n for problem in Game(log).problems}
        for seed, percent in enumerate((15, 40, 70, 100)):
            assert {problem.n for problem in Game(hide(log, seed, percent)).problems} <= full


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_cards_are_counted_alike_whatever_is_hidden(seed: int) -> None:
    log = simulated(seed)
    full, hidden = Game(log), Game(hide(log, seed, 60))
    for before, after in zip(full.states, hidden.states, strict=True):
        assert before is not None
        assert after is not None
        sizes = [{zone: len(cards) for zone, cards in state["zones"].items()} for state in (before, after)]
        assert sizes[0] == sizes[1]


def _game(zones: dict[str, list[str]], *records: dict[str, Any]) -> Game:
    header = {
        "type": "game",
        "format": "vflog/1",
        "game": "g",
        "ruleset": "udacha",
        "players": [{"id": "A"}, {"id": "B"}],
        "to_win": 3,
        "profile": "core",
        "cards": CARDS,
    }
    return Game([header, {"type": "given", "on": "A", "zones": zones}, *records])


def _other(*moves: list[Any], **fields: Any) -> dict[str, Any]:
    return {"type": "act", "p": "A", "what": "other", "mv": list(moves), **fields}


def test_an_announced_card_takes_the_place_of_a_hidden_one() -> None:
    game = _game({"A.hand": ["?", "?"]}, {"type": "do", "p": "A", "what": "play", "card": "A.Wren.1"})
    assert game.state["zones"] == {"A.hand": ["?", "A.Wren.1"]}


@pytest.mark.parametrize(
    ("hand", "rule"), [(["A.Gull.1"], "M2"), ([], "M2"), (["A.Gull.1", "?"], None)], ids=["other", "none", "hidden"]
)
def test_m2_a_card_is_played_from_where_it_may_be(hand: list[str], rule: str | None) -> None:
    game = _game({"A.hand": hand}, {"type": "do", "p": "A", "what": "play", "card": "A.Wren.1"})
    assert [problem.rule for problem in game.problems] == ([rule] if rule else [])


def test_a_hidden_card_that_leaves_may_have_been_any() -> None:
    game = _game({"A.hand": ["A.Wren.1", "A.Gull.1"]}, _other(["?", "A.hand", "A.deck"]))
    assert game.state["zones"] == {"A.deck": ["?"], "A.hand": ["?"]}


def test_a_known_card_out_of_a_hidden_stretch_of_the_deck() -> None:
    deck = ["A.Wren.1", "?", "A.Gull.1", "?", "A.Flint.1"]
    game = _game({"A.deck": deck}, _other(["A.Ibis.1", "A.deck", "A.hand"]))
    assert game.state["zones"]["A.deck"] == ["A.Wren.1", "?", "?", "A.Flint.1"]


def test_a_known_card_in_place_of_the_only_hidden_one() -> None:
    game = _game({"A.deck": ["A.Wren.1", "?", "A.Flint.1"]}, _other(["A.Ibis.1", "A.deck", "A.hand"]))
    assert game.state["zones"]["A.deck"] == ["A.Wren.1", "A.Flint.1"]


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (["?", "A.Wren.1", "A.Ibis.1"], None),
        (["?", "?", "?"], None),
        (["A.Wren.1", "A.Ibis.1", "A.Reed.1"], "M2"),
        (["?", "?"], "M2"),
        (["A.Wren.1", "A.Gull.1", "A.Flint.1"], "M2"),
        (["A.Wren.1", "A.Wren.1", "?"], "M2"),
    ],
)  # fmt: skip
def test_m2_a_shuffle_keeps_the_cards(order: list[str], rule: str | None) -> None:
    zones = {"A.deck": ["A.Wren.1", "A.Flint.1", "?"], "A.hand": ["A.Gull.1"]}
    game = _game(zones, _other(order={"A.deck": order}))
    assert [problem.rule for problem in game.problems] == ([rule] if rule else [])
    if rule is None:
        assert game.state["zones"]["A.deck"] == order


_STORY = {"type": "Story"}


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"shown": ["A.Wren.1", "?"], "taken": "?", "bottom": ["?"]}, None),
        ({"shown": ["A.Wren.1", "?"], "taken": "A.Ibis.1", "bottom": ["A.Wren.1"]}, None),
        ({"shown": ["?", "A.Flint.1"], "bottom": ["A.Flint.1", "A.Wren.1"]}, None),
        ({"shown": ["?", "?"], "taken": "?", "bottom": ["A.Ibis.1"]}, None),
        ({"shown": ["?", "?"], "taken": "A.Ibis.1", "bottom": ["?"]}, None),
        ({"shown": ["A.Wren.1", "A.Gull.1"], "bottom": ["?", "?"]}, "U33"),
        ({"shown": ["A.Wren.1"], "bottom": ["?"]}, "U33"),
        ({"shown": ["?", "A.Wren.1"], "bottom": ["?", "?"]}, "U33"),
        ({"shown": ["A.Wren.1", "A.Flint.1"], "taken": "A.Ibis.1", "bottom": ["?"]}, "U34"),
        ({"shown": ["A.Wren.1", "?"], "taken": "A.Gull.1", "bottom": ["?"]}, "U34"),
        ({"shown": ["?", "A.Flint.1"], "taken": "A.Ibis.1", "bottom": ["?"]}, "U34"),
        ({"shown": ["A.Wren.1", "A.Ember.1"], "taken": "?", "want": _STORY, "bottom": ["?"]}, None),
        ({"shown": ["A.Wren.1", "A.Flint.1"], "taken": "?", "want": _STORY, "bottom": ["?"]}, "U34"),
        ({"shown": ["A.Wren.1", "A.Ember.1"], "taken": "?", "want": _STORY, "bottom": ["A.Ember.1"]}, "U35"),
        ({"shown": ["?", "?"], "taken": "?", "want": _STORY, "bottom": ["A.Ibis.1"]}, "U35"),
        ({"shown": ["A.Wren.1", "?"], "bottom": ["A.Gull.1", "?"]}, "U35"),
        ({"shown": ["?", "?"], "bottom": ["A.Ibis.1", "A.Flint.1"]}, "U35"),
        ({"shown": ["?", "?"], "taken": "A.Ibis.1", "bottom": ["A.Flint.1"]}, "U35"),
        ({"shown": ["?", "A.Flint.1"], "taken": "?", "bottom": ["A.Ibis.1"]}, "U35"),
        ({"shown": ["A.Wren.1", "?"], "bottom": ["A.Wren.1", "A.Wren.1"]}, "U35"),
        ({"shown": ["A.Wren.1", "A.Flint.1"], "taken": "A.Wren.1", "bottom": ["A.Wren.1"]}, "U35"),
    ],
)  # fmt: skip
def test_seek_as_far_as_it_is_known(fields: dict[str, Any], rule: str | None) -> None:
    zones = {"A.deck": ["A.Wren.1", "?", "?"], "A.hand": ["A.Gull.1"]}
    game = _game(zones, {"type": "act", "p": "A", "what": "seek", "x": 2, **fields})
    assert [problem.rule for problem in game.problems] == ([rule] if rule else [])
    if rule is None:
        assert game.state["zones"]["A.deck"] == ["?", *fields["bottom"]]


def test_a2_a_hidden_card_leaves_the_side_that_is_told() -> None:
    game = _game({"A.discard": ["A.Wren.1"], "B.discard": ["B.Gull.1"]}, _other(["?", "A.discard", "A.hand"]))
    assert game.state["zones"] == {"A.hand": ["?"], "B.discard": ["B.Gull.1"]}


def test_a2_the_side_of_a_shared_pile_does_not_matter() -> None:
    game = _game({"B.discard": ["A.Wren.1"]}, _other(["A.Wren.1", "A.discard", "A.hand"]))
    assert game.problems == []
    assert game.state["zones"] == {"A.hand": ["A.Wren.1"]}
