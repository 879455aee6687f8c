"""Unpacks gzip (several members) and zstd (several frames), told by content; damage is told, never guessed over.

Both are walked by their own published structure, so that damage has an exact offset and no text of a
library's error has to be read.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from vflog.log.codes import CODES
from vflog.log.problems import Place, Problem, make_problem

#: What is unpacked at once.
PIECE = 1 << 18
GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
#: The largest window that zstd data may ask for (what the reference tool grants).
WINDOW = 1 << 27
_LARGEST_BLOCK = 1 << 17


class Damage(msgspec.Struct):
    """Something wrong with an archive. `start`, `end`: the member at fault in the unpacked input.

    `ends`: nothing comes after it.
    """

    code: str
    values: dict[str, Any]
    start: int
    end: int
    ends: bool

    def problem(self, place: Place) -> Problem:
        """The problem of the file, or of a game with a line in it."""
        return make_problem(CODES, self.code, self.values, place)


class _Feed:
    """The packed bytes with the place reached."""

    def __init__(self, chunks: Iterator[bytes], held: bytes) -> None:
        self._chunks = chunks
        self._held = held
        self._next = 0
        self.offset = 0

    def some(self) -> bytes:
        """The bytes at hand; none at the end."""
        out = self._held[self._next :] or next(self._chunks, b"")
        self._held, self._next = b"", 0
        self.offset += len(out)
        return out

    def back(self, unused: bytes) -> None:
        """Give back what was not used."""
        self._held, self._next = unused + self._held[self._next :], 0
        self.offset -= len(unused)

    def take(self, length: int) -> bytes:
        """Exactly so many bytes, fewer only at the end."""
        out = self.peek(length)
        self._next += len(out)
        self.offset += len(out)
        return out

    def peek(self, length: int) -> bytes:
        """The same without going on."""
        while len(self._held) - self._next < length and (more := next(self._chunks, b"")):
            self._held, self._next = self._held[self._next :] + more, 0
        return self._held[self._next : self._next + length]


class _Cut(Exception):
    """The packed bytes end too early."""


class _Broken(Exception):
    """The packed bytes are damaged at an offset."""

    def __init__(self, offset: int, code: str = "archive.corrupt", **values: Any) -> None:
        super().__init__(offset)
        self.offset = offset
        self.code = code
        self.values = values


def unpack(chunks: Iterable[bytes]) -> Iterator[bytes | Damage]:
    """The plain bytes of an input, packed or not, and what is wrong with its packing."""
    rest = iter(chunks)
    head = b""
    while len(head) < len(ZSTD) and (chunk := next(rest, b"")):
        head += chunk
    if head.startswith(GZIP):
        yield from _Unpacker(_Feed(rest, head), "gzip").run()
    elif head.startswith(ZSTD) or _is_skippable(head[:4]):
        yield from _Unpacker(_Feed(rest, head), "zstd").run()
    else:
        if head:
            yield head
        yield from rest


class _Unpacker:
    """Unpacks one input, member after member."""

    def __init__(self, feed: _Feed, kind: str) -> None:
        self.feed = feed
        self.kind = kind
        self.unpacked = 0
        self.start = 0

    def run(self) -> Iterator[bytes | Damage]:
        member = self._gzip_member if self.kind == "gzip" else self._zstd_frame
        try:
            while self.feed.peek(1):
                self.start = self.unpacked
                for piece in member():
                    if isinstance(piece, bytes):
                        self.unpacked += len(piece)
                    yield piece
        except _Cut:
            yield self._damage("archive.truncated", self.feed.offset, ends=True)
        except _Broken as broken:
            yield self._damage(broken.code, broken.offset, ends=True, **broken.values)

    def _damage(self, code: str, offset: int, *, ends: bool, **values: Any) -> Damage:
        return Damage(code, {"kind": self.kind, "offset": offset, **values}, self.start, self.unpacked, ends)

    def _need(self, length: int) -> bytes:
        out = self.feed.take(length)
        if len(out) < length:
            raise _Cut
        return out

    def _gzip_member(self) -> Iterator[bytes | Damage]:
        if not self._gzip_header():
            return
        crc = size = 0
        for piece in self._inflate():
            crc = zlib.crc32(piece, crc)
            size += len(piece)
            yield piece
        trailer = self._need(8)
        if trailer != crc.to_bytes(4, "little") + (size & 0xFFFFFFFF).to_bytes(4, "little"):
            yield self._damage("archive.checksum", self.feed.offset, ends=False)

    def _gzip_header(self) -> bool:
        """Read the header of a member (RFC 1952); false where only padding follows."""
        at = self.feed.offset
        magic = self.feed.take(1)
        while at and magic == b"\0":
            magic = self.feed.take(1)
            if not magic:
                return False
        if magic != GZIP[:1] or self._need(1) != GZIP[1:]:
            raise _Broken(at)
        method, flags, *_ = self._need(8)
        if method != 8 or flags & 0xE0:
            raise _Broken(at)
        if flags & 4:
            self._need(int.from_bytes(self._need(2), "little"))
        for flag in (8, 16):
            while flags & flag and self._need(1) != b"\0":
                pass
        if flags & 2:
            self._need(2)
        return True

    def _inflate(self) -> Iterator[bytes]:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        while not inflater.eof:
            packed = self.feed.some()
            if not packed:
                raise _Cut
            while packed and not inflater.eof:
                before = inflater.copy()
                try:
                    piece = inflater.decompress(packed, PIECE)
                except zlib.error:
                    yield from self._up_to_damage(before, packed)
                    return
                packed = inflater.unconsumed_tail
                if piece:
                    yield piece
        self.feed.back(inflater.unused_data)

    def _up_to_damage(self, inflater: Any, packed: bytes) -> Iterator[bytes]:
        """What can still be unpacked, byte by byte, and where the damage shows."""
        start = self.feed.offset - len(packed)
        for i in range(len(packed)):
            try:
                piece = inflater.decompress(packed[i : i + 1])
            except zlib.error:
                raise _Broken(start + i) from None
            if piece:
                yield piece

    def _zstd_frame(self) -> Iterator[bytes | Damage]:
        """One frame (RFC 8878), its blocks fed one by one."""
        at = self.feed.offset
        magic = self._need(4)
        if _is_skippable(magic):
            self._skip(int.from_bytes(self._need(4), "little"))
            return
        if magic != ZSTD:
            raise _Broken(at)
        header, window, has_checksum = self._zstd_header(magic)
        if window > WINDOW:
            raise _Broken(at, "archive.window", found=window, most=WINDOW)
        unpacker = _zstd().ZstdDecompressor()
        yield from self._unzstd(unpacker, header, at)
        last = False
        while not last:
            at = self.feed.offset
            head = self._need(3)
            word = int.from_bytes(head, "little")
            last, kind, length = bool(word & 1), word >> 1 & 3, word >> 3
            if kind == 3 or length > _LARGEST_BLOCK:
                raise _Broken(at)
            yield from self._unzstd(unpacker, head + self._need(1 if kind == 1 else length), at)
        if has_checksum:
            try:
                yield from self._unzstd(unpacker, self._need(4), at)
            except _Broken:
                yield self._damage("archive.checksum", self.feed.offset, ends=False)

    def _zstd_header(self, magic: bytes) -> tuple[bytes, int, bool]:
        """The bytes of a frame's header, the window it asks for, whether a checksum ends it."""
        descriptor = self._need(1)
        flags = descriptor[0]
        single = bool(flags & 0x20)
        window_byte = b"" if single else self._need(1)
        dictionary = self._need((0, 1, 2, 4)[flags & 3])
        size = self._need((1 if single else 0, 2, 4, 8)[flags >> 6])
        if single:
            window = int.from_bytes(size, "little")
        else:
            base = 1 << 10 + (window_byte[0] >> 3)
            window = base + base // 8 * (window_byte[0] & 7)
        return magic + descriptor + window_byte + dictionary + size, window, bool(flags & 4)

    def _unzstd(self, unpacker: Any, packed: bytes, at: int) -> Iterator[bytes]:
        try:
            piece = unpacker.decompress(packed)
        except _zstd().ZstdError:
            raise _Broken(at) from None
        if piece:
            yield piece

    def _skip(self, length: int) -> None:
        while length:
            length -= len(self._need(min(length, PIECE)))


def is_packed(head: bytes) -> bool:
    """Whether an input whose first four bytes these are is an archive that is unpacked here."""
    return head.startswith((GZIP, ZSTD)) or _is_skippable(head)


def _is_skippable(magic: bytes) -> bool:
    return len(magic) == 4 and 0x50 <= magic[0] <= 0x5F and magic[1:] == b"\x2a\x4d\x18"


def _zstd() -> Any:
    """The zstd module, loaded only where it is needed."""
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from backports import zstd
    return zstd
