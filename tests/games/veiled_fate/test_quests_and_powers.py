"""Sections 6 and 7: Quests and God Powers."""

from __future__ import annotations

from typing import Any

import pytest

from .playing import NAMED, TWO, act, onto, play, power, refused, reveal, spaces, table, vote

# -- Q: Quests -------------------------------------------------------------------------------------------


def test_q1_the_completer_names_and_the_named_vote_in_any_order() -> None:
    given = (
        table(4)
        .ruled(demis={"naka": {"quest": "crooked-well", "slot": 1}, "belan": {"quest": "crooked-well", "slot": 2}})
        .then(onto("ada", "klar", "crooked-well", 3))
    )
    state = play(given)
    assert (state["phase"], state["waiting"]) == ("voters", ["ada"])
    assert state["pending"] == {"quest": "crooked-well", "player": "ada"}
    named = act("voters", "ada", quest="crooked-well", players=["dot", "bob"])
    assert play(given, named)["waiting"] == ["bob", "dot"]
    state = play(given, named, vote("dot", "f1", "crooked-well"))
    assert state["waiting"] == ["bob"]
    assert play(given, named, vote("dot", "f1", "crooked-well"), vote("bob", "s1", "crooked-well"))["phase"] == "reveal"


def test_q1_not_more_than_there_are_others_not_rested() -> None:
    given = table().then(
        act("rest", "ada"),
        onto("bob", "naka", "crooked-well", 1),
        onto("bob", "belan", "crooked-well", 2),
        act("end_turn", "bob"),
        onto("cy", "klar", "crooked-well", 3),
    )
    named = act("voters", "cy", quest="crooked-well", players=["bob"])
    play(given, named)
    assert refused(given, named | {"players": ["ada", "bob"]})[1] in ("VF-T4", "VF-Q1")


def test_q1_rested_voters_may_be_named_by_ruling() -> None:
    given = table(rulings={"rested_voters": True}).then(
        act("rest", "ada"),
        onto("bob", "naka", "crooked-well", 1),
        onto("bob", "belan", "crooked-well", 2),
        act("end_turn", "bob"),
        onto("cy", "klar", "crooked-well", 3),
    )
    named = act("voters", "cy", quest="crooked-well", players=["ada", "bob"])
    assert play(given, named)["waiting"] == ["ada", "bob"]
    assert refused(given, named | {"players": ["bob"]}) == ("voters.count", "VF-Q1")


def test_q1_straight_to_the_reveal_where_nobody_is_named() -> None:
    given = table().ruled(demis={"klar": {"quest": "salt-ledger", "slot": 1}})
    state = play(given, onto("ada", "naka", "salt-ledger", 2))
    assert (state["phase"], state["waiting"]) == ("reveal", [])
    alone = table().then(
        act("rest", "ada"),
        act("rest", "bob"),
        onto("cy", "naka", "lantern-oath", 1),
        onto("cy", "klar", "lantern-oath", 2),
    )
    assert play(alone)["phase"] == "reveal"


def test_q1_a_voter_without_cards_adds_one_of_the_deck() -> None:
    given = table().then(*TWO, NAMED).ruled(hands={"bob": {}})
    size = play(given)["deck"]["size"]
    state = play(given, vote("bob", "?", **{"from": "deck"}))
    assert state["quests"]["lantern-oath"]["pile"] == {"f1": 2, "?": 1}
    assert state["deck"]["size"] == size - 1
    assert state["hands"]["bob"] == {}


def test_q1_with_nothing_to_draw_the_card_is_null() -> None:
    given = (
        table(content={"pack": "trial-small"})
        .then(*TWO, NAMED)
        .ruled(hands={"bob": {}, "cy": {"?": 8}, "ada": {"?": 8}}, quests={"crooked-well": {"pile": {"?": 22}}})
    )
    assert play(given)["deck"]["size"] == 0
    state = play(given, vote("bob", None, **{"from": "deck"}))
    assert (state["phase"], state["quests"]["lantern-oath"]["pile"]) == ("reveal", {"f1": 2})


