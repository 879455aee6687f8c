"""Section 9, C: the Celestials, their acts and their wins."""

from __future__ import annotations

from typing import Any

import pytest

from .harness import Game
from .playing import NAMES, Situation, act, header, log, move, onto, play, power, ranked, refused, setup, table

OWNED = {"ada": "pentha", "bob": "agamar", "cy": "klar"}
LOSES = ("loses", "spared")


def final(track: dict[str, list[str]], role: str, expansions: str = "", **wanted: Any) -> Situation:
    """Four players, the last of them a Celestial, right before the end."""
    return ranked("", track, 4, expansions, role=role, **wanted)


def end(winners: list[str], dot: Any = None, **fields: Any) -> dict[str, Any]:
    demis = {**OWNED, "dot": dot} if dot is not None else OWNED
    return act("end", demis=demis, winners=winners, **fields)


# -- C1: every Celestial ---------------------------------------------------------------------------------


def test_c1_wins_only_by_its_role() -> None:
    """The Tormentor's Demi is first, which is no win of a player's either: the next one of a player's wins."""
    given = final({"5": ["naka"], "4": ["agamar"]}, "tormentor")
    state = play(given, end(["bob"], "naka"))
    assert state["celestial"] == {
        "player": "dot",
        "role": "tormentor",
        "used": False,
        "won": False,
        "disqualified": False,
    }
    assert refused(given, end(["dot"], "naka")) == ("end.winners", "VF-E2")


def test_c1_wins_alone() -> None:
    given = final(
        {"5": ["agamar"], "3": ["pentha", "klar", "aponi", "saghari", "namari", "belan", "isabel"]}, "tormentor"
    )
    assert play(given, end(["dot"], "naka"))["winners"] == ["dot"]
    assert refused(given, end(["bob", "dot"], "naka")) == ("end.winners", "VF-E2")


@pytest.mark.parametrize("role", ["arbiter", "tormentor", "eredan", "mother-to-all"])
def test_c1_before_the_end_nothing_is_won(role: str) -> None:
    state = play(table(4, role=role))
    common = {"player": "dot", "role": role, "used": False, "won": None, "disqualified": None}
    assert {key: state["celestial"][key] for key in common} == common


# -- C2: Arbiter -------------------------------------------------------------------------------------------


def test_c2_two_different_demis_of_nobody_else() -> None:
    head = header(4, role="arbiter")
    given, legal = Situation("", (head,)), setup(head)
    assert play(given, legal)["known_demis"]["dot"] == ["naka", "belan"]
    for wrong in (["naka", "naka"], ["naka", "pentha"], ["naka"], "naka", ["naka", "belan", "isabel"]):
        code, rule = refused(given, legal | {"demis": {**OWNED, "dot": wrong}})
        assert rule in ("VF-C2", "VF-S2"), code
    play(given, legal | {"demis": {**OWNED, "dot": ["?", "belan"]}})


def test_c2_in_team_games_a_demi_may_be_a_teams() -> None:
    head = header(7, role="arbiter")
    legal = setup(head)
    assert play(Situation("", (head,)), legal | {"demis": {**legal["demis"], "gus": ["pentha", "naka"]}})["age"] == 0


def test_c2_a_second_turn_in_a_row_once_a_game() -> None:
    given = table(4, role="arbiter").ruled(turn={"player": "dot"})
    acted = power("dot", "smite", "f1", "s1", demi="naka")
    again = act("end_turn", "dot", again=True)
    state = play(given, acted, again)
    assert (state["turn"]["player"], state["turn"]["again"], state["turn"]["actions"]) == ("dot", True, 0)
    assert state["celestial"]["used"] is True
    second = (acted, again, power("dot", "smite", "f1", "s2", demi="naka"))
    assert refused(given, *second, again) == ("arbiter.again-used", "VF-C2")
    assert play(given, *second, act("end_turn", "dot", again=False))["turn"]["player"] == "ada"
    assert refused(given, again) == ("arbiter.again-resting", "VF-C2")


def test_c2_again_false_from_anybody() -> None:
    given = table(4, role="arbiter").then(power("ada", "smite", "f1", "s1", demi="naka"))
    play(given, act("end_turn", "ada", again=False))
    assert refused(given, act("end_turn", "ada", again=True)) == ("arbiter.not-arbiter", "VF-C2")


