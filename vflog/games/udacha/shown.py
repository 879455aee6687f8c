"""The examples as `explain` prints them: with the cards that they speak of, their records numbered."""

from __future__ import annotations

import re
from typing import Any

from vflog.engine.examples import RuleExample, line
from vflog.games.udacha.codes import CODES, code_of
from vflog.games.udacha.examples import EXAMPLES, GONE, Example
from vflog.games.udacha.verdicts import DISPUTED

_NAME = re.compile(r"[AB]\.(\w+)\.\d+")


def shown() -> list[RuleExample]:
    """All examples, in the order of their rules."""
    return [_shown(example) for example in EXAMPLES]


def _shown(example: Example) -> RuleExample:
    code = example.code or code_of(example.rule)
    legal, illegal = example.log(), example.log(broken=True)[: example.flagged + 1]
    cards = legal[0]["cards"]
    names = dict.fromkeys(name for name in _NAME.findall(str((legal[1:], illegal[1:]))) if name in cards)
    given = [f"Invented cards: {', '.join(f'{name} {line(cards[name])}' for name in names)}" if names else "A game"]
    if example.header and example.n:
        given.append(f"rulings of the game record: {line(example.header['rulings'])}")
    return RuleExample(
        code=code if code in CODES or example.code else DISPUTED,
        rules=(example.rule, *example.shows),
        given="; ".join(given),
        legal=_lines(example, legal),
        illegal=_lines(example, illegal),
    )


def _lines(example: Example, log: list[dict[str, Any]]) -> tuple[str, ...]:
    """The records, numbered; of the header, where it is what is edited, the fields that are."""
    records = [{"type": record["type"], "n": n, **record} for n, record in enumerate(log)]
    if example.n:
        return tuple(map(line, records[1:]))
    fields = ("type", "n", *(field for field, value in example.edit.items() if value is not GONE))
    header = {field: records[0][field] for field in fields if field in records[0]}
    if "cards" in header:
        header["cards"] = {name: header["cards"][name] for name in example.edit["cards"]}
    return tuple(map(line, (header, *records[1:])))
