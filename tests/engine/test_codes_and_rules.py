"""What explains a problem to people is there for every code and rule of every ruleset: a title, an example."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from vflog.engine import knowledge
from vflog.engine import ruleset as rulesets
from vflog.log.problems import Code, Rule

#: The installed rulesets, not those that other tests register.
OURS = sorted(entry.name for entry in entry_points(group="vflog.rulesets"))
_OTHERS = {name for other in {*rulesets.names()} - {*OURS} for name in rulesets.ruleset(other).codes}
CODES = {name: code for name, code in knowledge.codes().items() if name not in _OTHERS}
RULES = {name: rule for of in OURS for name, rule in rulesets.ruleset(of).rules.items()}
FORMAT_PAGE = Path(__file__).parents[2] / "docs" / "format.md"


#: Words that say nothing by themselves.
SMALL = set(re.findall(r"\w+", "a an the of that is are be to for in on with and or by it its this one"))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower())) - SMALL


@pytest.mark.parametrize("thing", [*CODES.values(), *RULES.values()], ids=lambda it: getattr(it, "code", it.rule))
def test_title(thing: Code | Rule) -> None:
    """A few words for people: not the name spelt again, no sentence, nothing filled in."""
    name = thing.code if isinstance(thing, Code) else thing.rule
    assert thing.title[:1].isupper() or thing.title[:1] in "`+"
    assert not thing.title.endswith((".", ":"))
    assert not re.search(r"[{}`_]|\b[a-z]+\.[a-z]", thing.title)
    assert len(thing.title) <= 90
    assert _words(thing.title) - _words(name)


def test_no_two_codes_have_one_title() -> None:
    titles = [code.title for code in CODES.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_an_example(code: str) -> None:
    assert any(shown.code == code for shown in knowledge.examples())


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_an_example(rule: str) -> None:
    """What stands and what does not, or what follows from it."""
    shown = [example for example in knowledge.examples_for(rule) if rule in example.rules]
    assert shown
    assert all(example.legal and (example.illegal or example.effect) for example in shown)


@pytest.mark.parametrize("name", OURS)
def test_a_code_names_rules_of_its_ruleset(name: str) -> None:
    """Its own mark is one of those that the rule has; where it names none, the format page has the heading."""
    rules = rulesets.ruleset(name).rules
    headings = re.findall(r"^#+ (.+)$", FORMAT_PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    for code in rulesets.ruleset(name).codes.values():
        for rule, basis in ((code.rule, code.basis), *code.also):
            assert rule is None or basis in rules[rule].marks, code.code
        assert not code.asked or code.asked in headings
