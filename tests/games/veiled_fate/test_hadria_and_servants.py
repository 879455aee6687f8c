"""Section 9, H and V: Hadria, Favors, the Servants."""

from __future__ import annotations

from typing import Any

import pytest

from .playing import NAMED, Situation, act, header, move, onto, play, power, refused, reveal, setup, table, vote

# -- H: Hadria, Favors, Servants ---------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "role", "rulings", "deck"), [
    (3, None, {}, 8), (5, None, {}, 8), (6, None, {}, 13), (6, "arbiter", {}, 8),
    (6, "arbiter", {"favor_count": "all"}, 13), (7, "arbiter", {}, 13), (5, "arbiter", {"favor_count": "all"}, 8),
])  # fmt: skip
def test_h1_the_size_of_the_favor_deck(count: int, role: str | None, rulings: dict[str, str], deck: int) -> None:
    assert play(table(count, "hadria", role=role, rulings=rulings))["hadria"]["deck"] == deck


def test_h1_copies_of_one_power() -> None:
    given = table(3, "hadria").ruled(demis={"naka": {"at": "abyss"}}, favors={"bob": {"hand": ["portal-favor"]}})
    take = move("ada", "naka", "pools", favor="smite-favor", refill="portal-favor")
    assert refused(given, take) == ("favor.too-many", "VF-H1")
    play(table(6, "hadria").ruled(demis={"naka": {"at": "abyss"}}, favors={"bob": {"hand": ["portal-favor"]}}), take)


def test_m6_the_refill_takes_the_place_of_the_card_taken() -> None:
    given = table(3, "hadria").ruled(demis={"naka": {"at": "abyss"}})
    state = play(given, move("ada", "naka", "pools", favor="portal-favor", refill="influence-favor"))
    assert state["hadria"]["display"] == ["influence-favor", "smite-favor"]
    assert state["favors"]["ada"] == {"hand": ["portal-favor"], "played": [], "corruption": 0}


def test_m6_without_a_refill_the_display_closes_up() -> None:
    held = ["influence-favor", "omniscience-favor", "portal-favor", "transfiguration-favor"]
    given = table(3, "hadria").ruled(
        demis={"naka": {"at": "abyss"}, "klar": {"at": "abyss"}},
        favors={
            "bob": {"hand": held},
            "cy": {"hand": ["influence-favor", "omniscience-favor", "smite-favor", "transfiguration-favor"]},
        },
    )
    assert play(given)["hadria"]["deck"] == 0
    step = move("ada", "naka", "pools", favor="portal-favor", refill=None)
    assert play(given, step)["hadria"]["display"] == ["smite-favor"]
    assert refused(given, step | {"refill": "influence-favor"})[1] in ("VF-M6", "VF-H1")
    assert play(given, step, move("ada", "klar", "pools", favor="smite-favor", refill=None))["hadria"]["display"] == []


@pytest.mark.parametrize(("start", "step", "ends"), [
    ("city", move("ada", "naka", "forest"), "forest"),
    ("city", onto("ada", "naka", "crooked-well", 1), "coast"),
    ("city", power("ada", "portal", "f1", "f1", "f2", demi="naka", to="volcano"), "volcano"),
    ("city", power("ada", "smite", "f1", "s1", demi="naka"), "abyss"),
    ("desert", move("ada", "naka", "forest"), "desert"),
])  # fmt: skip
def test_h2_hadria_follows_who_leaves_her_location(start: str, step: dict[str, Any], ends: str) -> None:
    assert play(table(3, "hadria").ruled(hadria={"at": start}), step)["hadria"]["at"] == ends


def test_h2_a_favor_draws_her_but_no_quest_city_or_age_effect_does() -> None:
    base = table(3, "hadria").ruled(hadria={"at": "city"}, favors={"ada": {"hand": ["smite-favor"]}})
    assert play(base, act("favor", "ada", favor="smite-favor", demi="naka"))["hadria"]["at"] == "abyss"
    coast = base.ruled(city={"card": "gallows-yard", "space": 0}, demis={"naka": {"at": "coast"}})
    state = play(coast, move("ada", "naka", "city", space={"target": "klar"}))
    assert (state["demis"]["klar"]["at"], state["hadria"]["at"]) == ("abyss", "city")


