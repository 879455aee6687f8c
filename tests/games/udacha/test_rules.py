"""Every rule by its examples: the legal log, and its smallest edit that the rule flags."""

from __future__ import annotations

import json
import re

import pytest

from vflog.engine.examples import RuleExample
from vflog.games.udacha import RULESET
from vflog.games.udacha.codes import CODES
from vflog.games.udacha.examples import EXAMPLES, OPEN, Example
from vflog.games.udacha.rules import BOOKKEEPING, CHAPTER, RULES

from .harness import Game

_each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.rule)
#: Permissions that no line can break.
_UNBREAKABLE = {"U6", "U10"}


def _rule(example: Example) -> str | None:
    """The rule that the problem names; none where its code is one of the format's."""
    return None if example.code else example.rule


@_each
@pytest.mark.parametrize("profile", ["core", "strict"])
def test_legal_side(example: Example, profile: str) -> None:
    game = Game(example.log(profile=profile))
    assert game.finding() == ("legal", None, None)


@_each
def test_broken_side(example: Example) -> None:
    game = Game(example.log(broken=True))
    disputed = example in OPEN
    assert game.finding() == ("disputed" if disputed else "illegal", example.flagged, _rule(example))
    assert (game.verdict.status == "invalid") == (not disputed)
    problem = game.problems[0]
    assert problem.severity == ("warning" if disputed else "error")
    assert example.code in ("", problem.code)
    assert problem.basis == (None if example.code else RULES[example.rule].basis)
    assert problem.message.endswith(".")
    assert "{" not in problem.message


@_each
def test_broken_side_is_an_error_where_disputes_are(example: Example) -> None:
    game = Game(example.log(broken=True, profile="strict"))
    problem = game.problems[0]
    assert (problem.n, problem.rule, problem.severity) == (example.flagged, _rule(example), "error")
    assert game.verdict.status == "invalid"


def test_every_rule_that_can_be_broken_has_an_example() -> None:
    shown = {example.rule for example in EXAMPLES}
    assert {*BOOKKEEPING, *CHAPTER} - shown == _UNBREAKABLE
    assert {code.rule for code in CODES.values() if code.rule} == {*BOOKKEEPING, *CHAPTER} - {*_UNBREAKABLE, "M1"}


def test_every_open_point_is_explained() -> None:
    assert [rule for rule in RULES if rule[0] == "A"] == [f"A{i}" for i in range(1, 52)]
    assert [rule for rule in RULES if rule[0] == "U"] == [f"U{i}" for i in range(1, 36)]


SHOWN = RULESET.examples()


@pytest.mark.parametrize(
    ("example", "shown"),
    list(zip(EXAMPLES, SHOWN, strict=True)),
    ids=lambda e: "-".join(e.rules) if isinstance(e, RuleExample) else "",
)
def test_what_explain_prints_is_what_is_tested(example: Example, shown: RuleExample) -> None:
    """The lines that people read are those of the logs above: after the same header they come to the same."""
    header = example.log()[0]
    assert set(shown.rules) <= {*RULES}
    for lines, broken in ((shown.legal, False), (shown.illegal, True)):
        records = [json.loads(line) for line in lines]
        first = {**header, **records.pop(0)} if records[0]["type"] == "game" else header
        problem = next(iter(Game([first, *records]).problems), None)
        assert (problem and (problem.code, problem.n, problem.rule)) == (
            (shown.code, example.flagged, _rule(example)) if broken else None
        )


def test_every_rule_and_every_open_point_is_shown_with_an_example() -> None:
    assert {rule for shown in SHOWN for rule in shown.rules} == {*RULES}
    assert all("Invented cards" in shown.given for shown in SHOWN if re.search(r"[AB]\.\w+\.\d", str(shown.legal)))
