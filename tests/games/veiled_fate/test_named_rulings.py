"""Section 10: each named ruling's values, what holds under which, and whose rule was broken."""

from __future__ import annotations

from typing import Any

import pytest

from vflog.games.veiled_fate.rulings import FIRST, NAMED

from .harness import Game
from .playing import Situation, act, header, move, onto, play, power, refused, setup, table, voting
from .playing import log as numbered
from .ruling_cases import EMPTY_HANDS, ONLY_UNDER, PORTAL, STRICTER, SWITCH, under


def problems(given: Situation, records: tuple[dict[str, Any], ...], **settings: Any) -> list[Any]:
    return list(Game(numbered(given, *records), **settings).problems)


@pytest.mark.parametrize(
    ("name", "value", "given", "records"), ONLY_UNDER, ids=lambda v: v if isinstance(v, str) else ""
)
def test_what_holds_under_the_other_value(
    name: str, value: str, given: Situation, records: tuple[dict[str, Any], ...]
) -> None:
    assert not problems(under(given, name, value), records)
    if name not in STRICTER or name in ("portal_votes", "city_by_portal", "last_quest"):
        assert problems(given, records)


@pytest.mark.parametrize("name", STRICTER)
def test_what_holds_under_the_default_only(name: str) -> None:
    given, records = STRICTER[name]
    assert not problems(given, records)
    (problem,) = problems(under(given, name, NAMED[name].values[1]), records, holds_under=True)
    assert f"{name}={NAMED[name].values[0]}" in problem.holds_under


def test_each_ruling_is_shown_with_both_values() -> None:
    assert {name for name, *_ in ONLY_UNDER} == set(NAMED)
    assert all(NAMED[name].values == (FIRST.rulings[name], value) for name, value, *_ in ONLY_UNDER)


@pytest.mark.parametrize(
    ("name", "value", "given", "records"), ONLY_UNDER, ids=lambda v: v if isinstance(v, str) else ""
)
def test_a_refused_record_tells_under_which_it_would_have_been_legal(
    name: str, value: str, given: Situation, records: tuple[dict[str, Any], ...]
) -> None:
    game = Game(numbered(given, *records), holds_under=True)
    if game.judged[-1].judged == "refused":
        assert f"{name}={value}" in (game.problems[-1].holds_under or [])


def test_what_no_ruling_allows_holds_under_none() -> None:
    (problem,) = problems(table(), (move("ada", "naka", "abyss"),), holds_under=True)
    assert problem.holds_under in (None, [])
    assert (problem.rule, problem.basis) == ("VF-M2", "printed")


@pytest.mark.parametrize(("given", "records", "basis"), [
    (table(), (move("ada", "naka", "pools"),), "printed"),
    (Situation("", table(2).records[:-1]), (act("age", "ada", age=1, card="arbiter"),), "public"),
    (table(), (power("ada", "portal", "f1", "f1", "f2", demi="naka", to="city"),), "assumed"),
    # T3: the rule book bars the second action, our assumption the first.
    (table().ruled(hands={"ada": {}}), (move("ada", "naka", "forest"),), "assumed"),
    (table().ruled(hands={"ada": {"f1": 1}}), (onto("ada", "naka", "crooked-well", 1), move("ada", "klar", "forest")),
     "printed"),
    # M5 is printed; that a Portal votes too is assumed, and that no Quest is laid out twice.
    (table(), ({k: v for k, v in onto("ada", "naka", "crooked-well", 1).items() if k != "card"},), "printed"),
    (table(), (PORTAL,), "assumed"),
    (voting("judgement", 3), (act("age_quest", "ada", quest="lantern-oath"),), "assumed"),
    (table(4, role="eredan").ruled(turn={"player": "dot"}),
     (power("dot", "smite", "f1", "s1", demi="naka"),), "public"),
])  # fmt: skip
def test_whose_rule_was_broken(given: Situation, records: tuple[dict[str, Any], ...], basis: str) -> None:
    (problem,) = problems(given, records)
    assert problem.basis == basis


@pytest.mark.parametrize("name", NAMED)
def test_each_value_is_taken_from_the_header_and_no_other(name: str) -> None:
    for value in NAMED[name].values:
        game = Game(numbered(Situation("", (header(3, rulings={name: SWITCH.get(value, value)}),))))
        assert game.judge.play is not None
        assert game.judge.play.rulings() == {**FIRST.rulings, name: value}
    assert refused(Situation("", ()), header(3, rulings={name: "otherwise"}))[0] == "rulings.value"


def test_overrides_go_before_the_header() -> None:
    log = numbered(table().ruled(hands=EMPTY_HANDS), move("ada", "naka", "forest"))
    assert Game(log).errors
    assert not Game(log, overrides={"empty_hand_turn": "act"}).errors


def test_default_is_the_first_revision_and_the_state_names_it() -> None:
    assert play(table())["revision"] == FIRST.name == "2026-12"
    head = {key: value for key, value in header(3).items() if key != "revision"}
    game = Game([head, setup(head)])
    assert game.state["revision"] == FIRST.name
    assert [(p.code, p.severity) for p in game.problems] == [("game.no-revision", "warning")]
