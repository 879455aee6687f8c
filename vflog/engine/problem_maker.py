"""The problems of one game in words: from a code and its values, with the names of the players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vflog.engine.claims import Held, short
from vflog.engine.codes import CODES
from vflog.engine.people import people
from vflog.engine.ruleset import Ruleset
from vflog.log.problems import Code, People, Place, Problem, Refused, make_problem
from vflog.log.records import Header

#: A code, the values of its sentence, and the rule where the code has several.
Warned = tuple[str, dict[str, Any], str | None]


class ProblemMaker:
    """Makes the problems of one game."""

    def __init__(self, ruleset: Ruleset, header: Header) -> None:
        #: Whether what comes stands behind a refused record, and may follow from it.
        self.follows = False
        self._codes = _codes(ruleset)
        self._header = header
        self._called: People | None = None

    @property
    def people(self) -> People:
        """What the players are called."""
        if self._called is None:
            self._called = people(self._header)
        return self._called

    def plain(self, code: str, place: Place, /, **values: Any) -> Problem:
        """A problem that says nothing but what its code says."""
        return make_problem(self._codes, code, values, place, people=self.people, follows=self.follows)

    def refusal(self, why: Refused, place: Place) -> Problem:
        """Why a record was refused."""
        return make_problem(
            self._codes,
            why.code,
            why.values,
            place,
            expected=why.expected,
            rule=why.rule,
            basis=why.basis,
            people=self.people,
            follows=self.follows,
        )

    def warning(self, warned: Warned, place: Place) -> Problem:
        """What is to be said of a record that stands."""
        code, values, rule = warned
        return make_problem(
            self._codes,
            code,
            values,
            place,
            rule=rule,
            people=self.people,
            severity="warning",
            follows=self.follows,
        )

    def claim(self, held: Held, place: Place) -> Problem:
        """A claim that does not hold."""
        found = "not there" if held.lacking else short(held.held)
        return self.plain("claim.differs", place, path=held.path, claimed=short(held.claimed), held=found)


_all_codes: dict[str, tuple[Ruleset, Mapping[str, Code]]] = {}


def _codes(ruleset: Ruleset) -> Mapping[str, Code]:
    """The codes of the frame and of a ruleset together, made once."""
    known = _all_codes.get(ruleset.name)
    if known is None or known[0] is not ruleset:
        known = _all_codes[ruleset.name] = (ruleset, {**CODES, **ruleset.codes})
    return known[1]
