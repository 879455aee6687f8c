"""Sections 3, 4 and 5: Fate cards, set-up, Ages, turns, moves, the City."""

from __future__ import annotations

import pytest

from .playing import HAND, NAMES, Situation, act, header, move, onto, play, power, refused, setup, spaces, table, voting

REST = (act("rest", "ada"), act("rest", "bob"), act("rest", "cy"))


# -- S: set-up -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "quests"), [(2, 3), (3, 4), (4, 4), (5, 5), (6, 6), (7, 6), (8, 6)])
def test_s1_quests_by_players(count: int, quests: int) -> None:
    assert len(play(table(count))["quests"]) == quests


@pytest.mark.parametrize(("count", "quests"), [(2, 3), (3, 3), (5, 4), (6, 5), (7, 6), (9, 6)])
def test_s1_quests_by_non_celestial_players(count: int, quests: int) -> None:
    assert len(play(table(count, role="arbiter"))["quests"]) == quests


def test_s1_nine_only_with_a_celestial() -> None:
    assert len(play(table(9, role="eredan"))["hands"]) == 9
    assert refused(Situation("", ()), header(9)) == ("setup.player-count", "VF-S1")
    ten = header(9, role="eredan")
    ten["players"] = [*ten["players"], {"id": "jo"}]
    assert refused(Situation("", ()), ten) == ("setup.player-count", "VF-S1")


def test_s2_what_the_setup_puts_in_place() -> None:
    state = play(table())
    assert (state["first"], state["phase"], state["waiting"]) == ("ada", "turn", ["ada"])
    assert state["city"] == {"card": "first-altar", "space": 0}
    assert state["hands"]["bob"] == {"f1": 2, "f2": 1, "s1": 1, "s2": 1}
    assert state["deck"] == {"size": 96 - 15, "discards": {}}
    assert state["known_demis"] == {"ada": "pentha", "bob": "agamar", "cy": "klar"}
    assert state["quests"]["crooked-well"] == {"region": "coast", "slots": [None] * 3, "pile": {}}


@pytest.mark.parametrize("role", ["eredan", "mother-to-all"])
def test_s2_a_role_without_a_demi_has_no_key(role: str) -> None:
    given = Situation("", (header(4, role=role),))
    legal = setup(given.records[0])
    assert "dot" not in legal["demis"]
    play(given, legal)
    assert refused(given, legal | {"demis": {**legal["demis"], "dot": "isabel"}})[1] in ("VF-S2", "VF-C3")


def test_before_the_setup() -> None:
    state = play(Situation("", (header(3, "hadria servants"),)))
    assert (state["age"], state["phase"], state["waiting"], state["first"]) == (0, "setup", [], None)
    assert state["hands"] == {"ada": {}, "bob": {}, "cy": {}}
    assert state["deck"] == {"size": 96, "discards": {}}
    assert state["hadria"] == {"at": "abyss", "renown": 1, "display": [], "deck": 10}
    assert state["known_demis"] == {"ada": "?", "bob": "?", "cy": "?"}
    assert state["servants"] == {}


# -- A: Ages -----------------------------------------------------------------------------------------------


def test_a1_the_first_player_has_the_first_turn() -> None:
    head = header(3)
    given = Situation("", (head, setup(head, first="cy")))
    assert play(given)["waiting"] == ["cy"]
    state = play(given, act("age", "cy", age=1, card="chaos"))
    assert state["turn"]["player"] == "cy"
    assert (state["age"], state["age_card"]) == (1, "chaos")


def test_a2_what_is_left_goes_and_the_cards_of_piles_are_discarded_unrevealed() -> None:
    given = table().then(
        onto("ada", "naka", "lantern-oath", 1),
        act("end_turn", "ada"),
        act("rest", "bob"),
        act("rest", "cy"),
        act("rest", "ada"),
    )
    before = play(given)
    state = play(given, act("age_vote", "cy"), act("age_vote", "ada"), act("age_vote", "bob"), act("age_reveal"))
    assert before["first"] == "bob"
    assert (state["phase"], state["quests"], state["city"], state["rested"]) == ("deal", {}, None, [])
    assert state["deck"]["discards"] == {"f1": 1}
    assert state["demis"]["naka"] == {"at": "forest", "quest": None, "slot": None, "renown": 3}


