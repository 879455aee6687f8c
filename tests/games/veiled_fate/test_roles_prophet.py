"""Prophet (VF-C4): named as an extra voter by its own wish, Demis that die as foretold, its win at once."""

from __future__ import annotations

import pytest

from vflog.games.veiled_fate.examples.example import act, onto
from vflog.games.veiled_fate.examples.situations import (
    DEMIS,
    Fields,
    Situation,
    all_rest,
    new_age,
    no_votes,
    table,
)

from .harness import Game

BASE = table(4, role="prophet")
HEAD = BASE.records[0]
OWNERS = {"ada": "pentha", "bob": "agamar", "cy": "klar", "dot": "naka"}
FORCE = act("celestial", "dot", act="force")
COMPLETE = (onto("ada", "klar", "lantern-oath", 1), onto("ada", "naka", "lantern-oath", 2))


def played(*records: Fields, base: tuple[Fields, ...] = BASE.records) -> Game:
    return Game([{**record, "n": n} for n, record in enumerate((*base, *records))], facts=True)


def named(*players: str) -> Fields:
    return act("voters", "ada", quest="lantern-oath", players=list(players))


# -- the extra voter ---------------------------------------------------------------------------------------


def test_vf_c4_the_completer_must_name_a_prophet_that_asks() -> None:
    assert not played(*COMPLETE, FORCE, named("dot")).errors
    assert not played(*COMPLETE, named("bob")).errors
    assert played(*COMPLETE, FORCE, named("bob")).errors == [("prophet.not-named", "VF-C4")]
    game = played(*COMPLETE, FORCE)
    assert game.state["celestial"]["forced"]
    assert game.state["waiting"] == ["ada"]
    assert not played(*COMPLETE, FORCE, named("dot")).state["celestial"]["forced"]


def test_vf_c4_it_asks_only_while_another_is_to_name() -> None:
    assert played(FORCE).errors == [("prophet.force", "VF-C4")]
    assert played(*COMPLETE, named("bob"), FORCE).errors == [("prophet.force", "VF-C4")]
    assert played(*COMPLETE, FORCE, FORCE).errors == [("prophet.force", "VF-C4")]
    own = BASE.ruled(turn={"player": "dot"}).records
    mine = (onto("dot", "klar", "lantern-oath", 1), onto("dot", "naka", "lantern-oath", 2))
    assert played(*mine, FORCE, base=own).errors == [("prophet.force", "VF-C4")]


def test_vf_t4_a_rested_prophet_is_not_named() -> None:
    rested = BASE.ruled(rested=["dot"]).records
    assert played(*COMPLETE, FORCE, base=rested).errors == [("prophet.force", "VF-C4")]
    allowed = table(4, role="prophet", rulings={"rested_voters": "true"}).ruled(rested=["dot"]).records
    assert not played(*COMPLETE, FORCE, named("dot"), base=allowed).errors


def test_vf_c4_the_forms_tell_when() -> None:
    for records, count in (((), 0), (COMPLETE, 1), ((*COMPLETE, FORCE), 0)):
        game = played(*records)
        assert game.judge.play is not None
        assert sum(form["type"] == "celestial" for form in game.judge.play.legal()) == count
    game = played(*COMPLETE, FORCE)
    assert game.judge.play is not None
    told = [form["fields"]["players"] for form in game.judge.play.legal() if form["type"] == "voters"]
    assert told == [{"in": [["dot"]]}]


def test_vf_q1_voters_beside_the_prophet_may_be_named_in_any_order() -> None:
    base = table(4, role="prophet").then(
        onto("ada", "naka", "crooked-well", 1),
        onto("ada", "belan", "crooked-well", 2),
        act("end_turn", "ada"),
        onto("bob", "klar", "crooked-well", 3),
    )
    game = played(FORCE, base=base.records)
    assert game.judge.play is not None
    (told,) = [form["fields"]["players"] for form in game.judge.play.legal() if form["type"] == "voters"]
    orders = [["ada", "dot"], ["dot", "ada"], ["cy", "dot"], ["dot", "cy"]]
    assert sorted(told["in"]) == sorted(orders)
    for players in orders:
        assert not played(FORCE, act("voters", "bob", quest="crooked-well", players=players), base=base.records).errors
    both = act("voters", "bob", quest="crooked-well", players=["ada", "cy"])
    assert played(FORCE, both, base=base.records).errors == [("prophet.not-named", "VF-C4")]


