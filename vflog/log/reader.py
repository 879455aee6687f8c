"""From chunks of bytes to blocks of lines with their places, in memory that does not grow with the input."""

from __future__ import annotations

import codecs
from collections.abc import Generator, Iterable, Iterator
from itertools import accumulate, count
from operator import add

import msgspec

from vflog.log.archives import Damage
from vflog.log.faults import Fault
from vflog.log.strict import cut_off

LONGEST = 1 << 20
#: Lines a block; small enough that a block stays in the processor's cache.
BLOCK = 256
#: What is kept of a line that is too long.
_KEPT = 4096
_MARK = codecs.BOM_UTF8
#: What the first bytes of a text in another encoding look like (the longer ones first).
_ENCODINGS: tuple[tuple[bytes, str, str], ...] = (
    (codecs.BOM_UTF32_LE, "UTF-32", "utf-32-le"), (codecs.BOM_UTF32_BE, "UTF-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "UTF-16", "utf-16-le"), (codecs.BOM_UTF16_BE, "UTF-16", "utf-16-be"),
    (b"{\0\0\0", "UTF-32", "utf-32-le"), (b"\0\0\0{", "UTF-32", "utf-32-be"),
    (b"{\0", "UTF-16", "utf-16-le"), (b"\0{", "UTF-16", "utf-16-be"),
)  # fmt: skip
_FORMATS: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip archive"), (b"BZh", "bzip2 data"), (b"\xfd7zXZ", "xz data"), (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x1f\x8b", "gzip data once more"), (b"\x28\xb5\x2f\xfd", "zstd data once more"),
)  # fmt: skip


class Block(msgspec.Struct):
    """Some lines one after the other, without their ends.

    `first` is the number of the first (from 1), `offsets` are those of their first bytes in the unpacked
    input, `end` is the one after the last. `last`: the input ended in the last line without a newline.
    `fault`: none of the lines can be read, for this reason.
    """

    lines: list[bytes]
    first: int
    offsets: list[int]
    end: int
    last: bool = False
    fault: Fault | None = None


