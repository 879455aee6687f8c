"""What most rulesets would write alike: a `Ruleset` and a `Play` to derive from, with all that a small one leaves out.

A ruleset of one's own writes `begin` (and what its class has to say: name, records, codes, rules), its play `deeds`,
`end`, `document`; everything else is for those who need it. Nobody has to derive: what counts is
`vflog.engine.ruleset`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Self

from vflog.engine.facts import Facts, Table
from vflog.engine.naming import Naming
from vflog.engine.ruleset import Finder, Named, Opened, Play, Revision, revision_of, values_of
from vflog.engine.views import View
from vflog.log.absent import UNSET
from vflog.log.problems import Code, Refused, Rule
from vflog.log.records import End, Header, Record


class BasePlay:
    """A game under way: nothing is hidden, a judge can set nothing, a takeback goes anywhere."""

    def __init__(self) -> None:
        self.facts: Facts | None = None
        self.n = 0
        self.warnings: list[tuple[str, dict[str, Any], str | None]] = []
        self.winners: list[str] | None = None

    @property
    def deeds(self) -> Mapping[type[Record], Callable[[Any, Any], None]]:
        """What carries out a record by its type (see `engine.ruleset.Play`): functions of `position` and record."""
        return {}

    @property
    def position(self) -> Any:
        """What the deeds work on: this play itself."""
        return self

    def end(self, record: End) -> None:
        """Carry out the end, or raise `Refused`; here a judge's result names the winners, and there are no others."""
        self.winners = list(record.result.winners) if record.result is not UNSET else []

    def apply(self, record: Record) -> None:
        """Carry out a record by its deed, or the end."""
        if isinstance(record, End):
            self.end(record)
        else:
            self.deeds[type(record)](self.position, record)

    def rule(self, changes: Mapping[str, Any]) -> None:
        """Carry out a judge's ruling; here nothing can be set."""
        for key in changes:
            raise Refused("ruling.key", key=key, expected=[])

    def passed(self, record: Record) -> None:
        """Hear of a record that is not of play."""

    def may_return(self) -> None:
        """Raise `Refused` where no takeback may go back to this position."""

    def rulings(self) -> Mapping[str, str]:
        """The value of every named ruling in this game."""
        return {}

    def asked(self) -> Container[str]:
        """The named rulings that may have made a difference so far (see `engine.ruleset.Play`): here all."""
        return self.rulings()

    def copy(self) -> Self:
        """An independent play in the same position, without facts. This copies everything: one's own is faster."""
        other = type(self).__new__(type(self))
        other.__dict__.update(deepcopy({name: value for name, value in self.__dict__.items() if name != "facts"}))
        other.facts = None
        return other

    def document(self) -> dict[str, Any]:
        """The state document: plain JSON values, integers as the only numbers."""
        raise NotImplementedError

    def parts(self, keys: Iterable[str]) -> dict[str, Any]:
        """The document, of these keys only, as far as it has them. This makes the whole: one's own is faster."""
        document = self.document()
        return {key: document[key] for key in keys if key in document}

    def public(self, document: dict[str, Any]) -> dict[str, Any]:
        """What everybody sees of a state document: all of it."""
        return document

    def legal(self) -> list[dict[str, Any]]:
        """The forms of all legal records; none are told here."""
        return []

    def settle(self) -> None:
        """Complete the facts, after the last record of the log."""

    def summary(self) -> dict[str, Any]:
        """What the tables want to know of the game as a whole: the rulings (see `store.gather`)."""
        return {"rulings": self.rulings()}


class BaseRuleset:
    """A ruleset without named rulings, content packs, tables, figures; its one revision is `1`."""

    name: str
    header: type[Header] = Header
    end: type[End] = End
    records: Sequence[type[Record]] = ()
    codes: Mapping[str, Code] = {}
    rules: Mapping[str, Rule] = {}
    revisions: Sequence[Revision] = (Revision("1", {}),)
    rulings: Mapping[str, Named] = {}
    tables: Sequence[Table] = ()
    views: Sequence[View] = ()
    naming = Naming()
    may_be_left_out: frozenset[str] = frozenset()

    def begin(self, header: Any, rulings: Mapping[str, str], find: Finder) -> Play:
        """The play at the beginning of a game played by these named rulings; raises `Refused`, `Unsupported`."""
        raise NotImplementedError

    def open(self, header: Header, find: Finder, overrides: Mapping[str, str]) -> Opened:
        """Begin a game: its revision and its named rulings are found, and `begin` has the rest."""
        revision = revision_of(self, header, overrides)
        rulings = values_of(revision, self.rulings, header, overrides)
        for player in header.players:
            if player.role is not UNSET and not self.may_have_roles:
                raise Refused("header.no-roles", player=player.id, role=player.role, ruleset=self.name)
        return Opened(self.begin(header, rulings, find), revision.name)

    #: Whether a player of the header may have a `role`.
    may_have_roles = False

    def pages(self) -> Any:
        """What the ruleset brings to the report: nothing."""
        return None
