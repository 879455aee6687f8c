"""The three verdicts on a line: nothing to say, illegal by a rule, disputed at an open point.

A `Case` is one line under judgement; it collects what is disputed while its rules are carried out. Illegal
raises at once, for a line that is both is illegal. A line that relies on a card text (`override`) is
disputed (A50) where a rule of the chapter, or M2, would make it illegal, and is carried out.
"""

from __future__ import annotations

from typing import Any, NoReturn

from msgspec import UnsetType

from vflog.engine.facts import Facts
from vflog.games.udacha.state import Fixed
from vflog.games.udacha.wording import said
from vflog.log.absent import UNSET
from vflog.log.problems import Refused
from vflog.log.records import Record

DISPUTED = "udacha.disputed"
#: A warning: its code, its values, its rule.
Told = tuple[str, dict[str, Any], str | None]


class Case:
    """A record under judgement, with its number."""

    __slots__ = ("disputes", "facts", "fixed", "n", "override", "record")

    def __init__(self, record: Record, n: int, fixed: Fixed, facts: Facts | None) -> None:
        self.record = record
        self.n = n
        self.fixed = fixed
        self.facts = facts
        self.override: str | UnsetType = getattr(record, "override", UNSET)
        self.disputes: list[Told] = []

    def refuse(self, rule: str, reason: str, *, expected: Any = None) -> NoReturn:
        """Illegal by one of our own rules of bookkeeping, which no card text can override."""
        raise Refused(f"udacha.{rule.lower()}", did=said(self.record), reason=reason, expected=expected)

    def illegal(self, rule: str, reason: str, *, expected: Any = None) -> None:
        """Illegal by a rule; returns where it is one of the chapter, or M2, and a card text is relied on."""
        if not self.override or (rule[0] == "M" and rule != "M2"):
            self.refuse(rule, reason, expected=expected)
        self.disputed("A50", f"{reason} ({rule}); it relies on the text “{self.override}”")

    def disputed(self, point: str, reason: str) -> None:
        """Readings differ, and the literal text does not decide."""
        self.disputes.append((DISPUTED, {"did": said(self.record), "reason": reason, "point": point}, point))

    def close(self) -> list[Told]:
        """The line is carried out: its disputes as warnings; raises `Refused` where disputes are errors."""
        if self.disputes and self.fixed.strict:
            code, values, point = self.disputes[0]
            raise Refused(code, rule=point, basis="assumed", **values)
        return self.disputes
