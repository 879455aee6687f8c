"""The format's own records in a game of Veiled Fate: claims, takebacks, amends, numbers, hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

from .harness import Game
from .playing import Situation, act, log, move, moved, onto, play, power, refused, table, voting

MOVED = table().then(move("ada", "naka", "forest"), move("ada", "naka", "coast"))
LAST = len(MOVED.records) - 1


def claim(**part: Any) -> dict[str, Any]:
    return act("claim", **part)


# -- claims ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [
    {"phase": "turn"}, {"demis": {"naka": {"at": "coast"}}}, {"rested": []}, {"turn": {"actions": 2}},
    {"hands": {"ada": {"f1": 2}}}, {"city": {"space": 0}}, {"winners": None}, {"track": {}}, {"pending": None},
], ids=str)  # fmt: skip
def test_a_true_claim_by_the_keys_it_names(part: dict[str, Any]) -> None:
    moved(MOVED, claim(**part))


@pytest.mark.parametrize("part", [
    {"phase": "vote"}, {"demis": {"naka": {"at": "city"}}}, {"rested": ["ada"]}, {"turn": None}, {"mood": 1},
    {"demis": {"hercules": {"at": "city"}}}, {"hands": {"ada": {"+2": 1}}}, {"hands": []}, {"age": True},
    {"track": {"0": ["naka"]}}, {"pending": {}}, {"state": "sha256:" + "0" * 64}, {"public": "sha256:" + "0" * 64},
], ids=str)  # fmt: skip
def test_a_false_claim_is_told_and_changes_nothing(part: dict[str, Any]) -> None:
    game = Game(log(MOVED, claim(**part), act("end_turn", "ada")), digests=True)
    assert [(p.code, p.severity, p.n) for p in game.problems] == [("claim.differs", "error", LAST + 1)]
    assert [judged.judged for judged in game.judged[-2:]] == ["applied", "applied"]
    assert game.digests[-2] == game.digests[-3]
    assert game.verdict.status == "invalid"


def test_each_difference_is_a_problem_of_its_own() -> None:
    game = Game(log(MOVED, claim(age=2, phase="vote", first="ada")))
    assert [p.code for p in game.problems] == ["claim.differs"] * 2


def test_a_claim_of_the_digests() -> None:
    state, public = moved(MOVED, digests=True).digests[-1] or ("", "")
    moved(MOVED, claim(state=state, public=public))


# -- takebacks ---------------------------------------------------------------------------------------------


def test_a_takeback_goes_back_to_right_after_a_record() -> None:
    for to in range(LAST + 1):
        game = moved(MOVED, act("takeback", to=to), digests=True)
        assert game.digests[-1] == game.digests[to]
        assert game.verdict.taken_back == LAST - to


def test_a_takeback_over_a_refused_record_makes_its_problem_a_warning() -> None:
    game = Game(
        log(MOVED, act("rest", "ada"), act("end_turn", "ada"), act("takeback", to=LAST), act("end_turn", "ada"))
    )
    assert [(p.code, p.severity) for p in game.problems] == [("turn.rest-after-second", "warning")]
    assert [judged.judged for judged in game.judged[-4:]] == ["refused", "unjudged", "applied", "applied"]
    assert game.verdict.status == "incomplete"


def test_numbers_go_on_and_a_taken_back_record_is_no_goal() -> None:
    back = act("takeback", to=3)
    assert refused(MOVED, back, act("takeback", to=4))[0] == "takeback.target"
    assert refused(MOVED, act("takeback", to=LAST + 1))[0] == "takeback.target"
    moved(MOVED, back, act("note"), act("takeback", to=LAST + 2))
    moved(MOVED, back, act("takeback", to=LAST + 1))
    moved(MOVED, back, act("takeback", to=2))


def test_what_was_shown_or_used_up_is_as_before() -> None:
    given = voting("revelation", 2).then(
        act("age_vote", "bob", cards=["f1"]), act("age_vote", "cy"), act("age_vote", "ada")
    )
    shown = act("age_reveal", cards=["f1"], revealed=["naka"])
    here = len(given.records) - 1
    assert play(given, shown, act("takeback", to=here), shown | {"revealed": ["belan"]})["shown"] == ["belan"]


# -- amends ------------------------------------------------------------------------------------------------


def test_an_amend_reads_a_record_otherwise_from_its_place_on() -> None:
    state = play(MOVED, act("amend", to=LAST, record=move("ada", "naka", "city", space={"drew": ["f1"]})))
    assert state["demis"]["naka"]["at"] == "city"
    assert state["turn"]["actions"] == 2


def test_an_amend_that_breaks_a_later_record_names_it() -> None:
    game = Game(log(MOVED, act("amend", to=3, record=move("ada", "naka", "desert"))))
    (problem,) = game.problems
    assert problem.code == "amend.breaks"
    assert "record 4" in problem.message
    assert game.state["demis"]["naka"]["at"] == "coast"


def test_an_amend_against_a_later_claim_is_refused() -> None:
    given = MOVED.then(claim(demis={"naka": {"at": "coast"}}))
    amend = act("amend", to=LAST, record=move("ada", "naka", "canyons"))
    assert refused(given, amend)[0] == "amend.breaks"
    moved(MOVED, amend)


def test_an_amend_taken_back_is_undone() -> None:
    amend = act("amend", to=LAST, record=move("ada", "naka", "canyons"))
    assert play(MOVED, amend)["demis"]["naka"]["at"] == "canyons"
    assert play(MOVED, amend, act("takeback", to=LAST))["demis"]["naka"]["at"] == "coast"


def test_an_amend_of_the_setup_is_read_through_all_that_follows() -> None:
    given = MOVED
    setup = {**given.records[1], "first": "ada", "demis": {"ada": "naka", "bob": "agamar", "cy": "klar"}}
    assert play(given, act("amend", to=1, record=setup))["known_demis"]["ada"] == "naka"


@pytest.mark.parametrize("to", [0, LAST + 1, 99])
def test_no_amend_of_the_header_a_claim_or_nothing(to: int) -> None:
    assert refused(MOVED, claim(age=1), act("amend", to=to, record=move("ada", "naka", "coast")))[0] == "amend.target"


# -- numbers, keep going -------------------------------------------------------------------------------------


def test_a_log_with_takebacks_numbers_its_records() -> None:
    bare = [{k: v for k, v in record.items() if k != "n"} for record in log(MOVED)]
    assert not Game(bare).problems
    rewinding = [*bare, {**act("takeback", to=3), "n": LAST + 1}]
    assert {p.code for p in Game(rewinding).problems} == {"n.missing"}


def test_keep_going_leaves_a_refused_record_out_and_marks_what_follows() -> None:
    wrong = (act("rest", "ada"), act("end_turn", "ada"), move("ada", "naka", "forest"))
    game = Game(log(MOVED, *wrong), keep_going=True)
    assert [judged.judged for judged in game.judged[-3:]] == ["refused", "applied", "refused"]
    assert [p.follows for p in game.problems] == [False, True]
    assert (game.verdict.refused, game.verdict.unjudged, game.verdict.status) == (2, 0, "invalid")


def test_accounting() -> None:
    game = Game(
        log(MOVED, act("rest", "ada"), act("end_turn", "ada"), act("takeback", to=3), act("rest", "bob"), act("note"))
    )
    verdict = game.verdict
    assert verdict.records == verdict.applied + verdict.refused + verdict.taken_back + verdict.unjudged
    assert (verdict.refused, verdict.unjudged, verdict.taken_back) == (1, 1, 3)


# -- hidden cards ----------------------------------------------------------------------------------------------

HIDDEN = table(hands={name: ["?"] * 5 for name in ("ada", "bob", "cy")}, hidden=("ada", "bob", "cy"))


def test_f6_what_comes_to_light_is_checked_against_what_was_counted() -> None:
    given = HIDDEN.then(
        onto("ada", "naka", "lantern-oath", 1, "?"),
        onto("ada", "klar", "lantern-oath", 2, "f1"),
        act("voters", "ada", quest="lantern-oath", players=["bob"]),
        act("vote", "bob", quest="lantern-oath", card="?"),
    )
    assert play(given)["quests"]["lantern-oath"]["pile"] == {"f1": 1, "?": 2}
    play(given, act("reveal", quest="lantern-oath", cards=["f1", "f1", "f1"]))
    assert refused(given, act("reveal", quest="lantern-oath", cards=["s1", "s1", "s1"])) == ("reveal.lacks", "VF-F4")
    assert refused(given, act("reveal", quest="lantern-oath", cards=["f1", "f1"])) == ("reveal.count", "VF-F4")


def test_f6_a_hidden_hand_runs_out_all_the_same() -> None:
    given = HIDDEN.then(
        power("ada", "portal", "?", "?", "?", demi="naka", to="abyss"), power("ada", "smite", "?", "?", demi="klar")
    )
    assert play(given)["hands"]["ada"] == {}
    assert play(given, act("end_turn", "ada"))["rested"] == ["ada"]
    over = (
        power("ada", "portal", "?", "?", "?", demi="naka", to="abyss"),
        power("ada", "portal", "?", "?", "?", demi="klar", to="abyss"),
    )
    assert refused(HIDDEN, *over)[1] == "VF-F6"


def test_f6_no_omniscience_of_who_a_hidden_demi_is() -> None:
    state = play(HIDDEN)
    assert state["known_demis"] == {"ada": "?", "bob": "?", "cy": "?"}


def test_f1_where_a_question_mark_may_not_stand() -> None:
    assert refused(Situation("", HIDDEN.records[:2]), act("age", "ada", age=1, card="?"))[1] == "VF-A1"
    given = HIDDEN.then(
        onto("ada", "naka", "lantern-oath", 1, "?"),
        onto("ada", "klar", "lantern-oath", 2, "?"),
        act("voters", "ada", quest="lantern-oath", players=["bob"]),
        act("vote", "bob", quest="lantern-oath", card="?"),
    )
    assert refused(given, act("reveal", quest="lantern-oath", cards=["f1", "?", "f1"])) == ("reveal.hidden", "VF-F4")


def test_f1_a_pack_may_leave_a_kind_unknown() -> None:
    """Then the deck is null and never empty. (A pack of the tests, made here.)"""
    from .harness import PACKS, find

    text = (PACKS / "trial-small.toml").read_bytes().replace(b"f2 = 5\n", b"")
    assert find("trial-small") != text
    game = Game(log(table(content={"pack": "half-known"})), packs={"half-known": text})
    assert not game.problems
    assert game.state["deck"] is None
