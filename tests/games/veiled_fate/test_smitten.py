"""VF-H3, R4: what one cause does, also twice, to a Demi: Hadria gains 1 for each Demi smited."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from .harness import Game
from .packs import packed, sample
from .playing import Situation, act, log, onto, table, voting

DEMIS = ("klar", "naka", "isabel")
#: Results of a slot that smite once, twice, or not at all, with gains around.
RESULT = st.lists(st.sampled_from(["smite", "coin", "gain 1", "lose 1", "nothing"]), min_size=1, max_size=4)
ORDERS = ("keep", "listed")


def judged(given: Situation, *records: dict[str, Any], slots: list[str]) -> dict[str, Any]:
    """The state after the records, with a pack whose Quest lantern-oath has these results on its feather side."""
    pack = sample()
    quest = next(q for q in pack["quests"] if q["id"] == "lantern-oath")
    quest.update(voters=0, slots=[{"feather": text, "scorpion": "nothing"} for text in slots])
    game = Game(log(given, *records), packs={"changed": packed(pack)})
    assert not game.problems, game.problems[0].message
    return game.state


def on_a_quest(slots: list[str], order: str, coins: dict[str, str]) -> dict[str, Any]:
    """The Quest is filled by Ada, whose feather wins."""
    demis = DEMIS[: len(slots)]
    given = table(3, "hadria", content={"pack": "changed"}, rulings={"group_order": order}).ruled(
        demis={demi: {"quest": "lantern-oath", "slot": i} for i, demi in enumerate(demis[:-1], 1)},
        hadria={"at": "desert", "renown": 4},
    )
    fill = onto("ada", demis[-1], "lantern-oath", len(slots), "f1")
    return judged(given, fill, act("reveal", quest="lantern-oath", cards=["f1"], coins=coins), slots=slots)


@settings(max_examples=60, deadline=None)
@drawn(st.lists(RESULT, min_size=1, max_size=3), st.sampled_from(ORDERS))
def test_h3_each_demi_smited_by_a_quest_counts_once(results: list[list[str]], order: str) -> None:
    coins = {demi: "smite" for demi, result in zip(DEMIS, results, strict=False) if "coin" in result}
    state = on_a_quest([", ".join(result) for result in results], order, coins)
    smitten = [demi for demi, result in zip(DEMIS, results, strict=False) if {"smite", "coin"} & {*result}]
    assert state["hadria"]["renown"] == 4 + len(smitten)
    assert [demi for demi in DEMIS if state["demis"][demi]["at"] == "abyss"] == smitten


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("slot", "smitten"),
    [("coin, smite", 1), ("smite, smite", 1), ("smite, gain 1, smite", 1), ("coin", 0), ("gain 1", 0)],
)
def test_h3_each_demi_smited_by_judgement_counts_once(slot: str, smitten: int, order: str) -> None:
    """The Quest drawn has one slot; the coin, where there is one, is a gain."""
    given = voting("judgement", 3, expansions="hadria", content={"pack": "changed"}, rulings={"group_order": order})
    spare = "hundred-steps"
    pack = sample()
    one = next(q for q in pack["quests"] if q["id"] == spare)
    one.update(slots=[{"feather": slot, "scorpion": "nothing"}])
    records = [
        act("age_quest", "ada", quest=spare),
        act("age_place", "ada", demi="klar", slot=1),
        act("age_vote", "ada", cards=["f1"]),
        act("age_vote", "bob"),
        act("age_vote", "cy"),
        act("age_reveal", cards=["f1"], coins={"klar": "gain"} if "coin" in slot else {}),
    ]
    before = Game(log(given), packs={"changed": packed(pack)}).state["hadria"]["renown"]
    game = Game(log(given, *records), packs={"changed": packed(pack)})
    assert not game.problems, game.problems[0].message
    assert game.state["hadria"]["renown"] == before + smitten


@pytest.mark.parametrize("order", ORDERS)
def test_r4_the_second_smite_of_a_cause_moves_the_marker_as_the_text_says(order: str) -> None:
    """`smite, gain 1, smite` beside `gain 1`. Under keep the gains come first, then each smited Demi goes to the back;
    listed one by one, Naka gains last and so is in front."""
    state = on_a_quest(["smite, gain 1, smite", "gain 1"], order, {})
    assert state["track"]["1"] == ["naka", "klar"]
    assert state["hadria"]["renown"] == 5
    assert state["demis"]["klar"] == {"at": "abyss", "quest": None, "slot": None, "renown": 1}


def test_h3_under_refuse_each_demi_is_a_gain_of_its_own() -> None:
    """At 11 Hadria gains 1 for the first of two Demis, each smited twice, and no more for the second."""
    for order in ORDERS:
        given = table(
            3, "hadria", content={"pack": "changed"}, rulings={"group_order": order, "renown_bounds": "refuse"}
        ).ruled(demis={"klar": {"quest": "lantern-oath", "slot": 1}}, hadria={"at": "desert", "renown": 11})
        slots = ["smite, smite", "smite, smite"]
        records = onto("ada", "naka", "lantern-oath", 2, "f1"), act("reveal", quest="lantern-oath", cards=["f1"])
        assert judged(given, *records, slots=slots)["hadria"]["renown"] == 12
