"""Every code and rule tells truly whose rule it is. The table is written from the page of rules, not from the code:
U restates the chapter (printed), M is bookkeeping of ours and A an assumption of ours (assumed)."""

from __future__ import annotations

import pytest

from vflog.games.udacha.codes import CODES
from vflog.games.udacha.examples import EXAMPLES
from vflog.games.udacha.rules import RULES
from vflog.log.problems import Problem

from .harness import Game
from .test_vectors import VERDICTS

BASIS = {"U": "printed", "M": "assumed", "A": "assumed"}
#: The paragraphs of the chapter that each U-rule restates.
PARAGRAPHS = {
    "U1": "¶3", "U2": "¶4", "U3": "¶4", "U4": "¶5", "U5": "¶6", "U6": "¶7", "U7": "¶8", "U8": "¶8", "U9": "¶9, ¶10",
    "U10": "¶9, ¶10", "U11": "¶11", "U12": "¶9, ¶11", "U13": "¶10", "U14": "¶12", "U15": "¶12", "U16": "¶13",
    "U17": "¶14", "U18": "¶15", "U19": "¶16", "U20": "¶17", "U21": "¶17", "U22": "¶18", "U23": "¶20", "U24": "¶20",
    "U25": "¶20", "U26": "¶22", "U27": "¶23", "U28": "¶23", "U29": "¶25", "U30": "¶25", "U31": "¶28", "U32": "¶29",
    "U33": "¶31", "U34": "¶31", "U35": "¶31",
}  # fmt: skip
OURS = tuple(f"M{i}" for i in range(8))
OPEN = tuple(f"A{i}" for i in range(1, 52))
#: No line can break them, or the format has codes for it (M1).
WITHOUT = {"M1", "U6", "U10"}


def test_all_rules_and_whose_they_are() -> None:
    assert set(RULES) == {*OURS, *PARAGRAPHS, *OPEN}
    for name, rule in RULES.items():
        assert (rule.basis, rule.marks) == (BASIS[name[0]], (BASIS[name[0]],))
    assert {name: rule.source.partition(", ")[2] for name, rule in RULES.items() if name[0] == "U"} == PARAGRAPHS
    assert {RULES[name].source for name in OURS} == {"our own bookkeeping"}


def test_all_codes_and_whose_rule_they_tell() -> None:
    expected: dict[str, tuple[str | None, str | None, str]] = {
        f"udacha.{rule.lower()}": (rule, BASIS[rule[0]], "") for rule in (*OURS, *PARAGRAPHS) if rule not in WITHOUT
    }
    expected["udacha.disputed"] = (None, "assumed", "")
    assert {name: (code.rule, code.basis, code.asked) for name, code in CODES.items()} == expected
    assert not any(code.also for code in CODES.values())


def _tells_truly(problem: Problem) -> bool:
    if problem.code in ("rulings.unknown", "rulings.value"):
        return problem.rule is None and problem.basis is None
    return problem.rule in RULES and problem.basis == BASIS[str(problem.rule)[0]]


@pytest.mark.parametrize("profile", ["core", "strict"])
def test_every_problem_of_vectors_and_examples(profile: str) -> None:
    logs = [[{**vector["log"][0], "profile": profile}, *vector["log"][1:]] for vector in VERDICTS]
    logs += [example.log(broken=True, profile=profile) for example in EXAMPLES]
    found = [p for log in logs for p in Game(log).problems if p.code.startswith(("udacha.", "rulings."))]
    assert len(found) > 100
    assert [p for p in found if not _tells_truly(p)] == []


def test_a_ruling_that_does_not_exist_breaks_no_rule() -> None:
    for rulings, code in (({"tunnel": True}, "rulings.unknown"), ({"active_scenery": "never"}, "rulings.value")):
        (problem,) = Game([EXAMPLES[0].log()[0] | {"rulings": rulings}]).problems
        assert problem.code == code
        assert _tells_truly(problem)