def test_q2_with_two_players_the_deck_votes_unseen() -> None:
    state = play(table(2), *TWO)
    assert (state["phase"], state["quests"]["lantern-oath"]["pile"]) == ("reveal", {"f1": 2, "?": 1})
    assert play(table(2), *TWO, reveal("f1", "f1", "s2", vote_coin="scorpion"))["demis"]["klar"]["at"] == "abyss"


def test_q2_a_player_and_a_celestial_are_two() -> None:
    assert play(table(2, role="eredan"), *TWO)["phase"] == "reveal"


@pytest.mark.parametrize(
    ("votes", "coin", "naka", "klar"),
    [
        (("f1", "f1", "f1"), None, 2, "forest"),
        (("f1", "f1", "s1"), None, 2, "forest"),
        (("f1", "f1", "s2"), "feather", 2, "forest"),
        (("f1", "f1", "s2"), "scorpion", 0, "abyss"),
    ],
)
def test_q3_q4_the_winning_side_applies(votes: tuple[str, ...], coin: str | None, naka: int, klar: str) -> None:
    """Lantern-oath: slot 1 `gain 2` or `lose 1`, slot 2 `gain 1` or `smite`."""
    tossed = {"vote_coin": coin} if coin else {}
    state = play(table(), *TWO, NAMED, vote("bob", votes[2]), reveal(*votes, **tossed))
    assert (state["demis"]["naka"]["renown"], state["demis"]["klar"]["at"]) == (naka, klar)
    assert "lantern-oath" not in state["quests"]
    assert state["pending"] is None
    assert state["deck"]["discards"] == {"f1": votes.count("f1"), **({votes[2]: 1} if votes[2] != "f1" else {})}


def test_q3_the_reveal_comes_after_the_last_vote_and_not_before() -> None:
    """Whatever lies in the pile so far: the completer has still to name voters, or a voter to vote."""
    given = table().then(*TWO)
    assert refused(given, reveal("f1", "f1")) == ("order.phase", "VF-Q1")
    assert refused(given, NAMED, reveal("f1", "f1")) == ("order.phase", "VF-Q1")
    play(given, NAMED, vote("bob", "f1"), reveal("f1", "f1", "f1"))
    assert refused(given, NAMED, vote("bob", "f1"), reveal("f1", "f1", "f1"), reveal("f1"))[0] == "order.phase"


def test_q3_doubles_count_2_and_scorpions_may_win() -> None:
    hands = {"ada": ["s2", "s1", "f1", "f1", "f1"]}
    given = (
        table(hands=hands)
        .ruled(track=spaces(naka=3))
        .then(
            onto("ada", "naka", "lantern-oath", 1, "s2"),
            onto("ada", "klar", "lantern-oath", 2, "f1"),
            NAMED,
            vote("bob", "s1"),
        )
    )
    state = play(given, reveal("s1", "s2", "f1"))
    assert (state["demis"]["naka"]["renown"], state["demis"]["klar"]["at"]) == (2, "abyss")


def test_q3_nothing_against_nothing_is_a_tie() -> None:
    hands = {"ada": ["+2", "f1", "f1", "f1", "f1"]}
    given = (
        table(2, content={"pack": "trial-small"}, hands=hands)
        .ruled(demis={"pentha": {"quest": "salt-ledger", "slot": 1}})
        .then(onto("ada", "naka", "salt-ledger", 2, "+2"))
    )
    emptied = given.ruled(hands={"ada": {"?": 8}, "bob": {"?": 8}}, quests={"lantern-oath": {"pile": {"?": 23}}})
    assert play(emptied)["deck"]["size"] == 0
    assert refused(emptied, reveal("+2", quest="salt-ledger")) == ("reveal.vote-coin", "VF-Q3")
    state = play(emptied, reveal("+2", quest="salt-ledger", vote_coin="feather"))
    assert state["demis"]["pentha"]["renown"] == 3


