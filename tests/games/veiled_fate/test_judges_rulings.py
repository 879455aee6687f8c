"""Section 11: what is wrong with a judge's ruling, each time in the words of what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from .harness import Game, find
from .playing import TWO, Situation, act, header, log, setup, table, voting

FULL = table(4, "hadria servants", role="arbiter")
BARE = table(3)
EREDAN = table(4, role="eredan")
CENSUS = voting("the-census", 2)
FACE_UP = voting("sleight-of-hand")
OMNIPOTENCE = table(3, age=3, cards=("chaos", "evil-curses", "omnipotence"))
VOTERS = FULL.then(*TWO)


def set_(**changes: Any) -> dict[str, Any]:
    return act("ruling", by="judge", reason="a slip", set=changes)


def _slot(slot: Any) -> dict[str, Any]:
    return {"demis": {"naka": {"quest": "crooked-well", "slot": slot}}}


WRONG = (
    # Of the wrong type: nothing of it is read.
    *((FULL, {key: 3}, f"`{key}` must be an object") for key in (
        "demis", "track", "hands", "quests", "deck", "turn", "hadria", "favors", "servants", "city", "celestial",
        "known_demis")),
    (FULL, {"age_pile": 3}, "the Age pile must be an object"),
    (CENSUS, {"age_pile": 3}, "the piles of the Census must be an object"),
    (CENSUS, {"age_pile": {"moon": {}}}, "the piles of the Census has no 'moon'"),
    (CENSUS, {"age_pile": {"forest": 3}}, "the pile of forest must be an object"),
    (FULL, {"demis": {"naka": 3}}, "`demis`, naka must be an object"),
    (FULL, {"hands": {"ada": 3}}, "the hand of ada must be an object"),
    (FULL, {"quests": {"lantern-oath": 3}}, "`quests`, lantern-oath must be an object"),
    (FULL, {"quests": {"lantern-oath": {"pile": 3}}}, "the pile of lantern-oath must be an object"),
    (FULL, {"deck": {"discards": 3}}, "the discards must be an object"),
    (FULL, {"favors": {"ada": 3}}, "the Favors of ada must be an object"),
    (FULL, {"rested": "bob"}, "`rested` must be a list of names"),
    (FULL, {"rested": ["bob", 3]}, "`rested` must be a list of names"),
    (FULL, {"track": {"3": "naka"}}, "space 3 of the track must be a list of names"),
    (FULL, {"hadria": {"display": "smite-favor"}}, "the Favors on display must be a list of names"),
    (FULL, {"favors": {"ada": {"hand": "smite-favor"}}}, "the Favors of ada must be a list of names"),
    (FULL, {"turn": {"fate": 1}}, "`turn`, fate must be true or false"),
    (FULL, {"turn": {"actions": "1"}}, "the actions of the turn must be a whole number from 0 to 2"),
    (FULL, {"turn": {"actions": True}}, "the actions of the turn must be a whole number from 0 to 2"),
    (FULL, {"hands": {"ada": {"f1": True}}}, "the hand of ada, f1 must be a whole number"),
    (FULL, {"hadria": {"deck": -1}}, "the size of the Favor deck must be a whole number"),
    (FULL, {"favors": {"ada": {"corruption": -1}}}, "the Corruption of ada must be a whole number"),
    (FULL, _slot(True), "the slot of naka must be a whole number from 1 to 3"),
    # Of what is not there.
    (FULL, {"demis": {"naka": {"quest": "moth-court", "slot": 1}}}, "'moth-court' is not on the board"),
    (FULL, {"demis": {"naka": {"quest": 3, "slot": 1}}}, "the Quest 3 is not on the board"),
    (FULL, {"favors": {"zoe": {}}}, "names 'zoe', who is no player"),
    (FULL, {"favors": {"ada": {"hand": ["luck-favor"]}}}, "there is no Favor 'luck-favor'"),
    (FULL, {"hadria": {"display": ["portal-favor", "smite-favor", "influence-favor"]}}, "at most two Favors"),
    (BARE, {"hadria": {"renown": 3}}, "without Hadria"),
    (BARE, {"favors": {"ada": {"corruption": 1}}}, "without Hadria"),
    (BARE, {"celestial": {"used": True}}, "without a Celestial"),
    # That does not fit.
    (FULL, {"rested": ["bob", "bob"]}, "names a player twice"),
    (FULL, {"known_demis": {"ada": ["pentha", "klar"]}}, "ada owns 1"),
    (FULL, {"known_demis": {"dot": "naka"}}, "dot owns 2"),
    (FACE_UP, {"age_pile": {"?": 1}}, "the votes of sleight-of-hand lie face up"),
    (EREDAN, {"turn": {"player": "dot", "actions": 2}}, "the actions of the turn must be a whole number from 0 to 1"),
    (VOTERS, {"turn": {"player": "bob"}}, "the completer of a Quest must be the player whose turn it is"),
)  # fmt: skip


@pytest.mark.parametrize(("given", "changes", "words"), WRONG, ids=lambda value: value if type(value) is str else "")
def test_j1_what_is_wrong_is_told(given: Situation, changes: dict[str, Any], words: str) -> None:
    game = Game(log(given, set_(**changes)))
    assert [problem.code for problem in game.problems] == ["ruling.inconsistent"]
    assert words in game.problems[0].message


@pytest.mark.parametrize(("given", "changes"), [
    (CENSUS, {"age_pile": {"forest": {"f1": 1}}}), (FACE_UP, {"age_pile": {"f1": 1}}), (FULL, _slot(3)),
    (FULL, {"hadria": {"deck": 8}}), (FULL, {"favors": {"ada": {"hand": [], "corruption": 0}}}),
    (FULL, {"turn": {"fate": True, "actions": 1}}), (FULL, {"rested": ["bob", "cy"]}),
    (FULL, {"known_demis": {"dot": ["naka", "isabel"]}}), (OMNIPOTENCE, {"age_pile": {"?": 1}}),
    (EREDAN, {"turn": {"player": "dot", "actions": 1}}), (EREDAN, {"turn": {"player": "bob", "actions": 2}}),
    (VOTERS, {"turn": {"player": "ada"}}), (FULL, {"quests": {"lantern-oath": {"pile": {"?": 2}}}}),
], ids=str)  # fmt: skip
def test_j1_what_fits_is_set(given: Situation, changes: dict[str, Any]) -> None:
    assert not Game(log(given, set_(**changes))).problems


def test_j1_no_discards_where_the_fate_deck_is_uncounted() -> None:
    sample = (find("sample") or b"").decode()
    assert '"+2" = 12\n' in sample
    head = header(3)
    for text, words in ((sample, ""), (sample.replace('"+2" = 12\n', ""), "the pack leaves the Fate deck uncounted")):
        given = Situation("", (head | {"content": {"pack": "mine"}}, setup(head)))
        game = Game(log(given, set_(deck={"discards": {}})), packs={"mine": text.encode()})
        assert [words in problem.message for problem in game.problems] == ([True] if words else [])