def test_c2_looks_at_any_time_without_effect() -> None:
    """Also between a card put on a Quest and the Influence that follows."""
    look = act("celestial", "dot", act="look")
    given = table(4, role="arbiter", powers="rebalanced")
    state = play(given, look)
    assert state == play(given)
    play(
        given, onto("ada", "naka", "crooked-well", 1), look, power("ada", "influence", quest="crooked-well", card="s1")
    )
    assert refused(given, look | {"player": "ada"}) == ("celestial.not-celestial", "VF-C2")


@pytest.mark.parametrize(("act_", "rule", "basis"), [
    ("look", "VF-C2", "printed"), ("swap", "VF-C3", "public"), ("place", "VF-C4", "public"),
    ("spell", "VF-C4", "public"), ("force", "VF-C4", "public"), ("dance", "VF-C4", "public"),
])  # fmt: skip
@pytest.mark.parametrize("role", [None, "arbiter", "steward"])
def test_c1_an_act_of_one_who_is_no_celestial_breaks_the_rule_of_that_act(
    act_: str, rule: str, basis: str, role: str | None
) -> None:
    game = Game(log(table(4, role=role), act("celestial", "ada", act=act_)))
    (problem,) = [problem for problem in game.problems if problem.severity == "error"]
    assert (problem.code, problem.rule, problem.basis) == ("celestial.not-celestial", rule, basis)


@pytest.mark.parametrize(("track", "won"), [
    ({"5": ["naka"], "3": ["pentha", "agamar", "klar", "aponi"], "1": ["saghari", "namari", "isabel", "belan"]}, True),
    ({"5": ["naka"], "3": ["pentha", "agamar", "klar", "belan"], "1": ["saghari", "namari", "isabel", "aponi"]}, False),
    ({"5": ["pentha", "agamar", "klar", "naka"], "1": ["saghari", "namari", "isabel", "aponi", "belan"]}, False),
    ({"5": ["pentha", "agamar", "belan"], "1": ["saghari", "klar", "isabel", "naka", "aponi", "namari"]}, True),
])  # fmt: skip
def test_c2_wins_with_one_of_the_three_highest_and_one_of_the_three_lowest(
    track: dict[str, list[str]], won: bool
) -> None:
    given = final(track, "arbiter")
    state = play(given, end(["dot"] if won else ["ada"], ["naka", "belan"]))
    assert state["celestial"]["won"] is won


def test_c2_the_annihilated_do_not_count_and_its_own_must_survive() -> None:
    """Hadria at 4 takes the two before Naka, so that Naka is among the three highest of those left."""
    track = {"6": ["pentha", "agamar"], "3": ["klar", "aponi", "naka"], "1": ["saghari", "namari", "isabel", "belan"]}
    given = final(track, "arbiter", "hadria", changes={"hadria": {"renown": 4}})
    state = play(given, end(["dot"], ["naka", "belan"]))
    assert state["annihilated"] == ["pentha", "agamar"]
    gone = final(track, "arbiter", "hadria", changes={"hadria": {"renown": 2}})
    state = play(gone, end([], ["naka", "belan"]))
    assert (state["winners"], state["celestial"]["won"]) == ([], False)


# -- C3: Tormentor -------------------------------------------------------------------------------------------

SWAP = act("celestial", "dot", act="swap", drew="isabel")


def test_c3_tormentor_swaps_once_in_its_own_turn() -> None:
    given = table(4, role="tormentor")
    own = given.ruled(turn={"player": "dot"})
    state = play(own, SWAP)
    assert (state["known_demis"]["dot"], state["celestial"]["used"], state["turn"]["actions"]) == ("isabel", True, 0)
    assert play(own, SWAP | {"drew": "?"})["known_demis"]["dot"] == "?"
    assert refused(given, SWAP) == ("tormentor.own-turn", "VF-C3")
    assert refused(own, SWAP, SWAP | {"drew": "belan"}) == ("tormentor.swap-used", "VF-C3")
    for taken in ("pentha", "naka"):
        assert refused(own, SWAP | {"drew": taken}) == ("tormentor.drew-taken", "VF-C3")