# -- deaths ------------------------------------------------------------------------------------------------


def aged(track: dict[str, list[str]], base: Situation = BASE) -> Situation:
    """Age I is over, its vote was a tie (Chaos: Demis on 0 gain 3); the markers stood so before."""
    rest = [demi for demi in DEMIS if not any(demi in demis for demis in track.values())]
    spaces = {str(i): [] for i in range(13)} | {"4": rest, **track}
    return base.ruled(track=spaces).then(*all_rest(HEAD), *no_votes(HEAD))


def test_vf_c4_figure_and_marker_of_the_dead_leave() -> None:
    game = played(base=aged({"2": ["aponi"]}).records)
    assert not game.errors
    assert game.state["demis"]["aponi"] == {"at": None, "quest": None, "slot": None, "renown": None}
    assert game.state["celestial"]["dead"] == ["aponi"]
    assert game.state["annihilated"] == []
    assert game.state["phase"] == "deal"
    assert all("aponi" not in demis for demis in game.state["track"].values())


@pytest.mark.parametrize("track", [{"3": ["aponi"]}, {"1": ["aponi"]}, {"4": list(DEMIS)}])
def test_vf_c4_nobody_dies_on_another_space_or_in_another_age(track: dict[str, list[str]]) -> None:
    """Agamar on 4 is foretold for Age II."""
    assert played(base=aged(track).records).state["celestial"]["dead"] == []


def test_vf_c4_what_the_age_card_does_comes_first() -> None:
    """Naka is foretold for 3 and gains 3 from 0 by the card."""
    assert played(base=aged({"0": ["naka"]}).records).state["celestial"]["dead"] == ["naka"]
    assert played(base=aged({"0": ["aponi"]}).records).state["celestial"]["dead"] == []


def test_vf_c4_the_dead_are_out_of_play() -> None:
    later = aged({"2": ["aponi"]}).then(*new_age(HEAD, 1), act("age", "ada", age=2, card="evil-curses")).records
    assert played(act("move", "ada", demi="aponi", to="forest"), base=later).errors == [("demi.unknown", "VF-M1")]
    game = played(base=later)
    assert game.judge.play is not None
    assert all(form["fields"].get("demi") != "aponi" for form in game.judge.play.legal())


def second_age(quest: str, track: dict[str, list[str]], instead: str = "stilt-market") -> tuple[Fields, ...]:
    swapped = [{**r, "quest": quest} if r.get("quest") == instead else r for r in new_age(HEAD, 1)]
    return aged(track).then(*swapped, act("age", "ada", age=2, card="evil-curses")).records


def test_vf_c4_slots_of_the_colour_are_ignored() -> None:
    """Rope-bridge has a slot for pink; tin-parliament has one for blue, which was Aponi's."""
    base = second_age("tin-parliament", {"2": ["aponi"]})
    assert played(onto("ada", "klar", "tin-parliament", 3), base=base).errors == [("prophet.slot", "VF-C4")]
    portal = act("power", "ada", power="portal", pay=["f1"] * 3, demi="klar", quest="tin-parliament", slot=3, card="f2")
    assert played(portal, base=base).errors == [("prophet.slot", "VF-C4")]
    fill = (
        onto("ada", "klar", "tin-parliament", 1),
        onto("ada", "naka", "tin-parliament", 2),
        act("end_turn", "ada"),
        onto("bob", "belan", "tin-parliament", 4),
    )
    game = played(*fill, base=base)
    assert not game.errors
    assert game.state["phase"] == "voters"
    assert game.state["quests"]["tin-parliament"]["slots"] == ["klar", "naka", None, "belan"]
    votes = [act("vote", player, quest="tin-parliament", card="f1") for player in ("ada", "cy", "dot")]
    named_ = act("voters", "bob", quest="tin-parliament", players=["ada", "cy", "dot"])
    done = played(*fill, named_, *votes, act("reveal", quest="tin-parliament", cards=["f1"] * 6), base=base)
    assert not done.errors
    assert done.state["demis"]["klar"]["renown"] == 5


