"""Problems as data: what can be wrong, by whose rule, and what is said of it.

A `Code` is a line of a table (never a class of its own); a `Problem` is one occurrence.
Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

#: A message longer than this has its values shortened: it is read by people, whatever an input holds.
LONGEST = 1000
Severity = Literal["error", "warning"]
Basis = Literal["printed", "public", "assumed"]


class Rule(msgspec.Struct, frozen=True):
    """A rule in our words: `rule` (such as `VF-M4`), where it comes from, and its mark."""

    rule: str
    title: str
    text: str
    source: str
    basis: Basis | None = None


class Code(msgspec.Struct, frozen=True):
    """What may be wrong: `template` is one plain sentence with the values in braces."""

    code: str
    template: str
    rule: str | None = None
    basis: Basis | None = None
    severity: Severity = "error"
    title: str = ""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where something stands: its input, line (from 1), offset in bytes, game and number in it."""

    file: str | None = None
    line: int | None = None
    byte_offset: int | None = None
    game: str | None = None
    n: int | None = None


NOWHERE = Place()


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing wrong in one place (page "Verdicts" of the format)."""

    code: str
    severity: Severity = "error"
    file: str | None = None
    line: int | None = None
    byte_offset: int | None = None
    game: str | None = None
    n: int | None = None
    message: str
    rule: str | None = None
    expected: Any = None
    basis: Basis | None = None
    holds_under: list[str] | None = None
    follows: bool = False


class Refused(Exception):
    """Raised by a rule that a record breaks: the code, its values, what was legal instead.

    `rule` and `basis` override the code's own where one code serves several rules.
    """

    def __init__(
        self, code: str, /, *, expected: Any = None, rule: str | None = None, basis: Basis | None = None, **values: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.expected = expected
        self.rule = rule
        self.basis = basis
        self.values = values


class Unsupported(Exception):
    """The game cannot be judged by this version or with these cards: not a fault of the players."""

    def __init__(self, code: str, /, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def table(codes: Iterable[Code]) -> dict[str, Code]:
    """The codes by name; a name given twice is a mistake of ours."""
    out: dict[str, Code] = {}
    for code in codes:
        if code.code in out:
            raise ValueError(f"code {code.code} is given twice")
        out[code.code] = code
    return out


def make_problem(
    codes: Mapping[str, Code],
    code: str,
    values: Mapping[str, Any],
    place: Place = NOWHERE,
    *,
    expected: Any = None,
    rule: str | None = None,
    basis: Basis | None = None,
    severity: Severity | None = None,
    follows: bool = False,
) -> Problem:
    """The problem that `code` becomes with these values, at this place; what is given beside them goes before
    what the code has."""
    entry = codes[code]
    message = entry.template.format_map(values)
    if len(message) > LONGEST:
        message = entry.template.format_map({name: _shortened(value) for name, value in values.items()})
    return Problem(
        code=code,
        severity=severity or entry.severity,
        file=place.file,
        line=place.line,
        byte_offset=place.byte_offset,
        game=place.game,
        n=place.n,
        message=message,
        rule=rule or entry.rule,
        basis=basis or entry.basis,
        expected=expected,
        follows=follows,
    )


def _shortened(value: Any) -> Any:
    return value if isinstance(value, int) or len(text := str(value)) <= 120 else text[:119] + "…"
