"""What players are called: by name, with the id where the name tells nobody apart, by the id where there is none."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vflog.engine.people import acting, called
from vflog.log.characters import UNSEEN
from vflog.log.problems import Code, make_problem, named

Players = list[tuple[str, str | None]]


@pytest.mark.parametrize(("players", "words"), [
    ([("a", "Ann"), ("b", "Bob")], ["Ann", "Bob"]),
    ([("a", None), ("b", "Bob")], ["a", "Bob"]),
    ([("ada", "ada"), ("bob", "Bob")], ["ada", "Bob"]),
    ([("ada", "Ada"), ("bob", None)], ["Ada", "bob"]),
    ([("a", "Ann"), ("b", "Ann")], ["Ann (a)", "Ann (b)"]),
    ([("a", "Ann"), ("b", "ann ")], ["Ann (a)", "ann (b)"]),
    ([("a", "Ann"), ("b", "An\u200bn")], ["Ann (a)", "An\u200bn (b)"]),
    ([("ada", "bob"), ("bob", "ada")], ["bob (ada)", "ada (bob)"]),
    ([("ada", "bob"), ("bob", None)], ["bob (ada)", "bob"]),
    ([("ada", "BOB"), ("bob", "Zoë")], ["BOB (ada)", "Zoë"]),
    ([("a", ""), ("b", " "), ("c", "\u200b\u00a0\u202e")], ["a", "b", "c"]),
    ([("x", "Ann (y)"), ("y", "Ann"), ("z", "Ann")], ["Ann (y) (x)", "Ann (y)", "Ann (z)"]),
    ([("a", "\x1b[31mAnn"), ("b", "Ann")], ["\x1b[31mAnn", "Ann"]),
    ([], []),
])  # fmt: skip
def test_what_players_are_called(players: Players, words: list[str]) -> None:
    assert list(called(players).values()) == words


#: Ids and names that are easily taken for one another.
WORDS = st.sampled_from(
    [
        "a",
        "b",
        "A",
        "ann",
        "Ann",
        "a (b)",
        "b (a)",
        "a (a)",
        "Ann (a)",
        "ann (b)",
        "a (b) (a)",
        "",
        " ",
        "\u200b",
        "a\u200b",
        "ann\u00a0",
        "Ä",
        "A\u0308",
        "ann\n",
        "ﬁ",
        "fi",
    ]
)
IDS = st.sampled_from(["a", "b", "A", "B", "ann", "Ann", "fi", "x"])


@given(st.lists(st.tuples(IDS, st.none() | WORDS | st.text(max_size=8)), max_size=6, unique_by=lambda it: it[0]))
@example([("a", "b (b)"), ("b", "b"), ("c", "b")])
def test_nobody_is_taken_for_another(players: Players) -> None:
    words = called(players)
    assert list(words) == [player for player, _ in players]
    assert len(set(words.values())) == len(words)
    for player, name in players:
        word = words[player]
        assert word in (player, (name or "").strip()) or (
            word.startswith((name or "").strip()) and f"({player})" in word
        )
        assert UNSEEN.sub("", word).strip()
        if word != player:
            assert not any(word.casefold() == other.casefold() for other, _ in players if other != player)
    assert called(players) == words


@given(st.lists(st.tuples(IDS, st.none() | WORDS), max_size=5, unique_by=lambda it: it[0]), st.randoms())
def test_the_order_of_seats_changes_nobodys_name(players: Players, chance: object) -> None:
    shuffled = list(players)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert called(shuffled) == called(players)


def test_the_player_who_acts() -> None:
    who = {"ada": "Ada", "A": "Ann"}
    assert acting({"type": "move", "player": "ada"}, who) == "Ada"
    assert acting({"type": "do", "p": "A"}, who) == "Ann"
    assert acting({"type": "move", "player": "naka"}, who) is None
    assert acting({"type": "move", "player": ["ada"]}, who) is None


def test_players_in_sentences_are_called_as_they_are() -> None:
    who = {"ada": "Zoë", "bob": "ada (bob)"}
    assert named("ada", who) == "Zoë"
    assert named(" by ada or bob", who) == " by Zoë or ada (bob)"
    assert named("ada.hand, adam", who) == "ada.hand, adam"
    assert named(["ada", 3], who) == ["Zoë", 3]
    code = Code("a.b", "{player} moves {demi}.", people=("player", "expected"))
    problem = make_problem({"a.b": code}, "a.b", {"player": "ada", "demi": "ada"}, expected=["bob"], people=who)
    assert problem.message == "Zoë moves ada."
    assert problem.expected == ["bob"]
    assert problem.said is not None
    assert problem.said.expected == ["ada (bob)"]
