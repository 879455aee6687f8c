"""Sections 1 and 2: the board, and the Renown track."""

from __future__ import annotations

import pytest

from .playing import DEMIS, REGIONS, Situation, act, header, move, onto, play, power, refused, setup, spaces, table

RING = ("coast", "forest", "canyons", "desert", "volcano", "mountains")
SCORE = Situation("score", (header(3, detail="score"),))
HADRIA = Situation("score", (header(3, "hadria", detail="score"),))
REFUSE = Situation("score", (header(3, "hadria", detail="score", rulings={"renown_bounds": "refuse"}),))


def at(place: str, **wanted: object) -> Situation:
    return table(**wanted).ruled(demis={"naka": {"at": place}})  # type: ignore[arg-type]


# -- B: the board ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", REGIONS)
def test_b2_region_to_ring_neighbours_and_city(place: str) -> None:
    where = RING.index(place)
    near = {RING[where - 1], RING[(where + 1) % 6], "city"}
    for to in (*RING, "city"):
        step = move("ada", "naka", to)
        if to == "city":
            step["space"] = {"drew": ["f1"]}
        if to in near:
            assert play(at(place), step)["demis"]["naka"]["at"] == to
        else:
            assert refused(at(place), step)[1] == "VF-M2"


@pytest.mark.parametrize("to", REGIONS)
def test_b2_city_to_every_region(to: str) -> None:
    assert play(table(), move("ada", "naka", to))["demis"]["naka"]["at"] == to


@pytest.mark.parametrize("start", [*REGIONS, "city", "pools"])
def test_b3_never_into_the_abyss(start: str) -> None:
    assert refused(at(start), move("ada", "naka", "abyss"))[0] in ("move.not-adjacent", "move.unknown-place")


@pytest.mark.parametrize("start", [*REGIONS, "city"])
def test_b3_into_the_pools_from_the_abyss_only(start: str) -> None:
    assert refused(at(start), move("ada", "naka", "pools"))[1] in ("VF-M2", "VF-B3")
    assert play(at("abyss"), move("ada", "naka", "pools", drew="f1"))["demis"]["naka"]["at"] == "pools"


@pytest.mark.parametrize("to", [*REGIONS, "abyss"])
def test_b3_from_the_pools_to_the_city_only(to: str) -> None:
    assert refused(at("pools"), move("ada", "naka", to))[1] in ("VF-M2", "VF-B3")
    assert play(at("pools"), move("ada", "naka", "city", space={"drew": ["f1"]}))["demis"]["naka"]["at"] == "city"


@pytest.mark.parametrize("to", [*REGIONS, "city"])
def test_b3_from_the_abyss_to_the_pools_only(to: str) -> None:
    assert refused(at("abyss"), move("ada", "naka", to))[1] in ("VF-M2", "VF-B3")


def test_b1_bridge_both_ways_and_one_way() -> None:
    assert play(at("coast"), move("ada", "naka", "mountains"))["demis"]["naka"]["at"] == "mountains"
    assert play(at("mountains"), move("ada", "naka", "coast"))["demis"]["naka"]["at"] == "coast"
    one_way = {"bridge": "coast_to_mountains"}
    assert play(at("coast", rulings=one_way), move("ada", "naka", "mountains"))["demis"]["naka"]["at"] == "mountains"
    assert refused(at("mountains", rulings=one_way), move("ada", "naka", "coast"))[0] == "move.not-adjacent"


def test_b1_bridge_one_way_bars_the_quest_over_it_too() -> None:
    head = header(3, rulings={"bridge": "coast_to_mountains"})
    quests = [
        {"quest": q, "region": r}
        for q, r in (
            ("lantern-oath", "coast"),
            ("ferry-of-ash", "mountains"),
            ("crooked-well", "forest"),
            ("salt-ledger", "desert"),
        )
    ]
    base = Situation("", (head, setup(head, quests=quests), act("age", "ada", age=1, card="chaos")))
    there = base.ruled(demis={"naka": {"at": "coast"}, "klar": {"at": "mountains"}})
    assert play(there, onto("ada", "naka", "ferry-of-ash", 1))["demis"]["naka"]["at"] == "mountains"
    assert refused(there, onto("ada", "klar", "lantern-oath", 1)) == ("move.quest-too-far", "VF-M3")


def test_b4_nine_demis_begin_in_the_city_on_0() -> None:
    state = play(table())
    assert {figure["at"] for figure in state["demis"].values()} == {"city"}
    assert state["track"] == {"0": list(DEMIS)}


def test_b5_each_quest_and_city_card_once_a_game() -> None:
    """Of the state: what was laid out stays used after it has gone."""
    third = play(table(age=3))
    assert len(third["used_quests"]) == 12
    assert third["used_city"] == ["first-altar", "gallows-yard", "tidal-altar"]
    assert len(third["quests"]) == 4


