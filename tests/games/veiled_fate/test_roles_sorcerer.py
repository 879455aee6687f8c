"""Sorcerer (VF-C4): its figure and marker, its spells, what reaches them, its win."""

from __future__ import annotations

import pytest

from vflog.games.veiled_fate.examples.example import act, move, onto, power
from vflog.games.veiled_fate.examples.situations import Fields, ranked, table

from .harness import Game

BASE = table(4, role="sorcerer")
DOT = BASE.ruled(turn={"player": "dot"})
WITH = DOT.ruled(demis={"klar": {"at": "volcano"}})
OWNERS = {"ada": "pentha", "bob": "agamar", "cy": "klar", "dot": "naka"}
FIGURE = {"at": "volcano", "quest": None, "slot": None, "renown": 2}


def played(*records: Fields, base: tuple[Fields, ...] = DOT.records, facts: bool = False) -> Game:
    return Game([{**record, "n": n} for n, record in enumerate((*base, *records))], facts=facts)


def figure(game: Game) -> Fields:
    return {key: game.state["celestial"][key] for key in FIGURE}


def spell(name: str, *pay: str, **fields: str) -> Fields:
    return act("celestial", "dot", act="spell", spell=name, cards=list(pay), **fields)


# -- the figure ----------------------------------------------------------------------------------------------


def test_vf_c4_figure_and_marker_begin_where_the_pack_says() -> None:
    game = played()
    assert figure(game) == FIGURE
    assert "sorcerer" not in game.state["demis"]
    assert all("sorcerer" not in demis for demis in game.state["track"].values())


def test_vf_c4_the_figure_moves_like_a_demi() -> None:
    game = played(move("dot", "sorcerer", "mountains"), move("dot", "sorcerer", "coast"))
    assert not game.errors
    assert figure(game)["at"] == "coast"
    assert game.state["turn"]["actions"] == 2
    assert played(move("dot", "sorcerer", "forest")).errors == [("move.not-adjacent", "VF-C4")]
    assert played(move("dot", "sorcerer", "volcano")).errors == [("move.same-place", "VF-C4")]
    assert played(move("dot", "sorcerer", "moon")).errors == [("move.unknown-place", "VF-C4")]
    assert played(move("dot", "sorcerer", "mountains", drew=None)).errors == [("move.no-reward", "VF-C4")]
    assert played(act("move", "dot", demi="sorcerer")).errors == [("move.one-goal", "VF-C4")]


def test_vf_c4_the_figure_brings_no_city_space() -> None:
    game = played(move("dot", "sorcerer", "city"))
    assert not game.errors
    assert game.state["city"]["space"] == 0
    assert played(move("dot", "sorcerer", "city", space={"drew": ["f1"]})).errors == [("city.no-space", "VF-A5")]


def test_vf_c4_only_the_sorcerer_moves_it() -> None:
    for wrong in (
        move("ada", "sorcerer", "mountains"),
        power("ada", "portal", "f1", "f1", "f2", demi="sorcerer", to="city"),
    ):
        assert played(wrong, base=BASE.records).errors == [("sorcerer.no-demi", "VF-C4")]


def test_vf_c4_no_slot_rule_binds_it() -> None:
    """A slot for owls takes it, and it comes off a Quest with the Quest only."""
    records = (move("dot", "sorcerer", "city"), onto("dot", "sorcerer", "crooked-well", 2))
    game = played(*records)
    assert not game.errors
    assert figure(game) == {"at": "coast", "quest": "crooked-well", "slot": 2, "renown": 2}
    assert game.state["quests"]["crooked-well"] == {
        "region": "coast",
        "slots": [None, "sorcerer", None],
        "pile": {"f1": 1},
    }
    assert played(move("dot", "sorcerer", "city"), {**records[1], "card": "+2"}).errors == [("cards.not-held", "VF-F6")]
    assert played(onto("dot", "sorcerer", "crooked-well", 2)).errors == [("move.quest-too-far", "VF-C4")]
    turn = act("ruling", by="judge", reason="its turn again", set={"turn": {"player": "dot"}})
    back = (*records, act("end_turn", "dot"), turn)
    assert played(*back, move("dot", "sorcerer", "city")).errors == [("move.on-quest", "VF-C4")]


