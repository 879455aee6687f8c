"""What a game must bring so that everything else works on it: the `Ruleset` and its `Play`.

A ruleset is one package and one entry point of the group `vflog.rulesets`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, runtime_checkable

import msgspec

from vflog.engine.facts import Facts, Table
from vflog.engine.naming import Naming
from vflog.engine.views import View
from vflog.log.absent import UNSET
from vflog.log.decode import Dialect
from vflog.log.problems import Code, Refused, Rule, Unsupported
from vflog.log.records import End, Header, Record

#: Finds a content pack: name -> (bytes of its file); `None` where there is none.
Finder = Callable[[str], bytes | None]


class Revision(msgspec.Struct, frozen=True):
    """A dated set of rule defaults; the first one of a ruleset is for good."""

    name: str
    rulings: Mapping[str, str]
    note: str = ""


class Named(msgspec.Struct, frozen=True):
    """A named ruling: its values (the default of the first revision first) and where the doubt comes from."""

    name: str
    values: tuple[str, ...]
    text: str
    source: str
    rule: str


class Play(Protocol):
    """One game under way. `apply` either carries a record out or raises `Refused`.

    A refused `apply` may leave the play half changed: the judge then restores it (see `Timeline`).
    """

    #: Where facts gather; `None` where they are not wanted.
    facts: Facts | None
    #: The number of the record under way.
    n: int
    #: What `apply` or `rule` had to say all the same: code, values, rule (emptied by the judge).
    warnings: list[tuple[str, dict[str, Any], str | None]]

    @property
    def deeds(self) -> Mapping[type[Record], Callable[[Any, Any], None]]:
        """For speed: what carries out a record of play by its type, called with `position` and the record just as
        `apply` would; not the `end`. What is not in here goes to `apply`."""

    @property
    def position(self) -> Any:
        """What the deeds work on; its `n`, the number of the record under way, is set before each of them."""

    @property
    def winners(self) -> list[str] | None:
        """The winners, in seat order; `None` before the end."""

    def apply(self, record: Record) -> None:
        """Carry out one record of the ruleset's own (its `end` too), or raise `Refused`."""

    def rule(self, changes: Mapping[str, Any]) -> None:
        """Carry out a judge's `ruling`, or raise `Refused`."""

    def passed(self, record: Record) -> None:
        """A live record that is not of play (note, claim, `x_`): some rules ask what came last."""

    def may_return(self) -> None:
        """Raise `Refused` where no takeback may go back to this position."""

    def rulings(self) -> Mapping[str, str]:
        """The value of every named ruling in this game."""

    def asked(self) -> Container[str]:
        """The named rulings that any rule has asked for on the way to this position, in a record that was refused just
        now too: under another value of any other ruling the game would be the same. It may be more than these."""

    def copy(self) -> Play:
        """An independent play in the same position, without facts."""

    def document(self) -> dict[str, Any]:
        """The state document (plain JSON values, integers as the only numbers)."""

    def parts(self, keys: Iterable[str]) -> dict[str, Any]:
        """The state document, of these keys only, as far as it has them: what a claim is compared with."""

    def public(self, document: dict[str, Any]) -> dict[str, Any]:
        """The public form of a state document of this play; the argument is left as it is."""

    def legal(self) -> list[dict[str, Any]]:
        """The forms of all legal records (page "The referee" of the format)."""

    def settle(self) -> None:
        """Complete the facts, after the last record of the log."""

    def summary(self) -> dict[str, Any]:
        """What the tables want to know of the game as a whole (see `store.gather`)."""


class Opened(msgspec.Struct):
    """A game that a header has opened, with the problems that its header has all the same."""

    play: Play
    revision: str
    warnings: list[tuple[str, dict[str, Any]]] = []


