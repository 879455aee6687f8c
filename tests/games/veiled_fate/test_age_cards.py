"""Section 8: every Age card with its three outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from .playing import DEMIS, Situation, act, ended, play, power, refused, spaces, table, voting

State = dict[str, Any]
FEATHER, SCORPION, TIE = {"bob": ["f1"]}, {"bob": ["s1"]}, {"bob": ["f1"], "cy": ["s1"]}
PLACES = dict(
    zip(DEMIS, ("forest", "coast", "canyons", "desert", "volcano", "mountains", "city", "abyss", "pools"), strict=True)
)


def spread(given: Situation, **renown: int) -> Situation:
    """One Demi in each location, all on 3 but for those named."""
    track = spaces(**{**dict.fromkeys(DEMIS, 3), **renown})
    return given.ruled(demis={demi: {"at": place} for demi, place in PLACES.items()}, track=track)


def votes(cards: dict[str, list[str]], order: tuple[str, ...] = ("bob", "cy", "ada"), **shown: Any) -> list[State]:
    """The votes in their order, and the reveal."""
    out = [act("age_vote", player, cards=cards.get(player, [])) for player in order]
    return [*out, act("age_reveal", cards=[card for player in order for card in cards.get(player, [])], **shown)]


def changed(state: State) -> dict[str, int]:
    """By how much each Demi has left space 3."""
    return {demi: figure["renown"] - 3 for demi, figure in state["demis"].items() if figure["renown"] != 3}


# -- order and resolution -------------------------------------------------------------------------------------


def test_g_votes_from_after_the_first_player_the_first_player_last() -> None:
    given = voting("chaos")
    assert play(given)["waiting"] == ["bob"]
    assert play(given, act("age_vote", "bob"), act("age_vote", "cy"))["waiting"] == ["ada"]
    assert play(given, act("age_vote", "bob", cards=["f1", "s1"]))["age_pile"] == {"f1": 1, "s1": 1}


def test_g_after_the_reveal_card_and_pile_are_gone() -> None:
    state = play(voting("chaos"), *votes(FEATHER))
    assert (state["age_card"], state["age_pile"], state["phase"]) == (None, {}, "deal")
    assert state["deck"]["discards"] == {"f1": 1}


def test_g_plus_two_in_an_age_vote() -> None:
    given = voting("natural-order").ruled(hands={"bob": {"+2": 1}})
    shown = votes({"bob": ["+2"]}, drawn=["s1", "f2"])
    assert play(given.ruled(track=spaces(naka=1)), *shown)["demis"]["naka"]["renown"] == 2
    assert refused(given, *votes({"bob": ["+2"]}, drawn=["s1"])) == ("reveal.drawn", "VF-F3")


@pytest.mark.parametrize(("value", "naka"), [("tie", 3), ("nothing", 0)])
def test_g_empty_vote(value: str, naka: int) -> None:
    state = play(voting("natural-order", rulings={"empty_vote": value}), *votes({}))
    assert state["demis"]["naka"]["renown"] == naka
    equal = play(voting("natural-order", rulings={"empty_vote": value}), *votes(TIE))
    assert equal["demis"]["naka"]["renown"] == 3


# -- Age I -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "named", "others"), [(FEATHER, 2, 0), (SCORPION, -1, 0), (TIE, 0, 1)])
def test_g_arbiter(cards: dict[str, list[str]], named: int, others: int) -> None:
    given = spread(voting("arbiter"))
    pick = act("age_pick", "ada", demis=["naka", "klar", "aponi"])
    assert play(given)["waiting"] == ["ada"]
    state = play(given, pick)
    assert (state["age_pick"], state["waiting"]) == (["naka", "klar", "aponi"], ["bob"])
    state = play(given, pick, *votes(cards, ("bob", "cy")))
    assert changed(state) == {
        demi: change for demi in DEMIS if (change := named if demi in ("naka", "klar", "aponi") else others)
    }
    assert state["age_pick"] is None


def test_g_chaos_spaces_change_places_with_inner_orders_kept() -> None:
    given = voting("chaos").ruled(track=spaces(naka=1, klar=1, pentha=3, belan=2, aponi=4, isabel=4))
    feather = play(given, *votes(FEATHER))["track"]
    assert (feather["1"], feather["3"], feather["2"], feather["4"]) == (
        ["pentha"],
        ["naka", "klar"],
        ["belan"],
        ["aponi", "isabel"],
    )
    scorpion = play(given, *votes(SCORPION))["track"]
    assert (scorpion["2"], scorpion["4"], scorpion["1"]) == (["aponi", "isabel"], ["belan"], ["naka", "klar"])
    tie = play(given, *votes(TIE))["track"]
    assert tie["3"] == ["agamar", "saghari", "namari", "pentha"]
    assert "0" not in tie


@pytest.mark.parametrize(("cards", "changes"), [
    (FEATHER, {"naka": 2, "klar": 3, "pentha": 3, "belan": 7, "isabel": 0}),
    (SCORPION, {"naka": 1, "klar": 2, "pentha": 2, "belan": 6, "isabel": 0}),
    (TIE, {"naka": 1, "klar": 2, "pentha": 3, "belan": 7, "isabel": 3}),
])  # fmt: skip
def test_g_natural_order(cards: dict[str, list[str]], changes: dict[str, int]) -> None:
    given = voting("natural-order").ruled(track=spaces(naka=1, klar=2, pentha=3, belan=7))
    state = play(given, *votes(cards))
    assert {demi: state["demis"][demi]["renown"] for demi in changes} == changes


@pytest.mark.parametrize(
    ("cards", "tossed"), [(FEATHER, ("pentha", "agamar", "klar")), (SCORPION, ("aponi", "saghari", "namari"))]
)
def test_g_sleight_of_hand_coins(cards: dict[str, list[str]], tossed: tuple[str, ...]) -> None:
    given = spread(voting("sleight-of-hand"))
    coins = dict(zip(tossed, ("gain", "smite", "gain"), strict=True))
    state = play(given, *votes(cards, coins=coins))
    assert changed(state) == {tossed[0]: 1, tossed[2]: 1}
    assert state["demis"][tossed[1]]["at"] == "abyss"
    assert state["track"]["3"][-1] == tossed[1]
    assert refused(given, *votes(cards, coins={**coins, "naka": "gain"})) == ("coins.differ", "VF-G")
    assert refused(given, *votes(cards)) == ("coins.differ", "VF-G")


def test_g_sleight_of_hand_tie_and_face_up() -> None:
    given = spread(voting("sleight-of-hand"))
    assert changed(play(given, *votes(TIE, target="naka"))) == {"naka": 2}
    assert refused(given, *votes(TIE)) == ("age.target", "VF-G")
    assert refused(given, *votes(FEATHER, target="naka"))[1] == "VF-G"
    assert refused(given, act("age_vote", "bob", cards=["?"])) == ("age.vote-face-up", "VF-G")
    play(voting("chaos"), act("age_vote", "bob", cards=["?"]))


# -- Age II ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "there", "elsewhere"), [(FEATHER, 2, 0), (SCORPION, -2, 0), (TIE, 0, 2)])
def test_g_decree(cards: dict[str, list[str]], there: int, elsewhere: int) -> None:
    given = spread(voting("decree", 2))
    pick = act("age_pick", "ada", locations=["abyss", "forest", "city"])
    state = play(given, pick, *votes(cards, ("bob", "cy")))
    assert changed(state) == {
        demi: change
        for demi, place in PLACES.items()
        if (change := there if place in ("abyss", "forest", "city") else elsewhere)
    }
    assert play(given, pick)["age_pick"] == ["abyss", "forest", "city"]


@pytest.mark.parametrize(
    ("cards", "hit"),
    [
        (FEATHER, ("abyss", "pools")),
        (SCORPION, ("city",)),
        (TIE, ("forest", "coast", "canyons", "desert", "volcano", "mountains")),
    ],
)
def test_g_evil_curses(cards: dict[str, list[str]], hit: tuple[str, ...]) -> None:
    state = play(spread(voting("evil-curses", 2)), *votes(cards))
    assert changed(state) == {demi: -2 for demi, place in PLACES.items() if place in hit}


@pytest.mark.parametrize(("cards", "shown"), [(FEATHER, ["naka"]), (SCORPION, []), (TIE, ["isabel", "naka"])])
def test_g_revelation(cards: dict[str, list[str]], shown: list[str]) -> None:
    given = voting("revelation", 2)
    state = play(given, *votes(cards, **({"revealed": shown} if shown else {})))
    assert state["shown"] == shown
    other = ["belan"] if len(shown) != 1 else ["belan", "naka"]
    assert refused(given, *votes(cards, revealed=other))[1] == "VF-G"


def test_g_revelation_nobodys_demi_may_be_shown_now_or_later() -> None:
    given = voting("revelation", 2, hidden=("cy",))
    assert refused(given, *votes(FEATHER, revealed=["pentha"]))[1] == "VF-G"
    late = act("end", reason="time", demis={"cy": "naka"})
    assert refused(given, *votes(FEATHER, revealed=["naka"]), late)[0] == "demis.shown-unused"
    play(given, *votes(FEATHER, revealed=["naka"]), late | {"demis": {"cy": "klar"}})


def test_g_revelation_fewer_if_fewer_are_unused_and_doubles_in_teams() -> None:
    eight = voting("revelation", 2, 8)
    order = ("bob", "cy", "dot", "eve", "fay", "gus", "hal", "ada")
    state = play(eight, *votes(TIE, order, revealed=["naka", "naka"]))
    assert state["shown"] == ["naka", "naka"]
    # Seven players without teams cannot be; eight cards are held by an Arbiter's table of six others and by five
    # players and an Arbiter seven: two are unused, so that of two shown both are.
    six = voting("revelation", 2, 6, role="arbiter")
    shown = ["namari", "isabel"]
    assert play(six, *votes(TIE, ("bob", "cy", "dot", "eve", "fay", "ada"), revealed=shown))["shown"] == shown


def census(**regions: list[str]) -> list[State]:
    """Ada votes so by region, Bob and Cy nothing."""
    shown = {region: {"cards": cards} for region, cards in regions.items()}
    return [
        act("age_vote", "ada", regions=regions),
        act("age_vote", "bob"),
        act("age_vote", "cy"),
        act("age_reveal", regions=shown),
    ]


def test_g_the_census_each_region_alone() -> None:
    given = spread(voting("the-census", 2))
    assert play(given)["waiting"] == ["ada"]
    state = play(given, *census(forest=["f1"], coast=["s1"], canyons=["s2", "f2"]))
    assert changed(state) == {"pentha": 1, "agamar": -1}
    assert state["demis"]["klar"]["at"] == "abyss"
    assert state["deck"]["discards"]["s2"] == 1
    counted = play(given, *census(forest=["f1"])[:1])
    assert counted["age_pile"] == {"forest": {"f1": 1}}


@pytest.mark.parametrize(
    ("value", "smitten"), [("skip", set()), ("tie", {"aponi", "saghari", "namari", "agamar", "klar"})]
)
def test_g_census_empty(value: str, smitten: set[str]) -> None:
    given = spread(voting("the-census", 2, rulings={"census_empty": value, "empty_vote": "nothing"}))
    state = play(given, *census(forest=["f1"]))
    assert {demi for demi, figure in state["demis"].items() if figure["at"] == "abyss"} - {"belan"} == smitten


def test_g_census_is_one_cause() -> None:
    """Two that end on one space keep their order, though their regions are counted apart."""
    given = spread(voting("the-census", 2), pentha=2, agamar=4)
    state = play(given, *census(forest=["f1"], coast=["s1"]))
    assert state["track"]["3"][:2] == ["agamar", "pentha"]


def test_g_census_plus_two_draws_in_ring_order() -> None:
    given = spread(voting("the-census", 2)).ruled(hands={"ada": {"+2": 2}})
    cast = [
        act("age_vote", "ada", regions={"coast": ["+2"], "volcano": ["+2"]}),
        act("age_vote", "bob"),
        act("age_vote", "cy"),
    ]
    shown = act(
        "age_reveal",
        regions={
            "coast": {"cards": ["+2"], "drawn": ["f1", "f1"]},
            "volcano": {"cards": ["+2"], "drawn": ["s1", "s1"]},
        },
    )
    assert changed(play(given, *cast, shown)) == {"agamar": 1, "saghari": -1}


# -- Age III ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "hit"),
    [
        (FEATHER, ("forest", "coast", "canyons")),
        (SCORPION, ("desert", "volcano", "mountains")),
        (TIE, ("city", "pools", "abyss")),
    ],
)
def test_g_defend_borders(cards: dict[str, list[str]], hit: tuple[str, ...]) -> None:
    state = play(spread(voting("defend-borders", 3)), *votes(cards))
    assert changed(state) == {demi: 2 for demi, place in PLACES.items() if place in hit}
    assert state["phase"] == "end"


@pytest.mark.parametrize(
    ("cards", "hit"),
    [
        (FEATHER, ("abyss", "pools")),
        (SCORPION, ("city",)),
        (TIE, ("forest", "coast", "canyons", "desert", "volcano", "mountains")),
    ],
)
def test_g_eredans_blessing(cards: dict[str, list[str]], hit: tuple[str, ...]) -> None:
    state = play(spread(voting("eredans-blessing", 3)), *votes(cards))
    assert changed(state) == {demi: 2 for demi, place in PLACES.items() if place in hit}


JUDGED = (
    act("age_quest", "ada", quest="iron-lullaby"),
    act("age_place", "ada", demi="naka", slot=1), act("age_place", "bob", demi="klar", slot=2),
    act("age_place", "cy", demi="aponi", slot=3),
)  # fmt: skip


@pytest.mark.parametrize(("cards", "changes", "abyss"), [
    (FEATHER, {"naka": 2, "klar": 3}, True), (SCORPION, {"naka": -2, "aponi": -1}, True),
    (TIE, {demi: 2 for demi in DEMIS if demi not in ("naka", "klar", "aponi")}, False),
])  # fmt: skip
def test_g_judgement(cards: dict[str, list[str]], changes: dict[str, int], abyss: bool) -> None:
    """Iron-lullaby: `gain 2`/`lose 2`; `gain 3`/`nothing`; `smite`/`lose 1, smite`; its needs do not matter."""
    given = spread(voting("judgement", 3))
    state = play(given, *JUDGED)
    assert state["age_pick"] == {"quest": "iron-lullaby", "slots": ["naka", "klar", "aponi"]}
    assert (state["demis"]["naka"]["at"], state["demis"]["naka"]["quest"]) == ("city", None)
    assert state["waiting"] == ["ada"]
    assert "iron-lullaby" in state["used_quests"]
    state = play(given, *JUDGED, *votes(cards, ("ada", "bob", "cy")))
    assert changed(state) == changes
    assert (state["demis"]["aponi"]["at"] == "abyss") is abyss


def test_g_judgement_until_it_is_full_and_an_empty_slot_does_nothing() -> None:
    small = voting("judgement", 3)
    steps = [
        act("age_quest", "ada", quest="tin-parliament"),
        act("age_place", "ada", demi="naka", slot=4),
        act("age_place", "bob", demi="klar", slot=1),
        act("age_place", "cy", demi="aponi", slot=2),
    ]
    state = play(small, *steps)
    assert state["age_pick"]["slots"] == ["klar", "aponi", None, "naka"]
    assert state["phase"] == "age_vote"
    two = [
        act("age_quest", "ada", quest="empty-chair"),
        act("age_place", "ada", demi="naka", slot=1),
        act("age_place", "bob", demi="klar", slot=2),
    ]
    assert play(small, *two)["phase"] == "age_vote"
    assert refused(small, *two, act("age_place", "cy", demi="aponi", slot=1))[1] == "VF-G"


def test_g_judgement_coins() -> None:
    """Mud-choir, slot 3: `gain 1, coin` or `lose 1, coin`."""
    given = spread(voting("judgement", 3))
    steps = [
        act("age_quest", "ada", quest="mud-choir"),
        act("age_place", "ada", demi="naka", slot=3),
        act("age_place", "bob", demi="klar", slot=4),
        act("age_place", "cy", demi="aponi", slot=1),
    ]
    order = ("ada", "bob", "cy")
    assert changed(play(given, *steps, *votes(FEATHER, order, coins={"naka": "gain"})))["naka"] == 2
    assert changed(play(given, *steps, *votes(SCORPION, order, coins={"naka": "gain"}))).get("naka", 0) == 0
    assert refused(given, *steps, *votes(FEATHER, order)) == ("coins.differ", "VF-G")


@pytest.mark.parametrize(
    ("cards", "hit", "gain"), [(["f1", "f1"], "abyss", 2), (["s1", "s2"], "city", 2), (["f1", "s1"], "pools", 3)]
)
def test_g_omnipotence(cards: list[str], hit: str, gain: int) -> None:
    """What is paid for God Powers in this Age goes to the Age pile; a Favor pays nothing."""
    base = table(3, age=3, cards=("chaos", "evil-curses", "omnipotence")).ruled(
        demis={demi: {"at": place} for demi, place in PLACES.items()}, track=spaces(**dict.fromkeys(DEMIS, 3))
    )
    paid = base.then(power("ada", "smite", *cards, demi="belan"))
    state = play(paid)
    assert sum(state["age_pile"].values()) == 2
    assert state["deck"]["discards"] == {}
    rest = [act("rest", player) for player in ("ada", "bob", "cy")]
    assert play(paid, *rest)["phase"] == "age_reveal"
    state = play(paid, *rest, act("age_reveal", cards=cards))
    there = [demi for demi, place in PLACES.items() if place == hit]
    assert changed(state) == dict.fromkeys(there, gain)
    assert state["phase"] == "end"


def test_g_omnipotence_without_cards_is_a_tie() -> None:
    given = spread(table(3, age=3, cards=("chaos", "evil-curses", "omnipotence"), rulings={"empty_vote": "nothing"}))
    rest = [act("rest", player) for player in ("ada", "bob", "cy")]
    assert changed(play(given, *rest, act("age_reveal"))) == {"isabel": 3}


# -- who may use which ---------------------------------------------------------------------------------------


THREE = {"arbiter": 1, "sleight-of-hand": 1, "decree": 2, "revelation": 2, "judgement": 3}


@pytest.mark.parametrize("card", sorted(THREE))
@pytest.mark.parametrize("value", ["exclude", "allow"])
def test_a1_two_player_ages(card: str, value: str) -> None:
    age = THREE[card]
    before = table(2, age=age, rulings={"two_player_ages": value})
    given = Situation("", before.records[:-1])
    step = act("age", "ada", age=age, card=card)
    if value == "allow":
        assert play(given, step)["age_card"] == card
    else:
        assert refused(given, step) == ("age.card-needs-three", "VF-A1")


def test_a1_three_or_more_counts_without_the_celestial() -> None:
    given = Situation("", table(3, role="eredan").records[:-1])
    assert refused(given, act("age", "ada", age=1, card="arbiter")) == ("age.card-needs-three", "VF-A1")
    play(Situation("", table(4, role="eredan").records[:-1]), act("age", "ada", age=1, card="arbiter"))


def test_g_a_celestial_votes_and_names_like_anybody() -> None:
    given = voting("chaos", 1, 4, role="arbiter")
    order = ("bob", "cy", "dot", "ada")
    assert play(given, *[act("age_vote", player) for player in order[:2]])["waiting"] == ["dot"]
    first = voting("arbiter", 1, 4, role="arbiter").ruled(first="dot")
    assert play(first, act("age_pick", "dot", demis=["naka", "klar", "aponi"]))["waiting"] == ["ada"]


def test_after_the_age_iii_reveal_nothing_is_cleared() -> None:
    state = play(ended())
    assert len(state["quests"]) == 4
    assert state["rested"] == ["ada", "bob", "cy"]
    assert state["city"] == {"card": "gallows-yard", "space": 0}
    assert (state["phase"], state["waiting"], state["turn"]) == ("end", [], None)
