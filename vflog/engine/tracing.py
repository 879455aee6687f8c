"""What a record is about, as a ruleset may tell it: so that it can be traced how a position came about.

A ruleset that has `subjects`, `situation` and `named_winners` has its disputes traced by them; of any other a dispute
says less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from vflog.engine.board import Names
from vflog.log.records import Record


class Subject(NamedTuple):
    """A thing that records are about: what kind of thing and which, and what people call it.

    `words`: a sentence that has one of them speaks of it.
    """

    key: tuple[str, ...]
    name: str
    words: tuple[str, ...]


@runtime_checkable
class Traces(Protocol):
    """A ruleset whose positions can be traced back to the records that brought them about."""

    def subjects(self, record: Record, names: Names) -> Sequence[Subject]:
        """The things that a record is about, the one that it is most about first."""

    def situation(self, document: dict[str, Any], subject: Subject, names: Names) -> str | None:
        """How it is with a thing in a state document, as the end of a sentence; `None` where that is not told."""

    def named_winners(self, end: Record) -> list[str] | None:
        """The winners that an `end` names, whether they are right or not; `None` where it names none."""
