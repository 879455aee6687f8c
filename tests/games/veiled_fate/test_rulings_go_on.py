"""After a judge's ruling somebody can act, or the phase goes on (section 11; A2, A3, A4, Q1, T4)."""

from __future__ import annotations

from typing import Any

import pytest

from .harness import Game
from .packs import packed, sample
from .playing import TWO, Situation, act, header, log, moved, onto, play, refused, reveal, setup, table, vote

INCONSISTENT = ("ruling.inconsistent", None)


def set_(**changes: Any) -> dict[str, Any]:
    return act("ruling", by="judge", reason="a slip", set=changes)


def test_t4_where_all_who_could_vote_rest_the_reveal_comes() -> None:
    given = table(4).then(*TWO)
    assert play(given)["phase"] == "voters"
    state = play(given, set_(rested=["bob", "cy", "dot"]))
    assert (state["phase"], state["waiting"], state["turn"]["player"]) == ("reveal", [], "ada")
    play(given, set_(rested=["bob", "cy", "dot"]), reveal("f1", "f1"))
    assert play(given, set_(rested=["bob", "cy"]))["phase"] == "voters"
    named = act("voters", "ada", quest="lantern-oath", players=["bob"])
    assert refused(given, set_(rested=["bob", "cy", "dot"]), named) == ("order.phase", "VF-Q3")
    allowed = table(4, rulings={"rested_voters": "true"}).then(*TWO)
    assert play(allowed, set_(rested=["bob", "cy", "dot"]))["phase"] == "voters"


def test_t4_a_voter_who_rests_has_no_vote_any_more() -> None:
    """Of two voters one votes still; where the last one rests the reveal comes."""
    filled = [
        onto("ada", "naka", "crooked-well", 1),
        onto("ada", "belan", "crooked-well", 2),
        act("end_turn", "ada"),
        onto("bob", "klar", "crooked-well", 3),
    ]
    given = table(4).then(*filled, act("voters", "bob", quest="crooked-well", players=["ada", "cy"]))
    state = play(given, set_(rested=["cy"]))
    assert (state["phase"], state["waiting"]) == ("vote", ["ada"])
    assert refused(given, set_(rested=["cy"]), vote("cy", "f1", "crooked-well"))[1] == "VF-Q1"
    cast = (set_(rested=["cy"]), vote("ada", "s1", "crooked-well"))
    assert play(given, *cast)["phase"] == "reveal"
    assert play(given, set_(rested=["ada", "cy"]))["phase"] == "reveal"
    both = table(4, rulings={"rested_voters": "true"}).then(*filled, given.records[-1])
    assert play(both, set_(rested=["ada", "cy"]))["waiting"] == ["ada", "cy"]


def test_t4_where_the_first_player_rests_before_the_age_the_next_has_the_first_turn() -> None:
    before = Situation("", table(3).records[:-1])
    read = act("age", "ada", age=1, card="chaos")
    assert play(before, read)["turn"]["player"] == "ada"
    assert play(before, set_(rested=["ada"]), read)["turn"]["player"] == "bob"
    state = play(before, set_(rested=["ada", "bob", "cy"]), read)
    assert (state["phase"], state["waiting"], state["turn"]) == ("age_vote", ["bob"], None)


def test_a2_without_a_city_card_left_the_age_card_comes_next() -> None:
    """A judge has laid one City card after another."""
    base = table(3, age=2)
    city = next(i for i, record in enumerate(base.records) if record["type"] == "city")
    cards = [card["id"] for card in sample()["city"] if card["id"] != "first-altar"]
    assert play(Situation("", base.records[:city]))["phase"] == "city"
    given = Situation("", base.records[: city - 1])
    rulings = [set_(city={"card": card}) for card in cards]
    last = base.records[city - 1]
    assert play(given, *rulings, last)["phase"] == "age"
    assert play(given, *rulings[:-1], last)["phase"] == "city"
    assert play(Situation("", base.records[:city]), *rulings)["phase"] == "age"