def test_vf_c4_slots_of_the_living_are_not_ignored() -> None:
    base = second_age("tin-parliament", {"3": ["aponi"]})
    assert not played(onto("ada", "aponi", "tin-parliament", 3), base=base).errors


def test_vf_j1_a_judge_puts_nobody_on_an_ignored_slot() -> None:
    base = second_age("tin-parliament", {"2": ["aponi"]})
    ruling = act("ruling", by="judge", reason="r", set={"demis": {"klar": {"quest": "tin-parliament", "slot": 3}}})
    assert played(ruling, base=base).errors == [("ruling.inconsistent", None)]
    ruling["set"] = {"demis": {"aponi": {"at": "city"}}}
    assert played(ruling, base=base).errors == [("ruling.inconsistent", None)]


def test_vf_g_judgement_knows_no_slots_that_are_ignored() -> None:
    """Its card says "no rules", which goes before the role's word: Klar stands on the slot that was Aponi's."""
    two = act("age", "ada", age=2, card="evil-curses")
    second = aged({"2": ["aponi"], "5": ["agamar"]}).then(*new_age(HEAD, 1), two)
    third = second.then(
        *all_rest(HEAD), *no_votes(HEAD), *new_age(HEAD, 2), act("age", "ada", age=3, card="judgement"), *all_rest(HEAD)
    )
    drawn = act("age_quest", "ada", quest="tin-parliament")
    assert played(drawn, base=third.records).state["age_pick"]["slots"] == [None] * 4
    put = act("age_place", "ada", demi="klar", slot=3)
    assert not played(drawn, put, base=third.records).errors
    assert played(drawn, {**put, "demi": "aponi"}, base=third.records).errors == [("demi.unknown", "VF-G")]
    assert played(drawn, {**put, "slot": 5}, base=third.records).errors == [("age.place", "VF-G")]


# -- winning -----------------------------------------------------------------------------------------------


def test_vf_c4_it_wins_at_once_when_two_have_died() -> None:
    base = aged({"2": ["aponi"], "0": ["naka"]}).records
    game = played(base=base)
    assert game.state["celestial"]["dead"] == ["aponi", "naka"]
    assert (game.state["age"], game.state["phase"]) == (1, "end")
    end = act("end", demis=OWNERS, winners=["dot"])
    won = played(end, base=base)
    assert not won.errors
    assert won.state["celestial"]["won"] is True
    assert played({**end, "winners": ["ada"]}, base=base).errors == [("end.winners", "VF-E2")]
    assert played(act("deal", "ada", cards=["f1"] * 3), base=base).errors == [("order.phase", "VF-E2")]


def test_vf_c4_it_loses_with_one_dead() -> None:
    spaces = {str(i): [] for i in range(12)} | {"12": [demi for demi in DEMIS if demi != "aponi"]}
    second = aged({"2": ["aponi"]}).then(*new_age(HEAD, 1), act("age", "ada", age=2, card="evil-curses"))
    third = second.ruled(track=spaces).then(*all_rest(HEAD), *no_votes(HEAD), *new_age(HEAD, 2))
    base = third.then(act("age", "ada", age=3, card="defend-borders"), *all_rest(HEAD), *no_votes(HEAD)).records
    game = played(act("end", demis=OWNERS, winners=["ada"]), base=base)
    assert not game.errors
    assert game.state["celestial"]["won"] is False
    assert game.state["celestial"]["dead"] == ["aponi"]
    assert played(act("end", demis=OWNERS, winners=["dot"]), base=base).errors == [("end.winners", "VF-E2")]


def test_vf_c4_facts_tell_of_a_death() -> None:
    game = played(base=aged({"2": ["aponi"]}).records)
    assert game.judge.play is not None
    facts = game.judge.play.facts
    assert facts is not None
    rows, width = facts["renown"], facts.widths["renown"]
    told = [rows[i : i + width] for i in range(0, len(rows), width)]
    died = [row for row in told if "prophecy" in row]
    assert len(died) == 1
    assert died[0][3:6] == ["aponi", 2, None]
