"""Every code tells truly whose rule it is: its rules and their marks are those of the rules' sentences (`marks`)."""

from __future__ import annotations

from typing import Any

import pytest

from vflog.engine import knowledge
from vflog.games.veiled_fate.codes import CODES
from vflog.games.veiled_fate.examples import EXAMPLES
from vflog.games.veiled_fate.examples.situations import owners
from vflog.games.veiled_fate.order import DUE, expect
from vflog.games.veiled_fate.rules import RULES
from vflog.log.problems import OF_THE_FORMAT, Code, Problem, Refused, make_problem

from .harness import Game
from .marks import FORMAT, OF_RULES, ROWS, TOLD, WITHOUT, basis
from .playing import Situation, act, ended, header, move, onto, setup, table, voting

#: Codes of the engine that the pages ask of this ruleset's headers and rulings.
OF_ALL = ("rulings.unknown", "rulings.value", "ruling.key")
ORDER = ("printed", "public", "assumed")
Record = dict[str, Any]


def test_every_code_stands_in_the_table() -> None:
    assert {row.code for row in ROWS} | WITHOUT == {*CODES, *OF_ALL}


@pytest.mark.parametrize("code", sorted(set(CODES) - WITHOUT))
def test_whose_rule_a_code_tells(code: str) -> None:
    entry = CODES[code]
    own: list[tuple[str | None, str | None]] = [] if entry.rule is None else [(entry.rule, entry.basis), *entry.also]
    own += [(None, None)] if entry.asked else []
    assert len(set(own)) == len(own)
    assert {(code, *each) for each in own} == {told for told in TOLD if told[0] == code}


@pytest.mark.parametrize("rule", RULES)
def test_whose_a_rule_is(rule: str) -> None:
    """All that its sentences are marked with, in one order; one basis only where they do not differ."""
    marks = [one for one in ORDER if one in {basis(mark) for mark in OF_RULES[rule]}]
    assert list(RULES[rule].marks) == marks
    assert RULES[rule].basis == (marks[0] if len(marks) == 1 else None)
    assert {told for _, of, told in TOLD if of == rule} <= set(marks)


def test_all_rules_are_in_the_table() -> None:
    assert set(RULES) == set(OF_RULES)
    assert {row.rule for row in ROWS if row.rule} <= set(RULES)


def test_every_phase_has_a_rule_that_its_codes_can_name() -> None:
    for rule, _ in DUE.values():
        assert any(told[:2] == ("order.phase", rule or None) for told in TOLD)


def whose(problem: Problem) -> tuple[str, str | None, str | None]:
    """Code, rule and basis of a problem."""
    return problem.code, problem.rule, problem.basis


def test_every_sentence_is_broken_by_an_example() -> None:
    """But that after an end nothing is due, which the engine says first (`order.after-end`)."""
    broken = {whose(Game(example.log(broken=True)).problems[-1]) for example in EXAMPLES}
    assert TOLD - broken == {("order.phase", FORMAT, None)}


def test_after_an_end_it_is_the_format_that_asks_for_nothing_more() -> None:
    game = Game([header(3, detail="score"), act("end", reason="time")])
    assert game.judge.play is not None
    with pytest.raises(Refused) as why:
        expect(game.judge.play.position, "turn")
    problem = make_problem(CODES, why.value.code, why.value.values, rule=why.value.rule, basis=why.value.basis)
    assert whose(problem) == ("order.phase", FORMAT, None)


def _at(card: str, age: int = 1, *more: Record) -> Situation:
    return voting(card, age).then(*more)


_VOTED = tuple(act("age_vote", player) for player in ("bob", "cy", "ada"))
_COUNTED = tuple(act("age_vote", player) for player in ("ada", "bob", "cy"))
_ALONE, _SEATED = header(2, role="eredan"), header(3)
_TEAMS = ended(6)
_PAIRS = act("end", demis=owners(_TEAMS.records[0]), winners=["ada", "bob"])


