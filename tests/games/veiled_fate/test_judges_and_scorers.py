"""Section 11's rulings of a judge and section 13's scorekeepers' logs."""

from __future__ import annotations

from typing import Any

import pytest

from .playing import DEMIS, Situation, act, header, moved, onto, play, power, ranked, refused, spaces, table, voting


def set_(**changes: Any) -> dict[str, Any]:
    return act("ruling", by="judge", reason="a slip", set=changes)


INCONSISTENT = ("ruling.inconsistent", None)
FULL = table(4, "hadria servants", role="arbiter")


# -- J: what a judge may set ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "path", "value"),
    [
        ({"demis": {"naka": {"at": "volcano"}}}, ("demis", "naka", "at"), "volcano"),
        (
            {"demis": {"naka": {"quest": "crooked-well", "slot": 3}}},
            ("quests", "crooked-well", "slots"),
            [None, None, "naka"],
        ),
        ({"track": spaces(naka=7)}, ("track", "7"), ["naka"]),
        ({"hands": {"ada": {"f1": 2, "?": 1}}}, ("hands", "ada"), {"f1": 2, "?": 1}),
        ({"quests": {"salt-ledger": {"pile": {"s1": 2}}}}, ("quests", "salt-ledger", "pile"), {"s1": 2}),
        ({"deck": {"discards": {"f1": 4}}}, ("deck", "discards"), {"f1": 4}),
        ({"rested": ["cy", "bob"]}, ("rested",), ["bob", "cy"]),
        ({"first": "cy"}, ("first",), "cy"),
        ({"turn": {"actions": 2, "fate": True}}, ("turn", "actions"), 2),
        ({"turn": {"player": "cy"}}, ("waiting",), ["cy"]),
        ({"hadria": {"renown": 7, "at": "coast"}}, ("hadria", "renown"), 7),
        (
            {"hadria": {"display": ["influence-favor", "smite-favor"]}},
            ("hadria", "display"),
            ["influence-favor", "smite-favor"],
        ),
        ({"favors": {"bob": {"hand": ["omniscience-favor"]}}}, ("favors", "bob", "hand"), ["omniscience-favor"]),
        ({"favors": {"bob": {"played": ["omniscience-favor"], "corruption": 1}}}, ("favors", "bob", "corruption"), 1),
        ({"servants": {"invictus": "desert"}}, ("servants", "invictus"), "desert"),
        ({"city": {"space": 2}}, ("city", "space"), 2),
        ({"city": {"card": "coin-street", "space": 1}}, ("city", "card"), "coin-street"),
        ({"city": None}, ("city",), None),
        ({"celestial": {"used": True}}, ("celestial", "used"), True),
        ({"known_demis": {"ada": "?"}}, ("known_demis", "ada"), "?"),
    ],
)
def test_j1_what_a_judge_may_set(changes: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    found: Any = play(FULL, set_(**changes))
    for key in path:
        found = found[key]
    assert found == value
    assert moved(FULL, set_(**changes), act("end", reason="time", result={"by": "j"})).verdict.status == "adjudicated"


@pytest.mark.parametrize("changes", [
    {"age": 2}, {"phase": "reveal"}, {"waiting": ["bob"]}, {"winners": ["ada"]}, {"annihilated": ["naka"]},
    {"pending": None}, {"used_quests": []}, {"revision": "x"}, {"shown": ["naka"]}, {"age_card": "chaos"},
    {"age_pick": None}, {"nonsense": 1},
], ids=lambda changes: next(iter(changes)))  # fmt: skip
def test_j1_no_other_key(changes: dict[str, Any]) -> None:
    code, rule = refused(FULL, set_(**changes))
    assert (code.split(".")[0], rule) == ("ruling", None)


@pytest.mark.parametrize("changes", [
    {"track": {"3": ["naka"]}}, {"track": {"0": list(DEMIS[1:])}}, {"track": {"13": [], "0": list(DEMIS)}},
    {"track": {"3": ["naka", "naka"]}}, {"rested": ["ada"]}, {"rested": ["zoe"]}, {"first": "zoe"},
    {"turn": {"player": "zoe"}}, {"turn": {"actions": 3}}, {"turn": {"actions": -1}}, {"turn": {"again": True}},
    {"turn": {"voted": "crooked-well"}},
    {"demis": {"naka": {"at": "swamp"}}}, {"demis": {"naka": {"at": "coast", "quest": "crooked-well", "slot": 1}}},
    {"demis": {"naka": {"quest": "crooked-well", "slot": 9}}},
    {"demis": {"naka": {"quest": "crooked-well", "slot": 1}, "klar": {"quest": "crooked-well", "slot": 1}}},
    {"demis": {"naka": {"quest": "salt-ledger", "slot": 1}, "klar": {"quest": "salt-ledger", "slot": 2}}},
    {"demis": {"hercules": {"at": "coast"}}}, {"hands": {"zoe": {}}}, {"hands": {"ada": {"f3": 1}}},
    {"hands": {"ada": {"f1": -1}}}, {"hands": {"ada": {"+2": 13}}}, {"deck": {"discards": {"?": 97}}},
    {"deck": {"size": 5}}, {"quests": {"moth-court": {"pile": {}}}}, {"age_pile": {"f1": 1}},
    {"hadria": {"renown": 13}}, {"hadria": {"at": "swamp"}}, {"hadria": {"display": ["luck-favor"]}},
    {"hadria": {"display": ["portal-favor", "portal-favor", "portal-favor"]}},
    {"favors": {"bob": {"corruption": 3}}}, {"favors": {"bob": {"hand": ["portal-favor", "portal-favor"]}}},
    {"servants": {"invictus": "city"}}, {"servants": {"invictus": "canyons"}}, {"servants": {"butler": "coast"}},
    {"city": {"card": "high-street"}}, {"city": {"space": 3}}, {"celestial": {"used": 1}}, {"celestial": {"won": True}},
    {"known_demis": {"ada": "agamar"}}, {"known_demis": {"ada": "hercules"}}, {"known_demis": {"zoe": "naka"}},
    {"first": "bob", "rested": ["ada"]},
], ids=str)  # fmt: skip
def test_j1_what_does_not_fit_together(changes: dict[str, Any]) -> None:
    """And nothing of it is applied."""
    code, rule = refused(FULL, set_(**changes))
    assert (code.split(".")[0], rule) == ("ruling", None)
    if code == "ruling.inconsistent":
        assert (code, rule) == INCONSISTENT


def test_j1_the_deck_becomes_what_is_left() -> None:
    assert play(FULL)["deck"]["size"] == 96 - 20
    assert play(FULL, set_(hands={"ada": {}, "bob": {"?": 8}}))["deck"]["size"] == 96 - 18
    assert play(FULL, set_(deck={"discards": {"?": 3}}))["deck"]["size"] == 96 - 23


def test_j1_another_player_begins_with_a_clean_turn() -> None:
    given = table().then(onto("ada", "naka", "crooked-well", 1))
    state = play(given, set_(turn={"player": "bob"}))
    assert state["turn"] == {
        "player": "bob",
        "actions": 0,
        "fate": False,
        "favor_gained": False,
        "favor_played": False,
        "voted": None,
        "again": False,
    }


def test_j1_turn_only_while_one_is_under_way() -> None:
    assert refused(voting("chaos"), set_(turn={"player": "bob"})) == INCONSISTENT


def test_j1_a_full_quest_under_completion_may_stay_full() -> None:
    given = table().then(onto("ada", "naka", "lantern-oath", 1), onto("ada", "klar", "lantern-oath", 2))
    play(given, set_(quests={"lantern-oath": {"pile": {"s1": 2}}}))
    assert refused(given, set_(demis={"naka": {"at": "coast"}})) == INCONSISTENT


def test_j1_after_the_last_quests_cards_age_pile_under_omnipotence() -> None:
    given = table(3, age=3, cards=("chaos", "evil-curses", "omnipotence"))
    assert play(given, set_(age_pile={"f1": 2}))["age_pile"] == {"f1": 2}


def test_j1_a_ruling_that_is_taken_back_leaves_no_trace() -> None:
    given = table().ruled(first="bob").then(act("takeback", to=2))
    game = moved(given, act("end", reason="abandoned"))
    assert game.verdict.status == "abandoned"
    assert play(given)["first"] == "ada"


@pytest.mark.parametrize("changes", [
    {"known_demis": {"ada": [["pentha"]]}}, {"known_demis": {"dot": [["naka"], ["belan"]]}}, {"city": {"card": []}},
    {"city": {"card": {}}}, {"servants": {"invictus": []}}, {"hadria": {"at": []}}, {"demis": {"naka": {"at": {}}}},
    {"demis": {"naka": {"quest": [], "slot": 1}}}, {"first": []}, {"turn": {"player": {}}}, {"rested": [[]]},
    {"hadria": {"display": [[]]}}, {"track": {"0": [[]]}}, {"hands": {"ada": {"f1": []}}}, {"known_demis": []},
], ids=str)  # fmt: skip
def test_j1_what_has_another_shape_does_not_fit(changes: dict[str, Any]) -> None:
    assert refused(FULL, set_(**changes)) == INCONSISTENT


# -- 13: scorekeepers' logs ------------------------------------------------------------------------------------

SCORE = Situation("", (header(3, "hadria", detail="score"),))
PLAIN = Situation("", (header(3, detail="score"),))
OWNED = {"ada": "pentha", "bob": "agamar", "cy": "klar"}


def test_13_what_is_null_and_what_is_empty() -> None:
    state = play(SCORE)
    assert (state["phase"], state["age"], state["turn"], state["first"]) == ("turn", 0, None, None)
    assert [state[key] for key in ("hands", "deck", "quests", "city", "age_pile", "servants")] == [None] * 6
    assert [state[key] for key in ("age_pick", "pending", "winners")] == [None] * 3
    assert [state[key] for key in ("waiting", "rested", "shown", "used_quests", "used_city")] == [[]] * 5
    assert state["demis"]["naka"] == {"at": None, "quest": None, "slot": None, "renown": 0}
    assert (state["hadria"]["renown"], state["hadria"]["display"], state["hadria"]["deck"]) == (1, None, None)
    assert state["favors"]["ada"] == {"hand": None, "played": None, "corruption": 0}


def test_13_scores_smites_and_corruption() -> None:
    state = play(
        SCORE,
        act("score", changes={"naka": 2, "hadria": 3}),
        act("smite", demis=["naka", "klar"]),
        act("corruption", "ada", amount=2),
        act("corruption", "ada", amount=0),
        act("corruption", "ada", amount=1),
    )
    assert state["hadria"]["renown"] == 6
    assert state["favors"]["ada"]["corruption"] == 3
    assert state["track"]["2"] == ["naka"]
    assert state["track"]["0"][-1] == "klar"


def test_13_age_goes_up_by_one_in_any_order_with_the_others() -> None:
    steps = (
        act("score", changes={"naka": 1}),
        act("age", age=1),
        act("age", age=2, card="evil-curses"),
        act("age", age=3),
    )
    state = play(SCORE, *steps)
    assert (state["age"], state["age_card"]) == (3, None)
    assert play(SCORE, *steps[:3])["age_card"] == "evil-curses"
    assert refused(SCORE, *steps, act("age", age=4))[0] == "age.wrong-age"
    assert refused(SCORE, act("age", age=2)) == ("age.wrong-age", None)
    assert refused(SCORE, act("age", age=1, card="judgement")) == ("age.wrong-card", "VF-A1")
    assert refused(SCORE, act("age", age=1, card="nonsense")) == ("age.wrong-card", "VF-A1")
    assert refused(SCORE, act("age", age=1, player="ada"))[0] == "score.age-player"


@pytest.mark.parametrize(("players", "role", "value", "legal"), [
    (2, None, "exclude", False), (2, None, "allow", True), (3, None, "exclude", True),
    (3, "tormentor", "exclude", False), (4, "tormentor", "exclude", True),
])  # fmt: skip
def test_13_a_card_marked_3_needs_three_players_here_too(
    players: int, role: str | None, value: str, legal: bool
) -> None:
    head = header(players, role=role, detail="score", rulings={"two_player_ages": value})
    given, step = Situation("", (head,)), act("age", age=1, card="arbiter")
    if legal:
        assert play(given, step)["age_card"] == "arbiter"
    else:
        assert refused(given, step) == ("age.card-needs-three", "VF-A1")
    assert play(given, act("age", age=1, card="chaos"))["age_card"] == "chaos"


@pytest.mark.parametrize("record", [
    act("rest", "ada"), act("end_turn", "ada"), power("ada", "smite", "f1", "s1", demi="naka"),
    act("reveal", quest="lantern-oath"), act("age_reveal"), act("city", "ada", card="tidal-altar"),
], ids=lambda record: record["type"])  # fmt: skip
def test_13_no_record_of_a_full_log(record: dict[str, Any]) -> None:
    assert refused(SCORE, record)[0] == "score.only"


@pytest.mark.parametrize(
    "record",
    [act("score", changes={"naka": 1}), act("smite", demis=["naka"]), act("corruption", "ada", amount=1)],
    ids=lambda record: record["type"],
)
def test_13_no_such_record_in_a_full_log(record: dict[str, Any]) -> None:
    assert refused(table(3, "hadria"), record) == ("score.full-log", None)


def test_13_without_hadria() -> None:
    assert refused(PLAIN, act("score", changes={"hadria": 1}))[0] == "score.no-hadria"
    assert refused(PLAIN, act("corruption", "ada", amount=1))[0] == "score.no-hadria"
    assert play(PLAIN, act("smite", demis=["naka"]))["hadria"] is None


def test_13_the_end_resolves_like_any_other() -> None:
    steps = (act("score", changes={"pentha": 5}), act("score", changes={"agamar": 4, "hadria": 3}))
    state = play(SCORE, *steps, act("end", demis=OWNED, winners=["bob"]))
    assert (state["phase"], state["annihilated"], state["winners"]) == ("over", ["pentha"], ["bob"])
    corrupt = (*steps, act("corruption", "ada", amount=1))
    assert play(SCORE, *corrupt, act("end", demis=OWNED, winners=["ada"]))["winners"] == ["ada"]
    assert refused(SCORE, *steps, act("end", demis=OWNED, winners=["ada"])) == ("end.winners", "VF-E2")


def test_13_with_unknown_demis_the_winners_are_not_compared() -> None:
    steps = (act("score", changes={"pentha": 5}),)
    for known in ({"ada": "pentha", "bob": "?", "cy": "?"}, {"ada": "pentha"}, {}):
        state = play(PLAIN, *steps, act("end", demis=known, winners=["cy"]))
        assert state["winners"] == ["cy"]
    assert moved(PLAIN, act("end")).verdict.status == "valid"


def test_13_a_ruling_sets_track_hadria_and_corruption_only() -> None:
    state = play(SCORE, set_(track=spaces(naka=3)), set_(hadria={"renown": 4}), set_(favors={"ada": {"corruption": 2}}))
    assert (state["track"]["3"], state["hadria"]["renown"], state["favors"]["ada"]["corruption"]) == (["naka"], 4, 2)
    for changes in ({"first": "bob"}, {"hands": {"ada": {}}}, {"demis": {"naka": {"at": "coast"}}}, {"turn": {}}):
        assert refused(SCORE, set_(**changes)) == ("ruling.key", None)


# -- E3: places ------------------------------------------------------------------------------------------------


def places(given: Situation, *records: dict[str, Any]) -> dict[str, int | None]:
    rows = moved(given, *records, facts=True).verdict.summary["players"]
    return {row["player_id"]: row["place"] for row in rows}


def test_e3_winners_first_the_others_by_rank() -> None:
    given = ranked("", {"5": ["klar"], "3": ["pentha"], "2": ["agamar"]})
    assert places(given, act("end", demis=OWNED, winners=["cy"])) == {"cy": 1, "ada": 2, "bob": 3}


def test_e3_the_annihilated_share_the_last_place() -> None:
    given = ranked(
        "", {"5": ["klar"], "4": ["pentha"], "2": ["agamar"]}, 3, "hadria", changes={"hadria": {"renown": 3}}
    )
    assert places(given, act("end", demis=OWNED, winners=["bob"])) == {"bob": 1, "ada": 2, "cy": 2}


def test_e3_from_2_on_when_a_celestial_or_nobody_won_and_a_celestial_without_a_win_comes_last() -> None:
    track = {"3": ["pentha", "agamar", "klar", "aponi", "saghari", "namari", "belan", "isabel"]}
    given = ranked("", track, 4, role="tormentor")
    won = act("end", demis={**OWNED, "dot": "naka"}, winners=["dot"])
    assert places(given, won) == {"dot": 1, "ada": 2, "bob": 3, "cy": 4}
    other = ranked("", {"3": ["pentha", "agamar", "klar", "naka"]}, 4, role="tormentor")
    assert places(other, won | {"winners": ["ada"]}) == {"ada": 1, "bob": 2, "cy": 3, "dot": 4}


def test_e3_teammates_share_theirs_and_count_for_those_behind() -> None:
    given = ranked("", {"5": ["agamar"], "3": ["pentha"], "2": ["klar"]}, 6)
    owned = given.records[1]["demis"]
    found = places(given, act("end", demis=owned, winners=["cy", "dot"]))
    assert found == {"ada": 3, "bob": 3, "cy": 1, "dot": 1, "eve": 5, "fay": 5}
    seven = ranked("", {"5": ["aponi"], "3": ["pentha"], "2": ["agamar"]}, 7)
    found = places(seven, act("end", demis=seven.records[1]["demis"], winners=["gus"]))
    assert found == {"gus": 1, "ada": 2, "bob": 2, "cy": 4, "dot": 4, "eve": 6, "fay": 6}


def test_e3_where_nobody_won_places_begin_at_2() -> None:
    given = ranked("", {"5": ["pentha", "agamar", "klar"]}, 3, "hadria", changes={"hadria": {"renown": 4}})
    assert places(given, act("end", demis=OWNED, winners=[])) == {"ada": 2, "bob": 2, "cy": 2}
    all_ = ["pentha", "agamar", "klar", "naka"]
    celestial = ranked("", {"5": all_}, 4, "hadria", role="tormentor", changes={"hadria": {"renown": 4}})
    found = places(celestial, act("end", demis={**OWNED, "dot": "naka"}, winners=[]))
    assert found == {"ada": 2, "bob": 2, "cy": 2, "dot": 5}


def stop(*winners: str, by: str | None = "judge") -> dict[str, Any]:
    return act("end", reason="time", **({} if by is None else {"result": {"by": by, "winners": list(winners)}}))


def test_e3_a_judges_winners_are_first_and_the_others_follow_as_they_stand() -> None:
    """Bob is ahead on the track; the judge says that Cy has won."""
    given = table(4, role="tormentor").ruled(track=spaces(agamar=5, pentha=3, klar=1))
    assert places(given, stop("cy")) == {"cy": 1, "bob": 2, "ada": 3, "dot": 4}
    assert places(given, stop("ada", "cy")) == {"ada": 1, "cy": 1, "bob": 3, "dot": 4}
    assert places(given, stop("dot")) == {"dot": 1, "bob": 2, "ada": 3, "cy": 4}
    assert places(given, stop()) == {"bob": 2, "ada": 3, "cy": 4, "dot": 5}


def test_e3_without_a_result_a_stopped_game_has_no_places() -> None:
    assert places(table(), stop(by=None)) == {"ada": None, "bob": None, "cy": None}
    assert places(table(), act("note")) == {"ada": None, "bob": None, "cy": None}


def test_e3_what_an_unknown_demi_leaves_open_and_what_not() -> None:
    """Of two others, one unknown, nobody can say who is ahead; a Celestial that has not won is last all the same."""
    given = table(4, role="tormentor", hidden=("ada",)).ruled(track=spaces(agamar=5, pentha=3, klar=1))
    assert places(given, stop("cy")) == {"cy": 1, "ada": None, "bob": None, "dot": 4}
    assert places(given, stop("bob", "cy")) == {"bob": 1, "cy": 1, "ada": 3, "dot": 4}
    told = act("end", demis={"ada": "?", "bob": "agamar", "cy": "klar"}, winners=["cy"])
    assert places(PLAIN, told) == {"cy": 1, "ada": None, "bob": None}
    assert places(PLAIN, told | {"winners": ["cy", "bob"]}) == {"cy": 1, "bob": 1, "ada": 3}


# -- E2: a winner is named once --------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["time", "conceded", "disqualified"])
def test_e2_a_result_names_each_winner_once(reason: str) -> None:
    for given in (table(), SCORE, Situation("", (header(3),))):
        end = act("end", reason=reason, result={"by": "judge", "winners": ["ada", "bob"]})
        moved(given, end)
        assert refused(given, end | {"result": {"by": "judge", "winners": ["ada", "bob", "ada"]}}) == (
            "end.winner-twice",
            None,
        )


def test_e2_an_end_names_each_winner_once() -> None:
    given = ranked("", {"5": ["klar"]})
    assert refused(given, act("end", demis=OWNED, winners=["cy", "cy"])) == ("end.winners", None)
    assert refused(PLAIN, act("end", demis={}, winners=["cy", "cy"])) == ("end.winner-twice", None)
    assert refused(PLAIN, act("end", demis={}, winners=["zoe"])) == ("player.unknown", None)
    play(PLAIN, act("end", demis={}, winners=["cy", "ada"]))