def test_f3_plus_two_draws_two_chained_and_each_counts_by_its_kind() -> None:
    hands = {"ada": ["+2", "f1", "f1", "f1", "f1"]}
    given = (
        table(hands=hands)
        .ruled(demis={"pentha": {"quest": "salt-ledger", "slot": 1}})
        .then(onto("ada", "naka", "salt-ledger", 2, "+2"))
    )
    size = play(given)["deck"]["size"]
    state = play(given, reveal("+2", quest="salt-ledger", drawn=["+2", "s1", "s2", "f1"]))
    assert state["demis"]["naka"]["renown"] == 2
    assert state["deck"] == {"size": size - 4, "discards": {"+2": 2, "s1": 1, "s2": 1, "f1": 1}}
    assert refused(given, reveal("+2", quest="salt-ledger", drawn=["+2", "s1", "s2"])) == ("reveal.drawn", "VF-F3")


def test_f4_the_cards_in_any_order_and_fewer_where_the_deck_gives_out() -> None:
    hands = {"ada": ["+2", "f1", "f1", "f1", "f1"]}
    given = (
        table(content={"pack": "trial-small"}, hands=hands)
        .ruled(demis={"pentha": {"quest": "salt-ledger", "slot": 1}})
        .then(onto("ada", "naka", "salt-ledger", 2, "+2"))
        .ruled(hands={"ada": {"?": 8}, "bob": {"?": 8}, "cy": {"?": 8}}, quests={"lantern-oath": {"pile": {"?": 14}}})
    )
    assert play(given)["deck"]["size"] == 1
    state = play(given, reveal("+2", quest="salt-ledger", drawn=["f1"]))
    assert state["deck"] == {"size": 0, "discards": {"+2": 1, "f1": 1}}


def test_q4_nothing_does_nothing_and_the_turn_goes_on() -> None:
    state = play(table(), *TWO, NAMED, vote("bob", "f1"), reveal("f1", "f1", "f1"))
    assert (state["phase"], state["turn"]["player"], state["turn"]["actions"]) == ("turn", "ada", 2)
    assert state["demis"]["naka"] == {"at": "forest", "quest": None, "slot": None, "renown": 2}


def test_q4_coins_for_exactly_those() -> None:
    """Ferry-of-ash, slot 1: a coin on its feather side; slot 2 on its scorpion side."""
    given = (
        table(6)
        .ruled(demis={"aponi": {"quest": "ferry-of-ash", "slot": 2}})
        .then(
            onto("ada", "naka", "ferry-of-ash", 1),
            act("voters", "ada", quest="ferry-of-ash", players=["bob"]),
            vote("bob", "f1", "ferry-of-ash"),
        )
    )
    shown = reveal("f1", "f1", quest="ferry-of-ash")
    assert play(given, shown | {"coins": {"naka": "gain"}})["demis"]["naka"]["renown"] == 1
    assert play(given, shown | {"coins": {"naka": "smite"}})["demis"]["naka"]["at"] == "abyss"
    assert refused(given, shown) == ("coins.differ", "VF-Q4")
    assert refused(given, shown | {"coins": {"naka": "gain", "aponi": "gain"}}) == ("coins.differ", "VF-Q4")


# -- P: God Powers -----------------------------------------------------------------------------------------

COSTS = {
    "base": {"portal": 3, "transfiguration": 3, "smite": 2, "omniscience": 2, "influence": 1, "command": 0},
    "rebalanced": {"portal": 3, "transfiguration": 2, "smite": 2, "omniscience": 1, "influence": 0, "command": 0},
}
HAND = ["f1", "f1", "f2", "s1", "s2"]