def completed(slot: int, side: str) -> Game:
    """Lantern-oath with the figure on one slot and Klar on the other."""
    first = (move("dot", "sorcerer", "city"), onto("dot", "sorcerer", "lantern-oath", slot))
    there = (act("end_turn", "dot"), onto("ada", "klar", "lantern-oath", 3 - slot, "f1" if side == "feather" else "s2"))
    named = act("voters", "ada", quest="lantern-oath", players=["bob"])
    vote = act("vote", "bob", quest="lantern-oath", card="f1" if side == "feather" else "s1")
    cards = ["f1"] * 3 if side == "feather" else ["f1", "s2", "s1"]
    return played(*first, *there, named, vote, act("reveal", quest="lantern-oath", cards=cards))


def test_vf_q4_its_marker_takes_the_result_of_its_slot() -> None:
    game = completed(1, "feather")
    assert not game.errors
    assert figure(game) == {"at": "forest", "quest": None, "slot": None, "renown": 4}
    assert game.state["demis"]["klar"]["renown"] == 1
    assert figure(completed(1, "scorpion"))["renown"] == 1


def test_vf_c4_a_smite_on_a_quest_sends_it_to_the_city() -> None:
    game = completed(2, "scorpion")
    assert not game.errors
    assert figure(game) == {"at": "city", "quest": None, "slot": None, "renown": 2}


def test_vf_c4_the_power_smite_sends_it_to_the_city_and_hadria_gains_nothing() -> None:
    base = table(4, "hadria", role="sorcerer").records
    game = played(power("ada", "smite", "f1", "f1", demi="sorcerer"), base=base)
    assert not game.errors
    assert figure(game) == {**FIGURE, "at": "city"}
    assert game.state["hadria"]["renown"] == 1
    assert game.state["city"]["space"] == 0


def test_vf_c4_a_smite_frees_its_slot() -> None:
    there = (move("dot", "sorcerer", "city"), onto("dot", "sorcerer", "lantern-oath", 1), act("end_turn", "dot"))
    game = played(*there, power("ada", "smite", "f1", "f1", demi="sorcerer"))
    assert not game.errors
    assert game.state["quests"]["lantern-oath"]["slots"] == [None, None]
    assert game.state["quests"]["lantern-oath"]["pile"] == {"f1": 1}


def test_vf_p3_it_does_not_change_slots() -> None:
    there = (move("dot", "sorcerer", "city"), onto("dot", "sorcerer", "lantern-oath", 1), act("end_turn", "dot"))
    base = (*DOT.records, *there)
    wrong = power("ada", "transfiguration", "f1", "f1", demis=["sorcerer", "klar"])
    assert played(wrong, base=base).errors == [("sorcerer.no-demi", "VF-C4")]


def test_vf_c4_it_moves_demis_only_where_it_is() -> None:
    assert not played(move("dot", "klar", "desert"), base=WITH.records).errors
    assert played(move("dot", "naka", "desert"), base=WITH.records).errors == [("sorcerer.elsewhere", "VF-C4")]
    assert not played(move("ada", "naka", "desert"), base=BASE.records).errors


def test_vf_c4_it_has_no_god_powers() -> None:
    assert played(power("dot", "smite", "f1", "f1", demi="naka")).errors == [("sorcerer.no-powers", "VF-C4")]


# -- spells ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cast", "renown", "at"),
    [
        (spell("ember", "f1", demi="klar"), 1, "volcano"),
        (spell("soot", "f1", demi="klar"), 0, "volcano"),
        (spell("scorch", "f1", "s1", demi="klar"), 0, "abyss"),
        (spell("banish", "f1", "?", demi="klar", to="pools"), 0, "pools"),
    ],
)
def test_vf_c4_spells_for_a_demi(cast: Fields, renown: int, at: str) -> None:
    game = played(cast, base=WITH.records)
    assert not game.errors
    assert (game.state["demis"]["klar"]["renown"], game.state["demis"]["klar"]["at"]) == (renown, at)
    assert game.state["turn"]["actions"] == 1
    assert game.state["turn"]["fate"]
    assert sum(game.state["hands"]["dot"].values()) == 5 - len(cast["cards"])
    assert played({**cast, "demi": "naka"}, base=WITH.records).errors == [("sorcerer.elsewhere", "VF-C4")]
    assert played({**cast, "demi": "zeus"}, base=WITH.records).errors == [("demi.unknown", "VF-C4")]