def test_a2_deal_in_turn_order_up_to_the_limit_a_record_even_for_none() -> None:
    given = voting("chaos").ruled(hands={"bob": {"f1": 8}, "cy": {}})
    votes = (act("age_vote", "bob"), act("age_vote", "cy"), act("age_vote", "ada"), act("age_reveal"))
    assert play(given, *votes)["waiting"] == ["ada"]
    three = act("deal", "ada", cards=["?"] * 3)
    assert play(given, *votes, three)["waiting"] == ["bob"]
    none, five = act("deal", "bob"), act("deal", "cy", cards=["?"] * 5)
    assert refused(given, *votes, three, five) == ("order.not-your-turn", "VF-A2")
    state = play(given, *votes, three, none, five)
    assert state["phase"] == "place"
    assert state["hands"]["cy"] == {"?": 5}


def test_a2_place_round_and_round_then_city_then_age() -> None:
    records = table(age=2).records
    kinds = [(record["type"], record.get("player")) for record in records]
    start = kinds.index(("place", "ada"))
    assert kinds[start:] == [
        ("place", "ada"),
        ("place", "bob"),
        ("place", "cy"),
        ("place", "ada"),
        ("city", "ada"),
        ("age", "ada"),
    ]
    state = play(table(age=2))
    assert (state["age"], state["phase"], state["turn"]["player"]) == (2, "turn", "ada")


def test_a3_an_age_ends_when_all_have_rested() -> None:
    assert play(table(), *REST)["phase"] == "age_vote"
    assert play(table(), *REST[:2])["phase"] == "turn"


def _last_quest(rulings: dict[str, str] | None = None) -> Situation:
    """Ada fills the last Quest of the Age with her first action."""
    head = header(2, rulings=rulings)
    quests = [
        {"quest": q, "region": r}
        for q, r in (("salt-ledger", "forest"), ("bone-orchard", "coast"), ("stilt-market", "desert"))
    ]
    setup_ = setup(head, quests=quests)
    fills = []
    for player, quest, demi, slot in (("ada", "salt-ledger", "klar", 2), ("ada", "bone-orchard", "aponi", 1)):
        fills += [onto(player, demi, quest, slot), act("reveal", quest=quest, cards=["f1"])]
    return (
        Situation("", (head, setup_, act("age", "ada", age=1, card="chaos")))
        .ruled(
            demis={
                "pentha": {"quest": "salt-ledger", "slot": 1},
                "naka": {"quest": "bone-orchard", "slot": 2},
                "belan": {"quest": "stilt-market", "slot": 1},
                "isabel": {"quest": "stilt-market", "slot": 2},
            },
        )
        .then(
            *fills,
            act("end_turn", "ada"),
            onto("bob", "saghari", "stilt-market", 3),
            act("reveal", quest="stilt-market", cards=["f1"]),
        )
    )


def test_a3_with_the_last_quest_the_age_ends_at_once_and_nobody_rests_for_it() -> None:
    state = play(_last_quest())
    assert (state["phase"], state["turn"], state["rested"], state["quests"]) == ("age_vote", None, [], {})
    assert state["first"] == "ada"


def test_a3_last_quest_ends_turn() -> None:
    given = _last_quest({"last_quest": "ends_turn"})
    state = play(given)
    assert (state["phase"], state["turn"]["player"], state["turn"]["actions"]) == ("turn", "bob", 1)
    assert play(given, move("bob", "agamar", "forest"), act("end_turn", "bob"))["phase"] == "age_vote"
    assert refused(_last_quest(), act("end_turn", "bob"))[1] == "VF-G"


def test_a4_the_first_to_rest_is_first_player_at_once() -> None:
    state = play(table(), power("ada", "smite", "f1", "s1", demi="naka"), act("end_turn", "ada"), act("rest", "bob"))
    assert (state["first"], state["rested"], state["turn"]["player"]) == ("bob", ["bob"], "cy")
    later = play(
        table(),
        power("ada", "smite", "f1", "s1", demi="naka"),
        act("end_turn", "ada"),
        act("rest", "bob"),
        act("rest", "cy"),
    )
    assert (later["first"], later["rested"], later["turn"]["player"]) == ("bob", ["bob", "cy"], "ada")


def test_a4_marker_passes_at_age_end() -> None:
    given = table(rulings={"marker_passes": "at_age_end"}).then(
        power("ada", "smite", "f1", "s1", demi="naka"), act("end_turn", "ada"), act("rest", "bob")
    )
    assert play(given)["first"] == "ada"
    state = play(given, act("rest", "cy"), act("rest", "ada"))
    assert (state["first"], state["waiting"]) == ("bob", ["cy"])


