"""One input from its first byte to its last: lines to records, records to games, games to verdicts."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import count
from operator import attrgetter
from typing import Any

from vflog.engine import input_codes
from vflog.engine.copies import Copies
from vflog.engine.dialects import named as dialect_named
from vflog.engine.openings import Openings
from vflog.engine.people import acting, people
from vflog.engine.router import Held, Router, Running
from vflog.engine.seen import Told
from vflog.engine.teller import Progress, Teller
from vflog.engine.verdict import STATUSES, FileVerdict, GameVerdict
from vflog.log.absent import UNSET
from vflog.log.archives import Damage
from vflog.log.codes import CODES as LOG_CODES
from vflog.log.decode import ANY, BLANK, Dialect
from vflog.log.faults import Fault, quoted, shown
from vflog.log.header import FORMAT, game_key, look_header
from vflog.log.problems import Problem, quoting, told
from vflog.log.reader import Block, Reader
from vflog.log.records import Record
from vflog.log.sources import Fingerprint, Source, unreadable
from vflog.log.strict import meant_as_header

CODES = {**LOG_CODES, **input_codes.CODES}
_game = attrgetter("game")
#: Why a record belongs to no game.
_WHY = {
    "named": "there is no game {game} in this file",
    "damaged": "the `game` record before it is damaged",
    "none open": "no game is open here",
}
_NEWER = frozenset({"line.unknown-field", "line.unknown-type"})


class FileRun:
    """Reads one source to its end; everything is told to the teller."""

    def __init__(self, source: Source, teller: Teller, openings: Openings, progress: Progress | None = None) -> None:
        self.source = source
        self.verdict = FileVerdict(file=source.name)
        self._teller = teller
        self._openings = openings
        self._progress = progress
        self._number = teller.begins(self.verdict, source)
        self._copies = Copies(self._number, self.verdict, teller, self._recall, self._relive)
        self._router = Router()
        self._dialect: Dialect = ANY
        #: A game has begun, or it is told why there is none.
        self._explained = False
        self._unended = False
        self._whole_told = False
        #: What is wrong with a member of the archive.
        self._doubt: Damage | None = None

    def run(self) -> None:
        """Read and judge everything; damage and reading errors are told like all else."""
        seen = Fingerprint()
        reader = Reader(self.source.chunks(self._watched(seen)))
        try:
            for block in reader:
                if isinstance(block, Damage):
                    self._damage(block)
                else:
                    self._block(block)
        except OSError as error:
            self._teller.problem(unreadable(self.source, error))
            self._cut_open()
            self._explained = True
        for running in self._router.rest():
            self._finish(running)
        verdict = self.verdict
        verdict.lines, verdict.bytes, verdict.sha256 = reader.lines, seen.bytes, seen.sha256
        self._tell_marks(reader)
        self._teller.file(verdict)

    def give_up(self) -> None:
        """The reading was interrupted: what was read so far is counted, no open game is told."""
        verdict = self.verdict
        for running in self._router.rest():
            verdict.records += running.records
            verdict.rejects += running.rejects
        verdict.lines = verdict.blank + verdict.records + verdict.rejects + verdict.repeats
        self._teller.file(verdict)

    def _watched(self, seen: Fingerprint) -> Any:
        progress, name = self._progress, self.source.name
        if progress is None:
            return seen

        def both(data: bytes) -> None:
            seen(data)
            progress(len(data), name)

        return both

    # -- lines ---------------------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        if block.fault is not None:
            self._unreadable(block, block.fault)
            return
        start, self._unended = 0, block.last
        while start < len(block.lines):
            # While no ruleset is known a line is taken at a time: the next may be the header that tells it.
            end = start + 1 if self._dialect is ANY else len(block.lines)
            lines = block.lines[start:end]
            items, odd = self._dialect.block(lines, last=block.last and end == len(block.lines))
            start = self._items(block, start, items, odd)

    def _items(self, block: Block, start: int, items: list[Any], odd: list[int]) -> int:
        """Take what the lines from `start` on are; gives where to go on (a header may change the dialect)."""
        done = 0
        for i in (*odd, len(items)):
            if i > done:
                self._records(block, start + done, items[done:i])
            if i == len(items):
                break
            at, item = start + i, items[i]
            done = i + 1
            if item is BLANK:
                self.verdict.blank += 1
            elif isinstance(item, Fault):
                self._fault(item, block, at)
            else:
                dialect = self._dialect
                self._header(block, at)
                if self._dialect is not dialect:
                    return at + 1
        return start + len(items)

    def _records(self, block: Block, at: int, records: list[Record]) -> None:
        """Some records one after the other, all read in the present dialect."""
        running = self._router.sole()
        games = set(map(_game, records))
        if running is not None and running.dialect is self._dialect and games <= {UNSET, running.id}:
            if running.id in games:
                self._router.carried(running)
            self._give(running, block, at, records)
            return
        for i, record in enumerate(records):
            self._record(record, block, at + i)

    def _record(self, record: Record, block: Block, at: int) -> None:
        """One record, to whichever game it belongs."""
        running = self._whose(record.game if record.game is not UNSET else None)
        if isinstance(running, str):
            self._lost(running, block, at, record.game if record.game is not UNSET else None)
        elif running.dialect is not self._dialect:
            item = running.dialect.look(block.lines[at], last=block.last and at == len(block.lines) - 1)
            if isinstance(item, Fault):
                self._fault_of(running, item, block, at)
            elif isinstance(item, Record):
                self._give(running, block, at, [item])
        else:
            self._give(running, block, at, [record])

    def _whose(self, game: str | None) -> Running | str:
        """The game that a record belongs to, or the code of the problem that it belongs to none."""
        router = self._router
        if game is not None:
            running = router.named(game)
            if running is None:
                return "game.too-late" if self._copies.was_told(game) else "game.none"
            router.carried(running)
            return running
        running = router.sole()
        if running is not None:
            return running
        return "game.ambiguous" if len(router.open) > 1 and not router.lost else "game.none"

    def _give(self, running: Running, block: Block, at: int, records: list[Record]) -> None:
        """Records to their game."""
        self._router.turn_to(running)
        lines = block.lines[at : at + len(records)]
        line, offsets = block.first + at, block.offsets[at : at + len(records)]
        if running.twins:
            running.held += map(Held, records, lines, count(line), offsets)
        running.judge.records(records, lines, line, offsets)
        running.records += len(records)
        self._took(running, block, at, lines)
        if running.judge.ended:
            self._router.over(running)

    def _took(self, running: Running, block: Block, at: int, lines: list[bytes]) -> None:
        after = at + len(lines)
        running.take(lines, block.offsets[after] if after < len(block.offsets) else block.end)
        if self._doubt is not None and block.offsets[at] < self._doubt.end:
            self._in_doubt(running, self._doubt)

    # -- headers -------------------------------------------------------------------------------------

    def _header(self, block: Block, at: int) -> None:
        raw, line, offset = block.lines[at], block.first + at, block.offsets[at]
        try:
            opening = look_header(raw, dialect_named, last=block.last and at == len(block.lines) - 1)
        except Fault as fault:
            self._fault(fault, block, at)
            return
        self._explained = True
        for over in self._router.header(opening.header.game):
            self._finish(over)
        key = game_key(raw)
        twins = self._copies.twins(key)
        begin = partial(
            self._openings.judge, opening, raw=raw, source=self.source, line=line, byte_offset=offset, game_key=key
        )
        judge = begin(on_record=None if twins else self._teller.visitor.record)
        dialect = opening.dialect or ANY
        running = Running(judge, begin, dialect, key=key, line=line, offset=offset, newer=opening.newer)
        running.twins = twins
        running.marks = {self._teller.seen.row(n).count: b"" for n in twins}
        self._copies.clash(running)
        self._newer(running, opening.header.format, opening.unknown if opening.newer else [], block, at)
        self._begun(running)
        running.records = 1
        self._router.opened(running)
        self._router.turn_to(running)
        self._took(running, block, at, [raw])
        self._dialect = dialect

    def _begun(self, running: Running) -> None:
        """A game has begun (for those who read once more)."""

    def _newer(self, running: Running, spoken: str, unknown: list[str], block: Block, at: int) -> None:
        for field in unknown:
            running.extra.append(
                self._problem("format.newer", block, at, running.id, format=spoken, known=FORMAT, field=field)
            )

    def _damaged_header(self, fault: Fault, problem: Problem, block: Block, at: int) -> None:
        """A `game` record that opens nothing: what follows it is never glued onto the game before."""
        self._explained = True
        for over in self._router.header(None):
            self._finish(over)
        self.verdict.rejects += 1
        self.verdict.games += 1
        verdict = GameVerdict(
            game=fault.game, game_key=game_key(block.lines[at]), file=self.source.name, line=block.first + at,
            problems=[problem],
        )  # fmt: skip
        self._teller.visitor.reject(self.source.name, block.first + at, block.offsets[at], block.lines[at], problem)
        self._teller.game(verdict)

    # -- lines that are no records ---------------------------------------------------------------------

    def _fault(self, fault: Fault, block: Block, at: int) -> None:
        """A line that is no record: it belongs to a game where it can be known to which."""
        if at == len(block.lines) - 1:
            self._unended = False
        if fault.header:
            self._router.turn_to(None)
            self._damaged_header(fault, self._fault_problem(fault, block, at, fault.game), block, at)
            return
        running = self._whose(fault.game)
        if isinstance(running, str):
            self._alone(self._fault_problem(fault, block, at, None), block, at)
        else:
            self._fault_of(running, fault, block, at)

    def _fault_of(self, running: Running, fault: Fault, block: Block, at: int) -> None:
        """A line of a game that is no record in its dialect, or may be one in a newer format."""
        if fault.plain is not None and (running.dialect is not self._dialect or running.newer):
            item = self._again(running, fault, block, at)
            if isinstance(item, Record):
                self._give(running, block, at, [item])
                return
            fault = item
        problem = self._fault_problem(fault, block, at, running.id, running)
        self._router.turn_to(running)
        running.judge.reject(problem)
        running.rejects += 1
        if fault.code == "line.truncated":
            running.cut = True
        else:
            self._took(running, block, at, [block.lines[at]])
        held = Held(problem, block.lines[at], block.first + at, block.offsets[at])
        if running.twins:
            running.held.append(held)
        else:
            self._teller.visitor.reject(self.source.name, held.line, held.byte_offset, held.raw, problem)

    def _again(self, running: Running, fault: Fault, block: Block, at: int) -> Record | Fault:
        """A line once more in the dialect of its game, of a newer format with what is not known left out."""
        plain = fault.plain or {}
        unknown: list[str] | None = [] if running.newer else None
        try:
            record = running.dialect.record(plain, unknown)
        except Fault as again:
            again.plain = plain
            if not running.newer or again.code != "line.unknown-type":
                return again
            kind, spoken = str(plain["type"]), running.judge.header.format
            why = self._problem("format.unknown-type", block, at, running.id, format=spoken, known=FORMAT, type=kind)
            running.judge = self._openings.no_more(
                running.judge, why, None if running.twins else self._teller.visitor.record
            )
            if running.twins:
                running.held.append(Held(why, b"", 0, 0, ends_judging=True))
            running.dialect = ANY
            try:
                return ANY.record(plain)
            except Fault as worse:
                return worse
        self._newer(running, running.judge.header.format, unknown or [], block, at)
        return record

    def _lost(self, code: str, block: Block, at: int, game: str | None) -> None:
        """A record of no game."""
        names = ", ".join(self._router.open)
        kind = "named" if game is not None else "damaged" if self._router.lost else "none open"
        why = _WHY[kind].format(game=shown(game))
        self._alone(self._problem(code, block, at, None, why=why, open=names, game=game, kind=kind), block, at)

    def _alone(self, problem: Problem, block: Block, at: int) -> None:
        """A line of no game."""
        self._router.turn_to(None)
        self.verdict.rejects += 1
        self._teller.visitor.reject(self.source.name, block.first + at, block.offsets[at], block.lines[at], problem)
        self._teller.problem(problem)

    def _unreadable(self, block: Block, fault: Fault) -> None:
        """Lines that nothing can be made of: one too long, or all of a file that holds no lines of records."""
        if fault.code == "line.too-long":
            fault.header = meant_as_header(block.lines[0])
            self._fault(fault, block, 0)
            return
        problem = fault.problem(file=self.source.name, line=1, byte_offset=0)
        self._explained = True
        if not self._whole_told:
            self._whole_told = True
            self._teller.problem(problem)
        for i, raw in enumerate(block.lines):
            if raw.strip():
                self.verdict.rejects += 1
                self._teller.visitor.reject(self.source.name, block.first + i, block.offsets[i], raw, problem)
            else:
                self.verdict.blank += 1

    # -- damage --------------------------------------------------------------------------------------

    def _damage(self, damage: Damage) -> None:
        """Something is wrong with the archive: of the whole, or of one member and all games in it."""
        self._teller.problem(damage.problem(self.source.name))
        if damage.ends:
            self._cut_open()
            return
        self._doubt = damage
        for running in self._router.running():
            if running.end > damage.start:
                self._in_doubt(running, damage)
        self._copies.doubt(damage)

    def _in_doubt(self, running: Running, damage: Damage) -> None:
        if all(p.code != damage.code or p.message != CODES[damage.code].template.format_map(damage.values)
               for p in running.extra):  # fmt: skip
            where = {"line": running.line, "byte_offset": running.offset, "game": running.id}
            running.extra.append(damage.problem(self.source.name, **where))

    def _cut_open(self) -> None:
        for running in self._router.open.values():
            running.cut = True

    # -- the end of a game, of the file ------------------------------------------------------------------

    def _relive(self, running: Running) -> None:
        """Tell of the lines of a game that might have been a copy and is none: it is judged once more for them."""
        visitor = self._teller.visitor
        judge = running.begin(on_record=visitor.record) if self._openings.settings.records else None
        for what, raw, line, offset, ends_judging in running.held:
            if isinstance(what, Record):
                if judge is not None:
                    judge.record(what, raw, line, offset)
            elif ends_judging:
                judge = self._openings.no_more(judge, what, visitor.record) if judge is not None else None
            else:
                if judge is not None:
                    judge.reject(what)
                visitor.reject(self.source.name, line, offset, raw, what)

    def _recall(self, source: Source, before: Told, count: int) -> bytes | None:
        """The digest of the first lines of a game told before, by reading its whole file once more."""
        silent = Teller(None, collect=False)
        again = _Again(source, silent, self._openings)
        again.wanted = (before.line, count)
        with suppress(_Enough):
            again.run()
        return again.found.marks.get(count) if again.found is not None else None

    def _finish(self, running: Running) -> None:
        verdict = running.judge.finish(incomplete_input=running.cut)
        verdict.game_key = running.key
        if running.extra:
            verdict.problems = sorted([*verdict.problems, *running.extra], key=lambda p: p.line or 0)
            if any(p.severity == "error" for p in running.extra):
                verdict.status = min(verdict.status, "invalid", key=STATUSES.index)
        self._copies.settle(running, verdict)

    def _tell_marks(self, reader: Reader) -> None:
        """The warnings of bytes, once a file."""
        verdict = self.verdict
        if reader.mark:
            self._warn("file.byte-order-mark")
        if reader.crlf:
            self._warn("file.crlf", count=reader.crlf)
        if verdict.blank:
            self._warn("file.blank-lines", count=verdict.blank)
        if self._unended:
            self._warn("file.no-last-newline")
        if not self._explained:
            self._warn("file.no-game")

    def _warn(self, code: str, **values: Any) -> None:
        self._teller.problem(told(CODES, code, values, file=self.source.name))

    def _problem(self, code: str, block: Block, at: int, of: str | None, /, **values: Any) -> Problem:
        found = told(
            CODES, code, values, file=self.source.name, line=block.first + at, byte_offset=block.offsets[at], game=of
        )
        return quoting(found, quoted(block.lines[at]), None)

    def _fault_problem(
        self, fault: Fault, block: Block, at: int, game: str | None, running: Running | None = None
    ) -> Problem:
        found = fault.problem(file=self.source.name, line=block.first + at, byte_offset=block.offsets[at], game=game)
        who = None
        if running is not None and fault.plain is not None:
            who = acting(fault.plain, people(running.judge.header))
        return quoting(found, quoted(block.lines[at], fault.values.get("column")), who)


class _Again(FileRun):
    """Reads a file once more for the beginning of one of its games."""

    wanted = (0, 0)
    found: Running | None = None

    def _begun(self, running: Running) -> None:
        line, count = self.wanted
        if running.line == line:
            running.marks[count] = b""
            self.found = running

    def _finish(self, running: Running) -> None:
        if running is self.found:
            raise _Enough


class _Enough(Exception):
    """The game that was looked for is over."""
