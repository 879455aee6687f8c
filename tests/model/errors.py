"""The ways in which a record can fail."""

from __future__ import annotations

from typing import NoReturn


class Refused(Exception):
    """A record that breaks a rule. The state stays as it was."""

    def __init__(self, rule: str | None, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


class Rejected(Exception):
    """A line that is no record of its type: wrong, missing or unknown fields."""


class Unsupported(Exception):
    """A game that cannot be judged here: its pack, revision or format is not known."""


def refuse(rule: str | None, message: str) -> NoReturn:
    raise Refused(rule, message)


def need(condition: object, rule: str | None, message: str) -> None:
    """Refuse the record by `rule` unless `condition` holds."""
    if not condition:
        raise Refused(rule, message)