# -- T: turns ----------------------------------------------------------------------------------------------


def test_t1_up_to_two_actions_then_the_end_of_the_turn() -> None:
    one = move("ada", "naka", "forest")
    assert play(table(), one, act("rest", "ada"))["rested"] == ["ada"]
    assert play(table(), act("rest", "ada"))["rested"] == ["ada"]
    two = (one, move("ada", "naka", "coast"))
    assert refused(table(), *two, act("rest", "ada")) == ("turn.rest-after-second", "VF-T1")
    assert refused(table(), *two, move("ada", "klar", "forest")) == ("turn.no-action-left", "VF-T1")
    assert play(table(), *two)["turn"]["actions"] == 2


@pytest.mark.parametrize(
    ("records", "rests"),
    [
        ((), True),
        ((move("ada", "naka", "forest"),), True),
        ((onto("ada", "naka", "lantern-oath", 1),), False),
        ((power("ada", "smite", "f1", "s1", demi="naka"),), False),
    ],
)
def test_t2_who_gained_or_used_no_fate_card_rests(records: tuple[dict[str, object], ...], rests: bool) -> None:
    assert (play(table(), *records, act("end_turn", "ada"))["rested"] == ["ada"]) is rests


def test_t2_a_drawn_card_is_gained() -> None:
    pools = table().ruled(demis={"naka": {"at": "abyss"}})
    assert play(pools, move("ada", "naka", "pools", drew="f1"), act("end_turn", "ada"))["rested"] == []
    assert play(pools, move("ada", "naka", "pools", drew=None), act("end_turn", "ada"))["rested"] == ["ada"]


def test_t2_a_swap_uses_a_card() -> None:
    pools = table().ruled(demis={"naka": {"at": "pools"}}, city=None)
    swap = {"discard": "f1", "drew": "s1"}
    assert play(pools, move("ada", "naka", "city", swap=swap), act("end_turn", "ada"))["rested"] == []
    assert play(pools, move("ada", "naka", "city"), act("end_turn", "ada"))["rested"] == ["ada"]


def test_t2_who_has_no_card_left_rests() -> None:
    given = table().ruled(hands={"ada": {"f1": 1}})
    assert play(given, onto("ada", "naka", "lantern-oath", 1), act("end_turn", "ada"))["rested"] == ["ada"]


@pytest.mark.parametrize("value", ["all", "inactivity"])
def test_t2_favor_prevents_rest(value: str) -> None:
    given = table(3, "hadria", rulings={"favor_prevents_rest": value}).ruled(
        hands={"ada": {}}, favors={"ada": {"hand": ["smite-favor"]}}
    )
    played = act("favor", "ada", favor="smite-favor", demi="naka")
    assert play(given, played, act("end_turn", "ada"))["rested"] == ([] if value == "all" else ["ada"])
    idle = given.ruled(hands={"ada": {"f1": 1}})
    assert play(idle, played, act("end_turn", "ada"))["rested"] == []
    assert play(idle, act("end_turn", "ada"))["rested"] == ["ada"]


def test_t2_gaining_a_favor_prevents_rest_too() -> None:
    given = table(3, "hadria").ruled(demis={"naka": {"at": "abyss"}})
    take = move("ada", "naka", "pools", favor="portal-favor", refill="influence-favor")
    state = play(given, take)
    assert state["turn"]["favor_gained"] is True
    assert play(given, take, act("end_turn", "ada"))["rested"] == []


def test_t3_each_action_needs_a_card_a_favor_does_not() -> None:
    bare = table(3, "hadria").ruled(hands={"ada": {}}, favors={"ada": {"hand": ["smite-favor"]}})
    assert refused(bare, move("ada", "naka", "forest")) == ("turn.no-fate-card", "VF-T3")
    play(bare, act("favor", "ada", favor="smite-favor", demi="naka"))
    last = table().ruled(hands={"ada": {"f1": 1}}).then(onto("ada", "naka", "lantern-oath", 1))
    assert refused(last, move("ada", "klar", "forest")) == ("turn.no-fate-card", "VF-T3")


def test_t3_empty_hand_turn_act_frees_the_first_action_only() -> None:
    given = table(rulings={"empty_hand_turn": "act"}).ruled(hands={"ada": {}})
    play(given, move("ada", "naka", "forest"))
    assert refused(given, move("ada", "naka", "forest"), move("ada", "naka", "coast"))[1] == "VF-T3"


