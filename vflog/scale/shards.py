"""A part of a corpus judged by itself, on any machine, into a file; the files of all parts merged, in any order.

Each run finds the same inputs in the same order and takes its share of them; only large files are shared by all. What
a file of a shard holds are the portions, each with what its lines came to. It is plain data, and it is compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import heapq
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import IO, cast

import duckdb
import msgspec

from vflog.engine.verdict import Report, Visitor
from vflog.log import remote
from vflog.log.problems import Problem
from vflog.log.sources import Source, unreadable
from vflog.playback.logs import NotThere
from vflog.reading import corpus
from vflog.reading.game_opener import GameOpener
from vflog.reading.garbage import collected_seldom
from vflog.reading.results import Progress, Results, signature
from vflog.reading.tellings import settle
from vflog.scale.collected import Collected
from vflog.scale.jobs import PORTION, cores, readable
from vflog.scale.many import ManyProcesses
from vflog.scale.merge import Merge, Taking, taking_of
from vflog.scale.messages import Event, Message, Part, Wanted, packed
from vflog.scale.parts import Input, Portion, numbered
from vflog.scale.pool import Pool
from vflog.store.errors import StoreError
from vflog.store.loader import file_hash

FORMAT = "vflog-shard/1"
#: What a file of a shard holds at once is not larger.
LONGEST = 1 << 31


class BadShard(ValueError):
    """The files are not the shards of one corpus, all of them; the text is the sentence to print."""


class Shard(msgspec.Struct, array_like=True, frozen=True, tag="shard"):
    """The beginning of a file: which shard of how many, of which inputs (a digest of their names and sizes), judged
    how, and by which version."""

    format: str
    tool: str
    number: int
    of: int
    inputs: str
    wanted: Wanted


class Step(msgspec.Struct, array_like=True, tag="step"):
    """A portion: its inputs by number, name, path, size and (where rows are made) SHA-256; or a problem in the place of
    an input."""

    inputs: list[tuple[int, str, str, int, str]]
    parts: list[Part]
    sha256: str
    number: int
    problem: Problem | None


class End(msgspec.Struct, array_like=True, tag="end"):
    """The file is whole."""

    steps: int


#: What a shard may hold of the games.
_MAKES = ("verdicts", "rows")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Shard | Step | Message | End).decode
_LENGTH = 8


# -- writing ---------------------------------------------------------------------------------------------------------


def share(found: Sequence[Source | Problem], number: int, of: int) -> Iterator[tuple[int, Source | Problem, bool]]:
    """The inputs of a shard (`number` from 1), with their numbers among all; whether all shards share the input.

    A shard has inputs that follow each other, of about as many bytes as any other; a large one is shared by all.
    """
    sizes = [(each.size or 0) + 1 if isinstance(each, Source) else 1 for each in found]
    shared = [size * 2 * of >= sum(sizes) and size > 2 * PORTION and of > 1 for size in sizes]
    total = sum(size for size, is_shared in zip(sizes, shared, strict=True) if not is_shared)
    before = 0
    for i, each in enumerate(found):
        if shared[i]:
            yield i, each, True
            continue
        if before * of // total == number - 1:
            yield i, each, False
        before += sizes[i]


def write(
    paths: Iterable[str | os.PathLike[str]],
    out: IO[bytes],
    wanted: Wanted,
    number: int,
    of: int,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Judge a shard of the inputs and write what they come to. Raises `BadShard` for an input that can be read only
    once, `KeyboardInterrupt`, `OSError`."""
    found = [_looked_at(each) for each in corpus.sources(paths)]
    if once := [each.name for each in found if isinstance(each, Source) and not readable(each)]:
        raise BadShard(f"{once[0]} can be read only once; a shard needs files.")
    with gzip.GzipFile("", "wb", 1, out, mtime=0) as file:
        sink = _Sink(file, wanted, progress)
        sink.write(Shard(FORMAT, signature(), number, of, _digest(found), wanted))
        with Pool(jobs or cores(), wanted) as pool:
            ManyProcesses(_portions(found, number, of), pool, sink).run()
        sink.write(End(sink.steps))


def _looked_at(found: Source | Problem) -> Source | Problem:
    """An input, or why it cannot be opened."""
    if isinstance(found, Source) and readable(found) and found.path is not None:
        try:
            remote.opened(found.path).close()
        except OSError as error:
            return unreadable(found, error)
    return found


