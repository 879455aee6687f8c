"""What is counted and found wrong while a game is judged, and what that was at any earlier live record."""

from __future__ import annotations

import msgspec

from vflog.log.problems import Problem, quoting


class Tally:
    """The records of a game by what became of them, its problems, and the way back."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.records = 1
        self.refused = 0
        self.unjudged = 0
        self.taken_back = 0
        self.rulings = 0
        #: The numbers of the claims that did not hold when they came.
        self.differing: set[int] = set()
        #: Where among the problems those are that count as errors.
        self._errors: list[int] = []
        #: Problems, records refused and unjudged: right after the header, and with how many live records.
        self._opening = (0, 0, 0)
        self._history: list[tuple[int, int, int, int]] = []

    def counts(self) -> Tally:
        """The same counts, with nothing that was found."""
        out = Tally()
        out.records, out.refused, out.unjudged = self.records, self.refused, self.unjudged
        out.taken_back, out.rulings = self.taken_back, self.rulings
        return out

    @property
    def applied(self) -> int:
        """The records that stand."""
        return self.records - self.refused - self.unjudged - self.taken_back

    def opened(self) -> None:
        """The header has been judged: what is found so far stays, whatever is taken back."""
        self._opening = (len(self.problems), self.refused, 0)
        self._history.clear()

    def add(self, problem: Problem, live: int) -> None:
        """One more problem, while so many records are live."""
        if problem.severity == "error":
            self._errors.append(len(self.problems))
        self.problems.append(problem)
        self.note(live)

    def quote(self, first: int, quote: str, who: str | None) -> None:
        """Put to the problems from `first` on the line that has them, and the player who acts by it."""
        self.problems[first:] = [quoting(problem, quote, who) for problem in self.problems[first:]]

    def note(self, live: int) -> None:
        """Remember what is found and counted while so many records are live."""
        counts = (live, len(self.problems), self.refused, self.unjudged)
        if self._history and self._history[-1][0] == live:
            self._history[-1] = counts
        else:
            self._history.append(counts)

    def back_to(self, live: int, gone: int) -> None:
        """Only the first `live` live records stay, `gone` others are taken back: with what was refused and
        left unjudged since; their problems become warnings."""
        found, refused, unjudged = self._after(live)
        self.taken_back += gone + (self.refused - refused) + (self.unjudged - unjudged)
        self.refused, self.unjudged = refused, unjudged
        problems, errors = self.problems, self._errors
        while errors and errors[-1] >= found:
            place = errors.pop()
            problems[place] = msgspec.structs.replace(problems[place], severity="warning")

    def _after(self, live: int) -> tuple[int, int, int]:
        """What was found and counted right after so many live records; what is later is forgotten."""
        while self._history and self._history[-1][0] >= max(live, 1):
            self._history.pop()
        if live == 0:
            self._history.clear()
        return self._history[-1][1:] if self._history else self._opening
