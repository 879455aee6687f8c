"""What is optional may be left out; what follows from nature is said where the record so far is given."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

from tests.conformance.test_forms import accepted, each, promised
from vflog.engine.ruleset import Play
from vflog.playback.forms import records, so_far
from vflog.playback.referee import Referee

from .form_player import Player, goes_on
from .harness import Game
from .playing import NAMED, TWO, Situation, act, header, log, move, moved, ranked, setup, table, vote, voting
from .simulated import Setting, simulated

COIN = {"reveals": "coin", "count": 1, "of": ["feather", "scorpion"]}
Fields = dict[str, Any]


def at(given: Situation, *records: Fields) -> Play:
    play = moved(given, *records).judge.play
    assert play is not None
    return play


def asked(play: Play, kind: str, **given: Any) -> tuple[Fields, list[str]]:
    """The fields of the one form that such a record so far is part of, and those of them that are optional."""
    (form,) = so_far(play, {"type": kind, **given})
    return form["fields"], form["optional"]


# -- what follows ------------------------------------------------------------------------------------------


def test_vf_q3_the_coin_follows_from_the_cards() -> None:
    play = at(table(), *TWO, NAMED, vote("bob", "s1"))
    (form,) = [form for form in play.legal() if form["type"] == "reveal"]
    cards = {"cards": 3, "of": {"f1": 2, "s1": 1}, "open": True}
    assert form["fields"]["cards"] == cards
    assert form["optional"] == []
    assert all("follows" in form["fields"][name] for name in ("drawn", "vote_coin", "coins"))
    told = {"quest": "lantern-oath", "cards": ["f1", "f1", "s1"]}
    assert asked(play, "reveal", **told) == (told, [])
    tie = at(table(), *TWO, NAMED, vote("bob", "s2"))
    told = {"quest": "lantern-oath", "cards": ["f1", "f1", "s2"]}
    assert asked(tie, "reveal", **told) == ({**told, "vote_coin": COIN}, [])
    assert asked(tie, "reveal", **told, vote_coin="feather") == ({**told, "vote_coin": "feather"}, [])
    assert so_far(tie, {"type": "reveal", **told, "drawn": ["f1"]})[0]["fields"]["drawn"] == []
    assert so_far(tie, {"type": "reveal", **told, "cards": ["f1", "f1", "+2"]}) == []


def test_vf_f3_what_the_deck_gives_follows_from_the_cards_and_from_what_it_gave() -> None:
    given = table(hands={"ada": ("f1", "f1", "f2", "s1", "s2"), "bob": ("+2", "f1", "f2", "s1", "s2")})
    play = at(given, *TWO, NAMED, vote("bob", "+2"))
    told = {"quest": "lantern-oath", "cards": ["+2", "f1", "f1"]}
    drawn = asked(play, "reveal", **told)[0]["drawn"]
    assert (drawn["reveals"], drawn["count"], drawn["with"]) == ("cards", 2, [])
    drawn = asked(play, "reveal", **told, drawn=["+2", "s1"])[0]["drawn"]
    assert (drawn["count"], drawn["with"]) == (4, ["+2", "s1"])
    fields = {**told, "drawn": ["f1", "s1"]}
    assert asked(play, "reveal", **fields) == (fields, [])


def test_vf_g_target_coins_and_revealed_follow_from_the_vote() -> None:
    """Sleight of Hand: on a tie a target, else a coin for each Demi there; Revelation: as many cards as it says."""
    votes = [act("age_vote", "bob", cards=["f1"]), act("age_vote", "cy"), act("age_vote", "ada")]
    sleight = voting("sleight-of-hand").ruled(demis={"naka": {"at": "forest"}})
    play = at(sleight, *votes)
    (form,) = [form for form in play.legal() if form["type"] == "age_reveal"]
    assert form["optional"] == []
    fields, _ = asked(play, "age_reveal", cards=["f1"])
    assert fields == {"cards": ["f1"], "coins": {"naka": {"reveals": "coin", "count": 1, "of": ["gain", "smite"]}}}
    tie = at(sleight, *[{**one, "cards": []} for one in votes])
    fields, optional = asked(tie, "age_reveal", cards=[])
    assert (list(fields), optional) == (["cards", "target"], [])
    assert "naka" in fields["target"]["in"]
    shown = at(voting("revelation", 2), *votes)
    fields, _ = asked(shown, "age_reveal", cards=["f1"])
    assert fields["revealed"]["count"] == 1
    assert "pentha" not in fields["revealed"]["of"]
    assert asked(shown, "age_reveal", cards=["f1"], revealed=["naka"])[0]["revealed"] == ["naka"]


def test_vf_f2_what_is_discarded_follows_from_what_was_drawn() -> None:
    given = table(rulings={"draw_limit": "discard"}).ruled(
        hands={"ada": {"f1": 8}}, demis={"naka": {"at": "abyss"}, "klar": {"at": "pools"}}
    )
    step = {"player": "ada", "demi": "naka", "to": "pools", "drew": "s1"}
    fields, _ = asked(at(given), "move", **step)
    assert fields["discard"] == {"cards": 1, "of": {"f1": 8, "s1": 1}}
    assert asked(at(given), "move", **{**step, "drew": None})[0] == {**step, "drew": None}
    moved(given.ruled(hands={"ada": {"f1": 9}}), move("ada", "aponi", "forest"))


def test_vf_e2_the_winners_follow_from_the_demis() -> None:
    play = at(ranked("", {"4": ["agamar"]}, hidden=("cy",)))
    (form,) = [form for form in play.legal() if form["type"] == "end" and goes_on(form)]
    demis = form["fields"]["demis"]
    assert (demis["ada"], demis["cy"]["reveals"]) == ("pentha", "demi")
    assert "agamar" not in demis["cy"]["of"]
    told = {"demis": {"ada": "pentha", "bob": "agamar", "cy": "naka"}}
    assert asked(play, "end", **told)[0]["winners"] == ["bob"]
    assert asked(play, "end", **told, winners=["ada"])[0]["winners"] == ["bob"]


def test_vf_s2_hands_and_demis_follow_one_another() -> None:
    head = table().records[0]
    play = at(Situation("", (head,)))
    legal = {key: value for key, value in setup(head).items() if key != "type"}
    hands = asked(play, "setup", **{**legal, "hands": {"ada": ["f2"] * 5}})[0]["hands"]
    assert hands["ada"] == ["f2"] * 5
    assert (hands["bob"]["for"], hands["bob"]["of"]["f1"]) == ("bob", 5)
    demis = asked(play, "setup", **{**legal, "demis": {"ada": "naka"}})[0]["demis"]
    assert "naka" not in demis["bob"]["of"]


def test_the_referee_says_what_a_record_so_far_needs() -> None:
    referee = Referee()
    for record in log(table(), *TWO, NAMED, vote("bob", "s2")):
        assert referee.answer(json.dumps(record).encode()).ok
    told = {"type": "reveal", "quest": "lantern-oath", "cards": ["f1", "f1", "s2"]}
    answer = referee.answer(json.dumps({"ask": "legal", "with": told}).encode())
    assert isinstance(answer.forms, list)
    assert answer.forms[0]["fields"]["vote_coin"] == COIN
    wrong = referee.answer(b'{"ask":"legal","with":5}')
    assert (wrong.ok, wrong.problems[0].code) == (False, "line.wrong-type")


# -- what is optional --------------------------------------------------------------------------------------


@each
def test_what_is_optional_may_be_left_out_and_what_is_not_may_not(setting: Setting) -> None:
    """A legal record of a form is legal with each choice of its optional fields; without another field it is not."""
    records_ = simulated(setting)
    game, player = Game(records_[:1]), Player(random.Random(setting.seed))
    for n, record in enumerate(records_[1:], 1):
        play = game.judge.play
        assert play is not None
        if n % 9 == 0 or record["type"] not in ("move", "power", "end_turn", "vote"):
            _look(play, player.next(play))
        game.put(record)


def _look(play: Play, record: Fields) -> None:
    forms = [form for form in play.legal() if form["type"] == record["type"]]
    (whole, *_) = [form for form in forms if {*record} - {"type"} <= {*form["fields"]} and so_far(play, record)]
    optional = [name for name in whole["optional"] if name in record]
    for kept in product([True, False], repeat=len(optional)):
        left = {k: v for k, v in record.items() if k not in optional or kept[optional.index(k)]}
        assert accepted(play, left), left
    for name in {*record} - {"type", *whole["optional"]}:
        fewer = {key: value for key, value in record.items() if key != name}
        if record[name] not in ([], {}):
            assert not accepted(play, fewer) or _promised(play, fewer), fewer


def _promised(play: Play, record: Fields) -> bool:
    """Whether another form stands for the record."""
    forms = [form for form in play.legal() if form["type"] == record["type"]]
    return any({*record} - {"type"} >= {*form["fields"]} - {*form["optional"]} for form in forms)


@pytest.mark.parametrize("size", [3, 5])
def test_listing_makes_records_when_they_are_asked_for(size: int) -> None:
    """Of a whole hand laid in the regions there are more records than could be kept."""
    spec = {"cards": [0, 8 * size], "of": dict.fromkeys(("f1", "f2", "s1", "s2"), 2 * size), "by": list("abcdef")}
    listed = records({"type": "age_vote", "fields": {"regions": spec}, "optional": []})
    assert next(listed) == {"type": "age_vote", "regions": {}}
    assert next(listed)["regions"] == {"a": ["f1"]}


# -- an end for another reason ------------------------------------------------------------------------------

STOPS = ("abandoned", "conceded", "disqualified", "time")


@pytest.mark.parametrize("detail", ["full", "score"])
@pytest.mark.parametrize("reason", STOPS)
def test_vf_e2_a_judges_result_and_demis_beside_a_stop_are_offered_where_they_are_legal(
    reason: str, detail: str
) -> None:
    given = table(3) if detail == "full" else Situation("", (header(3, detail="score"),))
    play = at(given)
    known = play.document()["known_demis"]
    plain = {"type": "end", "reason": reason}
    by = {"winners": ["cy", "ada"], "by": "judge"}
    legal: list[Fields] = [plain, {**plain, "demis": known}, {**plain, "demis": {**known, "cy": "klar"}}]
    judged = [{**record, "result": result} for record in legal for result in (by, {**by, "winners": []})]
    for record in legal:
        assert promised(play.legal(), record)
        assert accepted(play, record)
    for record in judged:
        assert bool(promised(play.legal(), record)) == accepted(play, record) == (reason != "abandoned")
    for wrong in ({"winners": ["ada"]}, {"unused": []}, {"guess": {}}, {"result": {"winners": ["ada"]}}):
        assert not promised(play.legal(), {**plain, **wrong})
        assert not accepted(play, {**plain, **wrong})


def test_vf_e2_a_played_end_so_far_asks_for_its_winners_alone() -> None:
    """Its Demis might stand beside another reason too; what is due next is told."""
    play = at(ranked("", {"4": ["agamar"]}))
    told = play.document()["known_demis"]
    (form,) = so_far(play, {"type": "end", "demis": told})
    assert form["fields"]["winners"] == ["bob"]
    assert {frozenset(form["fields"]) for form in so_far(play, {"type": "end", "demis": told, "reason": "time"})} == {
        frozenset({"demis", "reason", "result"})
    }
