"""Mother to All (VF-C3): hand limit, her own cards, her win."""

from __future__ import annotations

import pytest

from vflog.games.veiled_fate.examples.example import act, move, onto
from vflog.games.veiled_fate.examples.situations import DEMIS, Fields, ranked, setup, table

from .harness import Game

TRIAL = {"content": {"pack": "trial"}}
BASE = table(4, role="mother-to-all").ruled(turn={"player": "dot"})
OWN = onto("dot", "klar", "lantern-oath", 1, "f1", from_="mother")
PLAYERS = {"ada": "pentha", "bob": "agamar", "cy": "klar"}


def played(*records: Fields, base: tuple[Fields, ...] = BASE.records) -> Game:
    return Game([{**record, "n": n} for n, record in enumerate((*base, *records))], digests=True)


def voted(card: str, own: str) -> tuple[Fields, ...]:
    """Lantern-oath is complete: two of her cards of the hand lie there, and one of her own (`card`), named as `own`."""
    return (
        move("dot", "naka", "coast"),
        onto("dot", "klar", "lantern-oath", 1, "f1"),
        act("end_turn", "dot"),
        onto("ada", "aponi", "lantern-oath", 2, "s1"),
        act("voters", "ada", quest="lantern-oath", players=["dot"]),
        act("vote", "dot", quest="lantern-oath", card=own, from_="mother"),
    )


def test_vf_c3_one_of_her_own_cards_lies_beside_the_pile() -> None:
    game = played(OWN)
    assert game.state["quests"]["lantern-oath"]["pile"] == {}
    assert game.state["celestial"]["votes"] == {"lantern-oath": 1}
    assert game.state["hands"]["dot"] == {"f1": 2, "f2": 1, "s1": 1, "s2": 1}
    assert game.state["turn"]["fate"]
    assert game.state["turn"]["voted"] is None


def test_vf_c3_she_has_each_of_them_once() -> None:
    again = onto("dot", "naka", "salt-ledger", 2, "f1", from_="mother")
    assert played(OWN, again).errors == [("mother.card-out", "VF-C3")]
    assert not played(OWN, {**again, "card": "s1"}).errors
    assert not played({**OWN, "card": "?"}, again).errors
    assert played({**OWN, "card": "f2"}).errors == [("mother.card-out", "VF-C3")]


def test_vf_c3_they_count_in_the_vote_and_come_back() -> None:
    game = played(*voted("s1", "s1"), act("reveal", quest="lantern-oath", cards=["f1", "s1"], mother=["s1"]))
    assert not game.errors
    assert game.state["celestial"]["votes"] == {}
    assert game.state["deck"]["discards"] == {"f1": 1, "s1": 1}
    assert game.state["demis"]["klar"]["renown"] == 0
    assert game.state["demis"]["aponi"]["at"] == "abyss"


def test_vf_c3_a_hidden_one_is_shown_at_the_reveal() -> None:
    reveal = act("reveal", quest="lantern-oath", cards=["f1", "s1"], mother=["f1"])
    assert not played(*voted("f1", "?"), reveal).errors
    for wrong in ([], ["f2"], ["?"], ["f1", "s1"]):
        game = played(*voted("f1", "?"), {**reveal, "mother": wrong})
        assert [rule for _, rule in game.errors] == ["VF-C3"]
    assert played(*voted("s1", "s1"), reveal).errors == [("mother.shown", "VF-C3")]


def test_vf_c3_they_vote_on_quests_only() -> None:
    paid = act("power", "dot", power="smite", pay=["f1", "f1"], demi="naka", from_="mother")
    assert played(paid).verdict.status == "invalid"
    assert played(move("dot", "klar", "coast", from_="mother")).errors == [("move.card-without-slot", "VF-M1")]


def test_vf_c3_they_come_back_from_a_quest_that_is_taken_away() -> None:
    rests = [act("rest", player) for player in ("ada", "bob", "cy")]
    votes = [act("age_vote", player) for player in ("ada", "bob", "cy", "dot")]
    game = played(OWN, act("rest", "dot"), *rests, *votes, act("age_reveal"))
    assert not game.errors
    assert game.state["age"] == 1
    assert game.state["quests"] == {}
    assert game.state["celestial"]["votes"] == {}


def test_vf_c3_the_document_tells_how_many_only() -> None:
    """Which of her cards lie there is known to the judge, and to nobody who looks at the state."""
    assert played(OWN).digests[-1] == played({**OWN, "card": "?"}).digests[-1]


def test_vf_c3_without_pack_data_she_has_none() -> None:
    head = {**BASE.records[0], **TRIAL}
    base = (head,)
    assert "votes" not in played(base=base).state["celestial"]


def test_vf_c3_her_hand_limit_is_five() -> None:
    base = table(4, role="mother-to-all", hands={"dot": ["f1"] * 5})
    head = base.records[0]
    rests = [act("rest", player) for player in ("ada", "bob", "cy", "dot")]
    votes = [act("age_vote", player) for player in ("bob", "cy", "dot", "ada")]
    deals = [act("deal", player, cards=["f1"] * 3) for player in ("ada", "bob", "cy")]
    log = (*base.records, *rests, *votes, act("age_reveal"), *deals)
    assert head["players"][-1]["role"] == "mother-to-all"
    assert not played(act("deal", "dot", cards=[]), base=log).errors
    assert played(act("deal", "dot", cards=["f1"]), base=log).errors == [("draw.count", "VF-F2")]


def test_vf_s2_she_owns_no_demi() -> None:
    head = BASE.records[0]
    assert "dot" not in setup(head)["demis"]
    wrong = setup(head, demis={**PLAYERS, "dot": "naka"})
    assert played(wrong, base=(head,)).errors == [("demis.players", "VF-S2")]


@pytest.mark.parametrize(
    ("track", "winners"),
    [
        ({"1": list(DEMIS[:3])}, ["dot"]),
        ({"12": ["pentha"], "0": [*DEMIS[1:3], *DEMIS[3:]]}, ["dot"]),
        ({"12": ["pentha"], "0": ["agamar", "naka", "klar", *DEMIS[3:6], *DEMIS[7:]]}, ["ada"]),
    ],
)
def test_vf_c3_she_wins_with_the_players_ahead_of_all_others(track: dict[str, list[str]], winners: list[str]) -> None:
    base = ranked("", track, 4, role="mother-to-all").records
    assert not played(act("end", demis=PLAYERS, winners=winners), base=base).errors
    other = ["ada"] if winners == ["dot"] else ["dot"]
    assert played(act("end", demis=PLAYERS, winners=other), base=base).errors == [("end.winners", "VF-E2")]


def test_vf_c3_she_loses_with_a_players_demi_annihilated() -> None:
    track = {"5": ["pentha"], "3": ["agamar", "klar"]}
    base = ranked("", track, 4, "hadria", role="mother-to-all", changes={"hadria": {"renown": 4}}).records
    game = played(act("end", demis=PLAYERS, winners=["bob"]), base=base)
    assert not game.errors
    assert game.state["celestial"]["won"] is False