def test_t4_the_rested_have_no_turn_but_vote_on_the_age_card() -> None:
    given = table().then(
        act("rest", "ada"),
        power("bob", "smite", "f1", "s1", demi="naka"),
        act("end_turn", "bob"),
        power("cy", "smite", "f1", "s1", demi="klar"),
        act("end_turn", "cy"),
    )
    assert play(given)["waiting"] == ["bob"]
    state = play(given, act("rest", "bob"), act("rest", "cy"), act("age_vote", "bob"), act("age_vote", "cy"))
    assert (state["phase"], state["waiting"]) == ("age_vote", ["ada"])


# -- M: moves ----------------------------------------------------------------------------------------------


def test_m1_any_demi_whoever_owns_it() -> None:
    for demi in ("pentha", "agamar", "isabel"):
        assert play(table(), move("ada", demi, "forest"))["demis"][demi]["at"] == "forest"


def test_m3_onto_a_slot_of_an_adjacent_quest_whose_need_is_met() -> None:
    for quest, slot, demi in (("salt-ledger", 1, "klar"), ("quiet-forge", 1, "pentha"), ("crooked-well", 2, "belan")):
        assert play(table(), onto("ada", demi, quest, slot))["quests"][quest]["slots"][slot - 1] == demi
    for quest, slot, demi in (("salt-ledger", 1, "naka"), ("quiet-forge", 1, "agamar"), ("crooked-well", 2, "aponi")):
        assert refused(table(), onto("ada", demi, quest, slot)) == ("move.slot-need", "VF-M3")


def test_m3_a_slot_for_one_demi() -> None:
    given = table(5)
    assert play(given, onto("ada", "naka", "paper-crown", 1))["demis"]["naka"]["at"] == "volcano"
    assert refused(given, onto("ada", "belan", "paper-crown", 1)) == ("move.slot-need", "VF-M3")


def test_m3_from_its_own_region() -> None:
    given = table().ruled(demis={"naka": {"at": "desert"}})
    assert play(given, onto("ada", "naka", "quiet-forge", 2))["demis"]["naka"]["slot"] == 2


def test_m5_the_card_lies_in_the_pile_and_the_action_counts() -> None:
    state = play(table(), onto("ada", "naka", "crooked-well", 1, "s2"))
    assert state["quests"]["crooked-well"]["pile"] == {"s2": 1}
    assert state["hands"]["ada"] == {"f1": 2, "f2": 1, "s1": 1}
    assert state["turn"] == {
        "player": "ada",
        "actions": 1,
        "fate": True,
        "favor_gained": False,
        "favor_played": False,
        "voted": "crooked-well",
        "again": False,
    }


def test_m6_a_card_or_with_hadria_a_favor() -> None:
    base = table().ruled(demis={"naka": {"at": "abyss"}})
    assert play(base, move("ada", "naka", "pools", drew="+2"))["hands"]["ada"]["+2"] == 1
    full = base.ruled(hands={"ada": {"f1": 8}})
    play(full, move("ada", "naka", "pools", drew=None))
    assert refused(full, move("ada", "naka", "pools", drew="f1"))[0] in ("draw.count", "pools.must-draw")


def test_m6_pools_draw_must() -> None:
    given = table(rulings={"pools_draw": "must"}).ruled(demis={"naka": {"at": "abyss"}})
    assert refused(given, move("ada", "naka", "pools", drew=None)) == ("pools.must-draw", "VF-M6")
    play(given, move("ada", "naka", "pools", drew="f1"))
    play(given.ruled(hands={"ada": {"f1": 8}}), move("ada", "naka", "pools", drew=None))


def test_m6_with_an_empty_display_a_card_again() -> None:
    given = table(3, "hadria").ruled(demis={"naka": {"at": "abyss"}}, hadria={"display": []})
    assert play(given, move("ada", "naka", "pools", drew="f1"))["hands"]["ada"]["f1"] == 3


def test_m7_one_may_discard_one_and_draw_one_before_the_city_space() -> None:
    given = table().ruled(demis={"naka": {"at": "pools"}})
    plain = move("ada", "naka", "city", space={"drew": ["f1"]})
    assert play(given, plain)["hands"]["ada"]["f1"] == 3
    state = play(given, plain | {"swap": {"discard": "s1", "drew": "+2"}})
    assert state["hands"]["ada"] == {"f1": 3, "f2": 1, "s2": 1, "+2": 1}
    assert state["deck"]["discards"] == {"s1": 1}
    assert refused(
        table().ruled(demis={"naka": {"at": "coast"}}), plain | {"swap": {"discard": "s1", "drew": "+2"}}
    ) == ("move.no-swap", "VF-M7")


