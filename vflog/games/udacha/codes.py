"""The codes of the ruleset: one for each rule that a line can break, and one for all that is disputed."""

from __future__ import annotations

from vflog.games.udacha.rules import BOOKKEEPING, CHAPTER, RULES
from vflog.log.problems import Code, table

#: Values that name the players.
_PEOPLE = ("did", "reason", "expected")
#: M1 and the reading of lines are the format's, with codes of its own; U6 and U10 permit and can not be broken.
_NEVER = frozenset(("M1", "U6", "U10"))
_SENTENCE = {"M7": "The catalogue of the game contradicts the chapter: of {name}, {reason}."}


def code_of(rule: str) -> str:
    """The code of a rule."""
    return f"udacha.{rule.lower()}"


CODES = table(
    (
        *(
            Code(
                code_of(rule),
                _SENTENCE.get(rule, "{did}, but {reason}."),
                rule=rule,
                basis=RULES[rule].basis,
                title=RULES[rule].title,
                people=_PEOPLE,
            )
            for rule in (*BOOKKEEPING, *CHAPTER)
            if rule not in _NEVER
        ),
        Code(
            "udacha.disputed",
            "{did}, and readings differ on it ({point}): {reason}.",
            basis="assumed",
            title="Disputed: the chapter leaves it open",
            people=_PEOPLE,
        ),
    )
)
