"""One input from its first byte to its last: bytes to lines, lines to records, those to their games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from vflog.log.archives import Damage
from vflog.log.codes import CODES
from vflog.log.decode import ANY, BLANK, Read
from vflog.log.faults import Fault
from vflog.log.problems import Place, Problem, make_problem
from vflog.log.reader import Block, Reader
from vflog.log.sources import Fingerprint, Source, unreadable
from vflog.log.strict import meant_as_header
from vflog.reading.file_games import FileGames
from vflog.reading.results import Progress, Results


class FileReader:
    """Reads one source to its end; everything goes to its games and to the results."""

    def __init__(self, source: Source, games: FileGames, results: Results, progress: Progress | None = None) -> None:
        self._source = source
        self._results = results
        self._progress = progress
        self._games = games
        self._verdict = games.verdict
        #: The last line that was read is complete, but for its newline.
        self.unended = False
        self._unreadable_told = False

    def run(self) -> None:
        """Read and judge everything; damage and reading errors are told like all else."""
        seen = Fingerprint()
        reader = Reader(self._source.chunks(self._watched(seen)))
        self.read(reader)
        self._games.finish_all()
        verdict = self._verdict
        verdict.lines, verdict.bytes, verdict.sha256 = reader.lines, seen.bytes, seen.sha256
        self._warn_of_bytes(reader)
        self._results.file(verdict)

    def read(self, reader: Reader) -> None:
        """Take all lines; the games that are not over then stay open."""
        try:
            for block in reader:
                if isinstance(block, Damage):
                    self._games.damage(block)
                else:
                    self.block(block)
        except OSError as error:
            self._results.problem(unreadable(self._source, error))
            self._games.cut_off()
            self._games.explained = True

    def give_up(self) -> None:
        """The reading was interrupted: what was read so far is counted, no open game gets a verdict."""
        verdict = self._verdict
        for game in self._games.unfinished():
            verdict.records += game.records
            verdict.rejects += game.rejects
        verdict.lines = verdict.blank + verdict.records + verdict.rejects + verdict.repeats
        self._results.file(verdict)

    def _watched(self, seen: Fingerprint) -> Any:
        progress, name = self._progress, self._source.name
        if progress is None:
            return seen

        def both(data: bytes) -> None:
            seen(data)
            progress(len(data), name)

        return both

    # -- lines ---------------------------------------------------------------------------------------

    def block(self, block: Block) -> None:
        """Some lines of the input, one after the other."""
        if block.fault is not None:
            self._unreadable(block, block.fault)
            return
        start, self.unended = 0, block.last
        while start < len(block.lines):
            # While no ruleset is known a line is taken at a time: the next may be the header that tells it.
            dialect = self._games.dialect
            end = start + 1 if dialect is ANY else len(block.lines)
            lines = block.lines[start:end]
            read = dialect.block(lines, last=block.last and end == len(block.lines))
            start = self._items(block, start, read)

    def _items(self, block: Block, start: int, read: Read) -> int:
        """Take what the lines from `start` on are; gives where to go on (a header may change the dialect)."""
        games, done, items = self._games, 0, read.items
        for i in (*read.odd, len(items)):
            if i > done:
                games.records(block, start + done, items[done:i], bare=read.bare)
            if i == len(items):
                break
            at, item = start + i, items[i]
            done = i + 1
            if item is BLANK:
                self._verdict.blank += 1
            elif isinstance(item, Fault):
                self.unended = self.unended and at < len(block.lines) - 1
                games.fault(item, block, at)
            else:
                dialect = games.dialect
                if not games.header(block, at):
                    self.unended = self.unended and at < len(block.lines) - 1
                if games.dialect is not dialect:
                    return at + 1
        return start + len(items)

    def _unreadable(self, block: Block, fault: Fault) -> None:
        """Lines that nothing can be made of: one too long, or all of a file that holds no lines of records."""
        if fault.code == "line.too-long":
            fault.header = meant_as_header(block.lines[0])
            self.unended = False
            self._games.fault(fault, block, 0)
            return
        problem = fault.problem(Place(file=self._source.name, line=1, byte_offset=0))
        self._games.explained = True
        if not self._unreadable_told:
            self._unreadable_told = True
            self._results.problem(problem)
        for i, raw in enumerate(block.lines):
            if raw.strip():
                self._verdict.rejects += 1
                self._results.visitor.reject(self._source.name, block.first + i, block.offsets[i], raw, problem)
            else:
                self._verdict.blank += 1

    # -- the file as a whole -------------------------------------------------------------------------

    def _warn_of_bytes(self, reader: Reader) -> None:
        """The warnings of bytes, once a file."""
        found = ByteCounts(reader.mark, reader.crlf, self._verdict.blank, self.unended, self._games.explained)
        for problem in of_bytes(self._source.name, found):
            self._results.problem(problem)


class ByteCounts(NamedTuple):
    """What warnings of bytes are told from: a byte-order mark, lines that end in `\\r\\n`, blank lines, a last line
    without its end, and whether a game has begun or it is told why there is none."""

    mark: bool
    crlf: int
    blank: int
    unended: bool
    explained: bool


def of_bytes(file: str, found: ByteCounts) -> Iterator[Problem]:
    """The warnings of bytes, once a file."""
    told: tuple[tuple[str, bool, int], ...] = (
        ("file.byte-order-mark", found.mark, 0),
        ("file.crlf", found.crlf > 0, found.crlf),
        ("file.blank-lines", found.blank > 0, found.blank),
        ("file.no-last-newline", found.unended, 0),
        ("file.no-game", not found.explained, 0),
    )
    for code, holds, count in told:
        if holds:
            yield make_problem(CODES, code, {"count": count}, Place(file=file))
