"""Examples as `explain` prints them and the documents list them, whichever ruleset they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec


class RuleExample(msgspec.Struct, frozen=True, kw_only=True):
    """In the position `given` the lines `legal` stand; of `illegal` the last one has the problem `code`.

    Where no record can break the rule, `effect` says what the lines come to instead. Where more than the lines of one
    log must be told, each side says what lies in a folder, then the command that is given there; that of `illegal`
    brings the problem. `rules` are the rules that it is an example of.
    """

    code: str = ""
    rules: tuple[str, ...]
    given: str
    legal: tuple[str, ...]
    illegal: tuple[str, ...] = ()
    effect: tuple[str, ...] = ()


@runtime_checkable
class HasExamples(Protocol):
    """A ruleset that has examples."""

    def examples(self) -> Sequence[RuleExample]:
        """All of them, in the order of its rules."""


def line(record: Any) -> str:
    """A record, or another plain value, as a line of text."""
    return msgspec.json.encode(record).decode()


def examples_of(ruleset: object) -> Sequence[RuleExample]:
    """The examples of a ruleset; none where it has none."""
    return ruleset.examples() if isinstance(ruleset, HasExamples) else ()