def _use(name: str, pay: int) -> dict[str, Any]:
    fields: dict[str, dict[str, Any]] = {
        "portal": {"demi": "klar", "to": "pools"},
        "transfiguration": {"demis": ["naka", "belan"]},
        "smite": {"demi": "klar"},
        "omniscience": {"quest": "crooked-well", "added": "?"},
        "influence": {"quest": "crooked-well", "card": "s2"},
        "command": {"servant": "invictus", "to": "coast"},
    }
    return power("ada", name, *HAND[1 : 1 + pay], **fields[name])


@pytest.mark.parametrize("costs", ["base", "rebalanced"])
@pytest.mark.parametrize("name", COSTS["base"])
def test_p1_exactly_its_cost(costs: str, name: str) -> None:
    given = (
        table(3, "servants", powers=costs)
        .ruled(demis={"belan": {"quest": "crooked-well", "slot": 2}})
        .then(onto("ada", "naka", "crooked-well", 1))
    )
    cost = COSTS[costs][name]
    state = play(given, _use(name, cost))
    assert sum(state["hands"]["ada"].values()) == 4 - cost - (name == "influence")
    assert sum(state["deck"]["discards"].values()) == cost
    assert state["turn"]["actions"] == 2
    for wrong in (cost - 1, cost + 1):
        if wrong >= 0:
            assert refused(given, _use(name, wrong)) == ("power.cost", "VF-P1")


def test_p1_the_table_by_default() -> None:
    assert refused(table(), power("ada", "omniscience", "s1", quest="lantern-oath", added="f1"))[0] == "power.cost"
    play(table(3, "hadria"), power("ada", "omniscience", "s1", quest="lantern-oath", added="f1"))


def test_p2_portal_anywhere_without_rules() -> None:
    for to in ("forest", "abyss", "pools", "volcano"):
        assert play(table(), power("ada", "portal", "f1", "f1", "f2", demi="naka", to=to))["demis"]["naka"]["at"] == to
    needy = power("ada", "portal", "f1", "f1", "f2", demi="naka", quest="quiet-forge", slot=1, card="s1")
    state = play(table().ruled(demis={"naka": {"at": "abyss"}}), needy)
    assert state["quests"]["quiet-forge"] == {"region": "desert", "slots": ["naka", None], "pile": {"s1": 1}}


def test_p2_from_a_slot_to_its_region_or_back_onto_another_slot() -> None:
    given = table().ruled(demis={"naka": {"quest": "lantern-oath", "slot": 1}})
    out = power("ada", "portal", "f1", "f1", "f2", demi="naka", to="forest")
    state = play(given, out)
    assert (state["demis"]["naka"]["quest"], state["quests"]["lantern-oath"]["slots"]) == (None, [None, None])
    other = power("ada", "portal", "f1", "f1", "f2", demi="naka", quest="lantern-oath", slot=2, card="s1")
    assert play(given, other)["quests"]["lantern-oath"]["slots"] == [None, "naka"]
    assert refused(given, other | {"slot": 1}) == ("quest.slot-taken", "VF-P2")
    assert refused(table(), out | {"to": "city"}) == ("portal.same-place", "VF-P2")


def test_p2_needs_a_card_left_for_the_vote() -> None:
    given = table().ruled(hands={"ada": {"f1": 3}})
    step = power("ada", "portal", "f1", "f1", "f1", demi="naka", quest="lantern-oath", slot=1, card="f1")
    assert refused(given, step) == ("cards.not-held", "VF-F6")


def test_p2_portal_votes_false() -> None:
    given = table(rulings={"portal_votes": False}).ruled(hands={"ada": {"f1": 3}})
    step = power("ada", "portal", "f1", "f1", "f1", demi="naka", quest="lantern-oath", slot=1)
    state = play(given, step)
    assert state["quests"]["lantern-oath"]["pile"] == {}
    assert state["turn"]["voted"] is None
    assert refused(given.ruled(hands={"ada": {"f1": 4}}), step | {"card": "f1"}) == ("portal.no-card", "VF-P2")