# -- A5: the City ------------------------------------------------------------------------------------------


def city(card: str, space: int, **wanted: object) -> Situation:
    return table(**wanted).ruled(city={"card": card, "space": space}, demis={"naka": {"at": "coast"}})  # type: ignore[arg-type]


def test_a5_each_arrival_goes_one_space_on_and_after_the_last_the_card_goes() -> None:
    given = table().ruled(demis={d: {"at": "coast"} for d in ("naka", "klar", "aponi")})
    first = move("ada", "naka", "city", space={"drew": ["f1"]})
    assert play(given, first)["city"] == {"card": "first-altar", "space": 1}
    second = play(given, first, move("ada", "klar", "city"))
    assert (second["city"]["space"], second["demis"]["klar"]["renown"]) == (2, 1)
    again = given.ruled(city={"space": 2})
    assert play(again, move("ada", "aponi", "city"))["city"] is None
    assert play(again, move("ada", "aponi", "city"), move("ada", "naka", "city"))["city"] is None


def test_a5_spaces() -> None:
    assert play(city("grain-steps", 0), move("ada", "naka", "city", space={"drew": ["f1", "s1"]}))["hands"]["ada"] == {
        "f1": 3,
        "f2": 1,
        "s1": 2,
        "s2": 1,
    }
    assert play(city("moon-court", 2), move("ada", "naka", "city"))["demis"]["naka"]["renown"] == 3
    lose = city("wolf-gate", 0).ruled(track=spaces(naka=3))
    assert play(lose, move("ada", "naka", "city"))["demis"]["naka"]["renown"] == 1
    for coin, renown, place in (("gain", 1, "city"), ("smite", 0, "abyss")):
        state = play(city("coin-street", 0), move("ada", "naka", "city", space={"coin": coin}))
        assert (state["demis"]["naka"]["renown"], state["demis"]["naka"]["at"]) == (renown, place)
    chosen = play(city("wolf-gate", 2), move("ada", "naka", "city", space={"target": "klar"}))
    assert chosen["demis"]["klar"]["renown"] == 2
    smitten = play(city("gallows-yard", 0), move("ada", "naka", "city", space={"target": "naka"}))
    assert smitten["demis"]["naka"]["at"] == "abyss"
    assert play(city("glass-bazaar", 0), move("ada", "naka", "city"))["city"]["space"] == 1


def test_a5_the_hand_limit_holds_for_a_space() -> None:
    given = city("grain-steps", 0).ruled(hands={"ada": {"f1": 7}})
    play(given, move("ada", "naka", "city", space={"drew": ["s1"]}))
    full = city("grain-steps", 0).ruled(hands={"ada": {"f1": 8}})
    play(full, move("ada", "naka", "city"))
    assert refused(full, move("ada", "naka", "city", space={"drew": ["s1"]})) == ("draw.count", "VF-F2")


# -- F: Fate cards -----------------------------------------------------------------------------------------


def test_f1_draw_limit_discard() -> None:
    given = table(rulings={"draw_limit": "discard"}).ruled(
        city={"card": "grain-steps", "space": 0}, demis={"naka": {"at": "coast"}}, hands={"ada": {"f1": 7}}
    )
    step = move("ada", "naka", "city", space={"drew": ["s1", "s2"]}, discard=["f1"])
    assert play(given, step)["hands"]["ada"] == {"f1": 6, "s1": 1, "s2": 1}
    assert refused(given, {k: v for k, v in step.items() if k != "discard"}) == ("draw.above-limit", "VF-F2")
    assert refused(table(), move("ada", "naka", "forest", discard=["f1"]))[0] == "draw.above-limit"


def _small(rulings: dict[str, str] | None = None) -> Situation:
    """Two cards are left in the deck, three among the discards."""
    given = table(rulings=rulings, content={"pack": "trial-small"})
    return given.ruled(
        deck={"discards": {"f1": 3}},
        hands={"ada": {"s1": 4}, "bob": {"?": 8}, "cy": {"?": 8}},
        quests={"lantern-oath": {"pile": {"?": 15}}},
    )