def _digest(found: Iterable[Source | Problem]) -> str:
    digest = hashlib.sha256()
    for each in found:
        what = [each.name, each.size] if isinstance(each, Source) else [each.file, each.code]
        digest.update(_encode(what))
    return digest.hexdigest()


def _portions(found: Sequence[Source | Problem], number: int, of: int) -> Iterator[Portion]:
    """The portions of a shard, in their order."""
    mine = list(share(found, number, of))
    apart = numbered((i, each) for i, each, shared in mine if not shared)
    together = numbered((i, each) for i, each, shared in mine if shared)
    every = (portion for i, portion in enumerate(together) if i % of == number - 1)
    return heapq.merge(apart, every, key=lambda portion: portion.place)


class _Sink(Merge):
    """In the place of a merge: writes down what portions tell."""

    def __init__(self, file: gzip.GzipFile, wanted: Wanted, progress: Progress | None) -> None:
        super().__init__(Results(None, collect=False), GameOpener(wanted.settings), progress)
        self._out, self._hashed = file, wanted.makes == "rows"
        self._events: list[Event] = []
        self._message: Message | None = None
        self.steps = 0

    def write(self, value: Shard | Step | Message | End) -> None:
        """One thing more, with its length before it."""
        data = _encode(value)
        self._out.write(len(data).to_bytes(_LENGTH, "little") + data)

    def here(self, portion: Portion) -> None:
        """A problem in the place of an input."""
        assert isinstance(portion.here, Problem)
        self.steps += 1
        self.write(Step([], [], "", portion.number, portion.here))

    def begins(self, portion: Portion, *, heads: bool) -> None:
        """A portion."""
        self.steps += 1
        inputs = [(n, one.name, one.path or "", one.size or 0, self._hash(one)) for n, one in portion.inputs]
        self.write(Step(inputs, portion.parts, portion.sha256, portion.number, None))

    def _hash(self, source: Source) -> str:
        """Which bytes are loaded already is asked before the rows come."""
        return file_hash(source) or "" if self._hashed else ""

    def message(self, message: Message) -> None:
        """What some of its lines came to."""
        self._message = msgspec.structs.replace(message, events=[])
        self._events = self._message.events

    def take(self, event: Event) -> None:
        """What a line came to."""
        self._events.append(event)

    def message_over(self) -> None:
        """No more events of the message come."""
        if self._message is not None:
            self.write(self._message)
            self._message = None


# -- merging ---------------------------------------------------------------------------------------------------------


class Reader:
    """A file of a shard: its beginning, and its portions with their messages, one after the other."""

    def __init__(self, name: str, file: gzip.GzipFile) -> None:
        self.name = name
        self._file = file
        self._next: Step | End | None = None
        #: The SHA-256 of inputs, by their numbers, where the shard tells them.
        self.hashes: dict[int, str] = {}
        first = self._read()
        if not isinstance(first, Shard) or first.format != FORMAT or first.wanted.makes not in _MAKES:
            raise self._bad()
        self.shard = first

    def _bad(self) -> BadShard:
        return BadShard(f"{self.name} is no file of a shard, or it was not finished.")

    def _read(self) -> Shard | Step | Message | End:
        try:
            head = self._file.read(_LENGTH)
            length = int.from_bytes(head, "little")
            data = self._file.read(length) if length <= LONGEST else b""
            if len(head) == _LENGTH and len(data) == length:
                return cast(Shard | Step | Message | End, _decode(data))
        except (gzip.BadGzipFile, zlib.error, EOFError, msgspec.MsgspecError, RecursionError, OverflowError):
            pass
        raise self._bad()

    def steps(self) -> Iterator[tuple[Portion, Iterator[Message], Reader]]:
        """The portions, in their order; the messages of each are read before the next one."""
        count, last = 0, (-1, -1)
        what = self._read()
        while isinstance(what, Step):
            if (what.problem is None) == (not what.parts) or len(what.inputs) != len({p.input for p in what.parts}):
                raise self._bad()
            count += 1
            self.hashes.update((n, sha256) for n, _, _, _, sha256 in what.inputs)
            inputs = [Input(n, Source(name, path, again=True, size=size)) for n, name, path, size, _ in what.inputs]
            self._next = None
            portion = Portion(inputs, what.parts, what.problem, what.sha256, what.number)
            if portion.place <= last:
                raise self._bad()
            last = portion.place
            yield portion, self._messages(), self
            for _ in self._messages():
                pass
            what = self._next or self._read()
        if not isinstance(what, End) or what.steps != count:
            raise self._bad()

    def _messages(self) -> Iterator[Message]:
        while self._next is None:
            what = self._read()
            if isinstance(what, Message):
                yield what
            elif isinstance(what, Shard):
                raise self._bad()
            else:
                self._next = what