@pytest.mark.parametrize("value", [True, False])
def test_h2_hadria_follows_quest(value: bool) -> None:
    given = table(3, "hadria", rulings={"hadria_follows_quest": value}).ruled(
        hadria={"at": "forest"}, demis={"naka": {"quest": "lantern-oath", "slot": 1}}
    )
    state = play(given, power("ada", "smite", "f1", "s1", demi="naka"))
    assert state["hadria"]["at"] == ("abyss" if value else "forest")


def _completed(where: str, **servants: str) -> dict[str, Any]:
    given = table(3, "hadria servants").ruled(
        hadria={"at": where, "renown": 5},
        servants={"invictus": "canyons", "tacita": "coast", **servants},
        demis={"naka": {"quest": "lantern-oath", "slot": 1}},
    )
    return play(given, onto("ada", "klar", "lantern-oath", 2), NAMED, vote("bob", "s2"), reveal("f1", "s2"))


def test_h3_quest_in_her_region_and_invictus() -> None:
    """Lantern-oath lies in the forest; Klar is smited by its scorpion side (+1)."""
    assert _completed("desert")["hadria"]["renown"] == 6
    assert _completed("forest")["hadria"]["renown"] == 5
    assert _completed("forest", invictus="forest")["hadria"]["renown"] == 4
    assert _completed("forest", tacita="forest")["hadria"]["renown"] == 5


def test_h3_gains_before_the_loss_and_bounds() -> None:
    given = table(3, "hadria").ruled(
        hadria={"at": "forest", "renown": 12}, demis={"naka": {"quest": "lantern-oath", "slot": 1}}
    )
    state = play(given, onto("ada", "klar", "lantern-oath", 2), NAMED, vote("bob", "s2"), reveal("f1", "s2"))
    assert state["hadria"]["renown"] == 11
    low = given.ruled(hadria={"renown": 0})
    assert (
        play(low, onto("ada", "klar", "lantern-oath", 2), NAMED, vote("bob", "f1"), reveal("f1", "f1"))["hadria"][
            "renown"
        ]
        == 0
    )


def test_h4_a_favor_is_no_action_costs_nothing_and_its_corruption_counts() -> None:
    given = table(3, "hadria").ruled(favors={"ada": {"hand": ["portal-favor", "smite-favor"]}})
    state = play(given, act("favor", "ada", favor="portal-favor", demi="naka", to="volcano"))
    assert state["favors"]["ada"] == {"hand": ["smite-favor"], "played": ["portal-favor"], "corruption": 3}
    assert (state["turn"]["actions"], state["turn"]["favor_played"], state["turn"]["fate"]) == (0, True, False)
    assert sum(state["hands"]["ada"].values()) == 5


def test_h4_by_a_favor_omniscience_always_looks() -> None:
    given = table(3, "hadria", powers="base").ruled(favors={"ada": {"hand": ["omniscience-favor"]}})
    step = act("favor", "ada", favor="omniscience-favor", quest="lantern-oath", added="f1", saw=["f1"])
    assert play(given, step)["quests"]["lantern-oath"]["pile"] == {"f1": 1}


def test_h4_a_portal_favor_onto_a_slot_votes_from_the_hand() -> None:
    given = table(3, "hadria").ruled(favors={"ada": {"hand": ["portal-favor"]}})
    step = act("favor", "ada", favor="portal-favor", demi="naka", quest="quiet-forge", slot=1, card="s1")
    state = play(given, step)
    assert state["quests"]["quiet-forge"]["pile"] == {"s1": 1}
    assert state["turn"]["fate"] is True


def test_v1_servants_stand_in_regions() -> None:
    head = header(3, "servants")
    legal = setup(head)
    assert play(Situation("", (head, legal)))["servants"] == {
        "invictus": "forest",
        "tacita": "canyons",
        "ora": "volcano",
    }
    for wrong in ({"invictus": "city"}, {"ora": "forest"}):
        step = legal | {"servants": {**legal["servants"], **wrong}}
        assert refused(Situation("", (head,)), step) == ("setup.servants", "VF-S2")
