"""Problems as data: what can be wrong, by whose rule, and what is said of it.

A `Code` is a line of a table (never a class of its own); a `Problem` is one occurrence.
Nothing here knows a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from vflog.log.characters import written_out

#: A word that may be an id; the keys of what is expected that hold players.
_id = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@-]*")
_PEOPLE = frozenset({"player", "players", "winners"})
#: A message longer than this has its values shortened: it is read by people, whatever an input holds.
LONGEST = 1000
Severity = Literal["error", "warning"]
Basis = Literal["printed", "public", "assumed"]
#: The first version of the package, whose codes need not say since when they are there.
FIRST = "0.1.0"
#: In the place of a rule: none of a game's, for it is the log format that asks.
OF_THE_FORMAT = ""
#: What the players of a game are called, by their ids.
People = Mapping[str, str]


class Rule(msgspec.Struct, frozen=True):
    """A rule in our words: `rule` (such as `VF-M4`), where it comes from, and whose it is.

    `marks` are those of its sentences; without them all have that of `basis`, which is `None` where they differ.
    """

    rule: str
    title: str
    text: str
    source: str
    basis: Basis | None = None
    marks: tuple[Basis, ...] = ()

    def __post_init__(self) -> None:
        if self.basis is not None and not self.marks:
            msgspec.structs.force_setattr(self, "marks", (self.basis,))


_SINGLE_OR_SEVERAL = re.compile(r"\{\w+:s\}")
#: How a value is written out, behind its name.
_WRITTEN_OUT = re.compile(r"(?<=\w)(![rs])?(:[^{}]*)?\}")


class _Number(int):
    """A number that knows whether a word behind it needs an s."""

    def __format__(self, spec: str) -> str:
        return ("" if self == 1 else "s") if spec == "s" else int.__format__(self, spec)


class Code(msgspec.Struct, frozen=True):
    """What may be wrong: `template` is one plain sentence with the values in braces, `title` says it in a few words.
    `card{given:s}` is `card` where `given` is 1, else `cards`.

    `rule` and `basis` are what a problem names unless it is told otherwise; `also` the other rules that it may name,
    each with its mark. `asked` is the heading in `docs/format.md` under which the format asks for it where no rule
    of a game does.

    `people` are the values that name players (`expected` for what was legal instead); `cause` those that tell one
    cause from another (else the whole sentence does). `since` is the version of the package that brought the code.
    """

    code: str
    template: str
    rule: str | None = None
    basis: Basis | None = None
    severity: Severity = "error"
    title: str = ""
    also: tuple[tuple[str, Basis], ...] = ()
    asked: str = ""
    people: tuple[str, ...] = ("player",)
    cause: tuple[str, ...] | None = None
    since: str = FIRST
    warning_where: str = ""

    @property
    def severities(self) -> str:
        """How bad it can be, in words."""
        return f"{self.severity} or warning" if self.warning_where else self.severity

    @property
    def sentence(self) -> str:
        """The template as it is read: with words for more than one, and the bare names of the values."""
        return _WRITTEN_OUT.sub("}", _SINGLE_OR_SEVERAL.sub("s", self.template))

    def says(self, values: Mapping[str, Any]) -> str:
        """The sentence with these values."""
        return self.template.format_map({k: _Number(v) if type(v) is int else v for k, v in values.items()})

    def basis_of(self, rule: str) -> Basis | None:
        """Whose rule it is that this code tells to be broken; the first of its marks where it has several."""
        rules = ((self.rule, self.basis), *self.also)
        return next((basis for name, basis in rules if name == rule), self.basis)


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a problem to people only: what it has in common with others of one cause, the player who acted,
    the line as far as it is quoted, what was legal instead with the players called as they are, and the words of the
    record that the problem names: one of them may be a slip.
    """

    cause: str
    who: str | None = None
    quote: str | None = None
    expected: Any = None
    words: tuple[str, ...] = ()


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
    said: Said | None = None


class Refused(Exception):
    """Raised by a rule that a record breaks: the code, its values, what was legal instead.

    `rule` is given where one code serves several rules, or `OF_THE_FORMAT` where it is none of a game's; `basis` where
    the sentences of that rule have different marks.
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


def table(codes: Iterable[Code], causes: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, Code]:
    """The codes by name, with what tells causes apart; a name given twice is a mistake of ours."""
    out: dict[str, Code] = {}
    for code in codes:
        if code.code in out:
            raise ValueError(f"code {code.code} is given twice")
        out[code.code] = code
    for name, cause in (causes or {}).items():
        out[name] = msgspec.structs.replace(out[name], cause=cause)
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
    people: People | None = None,
    follows: bool = False,
) -> Problem:
    """The problem that `code` becomes with these values, at this place; `people` are those of its game.

    `rule` and `basis` as in `Refused`; a problem that no rule of a game asks about has neither.
    """
    entry = codes[code]
    broken = entry.rule if rule is None else rule or None
    cause = None if entry.cause is None else " ".join(str(values.get(name)) for name in entry.cause)
    values = {key: _worded(value, people if key in entry.people else None) for key, value in values.items()}
    message = entry.says(values)
    if len(message) > LONGEST:
        message = entry.says({name: _shortened(value) for name, value in values.items()})
    return Problem(
        code=code,
        severity=severity or entry.severity,
        file=place.file,
        line=place.line,
        byte_offset=place.byte_offset,
        game=place.game,
        n=place.n,
        message=message,
        rule=broken,
        basis=basis or (entry.basis_of(broken) if broken is not None else None),
        expected=expected,
        follows=follows,
        said=Said(
            cause=message if cause is None else cause,
            expected=_expected(expected, people or {}, every="expected" in entry.people),
            words=tuple([value for value in values.values() if type(value) is str]) if type(expected) is list else (),
        ),
    )


def quoting(problem: Problem, quote: str, who: str | None) -> Problem:
    """The problem with the line that it is about, and the player who acted."""
    said = problem.said or Said(cause=problem.message, expected=problem.expected)
    return msgspec.structs.replace(problem, said=msgspec.structs.replace(said, quote=quote, who=who))


def named(value: Any, people: People) -> Any:
    """A value with the players in it (ids that stand as words of their own) called as they are."""
    if isinstance(value, str):
        return people[value] if value in people else _id.sub(lambda word: people.get(word[0], word[0]), value)
    return [named(item, people) for item in value] if isinstance(value, list) else value


def _worded(value: Any, people: People | None) -> Any:
    """A value as a sentence has it: players as they are called; of all else what cannot be seen is written out."""
    if people is not None:
        return named(value, people)
    return written_out(value) if isinstance(value, str) else value


def _expected(value: Any, people: People, *, every: bool) -> Any:
    """What was legal instead, with the players called as they are where it is known that they are players."""
    if isinstance(value, dict):
        return {key: _expected(item, people, every=key in _PEOPLE) for key, item in value.items()}
    return named(value, people) if every else value


def _shortened(value: Any) -> Any:
    return value if isinstance(value, int) or len(text := str(value)) <= 120 else text[:119] + "…"