@contextmanager
def believed(name: str) -> Iterator[None]:
    """What a file tells is taken within the block. Each thing in it is of its type; where they do not fit together,
    nobody who judged wrote it so: raises `BadShard`."""
    try:
        yield
    except (BadShard, OSError, MemoryError, StoreError, NotThere, duckdb.Error):
        raise
    except Exception as error:
        raise BadShard(f"{name} tells what no judging comes to; it was changed. Make it anew.") from error


def opened(names: Sequence[str], stack: ExitStack, *, every: bool = True) -> list[Reader]:
    """The files of all shards of a corpus (or not of `every` one); raises `BadShard`, `OSError`."""
    readers = [Reader(name, stack.enter_context(gzip.GzipFile(name, "rb"))) for name in names]
    first, by_number = readers[0], dict[int, Reader]()
    for reader in readers:
        shard = reader.shard
        if packed(msgspec.structs.replace(shard, number=0)) != packed(msgspec.structs.replace(first.shard, number=0)):
            raise BadShard(f"{reader.name} and {first.name} are not shards of the same logs, judged alike.")
        if shard.number in by_number:
            raise BadShard(f"{by_number[shard.number].name} and {reader.name} are the same shard ({shard.number}).")
        by_number[shard.number] = reader
    if every and (missing := sorted({*range(1, first.shard.of + 1)} - {*by_number})):
        are = "is" if len(missing) == 1 else "are"
        raise BadShard(f"Of {first.shard.of} shards {', '.join(map(str, missing))} {are} missing.")
    return readers


def merge(
    readers: Sequence[Reader],
    visitor: Visitor | None,
    *,
    collect: bool = True,
    progress: Progress | None = None,
    fresh: Callable[[Source, str], bool] | None = None,
    not_read: Callable[[Problem], None] | None = None,
) -> Report:
    """What one process would have told of all the inputs. `fresh`: whether an input (with its SHA-256) is wanted;
    `not_read` is told of what is wrong with an input, if not the visitor.

    Raises `BadShard`, `OSError`; an interrupt ends it with a report that is not `complete`.
    """
    wanted = readers[0].shard.wanted
    results, opener = Results(visitor, collect=collect), GameOpener(wanted.settings)
    into = _Fresh(results, opener, progress, taking_of(visitor), fresh, not_read)
    collected = Collected(into, wanted)
    try:
        with collected_seldom():
            for portion, told, of in heapq.merge(*(r.steps() for r in readers), key=lambda step: step[0].place):
                for reader in readers:
                    into.hashes.update(reader.hashes)
                    reader.hashes.clear()
                with believed(of.name):
                    collected.take(portion, told)
        settle(results, opener)
    except KeyboardInterrupt:
        into.give_up()
        return results.report(complete=False)
    return results.report(complete=True)


class _Fresh(Merge):
    """Passes over the inputs that are not wanted."""

    def __init__(
        self,
        results: Results,
        opener: GameOpener,
        progress: Progress | None,
        taking: Taking | None,
        fresh: Callable[[Source, str], bool] | None,
        not_read: Callable[[Problem], None] | None,
    ) -> None:
        super().__init__(results, opener, progress, taking)
        self._fresh, self._not_read = fresh, not_read
        self.hashes: dict[int, str] = {}

    def here(self, portion: Portion) -> None:
        """What is wrong with an input."""
        if self._not_read is not None and isinstance(portion.here, Problem):
            self._not_read(portion.here)
        else:
            super().here(portion)

    def _is_wanted(self, one: Input) -> bool:
        return self._fresh is None or self._fresh(one.source, self.hashes.get(one.number, ""))
