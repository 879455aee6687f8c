"""What is kept of every game that has its verdict: enough to know its copies again, at most 128 bytes each.

Rows stand in one byte array; two tables of row numbers (open addressing) find them by key and by id.
"""

from __future__ import annotations

import hashlib
import struct
from array import array
from collections.abc import Callable, Iterator

import msgspec

from vflog.log.problems import Place

_row = struct.Struct("<qqIIQIII16sBBI")
#: Where `alone` stands in a row.
_ALONE = 10
_EMPTY = 0xFFFFFFFF


class KnownGame(msgspec.Struct):
    """A game that has its verdict: where it stands, how many lines it has, the beginning of the digest of
    them, what it came to.

    `alone`: no line of anything else stood between its first line and its last. `share`: the number of its share
    in the summary of problems.
    """

    key: int
    id_hash: int
    file: int
    line: int
    offset: int
    count: int
    records: int
    rejects: int
    digest: bytes
    status: int
    alone: bool
    share: int

    def place(self, file: str, game: str) -> Place:
        """Where it begins."""
        return Place(file=file, line=self.line, byte_offset=self.offset, game=game)


class KnownGames:
    """The games that have their verdicts."""

    def __init__(self) -> None:
        self._rows = bytearray()
        self._by_key = _Index()
        self._by_id = _Index()

    def __len__(self) -> int:
        return len(self._rows) // _row.size

    def row(self, number: int) -> KnownGame:
        """A game by its number."""
        values = list(_row.unpack_from(self._rows, number * _row.size))
        values[_ALONE] = bool(values[_ALONE])
        return KnownGame(*values)

    def add(self, game: KnownGame) -> int:
        """Keep a game; its number."""
        number = len(self)
        self._rows += b"\0" * _row.size
        self.replace(number, game)
        self._by_key.add(game.key, number, self._key_of)
        if next(self.by_id(game.id_hash), None) is None:
            self._by_id.add(game.id_hash, number, self._id_of)
        return number

    def replace(self, number: int, game: KnownGame) -> None:
        """Keep another reading of the same game (same key and id) in its place."""
        _row.pack_into(
            self._rows, number * _row.size, game.key, game.id_hash, game.file, game.line, game.offset, game.count,
            game.records, game.rejects, game.digest, game.status, game.alone, game.share,
        )  # fmt: skip

    def by_key(self, key: int) -> Iterator[int]:
        """The numbers of the games with that key."""
        return (n for n in self._by_key.find(key) if self._key_of(n) == key)

    def by_id(self, id_hash: int) -> Iterator[int]:
        """The number of the first game with that id."""
        return (n for n in self._by_id.find(id_hash) if self._id_of(n) == id_hash)

    def _key_of(self, number: int) -> int:
        return int.from_bytes(self._rows[number * _row.size : number * _row.size + 8], "little", signed=True)

    def _id_of(self, number: int) -> int:
        return int.from_bytes(self._rows[number * _row.size + 8 : number * _row.size + 16], "little", signed=True)


def id_hash(game: str) -> int:
    """63 bits that stand for an id."""
    return int.from_bytes(hashlib.sha256(game.encode()).digest()[:8], "big") >> 1


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

    def _put(self, hashed: int, number: int) -> None:
        mask = len(self._slots) - 1
        at = hashed & mask
        while self._slots[at] != _EMPTY:
            at = at + 1 & mask
        self._slots[at] = number