def test_b6_a_demi_on_a_slot_is_in_that_region() -> None:
    state = play(table(), onto("ada", "naka", "crooked-well", 1))
    assert state["demis"]["naka"] == {"at": "coast", "quest": "crooked-well", "slot": 1, "renown": 0}


# -- R: the track ----------------------------------------------------------------------------------------


def test_r1_order_of_the_setup_is_the_order_on_0() -> None:
    head = header(3)
    order = list(reversed(DEMIS))
    assert play(Situation("", (head, setup(head, order=order))))["track"] == {"0": order}


def test_r1_markers_begin_in_pack_order() -> None:
    assert play(SCORE)["track"] == {"0": list(DEMIS)}


def test_r2_to_the_front_on_gain_and_on_loss() -> None:
    up = act("score", changes={"naka": 2})
    assert play(SCORE, up, act("score", changes={"klar": 2}))["track"]["2"] == ["klar", "naka"]
    down = act("score", changes={"klar": -1})
    assert play(SCORE, act("score", changes={"klar": 3}), up, down)["track"]["2"] == ["klar", "naka"]


def test_r2_stops_at_the_bounds_and_keeps_its_place_there() -> None:
    assert play(SCORE, act("score", changes={"naka": 20}))["track"]["12"] == ["naka"]
    assert play(SCORE, act("score", changes={"isabel": -1}))["track"]["0"] == list(DEMIS)
    both = (act("score", changes={"naka": 12}), act("score", changes={"klar": 12}), act("score", changes={"naka": 1}))
    assert play(SCORE, *both)["track"]["12"] == ["klar", "naka"]


def test_r2_renown_bounds_refuse_does_nothing_beyond() -> None:
    base = (act("score", changes={"naka": 11}),)
    assert play(REFUSE, *base, act("score", changes={"naka": 2}))["track"]["11"] == ["naka"]
    assert play(REFUSE, *base, act("score", changes={"naka": 1}))["track"]["12"] == ["naka"]
    assert play(HADRIA, *base, act("score", changes={"naka": 2}))["track"]["12"] == ["naka"]


def test_r2_renown_bounds_refuse_for_hadria_each_smite_of_its_own() -> None:
    top = act("score", changes={"hadria": 10})
    three = act("smite", demis=["naka", "klar", "belan"])
    assert play(REFUSE, top, three)["hadria"]["renown"] == 12
    assert play(HADRIA, top, three)["hadria"]["renown"] == 12
    assert play(REFUSE, act("score", changes={"hadria": 14}))["hadria"]["renown"] == 1
    assert play(HADRIA, act("score", changes={"hadria": 14}))["hadria"]["renown"] == 12


def test_r3_smite_to_the_back_and_into_the_abyss_from_a_slot_too() -> None:
    given = table().ruled(
        demis={"naka": {"quest": "lantern-oath", "slot": 1}},
        quests={"lantern-oath": {"pile": {"f1": 1}}},
        track=spaces(naka=2, klar=2),
    )
    state = play(given, power("ada", "smite", "f1", "s1", demi="naka"))
    assert state["track"]["2"] == ["klar", "naka"]
    assert state["demis"]["naka"] == {"at": "abyss", "quest": None, "slot": None, "renown": 2}
    assert state["quests"]["lantern-oath"] == {"region": "forest", "slots": [None, None], "pile": {"f1": 1}}


def test_r3_a_smite_of_the_only_one_on_its_space_changes_no_place() -> None:
    state = play(table().ruled(track=spaces(naka=2)), power("ada", "smite", "f1", "s1", demi="naka"))
    assert state["track"]["2"] == ["naka"]


def test_r4_those_who_end_up_together_keep_their_order() -> None:
    start = act("score", changes={"naka": 1, "klar": 1})
    assert play(SCORE, start)["track"]["1"] == ["klar", "naka"]
    assert play(SCORE, start, act("score", changes={"klar": 1, "naka": 1}))["track"]["2"] == ["klar", "naka"]
    different = act("score", changes={"klar": 1, "naka": 1, "pentha": 2})
    assert play(SCORE, start, different)["track"]["2"] == ["klar", "naka", "pentha"]


def test_r4_smites_go_from_the_first_place_to_the_last() -> None:
    state = play(SCORE, act("smite", demis=["klar", "pentha", "naka"]))
    assert state["track"]["0"][-3:] == ["pentha", "klar", "naka"]


