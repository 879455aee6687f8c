"""Everything that many processes tell, put in the order of the inputs: the same results as from one process."""

from __future__ import annotations

from typing import Any, Protocol, cast

from vflog.engine.settings import Settings
from vflog.engine.verdict import Visitor
from vflog.log.problems import Problem
from vflog.log.sources import Source
from vflog.reading.file_games import FileGames
from vflog.reading.file_reader import FileReader
from vflog.reading.game_opener import GameOpener
from vflog.reading.results import BaseVisitor, Progress, Results
from vflog.scale.file_merge import FileMerge, HeadsWanted, NotApart
from vflog.scale.messages import Event, Made, Message, Part, PartEnds, Wanted
from vflog.scale.parts import Input, Portion, whole

__all__ = ["HeadsWanted", "Merge", "NotApart", "Taking", "taking_of", "wanted"]


class Taking(Protocol):
    """A visitor that takes what was made of games beside their verdicts."""

    def wanted(self, settings: Settings) -> Wanted:
        """What is to be made."""

    def message(self, made: Made | None) -> Any:
        """What was made of the games that are told next; what this returns comes with the verdict of each (`MADE`)."""

    def message_over(self) -> None:
        """All is told of the message, or what is left of it comes again."""

    def forget(self) -> None:
        """What was made of games that have been kept, and have not been told since, will be made again."""


def taking_of(visitor: Visitor | None) -> Taking | None:
    """A visitor that takes more than verdicts."""
    return cast(Taking, visitor) if hasattr(visitor, "message_over") else None


def wanted(settings: Settings, visitor: Visitor | None) -> Wanted:
    """What must be told so that this visitor hears all that it listens to."""
    if (taking := taking_of(visitor)) is not None:
        return taking.wanted(settings)
    hears = type(visitor).reject is not BaseVisitor.reject if isinstance(visitor, BaseVisitor) else visitor is not None
    return Wanted(settings, rejects=hears)


class Merge:
    """Takes what portions tell, one after the other, each event once."""

    def __init__(
        self, results: Results, opener: GameOpener, progress: Progress | None, taking: Taking | None = None
    ) -> None:
        self._results, self._opener, self._progress = results, opener, progress
        self._taking = taking
        self._made: Any = None
        self._file: FileMerge | None = None
        self._reader: FileReader | None = None
        self._parts: list[Part] = []
        self._inputs: list[Input] = []
        self._sha256 = ""
        self._heads = False
        #: The input under way is not wanted.
        self._passed_over = False

    # -- what is read here -------------------------------------------------------------------------------

    def here(self, portion: Portion) -> None:
        """An input that only this process can read, or what is wrong with one."""
        found = portion.here
        if isinstance(found, Problem):
            self._results.problem(found)
            return
        assert found is not None
        results = self._results_of(found)
        self._reader = FileReader(found, FileGames(found, results, self._opener), results, self._progress)
        self._reader.run()
        self._reader = None
        self._over(found)

    def _over(self, source: Source) -> None:
        """An input is at its end."""

    # -- what is told --------------------------------------------------------------------------------------

    def begins(self, portion: Portion, *, heads: bool) -> None:
        """The events of a portion come now, `heads`: with those of its logs."""
        self._parts, self._inputs, self._sha256 = list(portion.parts), list(portion.inputs), portion.sha256
        self._heads = heads
        self._next_part()

    def again(self, *, heads: bool) -> None:
        """The portion is judged again; what comes now goes on where it was left."""
        self._heads = heads
        if self._file is not None:
            self._file.again(heads=heads)

    def judged_whole(self) -> Portion:
        """The parts of the input under way depend on each other: the portion that is judged in place of all of them."""
        if self._taking is not None:
            self._taking.forget()
        one = self._inputs[0]
        return Portion([one], [whole(one)])

    def _next_part(self) -> None:
        part, one = self._parts[0], self._inputs[0]
        if self._file is None:
            if part.first:
                self._passed_over = not self._is_wanted(one)
            if self._passed_over:
                return
            self._file = FileMerge(one.source, self._results_of(one.source))
        self._file.made = self._made
        self._file.begins(part, heads=self._heads)

    def _is_wanted(self, one: Input) -> bool:
        """Whether an input is to be told of."""
        return True

    def message(self, message: Message) -> None:
        """The events of a message come now."""
        if self._taking is not None:
            kept = message.made is not None and message.made.kept
            if kept and self._passed_over:
                return
            self._made = self._taking.message(message.made)
            if self._file is not None:
                self._file.made = self._made

    def message_over(self) -> None:
        """No more events of the message come."""
        if self._taking is not None:
            self._taking.message_over()

    def _results_of(self, source: Source) -> Results:
        """Where what an input tells goes."""
        return self._results

    def take(self, event: Event) -> None:
        """The next event of the portion; raises `NotApart`, `HeadsWanted`, with nothing of the event done."""
        file = self._file
        if file is not None:
            file.take(event)
        if isinstance(event, PartEnds):
            part = self._parts.pop(0)
            if part.last and file is None:
                self._inputs.pop(0)
            elif part.last and file is not None:
                file.end(self._sha256)
                self._file = None
                self._over(self._inputs.pop(0).source)
            if self._parts:
                self._next_part()

    def read(self, name: str, count: int) -> None:
        """So many more bytes of an input have been read."""
        if self._progress is not None:
            self._progress(count, name)

    def give_up(self) -> None:
        """The reading was interrupted."""
        if self._reader is not None:
            self._reader.give_up()
        elif self._file is not None:
            self._file.give_up()