def test_f2_the_discards_become_the_deck() -> None:
    given = _small()
    assert play(given)["deck"] == {"size": 2, "discards": {"f1": 3}}
    arriving = given.ruled(demis={"naka": {"at": "coast"}}, city={"card": "grain-steps", "space": 4})
    state = play(arriving, move("ada", "naka", "city", space={"drew": ["s1", "s1", "f1"]}))
    assert state["deck"] == {"size": 2, "discards": {}}


def test_f2_empty_deck_none() -> None:
    given = _small({"empty_deck": "none"}).ruled(
        demis={"naka": {"at": "coast"}}, city={"card": "grain-steps", "space": 4}
    )
    step = move("ada", "naka", "city", space={"drew": ["s1", "s1"]})
    assert play(given, step)["deck"] == {"size": 0, "discards": {"f1": 3}}
    assert refused(given, step | {"space": {"drew": ["s1", "s1", "f1"]}}) == ("draw.count", "VF-F2")


def test_f2_with_none_nothing_is_drawn() -> None:
    given = table(content={"pack": "trial-small"}).ruled(
        demis={"naka": {"at": "abyss"}},
        hands={"bob": {"?": 8}, "cy": {"?": 8}, "ada": {"s1": 4}},
        quests={"lantern-oath": {"pile": {"?": 20}}},
    )
    assert play(given)["deck"] == {"size": 0, "discards": {}}
    play(given, move("ada", "naka", "pools", drew=None))
    assert refused(given, move("ada", "naka", "pools", drew="f1"))[1] in ("VF-F2", "VF-M6")


def test_f5_no_more_known_copies_than_the_pack_has() -> None:
    given = table(content={"pack": "trial-small"}, hands={name: ["+2", "+2", "f1", "f1", "f1"] for name in NAMES[:3]})
    pools = given.ruled(demis={"naka": {"at": "abyss"}})
    assert refused(pools, move("ada", "naka", "pools", drew="+2")) == ("cards.too-many", "VF-F5")
    play(pools, move("ada", "naka", "pools", drew="?"))


def test_f6_known_cards_leave_before_hidden_ones() -> None:
    given = table(hands={"ada": ["f1", "?", "?", "s1", "?"]})
    assert play(given)["hands"]["ada"] == {"f1": 1, "s1": 1, "?": 3}
    assert play(given, onto("ada", "naka", "lantern-oath", 1, "f1"))["hands"]["ada"] == {"s1": 1, "?": 3}
    assert play(given, onto("ada", "naka", "lantern-oath", 1, "f2"))["hands"]["ada"] == {"f1": 1, "s1": 1, "?": 2}


def test_f6_k_hidden_cards_leave() -> None:
    given = table(hands={"ada": ["f1", "f1", "s1", "?", "?"]})
    state = play(given, power("ada", "smite", "?", "?", demi="naka"))
    assert state["hands"]["ada"] == {"?": 3}
    one = play(given, onto("ada", "naka", "lantern-oath", 1, "?"))
    assert one["hands"]["ada"] == {"f1": 1, "?": 3}
    mixed = play(given, power("ada", "smite", "?", "s1", demi="naka"))
    assert mixed["hands"]["ada"] == {"f1": 1, "?": 2}


def test_f6_what_neither_count_nor_rest_has_is_not_held() -> None:
    given = table(hands={"ada": ["f1", "f1", "s1", "?", "f2"]})
    portal = power("ada", "portal", "s2", "s2", "f1", demi="naka", to="abyss")
    assert refused(given, portal) == ("cards.not-held", "VF-F6")
    play(given, power("ada", "portal", "s2", "f1", "f1", demi="naka", to="abyss"))


def test_f7_a_vote_in_anothers_turn_does_not_count() -> None:
    given = table().then(
        onto("ada", "naka", "lantern-oath", 1),
        onto("ada", "klar", "lantern-oath", 2),
        act("voters", "ada", quest="lantern-oath", players=["bob"]),
        act("vote", "bob", quest="lantern-oath", card="f1"),
        act("reveal", quest="lantern-oath", cards=["f1"] * 3),
        act("end_turn", "ada"),
    )
    assert play(given, move("bob", "aponi", "forest"), act("end_turn", "bob"))["rested"] == ["bob"]


def test_hand_of_the_examples() -> None:
    """The tests of this file count on it."""
    assert HAND == ("f1", "f1", "f2", "s1", "s2")