def test_p2_no_reward_of_the_pools_and_no_swap() -> None:
    given = table().ruled(demis={"naka": {"at": "abyss"}, "klar": {"at": "pools"}})
    step = power("ada", "portal", "f1", "f1", "f2", demi="naka", to="pools")
    assert play(given, step)["hands"]["ada"] == {"s1": 1, "s2": 1}


@pytest.mark.parametrize("value", [True, False])
def test_p2_city_by_portal(value: bool) -> None:
    given = table(rulings={"city_by_portal": value}).ruled(demis={"naka": {"at": "abyss"}})
    step = power("ada", "portal", "f1", "f1", "f2", demi="naka", to="city")
    drew = step | {"space": {"drew": ["s1"]}}
    if value:
        assert play(given, drew)["city"]["space"] == 1
        assert refused(given, step) == ("draw.count", "VF-F2")
    else:
        assert play(given, step)["city"]["space"] == 0
        assert refused(given, drew) == ("city.no-space", "VF-A5")


def test_p2_a_portal_may_complete_a_quest() -> None:
    given = table().ruled(demis={"naka": {"quest": "lantern-oath", "slot": 1}})
    step = power("ada", "portal", "f1", "f1", "f2", demi="klar", quest="lantern-oath", slot=2, card="s1")
    assert play(given, step)["phase"] == "voters"


def test_p3_two_demis_change_slots() -> None:
    given = table().ruled(
        demis={"belan": {"quest": "crooked-well", "slot": 2}, "naka": {"quest": "crooked-well", "slot": 3}}
    )
    state = play(given, power("ada", "transfiguration", "f1", "f1", "s1", demis=["belan", "naka"]))
    assert state["quests"]["crooked-well"]["slots"] == [None, "naka", "belan"]
    assert (state["demis"]["naka"]["slot"], state["demis"]["belan"]["slot"]) == (2, 3)


def test_p4_smite_also_one_in_the_abyss() -> None:
    given = table().ruled(demis={"naka": {"at": "abyss"}}, track=spaces(naka=2, klar=2))
    assert play(given, power("ada", "smite", "f1", "s1", demi="naka"))["track"]["2"] == ["klar", "naka"]


def test_p5_an_unseen_card_joins_and_the_look_is_remembered() -> None:
    given = table(powers="rebalanced").ruled(quests={"lantern-oath": {"pile": {"f1": 1, "?": 2}}})
    step = power("ada", "omniscience", "s1", quest="lantern-oath", added="?")
    assert play(given, step)["quests"]["lantern-oath"]["pile"] == {"f1": 1, "?": 3}
    assert play(given, step | {"saw": ["s2", "f1", "f1", "?"]})["quests"]["lantern-oath"]["pile"] == {
        "f1": 2,
        "s2": 1,
        "?": 1,
    }
    assert play(given, step | {"saw": ["?", "?", "s1", "?"]})["quests"]["lantern-oath"]["pile"] == {
        "f1": 1,
        "s1": 1,
        "?": 2,
    }
    assert refused(given, step | {"saw": ["s1", "s1", "s2", "s2"]}) == ("omniscience.saw", "VF-P5")
    assert refused(given, step | {"saw": ["f1", "s1", "s2"]}) == ("omniscience.saw", "VF-P5")


@pytest.mark.parametrize(("value", "looks"), [("no_look", False), ("look", True)])
def test_p5_base_omniscience(value: str, looks: bool) -> None:
    given = table(powers="base", rulings={"base_omniscience": value})
    step = power("ada", "omniscience", "s1", "f1", quest="lantern-oath", added="f1")
    play(given, step)
    if looks:
        assert play(given, step | {"saw": ["f1"]})["quests"]["lantern-oath"]["pile"] == {"f1": 1}
    else:
        assert refused(given, step | {"saw": ["f1"]}) == ("omniscience.no-look", "VF-P5")