@pytest.mark.parametrize(("changes", "expansions"), [
    ({"hands": {"ada": {"?": 90}}}, ""), ({"deck": {"discards": {"?": 96}}}, ""),
    ({"favors": {"ada": {"hand": ["portal-favor", "portal-favor", "smite-favor", "smite-favor", "influence-favor",
                                  "influence-favor", "omniscience-favor", "omniscience-favor",
                                  "transfiguration-favor"]}}}, "hadria"),
])  # fmt: skip
def test_s2_before_the_set_up_enough_is_left_for_it(changes: dict[str, Any], expansions: str) -> None:
    """All cards among the discards are enough, for they become the deck, unless that is ruled out."""
    rulings = {"empty_deck": "none"} if "deck" in changes else {}
    given = Situation("", (header(3, expansions, rulings=rulings),))
    assert refused(given, set_(**changes)) == INCONSISTENT
    less: dict[str, Any] = {
        "hands": {"hands": {"ada": {"?": 80}}},
        "deck": {"deck": {"discards": {"?": 80}}},
        "favors": {"favors": {"ada": {"hand": ["portal-favor"]}}},
    }
    moved(given, set_(**less[next(iter(changes))]), setup(given.records[0]))


def test_s2_what_the_pack_lacks_is_not_the_rulings_doing() -> None:
    """A pack with 20 Fate cards is enough for four players, not for five. Then a ruling that has to do with other
    things stands, and one that takes what else a set-up needs does not."""
    few = {**sample(), "fate": {"f1": 4, "f2": 4, "s1": 4, "s2": 4, "+2": 4}}
    for count, enough in ((4, True), (5, False)):
        begun = Situation("", (header(count, "hadria", content={"pack": "few"}),))
        packs = {"few": packed(few)}
        favors = ["portal-favor", "smite-favor", "influence-favor", "omniscience-favor", "transfiguration-favor"] * 2

        def status(*rulings: dict[str, Any], begun: Situation = begun, packs: dict[str, bytes] = packs) -> Any:
            game = Game(log(begun, *rulings), packs=packs)
            return [problem.message for problem in game.problems], game.verdict.status

        assert status(set_(first="bob")) == ([], "incomplete")
        assert status(set_(city={"card": "grain-steps"}), set_(known_demis={"ada": "naka"})) == ([], "incomplete")
        messages, _ = status(set_(hands={"ada": {"?": 5}}))
        assert bool(messages) == enough
        messages, verdict = status(set_(favors={"ada": {"hand": favors[:9]}}))
        assert "Favors" in messages[0]
        assert verdict == "invalid"


def test_a4_a_ruling_takes_the_first_to_rest_out_of_memory() -> None:
    """Under `at_age_end` Ada would be first player after the Age; a judge says that she has not rested."""
    given = table(3, rulings={"marker_passes": "at_age_end"}).ruled(first="cy").then(act("rest", "ada"))
    rests = [act("rest", player) for player in ("bob", "cy")]
    assert play(given, *rests)["first"] == "ada"
    assert play(given, set_(rested=[]), *rests, act("rest", "ada"))["first"] == "bob"
    assert play(given, set_(rested=["ada"]), *rests)["first"] == "ada"


def test_h1_the_favor_deck_is_what_is_left() -> None:
    given = table(3, "hadria")
    assert play(given, set_(hadria={"deck": 8}))["hadria"]["deck"] == 8
    assert refused(given, set_(hadria={"deck": 7})) == INCONSISTENT
    play(given, set_(hadria={"deck": 7}, favors={"bob": {"hand": ["influence-favor"]}}))


def test_c4_a_prophet_who_rests_is_not_named() -> None:
    """It had asked to be one of the voters; a judge says that it rests."""
    given = table(4, role="prophet").then(*TWO, act("celestial", "dot", act="force"))
    named = act("voters", "ada", quest="lantern-oath", players=["bob"])
    assert refused(given, named) == ("prophet.not-named", "VF-C4")
    assert play(given, set_(rested=["cy"]))["celestial"]["forced"] is True
    state = play(given, set_(rested=["dot"]))
    assert (state["phase"], state["celestial"]["forced"]) == ("voters", False)
    play(given, set_(rested=["dot"]), named)


def test_r1_with_an_order_all_markers_start_on_0_whatever_a_judge_set_before() -> None:
    demis = list(play(Situation("", (header(3),)))["demis"])
    moved_before = set_(track={"0": demis[1:], "7": demis[:1]})
    begin = table(3).records[1]
    assert begin["type"] == "setup"
    plain = play(Situation("", (header(3),)), moved_before, begin)
    ordered = play(Situation("", (header(3),)), moved_before, {**begin, "order": demis[::-1]})
    assert plain["track"] == {"0": demis[1:], "7": demis[:1]}
    assert ordered["track"] == {"0": demis[::-1]}
    assert {demi["renown"] for demi in ordered["demis"].values()} == {0}
