"""Who may own which Demi: one rule for the set-up, Revelation, the Tormentor's swap, a judge's ruling and the end."""

from __future__ import annotations

from typing import Any

import pytest

from .playing import Situation, act, header, play, refused, setup, table, voting

TAKEN = ("tormentor.drew-taken", "VF-C3")
SHOWN = ("demis.shown-unused", "VF-G")
REVEALED = ("age.revealed", "VF-G")


def shown(*demis: str, count: int = 4, **wanted: Any) -> Situation:
    """Revelation has shown these cards, in the turn of the last player, the Celestial; a new Age has begun."""
    base = voting("revelation", 2, count, **wanted)
    head = base.records[0]
    seats = [player["id"] for player in head["players"]]
    votes = [
        act("age_vote", player, cards=["f1"] if i == 0 and len(demis) == 1 else [])
        for i, player in enumerate([*seats[1:], seats[0]])
    ]
    cards = ["f1"] if len(demis) == 1 else []
    quests = next(r for r in base.records if r["type"] == "setup")["quests"]
    names = ("widow-tide", "old-milestone", "red-audit", "borrowed-drum", "dust-wedding", "moth-court")
    laid = [
        act("place", seats[i % len(seats)], quest=name, region=quest["region"])
        for i, (name, quest) in enumerate(zip(names, quests, strict=False))
    ]
    given = base.then(*votes, act("age_reveal", cards=cards, revealed=list(demis)))
    room = [1 if cards and player == seats[1] else 0 for player in seats]
    deals = [act("deal", player, cards=["?"] * many) for player, many in zip(seats, room, strict=True)]
    third = (*deals, *laid, act("city", "ada", card="gallows-yard"), act("age", "ada", age=3, card="defend-borders"))
    return given.then(*third).ruled(turn={"player": seats[-1]})


def swap(drew: str, player: str = "dot") -> dict[str, Any]:
    return act("celestial", player, act="swap", drew=drew)


def known(**demis: Any) -> dict[str, Any]:
    return act("ruling", by="judge", reason="a slip", set={"known_demis": demis})


def stopped(**demis: Any) -> dict[str, Any]:
    return act("end", reason="time", demis=demis)


# -- without teams there is one card of each Demi ----------------------------------------------------------


def test_vf_g_without_teams_a_demi_that_was_shown_is_nobodys() -> None:
    given = shown("isabel", role="tormentor", hidden=("ada",))
    play(given, swap("belan"))
    assert refused(given, swap("isabel")) == TAKEN
    play(given, known(ada="belan"))
    assert refused(given, known(ada="isabel"))[0] == "ruling.inconsistent"
    play(given, stopped(ada="belan"))
    assert refused(given, stopped(ada="isabel")) == SHOWN


def test_vf_g_without_teams_different_unused_ones_are_shown() -> None:
    play(shown("isabel", "belan"))
    base = voting("revelation", 2, 4)
    votes = [act("age_vote", player) for player in ("bob", "cy", "dot", "ada")]
    for wrong in (["isabel", "isabel"], ["isabel", "pentha"], ["isabel"], ["isabel", "belan", "naka"]):
        assert refused(base, *votes, act("age_reveal", revealed=wrong)) == REVEALED


def test_vf_c3_a_card_that_was_given_back_is_unused_from_then_on() -> None:
    """Naka's card: nobody else has it, the Tormentor has not drawn it again, and Revelation may show it."""
    given = table(4, role="tormentor", hidden=("ada",)).ruled(turn={"player": "dot"})
    for drew in ("isabel", "?"):
        hidden = given.then(swap(drew))
        play(hidden, stopped(ada="belan", dot="isabel"))
        assert refused(hidden, stopped(ada="naka"))[0] == "demis.given-back"
        code = "demis.given-back" if drew == "?" else "demis.differ"
        assert refused(hidden, stopped(dot="naka"))[0] == code
    assert refused(given, swap("naka")) == TAKEN


def test_vf_g_a_card_that_was_given_back_may_be_shown() -> None:
    given = table(4, role="tormentor", age=2, cards=("chaos", "revelation")).ruled(turn={"player": "dot"})
    seats = ("dot", "ada", "bob", "cy")
    rests = [act("rest", player) for player in seats]
    votes = [act("age_vote", player) for player in (*seats[1:], "dot")]
    after = given.then(swap("isabel"), *rests, *votes)
    assert play(after, act("age_reveal", revealed=["naka", "belan"]))["shown"] == ["naka", "belan"]
    assert refused(after, act("age_reveal", revealed=["isabel", "belan"])) == REVEALED


