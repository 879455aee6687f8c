"""Single checks of the rules: what each allows, and the smallest change that it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from vflog.games.veiled_fate.examples.example import GONE, Example, after, edit, instead

from .harness import Game, find
from .playing import (
    DEMIS,
    TWO,
    Situation,
    act,
    ended,
    header,
    log,
    move,
    onto,
    power,
    refused,
    reveal,
    setup,
    table,
    vote,
    voting,
)
from .playing import NAMED as VOTERS

MOON = {"target": "naka"}
SWAP = {"discard": "f1", "drew": "f1"}
SERVANTS = {"invictus": "forest", "tacita": "canyons", "zoe": "volcano"}


def begun(count: int = 3, expansions: str = "", **wanted: Any) -> tuple[Situation, dict[str, Any]]:
    """Only the header, and a legal set-up after it."""
    head = header(count, expansions, **wanted)
    return Situation("", (head,)), setup(head)


def turn_of(player: str, count: int = 4, **wanted: Any) -> Situation:
    return table(count, **wanted).ruled(turn={"player": player})


# -- S, A: set-up and Ages -------------------------------------------------------------------------------------

EMPTY, SETUP = begun()
WITH_HADRIA, SETUP_OF_HADRIA = begun(3, "hadria")
WITH_SERVANTS, SETUP_OF_SERVANTS = begun(3, "servants")
WITH_ARBITER, SETUP_OF_ARBITER = begun(4, role="arbiter")
READ = EMPTY.then(SETUP)
LOOK = act("celestial", "dot", act="look")
AGE = act("age", "ada", age=1, card="chaos")
CITY = table().ruled(demis={"naka": {"at": "coast"}})
TO_CITY = move("ada", "naka", "city")
GALLOWS = CITY.ruled(city={"card": "gallows-yard", "space": 0})
CHOICE = CITY.ruled(city={"card": "tidal-altar", "space": 1})

COURSE = (
    after("order.phase", "VF-S2", EMPTY, SETUP, wrong=SETUP),
    edit("setup.order", "VF-R1", EMPTY, SETUP | {"order": list(DEMIS)}, order=[*DEMIS, "naka"]),
    edit("setup.order", "VF-R1", EMPTY, SETUP | {"order": list(DEMIS)}, order=[*DEMIS[:8], "naka"]),
    edit("setup.display", "VF-S2", WITH_HADRIA, SETUP_OF_HADRIA, display=GONE),
    edit("setup.servants", "VF-S2", WITH_SERVANTS, SETUP_OF_SERVANTS, servants=SERVANTS),
    instead("order.phase", "VF-C2", WITH_ARBITER, SETUP_OF_ARBITER, LOOK, wrong=LOOK),
    edit("age.incomplete", "VF-A1", READ, AGE, player=GONE),
    instead("order.phase", "VF-A1", table(), act("rest", "ada"), wrong=act("age", age=1)),
    edit("order.not-your-turn", "VF-T1", table(), act("rest", "ada"), player="bob"),
    edit("city.no-space", "VF-A5", CITY.ruled(city=None), TO_CITY, space={"drew": ["f1"]}),
    edit("demi.unknown", "VF-A5", GALLOWS, TO_CITY | {"space": {"target": "klar"}}, space={"target": "hercules"}),
    edit("demi.unknown", "VF-A5", CHOICE, TO_CITY | {"space": {"target": "klar"}}, space={"target": "hercules"}),
)  # fmt: skip

# -- G: Age cards ----------------------------------------------------------------------------------------------

PICK = act("age_pick", "ada", demis=["naka", "klar", "aponi"])
QUEST = act("age_quest", "ada", quest="moth-court")
CENSUS = voting("the-census", 2)
HOLDING = CENSUS.ruled(hands={"ada": {"f1": 2}})
IN_FOREST = act("age_vote", "ada", regions={"forest": ["f1"]})
COUNTED = CENSUS.then(IN_FOREST, act("age_vote", "bob"), act("age_vote", "cy"))
COUNT = act("age_reveal", regions={"forest": {"cards": ["f1"]}})
PLUS = CENSUS.ruled(hands={"ada": {"+2": 1}}).then(
    IN_FOREST | {"regions": {"forest": ["+2"]}}, act("age_vote", "bob"), act("age_vote", "cy")
)
CHAOS = voting("chaos").then(act("age_vote", "bob", cards=["f1"]), act("age_vote", "cy"), act("age_vote", "ada"))
REVELATION = voting("revelation", 2).then(act("age_vote", "bob"), act("age_vote", "cy"), act("age_vote", "ada"))

AGE_CARDS = (
    edit("age.pick", "VF-G", voting("arbiter"), PICK, demis=GONE),
    edit("age.pick", "VF-G", voting("arbiter"), PICK, locations=["coast", "forest", "city"]),
    edit("age.pick", "VF-G", voting("arbiter"), PICK, demis=["naka", "klar", "aponi", "naka"]),
    edit("demi.unknown", "VF-G", voting("judgement", 3), QUEST, act("age_place", "ada", demi="naka", slot=2),
         demi="hercules"),
    edit("cards.not-held", "VF-G", HOLDING, IN_FOREST, regions={"forest": ["+2"]}),
    *(edit("census.reveal", "VF-G", COUNTED, COUNT, **{name: value})
      for name, value in (("cards", ["f1"]), ("drawn", ["f1"]), ("coins", {"naka": "gain"}), ("target", "naka"),
                          ("revealed", ["naka"]))),
    edit("census.region", "VF-G", COUNTED, COUNT, regions={**COUNT["regions"], "moon": {"cards": []}}),
    edit("reveal.drawn", "VF-F3", PLUS, COUNT | {"regions": {"forest": {"cards": ["+2"], "drawn": ["f1", "s1"]}}},
         regions={"forest": {"cards": ["+2"], "drawn": ["f1"]}}),
    edit("age.vote-by-region", "VF-G", CHAOS, act("age_reveal", cards=["f1"]), regions=COUNT["regions"]),
    edit("age.revealed", "VF-G", REVELATION, act("age_reveal", revealed=["naka", "belan"]), revealed=["naka", "naka"]),
)  # fmt: skip

# -- F: Fate cards ---------------------------------------------------------------------------------------------

#: Bob holds every double scorpion that there is.
SCORPIONS = {"ada": {"f1": 4, "?": 1}, "bob": {"s2": 12}, "cy": {"f1": 5}}
#: One card is left in the deck, and Cy holds all feathers but one.
DRAINED = turn_of("bob", 3).ruled(
    demis={"naka": {"at": "coast"}}, city={"card": "ember-altar", "space": 1},
    hands={"ada": {"?": 5}, "bob": {"?": 5}, "cy": {"f1": 29}}, deck={"discards": {"?": 56}},
)  # fmt: skip
AT_LIMIT = table(3, rulings={"draw_limit": "discard"}).ruled(demis={"naka": {"at": "coast"}}, hands={"ada": {"f1": 8}})
#: Two in all: the deck's card joins the two of Ada, unseen.
PAIR = table(2).ruled(hands={"ada": {"f1": 4, "+2": 1}, "bob": {"f1": 26, "s2": 12}})
FEATHERS = PAIR.then(onto("ada", "naka", "lantern-oath", 1), onto("ada", "klar", "lantern-oath", 2))
PLUS_TWO = PAIR.then(onto("ada", "naka", "lantern-oath", 1), onto("ada", "klar", "lantern-oath", 2, "+2"))
NOBODYS = table().ruled(hands=SCORPIONS)
EMPTY_HAND = table().ruled(hands={"ada": {"f1": 5}, "bob": {}, "cy": {"s2": 12}}).then(*TWO, VOTERS)
SEEN = table(3, powers="rebalanced").ruled(hands=SCORPIONS, quests={"salt-ledger": {"pile": {"?": 1}}})
LOOKED = power("ada", "omniscience", "f1", quest="salt-ledger", added="f1")

FATE = (
    edit("cards.too-many", "VF-F5", DRAINED, move("bob", "naka", "city", space={"drew": ["f1", "f2"]}),
         space={"drew": ["f1", "f1"]}),
    edit("cards.not-held", "VF-F2", AT_LIMIT, TO_CITY | {"space": {"drew": ["f1"]}, "discard": ["f1"]}, discard=["+2"]),
    edit("cards.too-many", "VF-F5", FEATHERS, reveal("f1", "f1", "s1"), cards=["f1", "f1", "f1"]),
    edit("reveal.hidden", "VF-F4", PLUS_TWO, reveal("f1", "+2", "s1", drawn=["f2", "s1"]), drawn=["f2", "?"]),
    edit("cards.too-many", "VF-F5", PLUS_TWO, reveal("f1", "+2", "s1", drawn=["f2", "s1"]), drawn=["f2", "s2"]),
    edit("cards.too-many", "VF-F6", NOBODYS, onto("ada", "naka", "lantern-oath", 1), card="s2"),
    edit("cards.too-many", "VF-Q1", EMPTY_HAND, vote("bob", "f1", **{"from": "deck"}), card="s2"),
    edit("cards.too-many", "VF-P5", SEEN, LOOKED, added="s2"),
    edit("cards.too-many", "VF-P5", SEEN, LOOKED | {"saw": ["f1", "s1"]}, saw=["f1", "s2"]),
)  # fmt: skip

# -- M, P, H: moves, powers, Favors ----------------------------------------------------------------------------

ABYSS = table().ruled(demis={"naka": {"at": "abyss"}})
TO_FOREST = move("ada", "naka", "forest")
SLOT = onto("ada", "naka", "lantern-oath", 1)
PORTAL = power("ada", "portal", "f1", "f1", "f2", demi="naka", to="coast")
PORTAL_ONTO = power("ada", "portal", "f1", "f1", "f2", demi="naka", quest="quiet-forge", slot=1, card="s1")
ON_WELL = table().ruled(demis={d: {"quest": "crooked-well", "slot": i} for i, d in enumerate(("klar", "naka"), 1)})
CHANGE = power("ada", "transfiguration", "f1", "f1", "f2", demis=["naka", "klar"])
SMITE = power("ada", "smite", "f1", "s1", demi="naka")
OMNISCIENCE = {"hand": ["omniscience-favor"]}
FAVORS = table(3, "hadria").ruled(favors={"ada": OMNISCIENCE, "bob": OMNISCIENCE})
FAVOR = act("favor", "ada", favor="omniscience-favor", quest="lantern-oath", added="f1")

DEEDS = (
    *(edit("move.no-reward", "VF-M6", table(), TO_FOREST, **{name: "smite-favor"}) for name in ("favor", "refill")),
    edit("pools.no-favor", "VF-M6", ABYSS, move("ada", "naka", "pools", drew="f1"), refill="smite-favor"),
    *(edit("move.no-reward", "VF-M6", table(), SLOT, **{name: value})
      for name, value in (("favor", "smite-favor"), ("refill", "smite-favor"), ("drew", "f1"), ("swap", SWAP))),
    *(edit("move.card-without-slot", "VF-M5", table(), TO_FOREST, **{name: value})
      for name, value in (("card", "f1"), ("slot", 1), ("from", "mother"))),
    edit("city.no-space", "VF-M3", table(), SLOT, space=MOON),
    edit("portal.card-without-slot", "VF-P2", table(), PORTAL, slot=1),
    edit("draw.above-limit", "VF-P2", AT_LIMIT, PORTAL | {"pay": ["f1"] * 3, "to": "forest"}, discard=["f1"]),
    edit("city.no-space", "VF-P2", table(), PORTAL_ONTO, space=MOON),
    edit("transfiguration.two", "VF-P3", ON_WELL, CHANGE, demis=GONE),
    edit("transfiguration.same-quest", "VF-P3", ON_WELL, CHANGE, demis=["aponi", "agamar"]),
    edit("city.no-space", "VF-P4", table(), SMITE, space=MOON),
    edit("order.not-your-turn", "VF-H4", FAVORS, FAVOR, player="bob"),
    edit("favor.unknown", "VF-H4", FAVORS, FAVOR, favor="luck-favor"),
)  # fmt: skip

# -- C: Celestials ---------------------------------------------------------------------------------------------

SORCERER = turn_of("dot", role="sorcerer")
FIGURE = move("dot", "sorcerer", "mountains")
FIGURE_ONTO = onto("dot", "sorcerer", "quiet-forge", 1)
SINK = act("celestial", "dot", act="spell", spell="sink", cards=["f1"])
MOTHER = turn_of("dot", role="mother-to-all")
OWN = {"from": "mother"}
ONE_OUT = MOTHER.then(onto("dot", "klar", "lantern-oath", 1, "f1", **OWN)).ruled(turn={"actions": 0})
ALL_OUT = ONE_OUT.then(onto("dot", "naka", "salt-ledger", 2, "s1", **OWN)).ruled(turn={"actions": 0})
MOTHERS_QUEST = ONE_OUT.then(
    onto("dot", "naka", "lantern-oath", 2),
    act("voters", "dot", quest="lantern-oath", players=["ada"]),
    vote("ada", "f1"),
)
STEWARD = turn_of("dot", role="steward")
TORMENTOR = turn_of("dot", role="tormentor")
FILLED = (onto("dot", "belan", "lantern-oath", 1), onto("dot", "isabel", "lantern-oath", 2))
GUESS = {"ada": "pentha", "bob": "agamar", "cy": "naka"}
EREDAN = act("end", demis={"ada": "pentha", "bob": "agamar", "cy": "klar"}, guess=GUESS, winners=["dot"])

CELESTIALS = (
    *(edit("move.no-reward", "VF-C4", SORCERER, FIGURE, **{name: value})
      for name, value in (("favor", "smite-favor"), ("refill", "smite-favor"), ("swap", SWAP))),
    *(edit("move.card-without-slot", "VF-C4", SORCERER, FIGURE, **{name: value})
      for name, value in (("card", "f1"), ("slot", 1), ("from", "mother"))),
    edit("quest.not-on-board", "VF-C4", SORCERER, FIGURE_ONTO, quest="moth-court"),
    edit("quest.no-such-slot", "VF-C4", SORCERER, FIGURE_ONTO, slot=9),
    edit("cards.not-held", "VF-C4", SORCERER, SINK, cards=["+2"]),
    edit("mother.shown", "VF-C3", FEATHERS, reveal("f1", "f1", "s1"), mother=["f1"]),
    edit("move.source", "VF-C3", MOTHER, onto("dot", "klar", "lantern-oath", 1, "f1", **OWN), card=GONE),
    edit("mother.card-out", "VF-C3", ALL_OUT, onto("dot", "aponi", "crooked-well", 1, "?"), **OWN),
    edit("reveal.hidden", "VF-C3", MOTHERS_QUEST, reveal("f1", "f1", mother=["f1"]), mother=["?"]),
    after("steward.own-turn", "VF-C4", STEWARD, *FILLED,
          wrong=act("celestial", "dot", act="place", quest="level-field", region="volcano")),
    after("tormentor.own-turn", "VF-C3", TORMENTOR, *FILLED, wrong=act("celestial", "dot", act="swap", drew="?")),
    edit("demi.unknown", "VF-C3", ended(4, role="eredan"), EREDAN, guess=GUESS | {"cy": "hercules"}),
)  # fmt: skip

# -- E: the end ------------------------------------------------------------------------------------------------

STOPPED = act("end", reason="time", result={"by": "judge"})
TEAMS = ended(6)
TEAM_END = act("end", demis=TEAMS.records[1]["demis"], winners=["ada", "bob"], unused=["naka"])

ENDS = (
    edit("end.stopped-fields", "VF-E2", table(), STOPPED, unused=["naka"]),
    edit("end.stopped-fields", "VF-E2", table(), STOPPED, guess={"ada": "naka"}),
    edit("demi.unknown", "VF-E2", TEAMS, TEAM_END, unused=["hercules"]),
)  # fmt: skip


def _id(example: Example) -> str:
    return f"{example.rule}-{example.code}"


@pytest.mark.parametrize("example", [*COURSE, *AGE_CARDS, *FATE, *DEEDS, *CELESTIALS, *ENDS], ids=_id)
def test_what_a_rule_refuses_is_legal_without_the_change(example: Example) -> None:
    game = Game(example.log())
    assert not game.problems, game.problems
    log = example.log(broken=True)
    game = Game(log)
    assert [(problem.code, problem.n) for problem in game.problems] == [(example.code, len(log) - 1)]


def test_e2_at_a_stop_only_who_is_told_too_much_is_named() -> None:
    game = Game(log(table(), STOPPED | {"demis": {"ada": "pentha", "zoe": "naka"}}))
    assert [problem.code for problem in game.problems] == ["demis.players"]
    assert "zoe" in game.problems[0].message
    assert "ada" not in game.problems[0].message
    assert refused(table(), STOPPED | {"demis": {"ada": "naka"}})[0] == "demis.differ"


def test_s1_a_celestial_does_not_play_alone() -> None:
    assert Game([header(1, role="arbiter")]).errors == [("setup.player-count", "VF-S1")]
    nine = header(9, role="arbiter")
    assert Game([nine | {"players": [*nine["players"], {"id": "jo"}]}]).errors == [("setup.player-count", "VF-S1")]
    for count in (2, 9):
        assert not Game([header(count, role="arbiter")]).errors


# -- with a pack of one's own ----------------------------------------------------------------------------------

SAMPLE = (find("sample") or b"").decode()
PORTALS = 'id = "portal-favor"\npower = "portal"\ncorruption = 3\ncopies = 3\n'


def _with(text: str, given: Situation, *records: dict[str, Any]) -> Game:
    head = given.records[0] | {"content": {"pack": "mine"}}
    return Game(log(Situation("", (head, *given.records[1:])), *records), packs={"mine": text.encode()})


def _gates() -> str:
    """The three Favors of portal are two cards: one copy of the first, two of the other."""
    assert PORTALS in SAMPLE
    gate = f"\n[[favors]]\n{PORTALS}".replace("portal-favor", "gate-favor").replace("copies = 3", "copies = 2")
    return SAMPLE.replace(PORTALS, PORTALS.replace("copies = 3", "copies = 1") + gate)


def test_h1_no_more_copies_of_a_favor_than_the_pack_has() -> None:
    """Two of the power are in play, but not two of this card."""
    for display, codes in ((["portal-favor", "gate-favor"], []), (["portal-favor"] * 2, ["favor.too-many"])):
        game = _with(_gates(), WITH_HADRIA, SETUP_OF_HADRIA | {"display": display})
        assert [problem.code for problem in game.problems] == codes
        ruling = act("ruling", by="judge", reason="a slip", set={"hadria": {"display": display}})
        game = _with(_gates(), WITH_HADRIA, SETUP_OF_HADRIA | {"display": ["smite-favor"] * 2}, ruling)
        assert [problem.code for problem in game.problems] == ["ruling.inconsistent"] * len(codes)


def test_s2_where_the_deck_has_too_few_cards_for_the_first_hands_no_set_up_is_legal() -> None:
    few = SAMPLE
    for line, less in (("f1 = 30", "f1 = 9"), ("f2 = 12", "f2 = 2"), ("s1 = 30", "s1 = 2"), ("s2 = 12", "s2 = 1")):
        assert line in few
        few = few.replace(line, less, 1)
    hands = {"ada": ["f1"] * 5, "bob": ["f1"] * 4 + ["s1"], "cy": ["f2", "f2", "s1", "s2", "+2"]}
    assert not _with(few, EMPTY, SETUP | {"hands": hands}).problems
    fewer = few.replace('"+2" = 12', '"+2" = 0', 1)
    assert [p.code for p in _with(fewer, EMPTY, SETUP | {"hands": hands}).problems] == ["setup.hand-size"]
