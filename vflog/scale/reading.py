"""Judges parts of inputs, and gives what they tell in messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vflog.log.archives import Damage
from vflog.log.reader import Reader
from vflog.log.remote import opened
from vflog.log.sources import CHUNK, Fingerprint, Source
from vflog.reading.file_reader import ByteCounts, FileReader
from vflog.reading.game_opener import GameOpener
from vflog.scale.messages import Event, InputEnds, Message, Part, PartEnds, Task, Wanted
from vflog.scale.part import PartGames
from vflog.scale.recorder import Maker, Recorder

#: So many events go in one message.
EVENTS = 500
#: A part that is no larger is read whole before it is judged.
AT_ONCE = 1 << 24


class PartJudge:
    """Judges the parts of tasks; everything is told to `send` as it comes."""

    def __init__(self, wanted: Wanted, send: Callable[[Message], None], maker: Maker | None = None) -> None:
        self._wanted, self._send, self._maker = wanted, send, maker
        self._opener = GameOpener(wanted.settings)
        self._events: list[Event] = []
        self._bytes: dict[str, int] = {}
        self._run = 0

    def task(self, task: Task) -> None:
        """Judge the parts of a task."""
        self._run = task.run
        self._events.clear()
        self._bytes.clear()
        if self._maker is not None:
            self._maker.begins()
        kept = False
        for part in task.parts:
            kept = self._part(part, heads=task.heads)
        self._tell(kept=kept, done=True)

    def _tell(self, *, kept: bool = False, done: bool = False) -> None:
        events, read = list(self._events), list(self._bytes.items())
        self._events.clear()
        self._bytes.clear()
        made = self._maker.made(kept=kept) if self._maker is not None else None
        self._send(Message(self._run, events, read, done, made=made))

    def _part(self, part: Part, *, heads: bool) -> bool:
        """Judge a part; whether games of it are kept."""
        source = Cut(part.name, part.path, part=part) if part.cut else Source(part.name, part.path, again=True)
        recorder = Recorder(self._wanted, self._events, self._maker)
        games = PartGames(source, recorder, self._opener, recorder, heads=heads)
        reader_of = FileReader(source, games, recorder)
        seen = _Count() if part.cut else Fingerprint()
        reader = Reader(source.chunks(self._watched(seen, part.name)), lines=part.lines, offset=part.start)
        reader_of.read(reader)
        apart = not part.cut or (
            seen.bytes == part.end - part.start
            and reader.whole is None
            and (part.first or recorder.first == part.lines + 1)
        )
        if apart and part.last:
            self._events.append(InputEnds())
            games.finish_all()
        elif apart:
            if self._maker is not None:
                self._tell()
            recorder.handing_over = True
            apart = games.hand_over()
        verdict = games.verdict
        counts = ByteCounts(reader.mark, reader.crlf, verdict.blank, reader_of.unended, games.explained)
        self._events.append(
            PartEnds(
                bytes=seen.bytes,
                sha256=seen.sha256,
                lines=reader.lines - part.lines,
                rejects=verdict.rejects,
                games=verdict.games,
                counts=counts,
                apart=apart,
            )
        )
        return recorder.handing_over

    def _watched(self, seen: Fingerprint | _Count, name: str) -> Callable[[bytes], None]:
        def watch(data: bytes) -> None:
            if len(self._events) >= EVENTS:
                self._tell()
            seen(data)
            self._bytes[name] = self._bytes.get(name, 0) + len(data)

        return watch


class _Count:
    """How many bytes of a part were read; who cut the file has hashed it."""

    sha256 = ""

    def __init__(self) -> None:
        self.bytes = 0

    def __call__(self, data: bytes) -> None:
        self.bytes += len(data)


class Cut(Source):
    """A part of a plain file. Where it cannot be read as it was when it was cut, it holds nothing."""

    part: Part = Part(0, "", "")

    def chunks(self, seen: Callable[[bytes], None] | None = None) -> Iterator[bytes | Damage]:
        """The bytes of the part."""
        part = self.part
        for data in _bytes_of(part):
            if seen is not None:
                seen(data)
            yield data


def _bytes_of(part: Part) -> Iterator[bytes]:
    left = part.end - part.start
    try:
        with opened(part.path) as file:
            file.seek(part.start)
            if left <= AT_ONCE:
                data = b"".join(iter(lambda: file.read(min(CHUNK, left - file.tell() + part.start)), b""))
                if len(data) == left:
                    yield from (data[i : i + CHUNK] for i in range(0, left, CHUNK))
                return
            while left and (data := file.read(min(CHUNK, left))):
                left -= len(data)
                yield data
    except OSError:
        return