@pytest.mark.parametrize(("track", "won"), [
    ({"3": ["pentha", "agamar", "klar", "aponi", "saghari", "namari", "belan", "isabel"]}, True),
    ({"3": ["pentha", "agamar", "klar", "aponi", "saghari", "namari", "belan"], "0": ["naka", "isabel"]}, False),
])  # fmt: skip
def test_c3_tormentor_wins_when_its_demi_is_last(track: dict[str, list[str]], won: bool) -> None:
    given = final(track, "tormentor")
    assert play(given, end(["dot"] if won else ["ada"], "naka"))["celestial"]["won"] is won


def test_c3_after_a_hidden_swap_the_end_may_tell_another_demi() -> None:
    given = final({"3": ["agamar"]}, "tormentor")
    assert refused(given, end(["bob"], "isabel")) == ("demis.differ", "VF-E2")


# -- C3: Eredan ----------------------------------------------------------------------------------------------


def test_c3_eredan_one_action_god_powers_only_all_free() -> None:
    given = table(4, role="eredan").ruled(turn={"player": "dot"})
    smite = power("dot", "smite", demi="naka")
    state = play(given, smite)
    assert (state["hands"]["dot"], state["turn"]["fate"]) == (play(given)["hands"]["dot"], True)
    assert play(given, smite, act("end_turn", "dot"))["rested"] == []
    assert refused(given, smite, smite) == ("eredan.one-action", "VF-C3")
    assert refused(given, move("dot", "naka", "forest")) == ("eredan.no-move", "VF-C3")
    assert refused(given, power("dot", "smite", "f1", "s1", demi="naka"))[0] == "power.cost"
    portal = power("dot", "portal", demi="naka", quest="crooked-well", slot=1, card="f1")
    assert play(given, portal)["quests"]["crooked-well"]["pile"] == {"f1": 1}


@pytest.mark.parametrize(("count", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 2), (8, 3), (9, 3)])
def test_c3_eredan_needs_so_many_right_guesses(count: int, needed: int) -> None:
    """In teams a Demi is guessed right for each player who has it: 6 others have 3 Demis, 7 and 8 have 4."""
    given = ranked("", {"4": ["pentha"]}, count, role="eredan")
    owned = given.records[1]["demis"]
    others = list(owned)
    best = [player for player in others if owned[player] == "pentha"]
    for right in range(len(others) + 1):
        guess = {player: owned[player] if i < right else "isabel" for i, player in enumerate(others)}
        won = right >= needed
        celestial = NAMES[count - 1]
        state = play(given, act("end", demis=owned, guess=guess, winners=[celestial] if won else best))
        assert state["celestial"]["won"] is won


@pytest.mark.parametrize(("count", "needed"), [(4, 2), (5, 3), (6, 3), (7, 2), (9, 3)])
def test_c3_how_many_guesses_must_be_right_goes_by_the_demis_that_are_there_known_or_not(
    count: int, needed: int
) -> None:
    """A scorekeeper tells so many Demis as are guessed right, and no others."""
    head = header(count, role="eredan", detail="score")
    owned = setup(header(count, role="eredan"))["demis"]
    for right in (needed - 1, needed):
        told = {player: demi if i < right else "?" for i, (player, demi) in enumerate(owned.items())}
        state = play(Situation("", (head,)), act("end", demis=told, guess=owned, winners=["ada"]))
        assert state["celestial"]["won"] is (right == needed)


def test_c3_the_guess_is_eredans_alone_and_for_everybody() -> None:
    given = final({"4": ["pentha"]}, "eredan")
    assert refused(given, end(["ada"]))[0] == "end.guess"
    assert refused(given, end(["ada"], guess={"ada": "isabel", "bob": "isabel"}))[0] == "end.guess"
    play(given, end(["ada"], guess=dict.fromkeys(OWNED, "isabel")))


def test_c3_a_scorekeeper_who_tells_all_demis_tells_the_guess() -> None:
    score = Situation("", (header(4, role="eredan", detail="score"),))
    assert refused(score, end(["ada"])) == ("end.guess", "VF-C3")
    play(score, end(["ada"], guess=dict.fromkeys(OWNED, "isabel")))
    some = act("end", demis={**OWNED, "cy": "?"}, winners=["ada"])
    assert play(score, some)["winners"] == ["ada"]
    play(score, {**some, "guess": dict.fromkeys(OWNED, "isabel")})
    assert refused(score, {**some, "guess": {"ada": "isabel"}}) == ("end.guess", "VF-C3")


