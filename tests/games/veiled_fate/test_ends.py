"""Section 9, E: teams and the end; ends of every reason."""

from __future__ import annotations

from typing import Any

import pytest

from .harness import Game
from .playing import NAMES, Situation, act, header, moved, play, ranked, refused, setup, table

OWNED = {"ada": "pentha", "bob": "agamar", "cy": "klar"}
WORTH = {"portal-favor": 3, "transfiguration-favor": 2, "smite-favor": 2, "omniscience-favor": 1, "influence-favor": 0}


def end(*winners: str, demis: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    return act("end", demis=demis or OWNED, winners=list(winners), **fields)


def corrupted(given: Situation, **played: list[str]) -> Situation:
    """Favors that lie face up before players."""
    return given.ruled(
        favors={
            player: {"played": favors, "corruption": sum(WORTH[favor] for favor in favors)}
            for player, favors in played.items()
        }
    )


# -- E1: teams ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [6, 7, 8])
def test_e1_pairs_and_with_7_one_alone(count: int) -> None:
    head = header(count)
    given, legal = Situation("", (head,)), setup(head)
    owned: dict[str, str] = legal["demis"]
    play(given, legal)
    three = {**owned, "cy": owned["ada"]}
    assert refused(given, legal | {"demis": three})[1] == "VF-E1"
    many = dict(zip(NAMES, ("pentha", "agamar", "klar", "aponi", "saghari", "?", "?", "?")[:count], strict=False))
    assert refused(given, legal | {"demis": many})[1] == "VF-E1"
    play(given, legal | {"demis": {**many, "dot": "?", "eve": "?"}})


def test_e1_known_demis_must_allow_exact_pairs_at_the_end() -> None:
    given = ranked("", {"4": ["pentha"]}, 6, hidden=NAMES[:6])
    pairs = dict(zip(NAMES, ("pentha", "pentha", "agamar", "agamar", "klar", "klar"), strict=False))
    assert play(given, end("ada", "bob", demis=pairs))["winners"] == ["ada", "bob"]
    wrong = {**pairs, "fay": "agamar"}
    assert refused(given, end("ada", "bob", demis=wrong))[1] == "VF-E1"
    seven = ranked("", {"4": ["pentha"]}, 7, hidden=NAMES[:7])
    play(seven, end("ada", "bob", demis={**pairs, "gus": "naka"}))
    assert refused(seven, end("ada", "bob", demis={**pairs, "gus": "klar"}))[1] == "VF-E1"


def test_e1_teammates_win_together_and_their_corruption_is_added() -> None:
    base = ranked("", {"5": ["pentha"], "4": ["agamar"]}, 6, "hadria", changes={"hadria": {"renown": 9}})
    owned = base.records[1]["demis"]
    assert play(base, end("ada", "bob", demis=owned))["winners"] == ["ada", "bob"]
    # Ada 2 and Bob 2 together are more than Cy's 3: Pentha loses, not Agamar.
    given = corrupted(base, ada=["smite-favor"], bob=["transfiguration-favor"], cy=["portal-favor"])
    state = play(given, end("ada", "bob", demis=owned))
    assert (state["demis"]["pentha"]["renown"], state["demis"]["agamar"]["renown"]) == (4, 4)


def test_e2_with_7_the_lone_player_gains_1_after_annihilation() -> None:
    base = ranked("", {"4": ["pentha"], "3": ["aponi"]}, 7)
    owned = base.records[1]["demis"]
    assert owned["gus"] == "aponi"
    state = play(base, end("gus", demis=owned))
    assert state["track"]["4"] == ["aponi", "pentha"]
    # Hadria at 3: Pentha goes; Aponi is left and gains beyond her.
    hadria = ranked("", {"4": ["pentha"], "3": ["aponi"]}, 7, "hadria", changes={"hadria": {"renown": 3}})
    state = play(hadria, end("gus", demis=owned))
    assert (state["demis"]["aponi"]["renown"], state["annihilated"]) == (4, ["pentha"])
    gone = ranked("", {"4": ["aponi"]}, 7, "hadria", changes={"hadria": {"renown": 3}})
    assert play(gone, end("ada", "bob", demis=owned))["demis"]["aponi"]["renown"] is None


def test_e2_the_lone_player_gains_as_soon_as_all_of_the_teams_are_known() -> None:
    """A scorekeeper may not know a Celestial's Demi: that has nothing to do with who is alone."""
    seats = [{"id": player} for player in NAMES[:7]]
    log: list[dict[str, Any]] = [
        {
            "type": "game",
            "format": "vflog/1",
            "game": "seven",
            "ruleset": "veiled-fate",
            "revision": "2026-12",
            "players": [*seats, {"id": "hal", "role": "tormentor"}],
            "expansions": ["celestials"],
            "detail": "score",
        },
        *({"type": "age", "age": age} for age in (1, 2, 3)),
    ]
    teams = dict(zip(NAMES, ["pentha", "pentha", "klar", "klar", "agamar", "agamar", "naka"], strict=False))
    for told, winner, renown in (
        (teams, "gus", 1),
        ({**teams, "hal": "isabel"}, "hal", 1),
        ({**teams, "fay": "?"}, "", 0),
    ):
        game = Game([*log, {"type": "end", "demis": told, "winners": [winner] if winner else []}], digests=True)
        state = game.states[-1] or game.states[-2]
        assert state is not None
        assert state["demis"]["naka"]["renown"] == renown, told


# -- E2: the order of the end ----------------------------------------------------------------------------------


def test_e2_the_best_owned_demi_wins() -> None:
    given = ranked("", {"9": ["isabel"], "4": ["agamar", "pentha"]})
    assert play(given, end("bob"))["winners"] == ["bob"]
    assert refused(given, end("ada")) == ("end.winners", "VF-E2")


def test_e2_hadria_annihilates_those_with_more_than_hers() -> None:
    given = ranked("", {"5": ["isabel", "pentha"], "4": ["agamar"]}, 3, "hadria", changes={"hadria": {"renown": 4}})
    state = play(given, end("bob"))
    assert state["annihilated"] == ["pentha", "isabel"]
    assert state["demis"]["pentha"]["renown"] is None
    assert "5" not in state["track"]
    assert (state["phase"], state["waiting"], state["turn"], state["pending"]) == ("over", [], None, None)


def test_e2_no_demi_left_no_winner() -> None:
    given = ranked("", {"5": ["pentha", "agamar", "klar"]}, 3, "hadria", changes={"hadria": {"renown": 4}})
    assert play(given, end())["winners"] == []
    assert refused(given, end("ada")) == ("end.winners", "VF-E2")


def test_e2_most_corruption_loses_1_before_annihilation() -> None:
    base = ranked("", {"5": ["pentha"], "4": ["agamar"]}, 3, "hadria", changes={"hadria": {"renown": 4}})
    assert play(base, end("bob"))["annihilated"] == ["pentha"]
    given = corrupted(base, ada=["smite-favor"], bob=["omniscience-favor"])
    state = play(given, end("ada"))
    assert (state["annihilated"], state["track"]["4"]) == ([], ["pentha", "agamar"])


def test_e2_all_of_them_when_several_have_most() -> None:
    base = ranked("", {"5": ["pentha", "agamar"], "4": ["klar"]}, 3, "hadria", changes={"hadria": {"renown": 9}})
    given = corrupted(base, ada=["smite-favor"], bob=["transfiguration-favor"])
    assert play(given, end("ada"))["track"]["4"] == ["pentha", "agamar", "klar"]


def test_e2_favors_in_hand_do_not_count() -> None:
    base = ranked("", {"5": ["pentha"]}, 3, "hadria", changes={"hadria": {"renown": 9}})
    given = base.ruled(
        favors={"ada": {"hand": ["portal-favor"]}, "bob": {"played": ["omniscience-favor"], "corruption": 1}}
    )
    state = play(given, end("ada"))
    assert (state["demis"]["pentha"]["renown"], state["demis"]["agamar"]["renown"]) == (5, 0)


@pytest.mark.parametrize(("value", "renown"), [("none", 5), ("all", 4)])
def test_e2_zero_corruption(value: str, renown: int) -> None:
    given = ranked(
        "",
        {"5": ["pentha"], "2": ["agamar"]},
        3,
        "hadria",
        rulings={"zero_corruption": value},
        changes={"hadria": {"renown": 9}},
    )
    assert play(given, end("ada"))["demis"]["pentha"]["renown"] == renown


def test_e2_zero_corruption_all_bars_a_celestial() -> None:
    track = {"3": ["pentha", "agamar", "klar", "aponi", "saghari", "namari", "belan", "isabel"]}
    for value, won in (("none", True), ("all", False)):
        given = ranked(
            "",
            track,
            4,
            "hadria",
            role="tormentor",
            rulings={"zero_corruption": value},
            changes={"hadria": {"renown": 9}},
        )
        state = play(given, end("dot" if won else "ada", demis={**OWNED, "dot": "naka"}))
        assert (state["celestial"]["won"], state["celestial"]["disqualified"]) == (won, not won)


def test_e2_without_hadria_corruption_and_annihilation_fall_away() -> None:
    state = play(ranked("", {"12": ["pentha"]}), end("ada"))
    assert (state["annihilated"], state["hadria"], state["favors"]) == ([], None, {})


def test_e2_unused_exactly_those_nobody_holds() -> None:
    given = ranked("", {"4": ["pentha"]})
    rest = ["aponi", "saghari", "namari", "naka", "belan", "isabel"]
    play(given, end("ada", unused=rest))
    play(given, end("ada", unused=list(reversed(rest))))
    assert refused(given, end("ada", unused=rest[1:])) == ("end.unused", "VF-E2")
    assert refused(given, end("ada", unused=[*rest, "klar"])) == ("end.unused", "VF-E2")


def test_e2_demis_agree_with_what_was_known() -> None:
    given = ranked("", {"4": ["pentha"]}, hidden=("bob",))
    play(given, end("ada", demis={**OWNED, "bob": "isabel"}))
    assert refused(given, end("ada", demis={**OWNED, "bob": "klar"}))[1] in ("VF-E2", "VF-S2")
    assert refused(given, end("ada", demis={**OWNED, "cy": "isabel"})) == ("demis.differ", "VF-E2")
    assert refused(given, end("ada", demis={**OWNED, "bob": "?"})) == ("demis.hidden-at-end", "VF-E2")


# -- other reasons ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["time", "conceded", "disqualified", "abandoned"])
def test_e2_any_other_reason_at_any_time(reason: str) -> None:
    head = header(3)
    for given in (Situation("", (head,)), Situation("", (head, setup(head))), table(), table(age=2)):
        game = moved(given, act("end", reason=reason))
        assert game.verdict.status == "abandoned"
        before = play(given)
        assert game.state == {**before, "phase": "over", "waiting": [], "turn": None, "pending": None, "winners": []}


@pytest.mark.parametrize("reason", ["time", "conceded", "disqualified"])
def test_e2_a_result_is_a_judges(reason: str) -> None:
    game = moved(table(), act("end", reason=reason, result={"by": "judge", "winners": ["cy", "ada"]}))
    assert game.verdict.status == "adjudicated"
    assert game.verdict.winners == ["ada", "cy"]
    none = moved(table(), act("end", reason=reason, result={"by": "judge"}))
    assert (none.verdict.status, none.verdict.winners) == ("adjudicated", [])


def test_e2_some_demis_may_be_told() -> None:
    given = table(hidden=("bob", "cy"))
    state = play(given, act("end", reason="time", demis={"bob": "isabel"}))
    assert state["known_demis"] == {"ada": "pentha", "bob": "isabel", "cy": "?"}
    assert refused(given, act("end", reason="time", demis={"ada": "isabel"})) == ("demis.differ", "VF-E2")


def test_e2_after_the_end_only_notes_and_claims() -> None:
    over = (act("end", reason="time"),)
    moved(table(), *over, act("note"), act("claim", phase="over"), act("x_photo"))
    for late in (
        act("end", reason="time"),
        act("takeback", to=0),
        act("ruling", by="j", reason="r", set={"first": "bob"}),
        act("amend", to=2, record=act("age", "ada", age=1, card="natural-order")),
    ):
        assert refused(table(), *over, late)[0] == "order.after-end"


def test_status_of_a_game_without_an_end_is_incomplete() -> None:
    assert moved(table()).verdict.status == "incomplete"
    assert moved(ranked("", {"4": ["pentha"]}), end("ada")).verdict.status == "adjudicated"
