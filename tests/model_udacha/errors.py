"""Why a line is not taken, and what is found wrong with a record."""

from __future__ import annotations


class Rejected(Exception):
    """The line is no record of its type (page 1): it takes no number."""


#: In place of a rule, where page 1 is broken and no rule of the game.
FORMAT = "page 1"


class Refused(Exception):
    """The record is refused for what page 1 asks of its type; `rules` are those of the game that may be named."""

    def __init__(self, message: str, *rules: str) -> None:
        super().__init__(message)
        self.rules = rules or (FORMAT,)
        self.message = message


class Malformed(Exception):
    """The record cannot be understood (M0): no other rule can be asked about it."""


class Findings:
    """The rules that one record breaks, and the open points that it touches."""

    def __init__(self) -> None:
        self.illegal: dict[str, str] = {}
        self.disputed: dict[str, str] = {}

    def breaks(self, rule: str, message: str) -> None:
        self.illegal.setdefault(rule, message)

    def disputes(self, point: str, message: str) -> None:
        self.disputed.setdefault(point, message)

    def rely_on_override(self) -> None:
        """A50: what an override covers is disputed instead of illegal."""
        for rule in list(self.illegal):
            if rule == "M2" or rule.startswith("U"):
                self.disputes("A50", self.illegal.pop(rule))

    def refuses(self, profile: str) -> dict[str, str]:
        """The rules by which the record is refused; empty if it is let through."""
        if self.illegal:
            return self.illegal
        return self.disputed if profile == "strict" else {}