def test_r4_group_order_listed_goes_one_by_one_in_pack_order() -> None:
    listed = Situation("", (header(3, detail="score", rulings={"group_order": "listed"}),))
    assert play(listed, act("score", changes={"pentha": 1, "klar": 1}))["track"]["1"] == ["klar", "pentha"]
    assert play(SCORE, act("score", changes={"pentha": 1, "klar": 1}))["track"]["1"] == ["pentha", "klar"]


#: Moth-court: slot 1 needs a cat, slot 2 `gain 1, smite` (feather), slot 3 `lose 2`.
def _moth(rulings: dict[str, str] | None = None) -> Situation:
    head = header(3, rulings=rulings)
    quests = [
        {"quest": q, "region": r}
        for q, r in (
            ("moth-court", "forest"),
            ("mud-choir", "coast"),
            ("salt-ledger", "desert"),
            ("borrowed-drum", "volcano"),
        )
    ]
    return Situation("", (head, setup(head, quests=quests), act("age", "ada", age=1, card="chaos")))


def test_r4_a_joined_result_gains_in_the_first_pass_and_smites_in_the_second() -> None:
    given = _moth().ruled(
        demis={"aponi": {"quest": "moth-court", "slot": 1}, "naka": {"quest": "moth-court", "slot": 2}},
        track=spaces(klar=3, naka=1, pentha=1),
    )
    state = play(
        given,
        onto("ada", "klar", "moth-court", 3, "f2"),
        act("voters", "ada", quest="moth-court", players=["bob", "cy"]),
        act("vote", "bob", quest="moth-court", card="f1"),
        act("vote", "cy", quest="moth-court", card="f1"),
        act("reveal", quest="moth-court", cards=["f1", "f2", "f1"]),
    )
    # Aponi gains 2; Naka gains 1, then is smited; Klar loses 2.
    assert state["track"]["2"] == ["aponi", "naka"]
    assert state["track"]["1"] == ["klar", "pentha"]
    assert state["demis"]["naka"]["at"] == "abyss"


@pytest.mark.parametrize(("coin", "space", "place"), [("gain", 2, "coast"), ("smite", 1, "abyss")])
def test_r4_a_coin_gains_1_or_smites(coin: str, space: int, place: str) -> None:
    """Mud-choir, slot 3: `gain 1, coin`."""
    given = _moth().ruled(
        demis={
            "aponi": {"quest": "mud-choir", "slot": 1},
            "naka": {"quest": "mud-choir", "slot": 2},
            "klar": {"quest": "mud-choir", "slot": 4},
        }
    )
    state = play(
        given,
        onto("ada", "pentha", "mud-choir", 3),
        act("voters", "ada", quest="mud-choir", players=["bob", "cy"]),
        act("vote", "bob", quest="mud-choir", card="f1"),
        act("vote", "cy", quest="mud-choir", card="f1"),
        act("reveal", quest="mud-choir", cards=["f1"] * 3, coins={"pentha": coin}),
    )
    assert (state["demis"]["pentha"]["renown"], state["demis"]["pentha"]["at"]) == (space, place)


def test_r4_in_text_order_within_a_result() -> None:
    """Borrowed-drum, slot 2, feather: `gain 3, lose 1`, near the upper bound; scorpion: `lose 3, gain 1`."""
    given = _moth().ruled(
        demis={"aponi": {"quest": "borrowed-drum", "slot": 1}, "naka": {"quest": "borrowed-drum", "slot": 2}},
        track=spaces(naka=11),
    )
    ending = (
        onto("ada", "pentha", "borrowed-drum", 3),
        act("voters", "ada", quest="borrowed-drum", players=["bob", "cy"]),
        act("vote", "bob", quest="borrowed-drum", card="f1"),
        act("vote", "cy", quest="borrowed-drum", card="f1"),
        act("reveal", quest="borrowed-drum", cards=["f1"] * 3),
    )
    assert play(given, *ending)["demis"]["naka"]["renown"] == 11
    assert play(given.ruled(track=spaces(naka=2)), *ending)["demis"]["naka"]["renown"] == 4


def test_r5_hadria_is_no_part_of_the_demis_order() -> None:
    state = play(HADRIA, act("score", changes={"naka": 1}))
    assert state["track"]["1"] == ["naka"]
    assert state["hadria"]["renown"] == 1
    assert refused(HADRIA, act("smite", demis=["hadria"]))[0] == "demi.unknown"


def test_r6_the_front_of_the_highest_space_is_first() -> None:
    """Of two on one space the one in front wins."""
    owned = {"ada": "naka", "bob": "klar", "cy": "aponi"}
    gains = (act("score", changes={"naka": 1}), act("score", changes={"klar": 1}))
    assert play(SCORE, *gains, act("end", demis=owned, winners=["bob"]))["winners"] == ["bob"]
    assert refused(SCORE, *gains, act("end", demis=owned, winners=["ada"])) == ("end.winners", "VF-E2")
