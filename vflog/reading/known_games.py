"""What is kept of every game that has its verdict: enough to know its other logs again, at most 128 bytes each.

Rows stand in one byte array; tables of row numbers (open addressing) find the log that stands for a game by the key
of the game, the first one with an id, and, where a game is told more than once, each log by its digest.
"""

from __future__ import annotations

import hashlib
import struct
from array import array
from collections.abc import Callable, Iterator

import msgspec

from vflog.engine.telling import Rank, rank
from vflog.engine.verdict import STATUSES
from vflog.log.problems import Place

_row = struct.Struct("<qqIIQII16s4sBBIIHI")
_KEY, _ID, _DIGEST, _FLAGS = 0, 8, 40, 61
_EMPTY = 0xFFFFFFFF
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
        self._standing = _Index()
        self._by_id = _Index()
        self._by_log = _Index()
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
        self._rows += b"\0" * _row.size
        before = self.standing(game.key)
        if before is not None:
            if not (first := self.row(before)).flags & SEVERAL:
                first.flags |= SEVERAL
                self.replace(before, first)
                self._by_log.add(self._log_of(before), before, self._log_of)
                self._several.append(game.key)
                self._ids += id.encode() + b"\n"
            game.flags |= SEVERAL
        self.replace(number, game)
        if before is None:
            self._standing.add(game.key, number, self._key_of)
        else:
            self._by_log.add(self._log_of(number), number, self._log_of)
        if next(self.by_id(game.id_hash), None) is None:
            self._by_id.add(game.id_hash, number, self._id_of)
        return number

    def replace(self, number: int, game: KnownGame) -> None:
        """Keep something else of the same log."""
        _row.pack_into(
            self._rows,
            number * _row.size,
            game.key,
            game.id_hash,
            game.file,
            game.line,
            game.offset,
            game.records,
            game.rejects,
            game.digest,
            game.tail,
            game.status,
            game.flags,
            game.plays,
            game.unknown,
            game.writer,
            game.share,
        )

    def standing(self, key: int) -> int | None:
        """The number of the log that stands for a game."""
        return next((n for n in self._standing.find(key) if self._key_of(n) == key), None)

    def stand(self, before: int, number: int) -> None:
        """Another log of the same game stands for it."""
        self._standing.exchange(self._key_of(before), before, number)

    def by_log(self, digest: bytes) -> Iterator[int]:
        """The numbers of the logs with that digest, of games told more than once."""
        wanted = digest[:16]
        return (n for n in self._by_log.find(_hash_of(wanted)) if self._digest_of(n) == wanted)

    def same_log(self, key: int, digest: bytes) -> Iterator[int]:
        """The numbers of the logs of that game with that digest."""
        number = self.standing(key)
        if number is not None and not self._rows[number * _row.size + _FLAGS] & SEVERAL:
            if self._digest_of(number) == digest[:16]:
                yield number
            return
        yield from self.by_log(digest)

    def by_id(self, id_hash: int) -> Iterator[int]:
        """The number of the first game with that id."""
        return (n for n in self._by_id.find(id_hash) if self._id_of(n) == id_hash)

    def ids(self) -> dict[int, str]:
        """The ids of the games told more than once, by their keys."""
        return dict(zip(self._several, self._ids.decode().split("\n"), strict=False))

    def _key_of(self, number: int) -> int:
        return self._long(number * _row.size + _KEY)

    def _id_of(self, number: int) -> int:
        return self._long(number * _row.size + _ID)

    def _long(self, at: int) -> int:
        return int.from_bytes(self._rows[at : at + 8], "little", signed=True)

    def _digest_of(self, number: int) -> bytes:
        at = number * _row.size + _DIGEST
        return bytes(self._rows[at : at + 16])

    def _log_of(self, number: int) -> int:
        return _hash_of(self._digest_of(number))


def id_hash(game: str) -> int:
    """63 bits that stand for an id."""
    return int.from_bytes(hashlib.sha256(game.encode()).digest()[:8], "big") >> 1


def _hash_of(digest: bytes) -> int:
    return int.from_bytes(digest[:8], "little") >> 1


class _Index:
    """Row numbers by a hash, with linear probing; never more than two thirds full."""

    def __init__(self) -> None:
        self._slots = array("I", [_EMPTY]) * 64
        self._used = 0

    def find(self, hashed: int) -> Iterator[int]:
        """The rows that may have that hash."""
        mask = len(self._slots) - 1
        at = hashed & mask
        while (number := self._slots[at]) != _EMPTY:
            yield number
            at = at + 1 & mask

    def add(self, hashed: int, number: int, hash_of: Callable[[int], int]) -> None:
        if self._used * 3 >= len(self._slots) * 2:
            old = self._slots
            self._slots = array("I", [_EMPTY]) * (len(old) * 2)
            for kept in old:
                if kept != _EMPTY:
                    self._put(hash_of(kept), kept)
        self._put(hashed, number)
        self._used += 1

    def exchange(self, hashed: int, old: int, new: int) -> None:
        """Another row with the same hash in the place of one."""
        mask = len(self._slots) - 1
        at = hashed & mask
        while self._slots[at] != old:
            at = at + 1 & mask
        self._slots[at] = new

    def _put(self, hashed: int, number: int) -> None:
        mask = len(self._slots) - 1
        at = hashed & mask
        while self._slots[at] != _EMPTY:
            at = at + 1 & mask
        self._slots[at] = number
