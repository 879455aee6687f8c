"""Under which other value of a named ruling a refused record would have been legal, found by trying.

A game is played under each other value beside the one that is judged, but only as far as somebody asks, and only under
rulings that a rule has asked for: under any other it is the same game. What was played once is not played again, so
that a log of many refusals costs so many times a log of none, however long it is.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from vflog.engine.amends import read_otherwise
from vflog.engine.claims import differing
from vflog.engine.frame import step
from vflog.engine.ruleset import Finder, Play, Ruleset, beginning
from vflog.engine.timeline import Timeline
from vflog.log.problems import Refused, Unsupported
from vflog.log.records import Amend, Claim, Header, Record, Takeback


class Otherwise:
    """A game under each other value of its named rulings."""

    def __init__(
        self,
        ruleset: Ruleset,
        header: Header,
        find: Finder,
        overrides: Mapping[str, str],
        values: Mapping[str, str],
        known: Container[int],
    ) -> None:
        """`values` are the rulings that the game is judged by, `known` the numbers of the claims that do not hold
        anyway."""
        self._games = [
            _Game(named.name, value, ruleset, beginning(ruleset, header, find, {**overrides, named.name: value}))
            for named in ruleset.rulings.values()
            for value in named.values
            if values.get(named.name) != value
        ]
        self._known = known

    def holds(self, judged: Timeline, n: int, record: Record, asked: Container[str] | None) -> list[str]:
        """`name=value` for each single ruling under which the whole log is sound: the live records as they were
        written, and the refused one. `asked` are the rulings that may have made a difference; `None`: all."""
        return [
            f"{game.ruling}={game.value}"
            for game in self._games
            if (asked is None or game.ruling in asked)
            and game.follow(judged, self._known)
            and game.would_stand(n, record, self._known)
        ]


class _Game:
    """The game under one ruling, as far as it was played."""

    def __init__(self, ruling: str, value: str, ruleset: Ruleset, begin: Callable[[], Play]) -> None:
        self.ruling = ruling
        self.value = value
        self._ruleset = ruleset
        self._begin = begin
        self._timeline: Timeline | None = None
        self._never = False
        #: The number of the first live record that is refused here.
        self._broken: int | None = None

    def follow(self, judged: Timeline, known: Container[int]) -> bool:
        """Play on to the last live record; whether all of them stand."""
        timeline = self._opened()
        if timeline is None or (self._broken is not None and judged.place(self._broken) is not None):
            return False
        there = timeline.shared(judged)
        if there < len(timeline.live):
            timeline.cut(there, timeline.at(there))
        elif self._broken is not None:
            timeline.restore()
        self._broken = None
        place = there
        try:
            while (place := timeline.take(judged, place)) < len(judged.live):
                n, record = judged.numbers[place], judged.written(place)
                if isinstance(record, Amend):
                    read_otherwise(timeline, record, self._ruleset, _stands_but(known), sound=True)
                elif isinstance(record, Takeback):
                    timeline.play.may_return()  # what it took back is not there any more
                _stands(timeline.play, n, record, known)
                timeline.push(n, record)
                place += 1
        except Refused:
            # The play may be half changed: it is put right where that record is taken back.
            self._broken = judged.numbers[len(timeline.live)]
            return False
        return True

    def would_stand(self, n: int, record: Record, known: Container[int]) -> bool:
        """Whether one more record would stand."""
        timeline = self._timeline
        assert timeline is not None
        try:
            if isinstance(record, Takeback):
                _stands(_gone_back(timeline, record), n, record, known)
            elif isinstance(record, Amend):
                twin = timeline.fork()
                read_otherwise(twin, record, self._ruleset, _stands_but(known), sound=True)
                _stands(twin.play, n, record, known)
            else:
                _stands(timeline.play.copy(), n, record, known)
        except Refused:
            return False
        return True

    def _opened(self) -> Timeline | None:
        if self._timeline is None and not self._never:
            try:
                self._timeline = Timeline(self._begin(), None, step, self._begin)
            except (Refused, Unsupported):
                self._never = True
        return self._timeline


def _stands(play: Play, n: int, record: Record, known: Container[int]) -> None:
    """A record is legal, and a claim that is not known to differ anyway holds; raises `Refused`."""
    if isinstance(record, Claim) and n not in known and differing(record, play):
        raise Refused("claim.differs")
    step(play, n, record)
    play.warnings.clear()


def _stands_but(known: Container[int]) -> Callable[[Play, int, Record], None]:
    return lambda play, n, record: _stands(play, n, record, known)


def _gone_back(timeline: Timeline, record: Takeback) -> Play:
    """The game as a takeback would leave it; raises `Refused`."""
    place = -1 if record.to == 0 else timeline.place(record.to)
    if place is None:
        raise Refused("takeback.target")
    play = timeline.at(place + 1)
    play.may_return()
    return play