class Reader:
    """Reads the blocks of one input; what is only told once is kept as counts."""

    def __init__(self, chunks: Iterable[bytes | Damage], *, lines: int = 0, offset: int = 0) -> None:
        """`lines` and `offset` come before the chunks in the input that they are of."""
        self._chunks = iter(chunks)
        self.lines = lines
        self.crlf = 0
        self.mark = False
        #: The fault of an input that cannot be read as lines at all.
        self.whole: Fault | None = None
        self._offset = offset

    def __iter__(self) -> Iterator[Block | Damage]:
        """The blocks, and what is wrong with an archive where it shows."""
        head, damage, ended = self._head()
        if head.startswith(_MARK):
            head, self.mark, self._offset = head[len(_MARK) :], True, self._offset + len(_MARK)
        encoding = self._sniff(head, ended or damage is not None)
        if encoding is not None:
            yield from self._other_encoding(head, damage, encoding)
            return
        tail = yield from self.take(b"", head)
        if damage is not None:
            yield damage
        for chunk in self._chunks:
            if isinstance(chunk, Damage):
                yield chunk
            else:
                tail = yield from self.take(tail, chunk)
        if tail:
            yield self._block([tail], last=True)

    def _head(self) -> tuple[bytes, Damage | None, bool]:
        """The beginning of the input, enough of it to tell what it is."""
        head = b""
        for chunk in self._chunks:
            if isinstance(chunk, Damage):
                return head, chunk, False
            head += chunk
            if len(head) >= 4 and b"\n" in head and not _undecided(head):
                return head, None, False
            if len(head) > LONGEST:
                return head, None, False
        return head, None, True

    def _sniff(self, head: bytes, whole: bool) -> str | None:
        """Set `whole` where the input holds no lines of records; the name of an encoding with other line ends."""
        for start, name, codec in _ENCODINGS:
            if head.startswith(start):
                self.whole = Fault("file.encoding", found=name)
                return codec
        for start, name in _FORMATS:
            if head.startswith(start):
                self.whole = Fault("file.other-format", found=name)
                return None
        if _is_document(head, whole):
            self.whole = Fault("file.one-document")
        return None

    def take(self, tail: bytes, chunk: bytes) -> Generator[Block | Damage, None, bytes]:
        """The blocks of the lines that a chunk completes; returns the line that it leaves open."""
        data = tail + chunk
        lines = data.split(b"\n")
        tail = lines.pop()
        with_cr = b"\r" in data
        if lines and len(lines[0]) > LONGEST:
            yield self._too_long(lines[0], len(lines[0]) + 1)
            del lines[0]
        for i in range(0, len(lines), BLOCK):
            yield self._block(lines[i : i + BLOCK], with_cr=with_cr)
        if len(tail) > LONGEST:
            tail = yield from self._skip(tail)
        return tail

    def _skip(self, start: bytes) -> Generator[Block | Damage, None, bytes]:
        """Pass over a line that is too long; returns what was read of the next one."""
        length = len(start)
        for chunk in self._chunks:
            if isinstance(chunk, Damage):
                yield chunk
                continue
            end = chunk.find(b"\n")
            if end >= 0:
                yield self._too_long(start, length + end + 1)
                return (yield from self.take(b"", chunk[end + 1 :]))
            length += len(chunk)
        yield self._too_long(start, length)
        return b""

    def _too_long(self, start: bytes, length: int) -> Block:
        fault = Fault("line.too-long", longest=LONGEST)
        block = self._block([start[:_KEPT]], fault=fault)
        self._offset = block.end = block.offsets[0] + length
        return block

    def _block(
        self, lines: list[bytes], *, last: bool = False, with_cr: bool = False, fault: Fault | None = None
    ) -> Block:
        ends = accumulate(map(len, lines), initial=self._offset)
        offsets = list(map(add, ends, count()))
        end = offsets.pop() - last
        block = Block(lines, self.lines + 1, offsets, end, last, fault or self.whole)
        self._offset = end
        self.lines += len(lines)
        if with_cr and self.whole is None:
            bare = [line.removesuffix(b"\r") for line in lines]
            self.crlf += sum(map(len, lines)) - sum(map(len, bare))
            block.lines = bare
        return block

    def _other_encoding(self, head: bytes, damage: Damage | None, codec: str) -> Iterator[Block | Damage]:
        """All lines of a text in another encoding, counted but not read."""
        newline = "\n".encode(codec)
        width, held = len(newline), head
        while True:
            lines, start = [], 0
            at = held.find(newline)
            while at >= 0:
                if at % width == 0:
                    lines.append(held[start:at])
                    start = at + width
                at = held.find(newline, at + 1)
            held = held[start:]
            if lines:
                yield self._wide(lines, width)
            if len(held) > LONGEST:
                held = held[:_KEPT] + held[len(held) - len(held) % width :]
            if damage is not None:
                yield damage
            chunk = next(self._chunks, None)
            if chunk is None:
                break
            damage = chunk if isinstance(chunk, Damage) else None
            held += b"" if isinstance(chunk, Damage) else chunk
        if held:
            yield self._wide([held], width)

    def _wide(self, lines: list[bytes], width: int) -> Block:
        block = self._block(lines)
        block.end += (width - 1) * len(lines)
        block.offsets = [offset + i * (width - 1) for i, offset in enumerate(block.offsets)]
        self._offset = block.end
        return block


def _is_document(head: bytes, whole: bool) -> bool:
    """Whether a text begins like one JSON document that is laid out over several lines, or is one list."""
    first, _, rest = head.lstrip(b" \t\r\n").partition(b"\n")
    text = first.decode(errors="replace")
    if not text.startswith(("[", "{")):
        return False
    if text.startswith("[") and not rest.strip():
        return whole or cut_off(text, "[")
    if not cut_off(text, "{[", in_strings=False):
        return False
    second = rest.lstrip(b" \t\r\n").partition(b"\n")[0].strip()
    return bool(second) and not _is_object(second)


def _undecided(head: bytes) -> bool:
    """Whether more must be read to tell what the input is: its first line is no record, and alone so far.

    Otherwise the verdict would depend on the pieces in which the input comes.
    """
    first, newline, rest = head.removeprefix(_MARK).lstrip(b" \t\r\n").partition(b"\n")
    if not newline:
        return first[:1] in (b"", b"[", b"{")
    if not first.startswith((b"[", b"{")) or _is_object(first):
        return False
    return b"\n" not in rest.lstrip(b" \t\r\n")


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
