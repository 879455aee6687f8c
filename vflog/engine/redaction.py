"""What a view shows of a record: fields that are listed, each in the way that the list says; of all else nothing.

A ruleset lists the fields of its records of play, and what a judge may set, in a `Redactor` of its own: a name and how
its value is shown, where a list of names stands for an object, and `Each` for every value of a list or an object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, NamedTuple, Protocol, runtime_checkable

from vflog.engine.ruleset import Play

HIDDEN = "?"
#: Whether a secret of this owner is seen; `None` owns what no player has seen.
Sees = Callable[[str | None], bool]
Plain = dict[str, Any]


class Each(NamedTuple):
    """Every value of a list, or of an object whose keys are no field names."""

    of: Any


class _Nothing:
    """What is not shown at all."""


NOTHING: Final = _Nothing()


class Redactor:
    """Shows one record to one view: `play` is the game as that view knows it right before the record.

    `live`: the record is judged (it does not stand behind one that was refused). `whole`: nothing has been left out
    but values for which `?` stands.
    """

    #: What is shown of each type of record of play, and of the `end`.
    fields: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    #: What is shown of what a judge sets.
    state: ClassVar[Mapping[str, Any]] = {}
    #: The field that names who acts.
    actor: ClassVar[str] = "player"

    def __init__(self, sees: Sees, play: Play | None, live: bool) -> None:
        self.sees = sees
        self.play = play
        self.live = live
        self.owner: str | None = None
        self.whole = True

    def record(self, plain: Mapping[str, Any]) -> Plain | None:
        """A record of play, or the end, as far as it is seen; `None` where the type is not known."""
        listed = self.fields.get(plain["type"])
        if listed is None:
            return None
        owner = plain.get(self.actor)
        self.owner = owner if isinstance(owner, str) else None
        return self._object(listed, plain)

    def changes(self, changes: Mapping[str, Any]) -> Plain:
        """What a judge sets, as far as it is seen."""
        self.owner = None
        return self._object(self.state, changes)

    def claimable(self, document: Plain) -> Plain:
        """A document with the keys of which a claim may speak: those that are public or the viewer's own, and that the
        full log and its copy hold alike."""
        return document

    def text(self, text: str) -> str:
        """A text without what may not be named."""
        return text

    def _object(self, listed: Mapping[str, Any], value: Mapping[str, Any]) -> Plain:
        out: Plain = {}
        for key, item in value.items():
            shown = self.shown(listed[key], item) if key in listed else NOTHING
            if shown is not NOTHING:
                out[key] = shown
            elif key not in FRAME_FIELDS and not key.startswith("x_"):
                self.whole = False
        return out

    def shown(self, how: Any, value: Any) -> Any:
        """A value as the list says; that there is none everybody sees."""
        if value is None:
            return None
        if isinstance(how, Each):
            if isinstance(value, Mapping):
                each = {key: self.shown(how.of, item) for key, item in value.items()}
                self.whole = self.whole and NOTHING not in each.values()
                return {key: item for key, item in each.items() if item is not NOTHING}
            if isinstance(value, list):
                items = [self.shown(how.of, item) for item in value]
                self.whole = self.whole and NOTHING not in items
                return [item for item in items if item is not NOTHING]
            return NOTHING
        if isinstance(how, Mapping):
            return self._object(how, value) if isinstance(value, Mapping) else NOTHING
        return how(self, value)


#: What every record has, and the frame shows.
FRAME_FIELDS = ("type", "n", "game", "at")


def is_open(of: Redactor, value: Any) -> Any:
    """What everybody sees: a value, or a list."""
    if isinstance(value, list):
        items = [is_open(of, item) for item in value]
        return NOTHING if NOTHING in items else items
    return NOTHING if isinstance(value, Mapping) else of.text(value) if isinstance(value, str) else value


@runtime_checkable
class Redacts(Protocol):
    """A ruleset that says what is secret in its records."""

    @property
    def redactor(self) -> type[Redactor]:
        """Shows its records."""
