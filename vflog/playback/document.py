"""`docs/rules.md` and `docs/codes.md` out of the rules, codes and examples that are data.

`python -m vflog.playback.document FOLDER` writes both into the folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from vflog.engine import knowledge
from vflog.engine import ruleset as rulesets
from vflog.games import DEFAULT
from vflog.log.problems import FIRST, Basis, Code, Rule

_WHOSE: dict[Basis, str] = {
    "printed": "printed in a rule book", "public": "from other public material", "assumed": "an assumption of vflog",
}  # fmt: skip
_RULES = """\
# The rules

In our words, with the source of each and whose rule it is: printed in a rule book at hand, from other public
material, or an assumption of vflog where no source speaks. A problem names the rule that was broken; `vflog explain
RULE` prints what stands here, with more examples. Of each example the first lines are legal in the position told; the
last one of the second lines is not, or is a claim that differs.

This page is made by `python -m vflog.playback.document docs`.
"""
_CODES = """\
# The codes

Every problem has a code; codes are stable. In the sentences, braces stand for values. `vflog explain CODE` prints the
rule and an example. Errors make a game invalid, warnings do not. Where a code serves several rules, the problem names
the one that was broken. Where none is named it breaks no rule of a game: it is what [the log format](format.md) asks,
or a matter of the input. Where a code does not say since which version it is there, it is since the first.

This page is made by `python -m vflog.playback.document docs`.
"""


def rules_page() -> str:
    """All rules of all rulesets, with the named rulings that bear on them and an example of each."""
    lines = [_RULES]
    for name in sorted(rulesets.names(), key=lambda name: name != DEFAULT):
        lines += [f"## {name}", ""]
        for rule in rulesets.ruleset(name).rules.values():
            lines += _rule(rule)
    return "\n".join(lines)


def _rule(rule: Rule) -> Iterator[str]:
    whose = f"; {_whose(rule.marks)}" if rule.marks else ""
    yield from (f"### {rule.rule}: {rule.title}", "", rule.text, "", f"Source: {rule.source}{whose}.", "")
    for named in knowledge.named_rulings().values():
        if named.rule == rule.rule:
            yield from (f"Ruling `{named.name}` ({' or '.join(named.values)}): {named.text}", "")
    for shown in knowledge.examples_for(rule.rule)[:1]:
        yield from (f"Example. {shown.given}. Legal:", "", *_block(shown.legal))
        if shown.illegal:
            yield from (f"Not so (`{shown.code}`):", "", *_block(shown.illegal))
        for effect in shown.effect:
            yield from (f"It comes to: {effect}.", "")


def _block(lines: Iterable[str]) -> Iterator[str]:
    yield from ("```json", *lines, "```", "")


def codes_page() -> str:
    """All codes, in groups by what stands before their dot."""
    lines = [_CODES]
    groups: dict[str, list[Code]] = {}
    for code in knowledge.codes().values():
        groups.setdefault(code.code.partition(".")[0], []).append(code)
    for name, codes in groups.items():
        head = ["| code | what is wrong | what it says | whose rule |", "| --- | --- | --- | --- |"]
        lines += [f"## {name}", "", *head, *map(_code, codes), ""]
    return "\n".join(lines)


def _code(code: Code) -> str:
    sentence = code.sentence.replace("|", "\\|").replace("<", "&lt;")
    warns = "" if code.severities == "error" else f" *({code.severities})*"
    warns += "" if code.since == FIRST else f" *(since {code.since})*"
    alike = knowledge.rules_by_marks(code).items()
    rules = [f"{', '.join(rules)}: {_whose(marks)}" if any(rules) else _whose(marks) for marks, rules in alike]
    asked = [f"the log format ([{code.asked.replace('`', '')}](format.md#{_anchor(code.asked)}))"] if code.asked else []
    return f"| `{code.code}` | {code.title}{warns} | {sentence} | {'; '.join((*rules, *asked))} |"


def _whose(marks: Sequence[Basis]) -> str:
    return _WHOSE[marks[0]] if len(marks) == 1 else ", ".join(f"in part {_WHOSE[mark]}" for mark in marks)


def _anchor(heading: str) -> str:
    """The link target that a Markdown heading has."""
    return heading.lower().replace("`", "").replace(" ", "-")


PAGES = {"rules.md": rules_page, "codes.md": codes_page}


def main(folder: str) -> None:
    """Write the pages into a folder."""
    for name, page in PAGES.items():
        (Path(folder) / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