@runtime_checkable
class Ruleset(Protocol):
    """A game's rules as the engine sees them; what stands here as properties are plain attributes of its class."""

    @property
    def name(self) -> str:
        """What logs call it."""

    @property
    def header(self) -> type[Header]:
        """Its `game` record."""

    @property
    def end(self) -> type[End]:
        """Its `end`."""

    @property
    def records(self) -> Sequence[type[Record]]:
        """Its records of play, in the order in which people are told of them."""

    @property
    def codes(self) -> Mapping[str, Code]:
        """What its rules may find wrong."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """Its rules in our words."""

    @property
    def revisions(self) -> Sequence[Revision]:
        """Its revisions, the first of them that of logs that name none."""

    @property
    def rulings(self) -> Mapping[str, Named]:
        """Its named rulings."""

    @property
    def tables(self) -> Sequence[Table]:
        """The tables that it fills."""

    @property
    def views(self) -> Sequence[View]:
        """Views over its tables and the shared ones."""

    @property
    def naming(self) -> Naming:
        """Where its records and state documents name players."""

    @property
    def may_be_left_out(self) -> frozenset[str]:
        """The fields whose list or object may be left out where it would be empty (see the format)."""

    def open(self, header: Header, find: Finder, overrides: Mapping[str, str]) -> Opened:
        """Begin a game: raises `Unsupported`, or where all can be judged here `Refused` (a header that breaks a rule).

        `overrides` are rulings (or `revision`) that the caller wants instead of the header's.
        """

    def pages(self) -> Any:
        """What the ruleset brings to the report (`vflog.figures.pages.RulesetPages`), imported when it is asked for;
        `None` for nothing."""


def revision_of(ruleset: Ruleset, header: Header, overrides: Mapping[str, str]) -> Revision:
    """The revision that a game is judged by: the caller's, the header's, or the first; raises `Unsupported`."""
    named = overrides.get("revision") or (ruleset.revisions[0].name if header.revision is UNSET else header.revision)
    for revision in ruleset.revisions:
        if revision.name == named:
            return revision
    raise Unsupported("game.unknown-revision", revision=named, known=", ".join(r.name for r in ruleset.revisions))


def values_of(
    revision: Revision, named: Mapping[str, Named], header: Header, overrides: Mapping[str, str]
) -> dict[str, str]:
    """The value of each named ruling in a game: the caller's, the header's (a switch may be a JSON boolean), or that
    of the revision. Raises `Refused` for a name or a value that is not known.
    """
    values = dict(revision.rulings)
    given = {**header.rulings, **{name: value for name, value in overrides.items() if name != "revision"}}
    for name, value in given.items():
        known = named.get(name)
        if known is None:
            raise Refused("rulings.unknown", name=name, expected=sorted(named))
        text = str(value).lower() if isinstance(value, bool) else value
        if text not in known.values:
            raise Refused("rulings.value", name=name, value=value, expected=list(known.values))
        values[name] = text
    return values


def beginning(ruleset: Ruleset, header: Header, find: Finder, overrides: Mapping[str, str]) -> Callable[[], Play]:
    """Makes the play at the beginning of a game anew, as often as it is called."""
    return lambda: ruleset.open(header, find, overrides).play


_known: dict[str, Ruleset] = {}


def register(ruleset: Ruleset) -> None:
    """Make a ruleset known without an entry point (tests, embedding)."""
    _known[ruleset.name] = ruleset


@contextmanager
def registered(ruleset: Ruleset) -> Iterator[None]:
    """Make a ruleset known for a while, in the place of another of its name."""
    before = _known.get(ruleset.name)
    _known[ruleset.name] = ruleset
    try:
        yield
    finally:
        del _known[ruleset.name]
        if before is not None:
            _known[ruleset.name] = before


@cache
def _installed() -> tuple[EntryPoint, ...]:
    """Where installed packages say that they bring rulesets: looked up once, for that reads a file of each package."""
    return tuple(entry_points(group="vflog.rulesets"))


def names() -> list[str]:
    """The names of all installed rulesets, sorted."""
    return sorted({*_known, *(entry.name for entry in _installed())})


def all_installed() -> bool:
    """Whether every ruleset that is known here is one that any other process finds too."""
    installed = {entry.name: entry.value.partition(":")[0] for entry in entry_points(group="vflog.rulesets")}
    return all(type(known).__module__.startswith(installed.get(name, "-")) for name, known in _known.items())


def ruleset(name: str) -> Ruleset:
    """The ruleset of that name; raises `Unsupported` where there is none."""
    if name not in _known:
        for entry in _installed():
            if entry.name == name:
                _known[name] = entry.load()
                break
        else:
            raise Unsupported("game.unknown-ruleset", ruleset=name, known=", ".join(names()))
    return _known[name]


_made: dict[str, tuple[Ruleset, Dialect]] = {}


def dialect(of: Ruleset) -> Dialect:
    """What the log layer must know to read the records of a ruleset; made once."""
    known = _made.get(of.name)
    if known is None or known[0] is not of:
        made = Dialect(of.name, of.header, of.end, of.records, of.may_be_left_out)
        known = _made[of.name] = (of, made)
    return known[1]


def dialect_named(name: str) -> Dialect | None:
    """The dialect of the ruleset of that name; `None` where there is none."""
    try:
        return dialect(ruleset(name))
    except Unsupported:
        return None
