"""The examples as `explain` prints them: with the cards that they speak of, their records numbered."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from vflog.engine.examples import Shown, line
from vflog.games.udacha.codes import CODES, code_of
from vflog.games.udacha.examples import EXAMPLES, GONE, Example
from vflog.games.udacha.invented import CARDS
from vflog.games.udacha.verdicts import DISPUTED

#: Rules and open points that the examples of other rules show: which rule, and which of its examples.
_SEEN_IN: dict[str, tuple[str, int]] = {
    "U6": ("U5", 1), "U10": ("U13", 1), "A1": ("U5", 0), "A3": ("U5", 0), "A4": ("U5", 1), "A6": ("U21", 0),
    "A8": ("U2", 0), "A9": ("U2", 0), "A11": ("U5", 1), "A14": ("U14", 0), "A16": ("U15", 0), "A18": ("U14", 0),
    "A21": ("U13", 0), "A23": ("U13", 1), "A27": ("U9", 0), "A29": ("U18", 0), "A30": ("U18", 0), "A32": ("U25", 0),
    "A35": ("U26", 0), "A41": ("U29", 2), "A43": ("U29", 1), "A45": ("U32", 0), "A46": ("U34", 1), "A48": ("U8", 0),
}  # fmt: skip
_NAME = re.compile(r"[AB]\.(\w+)\.\d+")


def shown() -> list[Shown]:
    """All examples, in the order of their rules."""
    out, seen = [], Counter[str]()
    for example in EXAMPLES:
        place = (example.rule, seen[example.rule])
        seen[example.rule] += 1
        out.append(_shown(example, (example.rule, *(rule for rule, where in _SEEN_IN.items() if where == place))))
    return out


def _shown(example: Example, rules: tuple[str, ...]) -> Shown:
    code = code_of(example.rule)
    legal, illegal = example.log(), example.log(broken=True)[: example.flagged + 1]
    names = dict.fromkeys(name for name in _NAME.findall(str((legal[1:], illegal[1:]))) if name in CARDS)
    given = [f"Invented cards: {', '.join(f'{name} {line(CARDS[name])}' for name in names)}" if names else "A game"]
    if example.header and example.n:
        given.append(f"rulings of the game record: {line(example.header['rulings'])}")
    return Shown(
        code=code if code in CODES else DISPUTED, rules=rules, given="; ".join(given), legal=_lines(example, legal),
        illegal=_lines(example, illegal),
    )  # fmt: skip


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
