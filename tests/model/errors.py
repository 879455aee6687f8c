"""The ways in which a record can fail, and which rules it breaks by that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, NoReturn

#: Whose rule a sentence of the rules is, where it carries a mark (page 1, `basis`).
PRINTED, PUBLIC, ASSUMED = "printed", "public", "assumed"
#: What the format alone asks for breaks no rule of the game.
FORMAT = None
#: A rule, or several that say the same.
Rules = str | None | tuple[str | None, ...]


class Broken(NamedTuple):
    """A rule that a record breaks; `basis` is None where the sentence carries no mark."""

    rule: str | None
    basis: str | None


class Refused(Exception):
    """A record that breaks a rule. The state stays as it was."""

    def __init__(self, rule: str | None, message: str, basis: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.basis = basis


class Rejected(Exception):
    """A line that is no record of its type: wrong, missing or unknown fields."""


class Unsupported(Exception):
    """A game that cannot be judged here: its pack, revision or format is not known."""


#: While all rules that a record breaks are wanted: those found so far.
_found: list[Broken] | None = None


@contextmanager
def all_of_them() -> Iterator[list[Broken]]:
    """Within it `need` only notes what is broken, and judging goes on as far as it makes sense."""
    global _found
    _found, before = [], _found
    try:
        yield _found
    finally:
        _found = before


def refuse(rule: str | None, message: str, basis: str | None = None) -> NoReturn:
    """Refuse the record; nothing more can be said of it."""
    raise Refused(rule, message, basis)


def need(condition: object, rule: Rules, message: str, basis: str | None = None) -> None:
    """Refuse the record by `rule` unless `condition` holds."""
    if condition:
        return
    rules = rule if isinstance(rule, tuple) else (rule,)
    if _found is None:
        raise Refused(rules[0], message, basis)
    _found.extend(Broken(name, basis) for name in rules)
