"""U13: of all orders in which two players' answers can come, exactly one is accepted."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .harness import Game

MOST = 4
#: Heroes of different Names, so that nothing but the order of the answers is judged.
CARDS: dict[str, Any] = {
    "Wren": {"type": "Hero"},
    **{
        f"Guard{i}": {
            "type": "Hero",
            "eff": {kind[0].lower(): {"kind": kind, "trigger": {"what": "play"}} for kind in ("INTERRUPT", "REACTION")},
        }
        for i in range(MOST)
    },
}


def _log(on: str, window: str, order: str, **header: Any) -> list[dict[str, Any]]:
    heroes = {f"{p}.heroes": [f"{p}.Guard{i}.1" for i in range(MOST)] for p in "AB"}
    answers = [
        {
            "type": "act",
            "p": player,
            "what": "use",
            "card": f"{player}.Guard{order[:i].count(player)}.1",
            "eff": {"INT": "i", "REA": "r"}[window],
            "win": window,
            "trig": 2,
        }
        for i, player in enumerate(order)
    ]
    res = {"type": "res", "f": 2, "mv": [["A.Wren.1", "A.hand", "A.heroes"]]}
    return [
        {
            "type": "game",
            "format": "vflog/1",
            "game": "g",
            "ruleset": "udacha",
            "players": [{"id": "A"}, {"id": "B"}],
            "to_win": 3,
            "profile": "core",
            "cards": CARDS,
            **header,
        },
        {"type": "given", "on": on, "zones": {**heroes, "A.hand": ["A.Wren.1"]}},
        {"type": "do", "p": "A", "what": "play", "card": "A.Wren.1"},
        *([*answers, res] if window == "INT" else [res, *answers]),
        {"type": "done", "f": 2},
    ]


def _orders(a: int, b: int) -> list[str]:
    """All interleavings of so many answers of A and of B."""
    places = combinations(range(a + b), a)
    return ["".join("A" if i in chosen else "B" for i in range(a + b)) for chosen in places]


def _alternating(on: str, a: int, b: int) -> str:
    """The off-turn player first, then in turns, and the one with more answers ends alone."""
    left, player, out = {"A": a, "B": b}, "B" if on == "A" else "A", ""
    while left["A"] + left["B"]:
        if left[player]:
            left[player] -= 1
            out += player
        player = "B" if player == "A" else "A"
    return out


@settings(max_examples=25, deadline=None)
@given(
    on=st.sampled_from("AB"),
    window=st.sampled_from(("INT", "REA")),
    a=st.integers(0, MOST - 1),
    b=st.integers(0, MOST - 1),
)
def test_u13_exactly_one_interleaving(on: str, window: str, a: int, b: int) -> None:
    accepted = []
    for order in _orders(a, b):
        finding = Game(_log(on, window, order)).finding()
        if finding[0] == "legal":
            accepted.append(order)
        else:
            assert finding[::2] == ("illegal", "U13")
    assert accepted == [_alternating(on, a, b)]


@pytest.mark.parametrize("order", _orders(2, 2))
def test_a21_reactions_need_not_alternate_under_the_other_ruling(order: str) -> None:
    free = {"rulings": {"reactions_alternate": False}}
    assert Game(_log("A", "REA", order, **free)).finding()[0] == "legal"
    legal = order == _alternating("A", 2, 2)
    assert (Game(_log("A", "INT", order, **free)).finding()[0] == "legal") == legal


def test_a21_the_other_ruling_is_named() -> None:
    game = Game(_log("A", "REA", "AB"), holds_under=True)
    assert game.problems[0].holds_under == ["reactions_alternate=false"]


@pytest.mark.parametrize(("order", "legal"), [("BAB", True), ("BBA", False), ("BB", True), ("BAAB", False)])
def test_u13_in_words(order: str, legal: bool) -> None:
    assert (Game(_log("A", "INT", order)).finding()[0] == "legal") == legal


def test_a22_a_pass_ends_what_u13_asks_between_the_two() -> None:
    log = _log("A", "INT", "BBA")
    log.insert(3, {"type": "pass", "p": "A", "win": "INT", "trig": 2})
    assert Game(log).finding() == ("disputed", 6, "A22")
    log = _log("A", "INT", "AB")
    log.insert(4, {"type": "pass", "p": "A", "win": "INT", "trig": 2})
    assert Game(log).finding()[0] == "legal"


def test_a22_a_pass_holds_for_its_own_window_and_frame() -> None:
    log = _log("A", "REA", "B")
    log.insert(3, {"type": "pass", "p": "B", "win": "INT", "trig": 2})
    assert Game(log).finding()[0] == "legal"