def test_p5_null_when_the_deck_gives_none() -> None:
    given = table(powers="rebalanced", content={"pack": "trial-small"}).ruled(
        hands={"ada": {"s1": 1}, "bob": {"?": 8}, "cy": {"?": 8}},
        quests={"crooked-well": {"pile": {"?": 23}}},
        deck={"discards": {}},
    )
    assert play(given)["deck"]["size"] == 0
    # The card paid is the only one among the discards, so it becomes the deck.
    assert refused(given, power("ada", "omniscience", "s1", quest="lantern-oath", added=None))[1] in ("VF-P5", "VF-F2")
    play(given, power("ada", "omniscience", "s1", quest="lantern-oath", added="s1"))


FREE = power("ada", "influence", quest="crooked-well", card="s1")


def test_p6_only_right_after_an_own_card_on_that_quest() -> None:
    given = table(powers="rebalanced").then(onto("ada", "naka", "crooked-well", 1))
    assert play(given, FREE)["quests"]["crooked-well"]["pile"] == {"f1": 1, "s1": 1}
    for between in (act("note", text="tea"), act("claim", phase="turn"), act("x_light")):
        play(given, between, FREE)
    taken_back = (act("note"), act("takeback", to=len(given.records) - 1))
    play(given, *taken_back, FREE)
    assert refused(table(powers="rebalanced"), FREE) == ("influence.not-just-voted", "VF-P6")
    ruling = act("ruling", by="j", reason="r", set={"first": "bob"})
    assert refused(given, ruling, FREE) == ("influence.not-just-voted", "VF-P6")


def test_p6_after_a_portal_or_another_influence() -> None:
    base = table(3, "hadria", powers="rebalanced").ruled(
        favors={"ada": {"hand": ["influence-favor", "smite-favor"]}}, hands={"ada": {"f1": 6, "s1": 2}}
    )
    portal = power("ada", "portal", "f1", "f1", "f1", demi="naka", quest="crooked-well", slot=3, card="f1")
    play(base, portal, FREE)
    favor = act("favor", "ada", favor="influence-favor", quest="crooked-well", card="s1")
    state = play(base, onto("ada", "naka", "crooked-well", 1), favor, FREE)
    assert state["quests"]["crooked-well"]["pile"] == {"f1": 1, "s1": 2}
    play(base, onto("ada", "naka", "crooked-well", 1), FREE, favor)
    smite = act("favor", "ada", favor="smite-favor", demi="klar")
    assert refused(base, onto("ada", "naka", "crooked-well", 1), smite, FREE)[1] == "VF-P6"


def test_p6_influence_after_completion() -> None:
    """By the completer in phase `voters`, before naming them, by ruling only."""
    steps = (onto("ada", "naka", "lantern-oath", 1), onto("ada", "klar", "lantern-oath", 2))
    more = power("ada", "influence", quest="lantern-oath", card="s1")
    assert refused(table(powers="rebalanced"), *steps, more)[1] == "VF-Q1"
    given = table(powers="rebalanced", rulings={"influence_after_completion": True}).ruled(
        demis={"naka": {"quest": "lantern-oath", "slot": 1}}
    )
    state = play(given, onto("ada", "klar", "lantern-oath", 2), more)
    assert (state["phase"], state["quests"]["lantern-oath"]["pile"]) == ("voters", {"f1": 1, "s1": 1})
    assert state["turn"]["voted"] == "lantern-oath"
    last = table(2, powers="rebalanced", rulings={"influence_after_completion": True})
    assert refused(last, *steps, more)[1] == "VF-Q3"


def test_p7_to_the_next_region_without_a_servant() -> None:
    """Invictus forest, Tacita canyons, Ora volcano; the ring: coast, forest, canyons, desert, volcano, mountains."""
    given = table(3, "servants")
    step = power("ada", "command", servant="invictus", to="coast")
    for to, legal in (("coast", True), ("desert", True), ("canyons", False), ("mountains", False), ("city", False)):
        if legal:
            assert play(given, step | {"to": to})["servants"]["invictus"] == to
        else:
            assert refused(given, step | {"to": to})[1] == "VF-P7"