def test_vf_c3_a_judge_may_undo_what_was_given_back() -> None:
    given = table(4, role="tormentor", hidden=("ada",)).ruled(turn={"player": "dot"}).then(swap("isabel"))
    state = play(given, known(dot="naka"), stopped(ada="isabel"))
    assert (state["known_demis"]["dot"], state["known_demis"]["ada"]) == ("naka", "isabel")


def test_vf_c3_a_card_that_is_known_to_be_anothers_is_not_drawn() -> None:
    given = table(4, role="tormentor").ruled(turn={"player": "dot"})
    assert refused(given, swap("pentha")) == TAKEN
    play(table(4, role="tormentor", hidden=("ada",)).ruled(turn={"player": "dot"}), swap("pentha"))


# -- with teams there are two ------------------------------------------------------------------------------

TEAMS = {"count": 9, "role": "tormentor"}


@pytest.mark.parametrize(
    ("cards", "legal"), [(("isabel",), True), (("isabel", "belan"), True), (("isabel", "isabel"), False)]
)
def test_vf_e1_with_teams_a_demi_is_nobodys_once_both_its_cards_were_shown(cards: tuple[str, ...], legal: bool) -> None:
    given = shown(*cards, **TEAMS)
    for record, code in ((swap("isabel", "ivy"), "tormentor.drew-taken"), (known(ivy="isabel"), "ruling.inconsistent")):
        if legal:
            assert play(given, record)["known_demis"]["ivy"] == "isabel"
        else:
            assert refused(given, record)[0] == code
    hidden = given.then(swap("?", "ivy"))
    if legal:
        play(hidden, stopped(ivy="isabel"))
    else:
        assert refused(hidden, stopped(ivy="isabel")) == SHOWN


def test_vf_e1_both_cards_of_a_demi_that_is_known_to_be_somebodys_are_not_shown() -> None:
    """Ada and Bob have Pentha. Nobody has Naka."""
    base = voting("revelation", 2, 6)
    votes = [act("age_vote", player) for player in ("bob", "cy", "dot", "eve", "fay", "ada")]
    for wrong in (["pentha", "pentha"], ["naka"], ["naka", "naka", "belan"]):
        assert refused(base, *votes, act("age_reveal", revealed=wrong)) == REVEALED
    play(base, *votes, act("age_reveal", revealed=["naka", "naka"]))


def test_vf_c2_a_celestials_demi_may_be_a_teams() -> None:
    given = table(**TEAMS).ruled(turn={"player": "ivy"})
    assert play(given, swap("pentha", "ivy"))["known_demis"]["ivy"] == "pentha"
    assert refused(given, swap("naka", "ivy")) == TAKEN


# -- what was told before ----------------------------------------------------------------------------------


def test_vf_e2_what_is_told_as_unknown_takes_nothing_back() -> None:
    assert play(table(), stopped(ada="?"))["known_demis"]["ada"] == "pentha"
    head = header(4, role="arbiter")
    legal = setup(head)
    half = Situation("", (head, legal | {"demis": {**legal["demis"], "dot": ["?", "belan"]}}))
    assert play(half, stopped(dot=["naka", "?"]))["known_demis"]["dot"] == ["naka", "belan"]
    assert refused(half, stopped(dot=["naka", "isabel"])) == ("demis.differ", "VF-E2")


# -- `unused` ----------------------------------------------------------------------------------------------

SCORE = Situation("", (header(3, detail="score"),))
REST = ["aponi", "saghari", "namari", "naka", "belan", "isabel"]


@pytest.mark.parametrize(("unused", "legal"), [
    (REST, True), (REST[1:], False), ([*REST, "klar"], False), ([*REST[1:], "klar"], True),
    ([*REST[1:], "pentha"], False), ([*REST[1:], REST[1]], False), ([], False), ([*REST[1:], "hercules"], False),
])  # fmt: skip
def test_vf_e2_unused_with_an_unknown_demi_fits_in_number_and_members(unused: list[str], legal: bool) -> None:
    """Ada has Pentha, Bob Agamar, nobody knows Cy's: six cards are left, none of them Pentha or Agamar."""
    end = act("end", demis={"ada": "pentha", "bob": "agamar", "cy": "?"}, unused=unused, winners=["ada"])
    if legal:
        assert play(SCORE, end)["phase"] == "over"
    else:
        assert refused(SCORE, end)[0] in ("end.unused", "demi.unknown")


def test_vf_e2_unused_in_a_team_game_names_no_more_than_may_be_left() -> None:
    given = Situation("", (header(7, detail="score"),))
    owned = setup(header(7))["demis"]
    for unused in (["naka"], ["naka", "naka", "aponi"], []):
        play(given, act("end", demis=owned, unused=unused, winners=["gus"]))
    for unused in (["pentha"], ["naka"] * 3, ["aponi", "aponi"]):
        assert refused(given, act("end", demis=owned, unused=unused, winners=["gus"]))[0] == "end.unused"