@pytest.mark.parametrize(
    ("cast", "after"),
    [
        (spell("rise", "f1", "f1"), {**FIGURE, "renown": 4}),
        (spell("sink", "f1"), {**FIGURE, "renown": 1}),
        (spell("stride", to="abyss"), {**FIGURE, "at": "abyss"}),
    ],
)
def test_vf_c4_spells_for_the_own_figure(cast: Fields, after: Fields) -> None:
    game = played(cast)
    assert not game.errors
    assert figure(game) == after
    assert game.state["turn"]["fate"] is bool(cast["cards"])
    assert played({**cast, "demi": "klar"}).errors == [("sorcerer.spell-fields", "VF-C4")]


def test_vf_c4_a_spell_takes_a_demi_from_its_slot_without_hadria_or_city_space() -> None:
    base = (
        table(4, "hadria", role="sorcerer")
        .ruled(turn={"player": "dot"}, hadria={"at": "volcano"}, demis={"klar": {"at": "volcano"}})
        .records
    )
    game = played(spell("banish", "f1", "f1", demi="klar", to="city"), base=base)
    assert not game.errors
    assert game.state["hadria"]["at"] == "volcano"
    assert game.state["city"]["space"] == 0


def test_vf_c4_spells_are_actions_of_the_own_turn() -> None:
    stride = spell("stride", to="city")
    assert played(stride, base=BASE.records).errors == [("order.not-your-turn", "VF-T1")]
    two = (stride, spell("stride", to="coast"))
    assert played(*two, spell("stride", to="city")).errors == [("turn.no-action-left", "VF-T1")]


def test_vf_c4_spells_in_the_forms() -> None:
    game = played(base=WITH.records)
    assert game.judge.play is not None
    forms = game.judge.play.legal()
    spells = {form["fields"]["spell"] for form in forms if form["type"] == "celestial"}
    assert spells == {"ember", "soot", "banish", "scorch", "rise", "sink", "stride"}
    assert {form["fields"]["demi"] for form in forms if form["type"] == "move"} == {"klar", "sorcerer"}
    assert not [form for form in forms if form["type"] == "power"]
    alone = played()
    assert alone.judge.play is not None
    spells = {form["fields"]["spell"] for form in alone.judge.play.legal() if form["type"] == "celestial"}
    assert spells == {"rise", "sink", "stride"}


def test_vf_f6_a_spell_may_be_paid_with_any_card_that_a_hidden_hand_may_hold() -> None:
    base = WITH.ruled(hands={"dot": {"?": 8}})
    game = played(base=base.records)
    assert game.judge.play is not None
    forms = [form for form in game.judge.play.legal() if form["fields"].get("spell") == "rise"]
    (pay,) = [form["fields"]["cards"] for form in forms]
    assert pay["of"] == {"?": 8}
    assert pay["hidden"]["f1"] == 8
    for cards in (["f1", "f1"], ["?", "?"], ["f1", "?"], ["+2", "s2"]):
        assert not played(spell("rise", *cards), base=base.records).errors
    bare = WITH.ruled(hands={"dot": {"s1": 2}})
    assert played(spell("rise", "f1", "f1"), base=bare.records).errors == [("cards.not-held", "VF-F6")]


# -- winning -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "winners"), [("2", ["dot"]), ("3", ["ada"]), ("1", ["ada"])])
def test_vf_c4_it_wins_on_the_space_of_its_demi(space: str, winners: list[str]) -> None:
    base = ranked("", {"5": ["pentha"], space: ["naka"]}, 4, role="sorcerer").records
    game = played(act("end", demis=OWNERS, winners=winners), base=base)
    assert not game.errors
    assert game.state["celestial"]["won"] is (winners == ["dot"])
    wrong = ["ada"] if winners == ["dot"] else ["dot"]
    assert played(act("end", demis=OWNERS, winners=wrong), base=base).errors == [("end.winners", "VF-E2")]


def test_vf_c1_it_loses_with_its_demi_annihilated() -> None:
    base = ranked(
        "", {"2": ["naka"], "1": ["pentha"]}, 4, "hadria", role="sorcerer", changes={"hadria": {"renown": 1}}
    ).records
    assert not played(act("end", demis=OWNERS, winners=["ada"]), base=base).errors


def test_vf_c4_facts_name_its_marker_and_figure() -> None:
    game = played(spell("rise", "f1", "f1"), move("dot", "sorcerer", "city"), facts=True)
    assert game.judge.play is not None
    facts = game.judge.play.facts
    assert facts is not None
    assert "sorcerer" in facts["renown"]
    assert "sorcerer" in facts["moves"]
    assert "spell" in facts["renown"]
