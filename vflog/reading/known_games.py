"""What is kept of every game that has its verdict: enough to know its other logs again, at most 128 bytes each.

Rows stand in one byte array; tables of row numbers (open addressing) find the log that stands for a game by the key
of the game, the first one with an id, and, where a game is told more than once, each log by its digest.
"""

from __future__ import annotations

import hashlib
import struct
from array import array

import msgspec
from msgspec.structs import astuple

from vflog.engine.telling import Rank, rank
from vflog.engine.verdict import STATUSES
from vflog.log.problems import Place

_row = struct.Struct("<qqIIQII16s4sBBIIHI")
_KEY, _ID, _DIGEST, _FLAGS = 0, 8, 40, 61
_EMPTY = 0xFFFFFFFF
_EMPTY_ROW = bytes(_row.size)
#: Bits of `flags`.
OVER, REDACTED, CUT, SEVERAL, GONE = 1, 2, 4, 8, 16


class KnownGame(msgspec.Struct):
    """A log that has its verdict: where it stands, its lines, the beginning of the digest of them, what it came to.

    `key` is that of its game, `plays` its live records of play, `unknown` the number of `?` in it, `tail` stands for
    a last line that was cut off, `writer` is the app that wrote it and `share` its share in the summary of problems.
    Flags: `OVER`, its `end` holds; `REDACTED`; `CUT`, it has such a tail; `SEVERAL`, the game is told more than once;
    `GONE`, its lines are repeats of another log's.
    """

    key: int
    id_hash: int
    file: int
    line: int
    offset: int
    records: int
    rejects: int
    digest: bytes
    tail: bytes
    status: int
    flags: int
    plays: int
    unknown: int
    writer: int
    share: int

    @property
    def count(self) -> int:
        """Its complete lines."""
        return self.records + self.rejects - (1 if self.flags & CUT else 0)

    @property
    def rank(self) -> Rank:
        """Where it stands among the logs of its game."""
        return rank(
            STATUSES[self.status],
            self.digest,
            plays=self.plays,
            unknown=self.unknown,
            over=bool(self.flags & OVER),
            redacted=bool(self.flags & REDACTED),
        )

    @property
    def tie(self) -> tuple[int, bool, bytes]:
        """Where it stands among logs with the same complete lines: the first in doubt for nothing, not cut off."""
        return (-self.status, bool(self.flags & CUT), self.tail)

    def place(self, file: str, game: str) -> Place:
        """Where it begins."""
        return Place(file=file, line=self.line, byte_offset=self.offset, game=game)


class KnownGames:
    """The logs of games that have their verdicts."""

    def __init__(self) -> None:
        self._rows = bytearray()
        self._standing = _Index(self._rows, _KEY, 8)
        self._by_id = _Index(self._rows, _ID, 8)
        self._by_log = _Index(self._rows, _DIGEST, 16)
        #: The games told more than once, and their ids.
        self._several = array("q")
        self._ids = bytearray()

    def __len__(self) -> int:
        return len(self._rows) // _row.size

    def row(self, number: int) -> KnownGame:
        """A log by its number."""
        return KnownGame(*_row.unpack_from(self._rows, number * _row.size))

    def add(self, game: KnownGame, id: str = "") -> int:
        """Keep a log of a game with that id; its number. The first of its game stands for it, until `stand`."""
        number = len(self)
        self._rows += _EMPTY_ROW
        before = self.standing(game.key)
        if before is not None:
            if not (first := self.row(before)).flags & SEVERAL:
                first.flags |= SEVERAL
                self.replace(before, first)
                self._by_log.add(before)
                self._several.append(game.key)
                self._ids += id.encode() + b"\n"
            game.flags |= SEVERAL
        self.replace(number, game)
        if before is None:
            self._standing.add(number)
        else:
            self._by_log.add(number)
        if self.by_id(game.id_hash) is None:
            self._by_id.add(number)
        return number

    def replace(self, number: int, game: KnownGame) -> None:
        """Keep something else of the same log."""
        _row.pack_into(self._rows, number * _row.size, *astuple(game))

    def standing(self, key: int) -> int | None:
        """The number of the log that stands for a game."""
        return self._standing.first(_long(key))

    def stand(self, before: int, number: int) -> None:
        """Another log of the same game stands for it."""
        self._standing.exchange(before, number)

    def same_log(self, key: int, digest: bytes) -> list[int]:
        """The numbers of the logs of that game with that digest."""
        number = self.standing(key)
        if number is not None and not self._rows[number * _row.size + _FLAGS] & SEVERAL:
            return [number] if self._by_log.value(number) == digest[:16] else []
        return self._by_log.every(digest[:16])

    def by_id(self, id_hash: int) -> int | None:
        """The number of the first game with that id."""
        return self._by_id.first(_long(id_hash))

    def ids(self) -> dict[int, str]:
        """The ids of the games told more than once, by their keys."""
        return dict(zip(self._several, self._ids.decode().split("\n"), strict=False))


def id_hash(game: str) -> int:
    """63 bits that stand for an id."""
    return int.from_bytes(hashlib.sha256(game.encode()).digest()[:8], "big") >> 1


def _long(value: int) -> bytes:
    """A key or the hash of an id as it stands in a row."""
    return value.to_bytes(8, "little", signed=True)


class _Index:
    """Row numbers by what the rows hold in one place, with linear probing; never more than two thirds full."""

    def __init__(self, rows: bytearray, at: int, size: int) -> None:
        self._rows, self._at, self._size = rows, at, size
        self._slots = array("I", [_EMPTY]) * 64
        self._used = 0

    def value(self, number: int) -> bytes:
        """What a row holds there."""
        start = number * _row.size + self._at
        return bytes(self._rows[start : start + self._size])

    def first(self, value: bytes) -> int | None:
        """A row that holds this."""
        slots = self._slots
        mask = len(slots) - 1
        at = _hash(value) & mask
        while (number := slots[at]) != _EMPTY:
            if self.value(number) == value:
                return number
            at = at + 1 & mask
        return None

    def every(self, value: bytes) -> list[int]:
        """The rows that hold this."""
        out, slots = [], self._slots
        mask = len(slots) - 1
        at = _hash(value) & mask
        while (number := slots[at]) != _EMPTY:
            if self.value(number) == value:
                out.append(number)
            at = at + 1 & mask
        return out

    def add(self, number: int) -> None:
        """Index a row."""
        if self._used * 3 >= len(self._slots) * 2:
            old = self._slots
            self._slots = array("I", [_EMPTY]) * (len(old) * 2)
            for kept in old:
                if kept != _EMPTY:
                    self._put(kept)
        self._put(number)
        self._used += 1

    def exchange(self, old: int, new: int) -> None:
        """Another row that holds the same in the place of one."""
        mask = len(self._slots) - 1
        at = _hash(self.value(old)) & mask
        while self._slots[at] != old:
            at = at + 1 & mask
        self._slots[at] = new

    def _put(self, number: int) -> None:
        mask = len(self._slots) - 1
        at = _hash(self.value(number)) & mask
        while self._slots[at] != _EMPTY:
            at = at + 1 & mask
        self._slots[at] = number


def _hash(value: bytes) -> int:
    return int.from_bytes(value[:7], "little")
