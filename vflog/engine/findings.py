"""What is found wrong with the records of one game as they come, each with its place and its line."""

from __future__ import annotations

from vflog.engine.numbering import Fault
from vflog.engine.people import acting
from vflog.engine.problem_maker import ProblemMaker
from vflog.engine.ruleset import Play, Ruleset
from vflog.engine.tally import Tally
from vflog.log.faults import quoted
from vflog.log.problems import Place
from vflog.log.records import Header, Record


class Findings:
    """Makes the problems of one game and counts them, each for so many live records as there are when it comes."""

    def __init__(self, ruleset: Ruleset, header: Header, file: str, *, offsets: bool) -> None:
        """`offsets`: the places of lines in bytes may be told."""
        self.maker = ProblemMaker(ruleset, header)
        self.tally = Tally()
        self._game = header.game
        self._file = file
        self._offsets = offsets

    def at(self, line: int, byte_offset: int, n: int | None) -> Place:
        """The place of a record."""
        offset = byte_offset if self._offsets else None
        return Place(file=self._file, line=line, byte_offset=offset, game=self._game, n=n)

    def fault(self, fault: Fault, place: Place, live: int) -> None:
        """Something is wrong with a number or a time."""
        code, values = fault
        self.tally.add(self.maker.plain(code, place, **values), live)

    def warn(self, play: Play, place: Place, live: int) -> None:
        """What a play had to say all the same of a record that stands."""
        for warning in play.warnings:
            self.tally.add(self.maker.warning(warning, place), live)
        play.warnings.clear()

    def quote(self, first: int, record: Record, raw: bytes) -> None:
        """Put to the problems from `first` on the record that has them."""
        if first < len(self.tally.problems):
            self.tally.quote(first, quoted(raw), acting(record, self.maker.people))