@pytest.mark.parametrize(("given", "record", "expected"), [
    # S1: with one player beside a Celestial the number of Quests is assumed.
    (Situation("", (_SEATED,)), setup(_SEATED, quests=[]), ("setup.quest-count", "VF-S1", "printed")),
    (Situation("", (_ALONE,)), setup(_ALONE, quests=[]), ("setup.quest-count", "VF-S1", "assumed")),
    # T3: the rule book bars the second action, our assumption the first.
    (table().ruled(hands={"ada": {}}), move("ada", "naka", "forest"), ("turn.no-fate-card", "VF-T3", "assumed")),
    (table().ruled(hands={"ada": {"f1": 1}}).then(onto("ada", "naka", "crooked-well", 1)),
     move("ada", "klar", "forest"), ("turn.no-fate-card", "VF-T3", "printed")),
    # Section 8: that all vote, the first player last, is printed; what the cards ask for is not.
    (_at("chaos"), act("age_vote", "ada"), ("order.not-your-turn", "VF-G", "printed")),
    (_at("sleight-of-hand"), act("age_reveal"), ("order.phase", "VF-G", "printed")),
    (_at("chaos", 1, *_VOTED), act("age_vote", "ada"), ("order.phase", "VF-G", "printed")),
    (_at("arbiter"), act("age_vote", "ada"), ("order.phase", "VF-G", "public")),
    (_at("arbiter", 1, act("age_pick", "ada", demis=["naka", "klar", "aponi"])), act("age_vote", "ada"),
     ("order.not-your-turn", "VF-G", "public")),
    (_at("the-census", 2), act("age_vote", "bob"), ("order.not-your-turn", "VF-G", "public")),
    (_at("the-census", 2, *_COUNTED), act("age_vote", "ada"), ("order.phase", "VF-G", "public")),
    (_at("judgement", 3), act("age_quest", "cy", quest="hundred-steps"), ("order.not-your-turn", "VF-G", "public")),
    (_at("omnipotence", 3), act("age_vote", "bob"), ("order.phase", "VF-G", "public")),
    # E2: who wins is printed; that winners are written in seat order, once each, is the format's.
    (_TEAMS, _PAIRS | {"winners": ["ada"]}, ("end.winners", "VF-E2", "printed")),
    (_TEAMS, _PAIRS | {"winners": ["bob", "ada"]}, ("end.winners", FORMAT, None)),
    (_TEAMS, _PAIRS | {"winners": ["ada", "bob", "ada"]}, ("end.winners", FORMAT, None)),
    # A name in a result or in a scorekeeper's record is the format's; who must act is not.
    (table(), act("end", reason="time", result={"by": "judge", "winners": ["zoe"]}), ("player.unknown", FORMAT, None)),
    (table(), act("rest", "zoe"), ("player.unknown", "VF-T1", "printed")),
    (Situation("", (header(3, "hadria", detail="score"),)), act("corruption", "zoe", amount=1),
     ("player.unknown", FORMAT, None)),
    # Ages follow one another in the rule book, and count up in a scorekeeper's log.
    (Situation("", table().records[:-1]), act("age", "ada", age=2, card="decree"),
     ("age.wrong-age", "VF-A1", "printed")),
    (Situation("", (header(3, detail="score"),)), act("age", age=2), ("age.wrong-age", FORMAT, None)),
], ids=str)  # fmt: skip
def test_whose_of_several(given: Situation, record: Record, expected: tuple[str, str | None, str | None]) -> None:
    (problem,) = Game([*given.records, record]).problems
    assert whose(problem) == expected


def test_an_amend_tells_the_rule_that_the_later_record_breaks() -> None:
    log = [{**record, "n": n} for n, record in enumerate((*table().records, move("ada", "naka", "forest")))]
    amend = {"type": "amend", "n": len(log), "to": 3, "record": act("move", "ada", demi="naka", to="abyss")}
    (problem,) = Game([*log, amend]).problems
    assert whose(problem) == ("amend.breaks", "VF-M2", "printed")


@pytest.mark.parametrize("code", sorted(CODES))
def test_where_the_format_asks_it_says_so(code: str) -> None:
    """A problem with no rule of a game says under which heading of the format page it is asked for."""
    entry = CODES[code]
    assert (entry.rule is None) == (entry.basis is None)
    assert entry.rule is not None or entry.asked or code in WITHOUT


def test_a_code_that_is_told_of_no_rule_has_no_basis() -> None:
    codes = {"x.y": Code("x.y", "So.", "VF-M2", "printed", also=(("VF-C4", "assumed"),), asked="`end`")}
    assert whose(make_problem(codes, "x.y", {})) == ("x.y", "VF-M2", "printed")
    assert whose(make_problem(codes, "x.y", {}, rule="VF-C4")) == ("x.y", "VF-C4", "assumed")
    assert whose(make_problem(codes, "x.y", {}, rule="VF-C4", basis="public")) == ("x.y", "VF-C4", "public")
    assert whose(make_problem(codes, "x.y", {}, rule=OF_THE_FORMAT)) == ("x.y", None, None)
    assert knowledge.codes()["end.winners"].basis_of("VF-E2") == "printed"