def test_c3_nobody_else_guesses() -> None:
    assert refused(final({"4": ["pentha"]}, "tormentor"), end(["ada"], "naka", guess=OWNED)) == (
        "end.guess-not-eredan",
        "VF-E2",
    )


# -- C3: Mother to All -----------------------------------------------------------------------------------------


def test_c3_mothers_hand_limit_is_5() -> None:
    given = table(4, role="mother-to-all").ruled(demis={"naka": {"at": "abyss"}}, turn={"player": "dot"})
    play(given, move("dot", "naka", "pools", drew=None))
    assert refused(given, move("dot", "naka", "pools", drew="f1"))[1] in ("VF-F2", "VF-M6")


@pytest.mark.parametrize(("track", "won"), [
    ({"3": ["pentha"], "2": ["agamar", "klar"]}, True),
    ({"3": ["pentha"], "2": ["agamar", "isabel", "klar"]}, False),
    ({"3": ["isabel", "pentha"], "2": ["agamar", "klar"]}, False),
])  # fmt: skip
def test_c3_mother_wins_when_the_players_demis_are_ahead(track: dict[str, list[str]], won: bool) -> None:
    state = play(final(track, "mother-to-all"), end(["dot"] if won else ["ada"]))
    assert state["celestial"]["won"] is won


def test_c3_mother_not_when_one_of_theirs_was_annihilated() -> None:
    track = {"5": ["pentha"], "2": ["agamar", "klar"]}
    fine = final(track, "mother-to-all", "hadria", changes={"hadria": {"renown": 5}})
    assert play(fine, end(["dot"]))["celestial"]["won"] is True
    lost = final(track, "mother-to-all", "hadria", changes={"hadria": {"renown": 4}})
    assert play(lost, end(["bob"]))["celestial"]["won"] is False


# -- Corruption against a Celestial ------------------------------------------------------------------------------


@pytest.mark.parametrize("value", LOSES)
def test_e2_celestial_corruption(value: str) -> None:
    """The Tormentor has most Corruption: it cannot win; its Demi loses unless it is spared."""
    track = {"3": ["pentha", "agamar", "klar", "aponi", "saghari", "namari", "belan", "isabel"], "2": ["naka"]}
    base = ranked(
        "",
        track,
        4,
        "hadria",
        role="tormentor",
        rulings={"celestial_corruption": value},
        changes={"hadria": {"renown": 8}},
    )
    given = _with_played(base, "dot", "smite-favor")
    state = play(given, end(["ada"], "naka"))
    assert state["celestial"]["won"] is False
    assert state["celestial"]["disqualified"] is True
    assert state["demis"]["naka"]["renown"] == (1 if value == "loses" else 2)


def _with_played(given: Situation, player: str, *favors: str) -> Situation:
    """Favors that lie face up before a player."""
    worth = {"portal-favor": 3, "transfiguration-favor": 2, "smite-favor": 2, "omniscience-favor": 1}
    return given.ruled(favors={player: {"played": list(favors), "corruption": sum(worth[f] for f in favors)}})


@pytest.mark.parametrize(("value", "won"), [("revocable", False), ("final", True)])
def test_e2_before_win(value: str, won: bool) -> None:
    base = ranked(
        "",
        {"3": ["pentha"]},
        4,
        "hadria",
        role="eredan",
        rulings={"before_win": value},
        changes={"hadria": {"renown": 8}},
    )
    given = _with_played(base, "dot", "smite-favor")
    state = play(given, end(["dot"] if won else ["ada"], guess=OWNED))
    assert state["celestial"]["won"] is won
    assert play(base, end(["dot"], guess=OWNED))["celestial"]["won"] is True


def test_e2_the_arbiter_loses_with_every_own_demi() -> None:
    track = {"5": ["naka"], "3": ["pentha", "agamar", "klar", "belan"]}
    base = ranked("", track, 4, "hadria", role="arbiter", changes={"hadria": {"renown": 8}})
    state = play(_with_played(base, "dot", "portal-favor"), end(["ada"], ["naka", "belan"]))
    assert (state["demis"]["naka"]["renown"], state["demis"]["belan"]["renown"]) == (4, 2)
