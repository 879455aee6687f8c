"""What is fuzzed: each target takes any bytes and raises only where vflog is at fault.

Shared by the tests, which run the committed corpus and random bytes, and by `fuzz/fuzz.py`, which searches for more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from vflog import services
from vflog.engine.ruleset import ruleset
from vflog.engine.settings import Settings
from vflog.games.veiled_fate.pack_file import PackError
from vflog.games.veiled_fate.pack_reader import read
from vflog.log.align import align
from vflog.log.archives import unpack
from vflog.log.chain import line_hashes
from vflog.log.sources import Source
from vflog.playback.seals import (
    NoSeal,
    Seal1,
    decode,
    decode_key,
    decode_openings,
    key_pieces,
    openings_bytes,
    seal_pieces,
)  # fmt: skip
from vflog.reading.corpus import judge
from vflog.store.query import plain


class Given(Source):
    """Bytes that are at hand, in pieces of some size."""

    data: bytes = b""
    piece: int = 1 << 18

    def chunks(self, seen: Callable[[bytes], None] | None = None) -> Iterator[Any]:
        """The unpacked bytes."""
        if seen is not None:
            seen(self.data)
        return unpack([self.data[i : i + self.piece] for i in range(0, len(self.data), self.piece)])


def reader(data: bytes) -> None:
    """A log: every line is accounted for, and it does not matter in which pieces it comes."""
    whole, pieces = (
        judge([Given("log", None, data=data, piece=piece)], Settings(digests=True)) for piece in (1 << 18, 7)
    )
    assert whole == pieces
    (file,) = whole.files
    assert file.lines == file.blank + file.records + file.rejects + file.repeats
    assert file.records == sum(game.records for game in whole.games)
    assert whole.totals.errors == sum(p.severity == "error" for p in whole.problems)
    for game in whole.games:
        assert game.records == game.applied + game.refused + game.taken_back + game.unjudged
    assert plain(json.loads(json.dumps(whole.totals.by_status))) == whole.totals.by_status


def referee(data: bytes) -> None:
    """The lines of a conversation: each is answered, what is refused changes nothing, what is kept is a sound log."""
    session = services.referee(say=_no_fault)
    digest, kept, games = None, [], 0
    for raw in data.split(b"\n"):
        answer = session.answer(raw)
        if not answer.ok:
            assert answer.problems
            assert session.accepted is None
            assert games != 1 or answer.digest == digest
        elif session.accepted is not None:
            kept.append(session.accepted)
            games += answer.n == 0
            digest = answer.digest
    statuses = session.finish()
    report = judge([Given("log", None, data=b"".join(raw + b"\n" for raw in kept))], Settings(holds_under=False))
    assert not kept or report.totals.errors == report.totals.rejects == 0, report.problems
    assert not kept or {*report.totals.by_status} == statuses


def _no_fault(sentence: str) -> None:
    raise AssertionError(sentence)


def seal(data: bytes) -> None:
    """The file of a seal: it is one, and then means the same when written anew, or it is none."""
    try:
        found = decode(data, "x.seal")
    except NoSeal:
        return
    if not isinstance(found, Seal1):
        # What is read is what is written: no change of a byte goes by.
        assert b"".join(seal_pieces(found)) == data


def key(data: bytes) -> None:
    """The file of a key, or of openings."""
    with suppress(NoSeal):
        assert b"".join(key_pieces(decode_key(data, "x.key"))) == data
    with suppress(NoSeal):
        opened = decode_openings(data, "x.openings")
        assert decode_openings(openings_bytes(opened), "x.openings") == opened


def chain(data: bytes) -> None:
    """Two lists of lines: what became of each line of the one in the other."""
    old, _, new = data.partition(b"\0")
    hashes = [b"".join(plain for plain, _ in line_hashes([part])) for part in (old, new)]
    changes = align(*hashes, 32)
    assert bool(changes) == (hashes[0] != hashes[1])
    gone = sum(c.sealed is not None for c in changes)
    come = sum(c.line is not None for c in changes)
    assert len(hashes[0]) // 32 - gone == len(hashes[1]) // 32 - come


def pack(data: bytes) -> None:
    """A content pack: it is read, or there is a sentence that says why not."""
    with suppress(PackError):
        read(data)


def header(data: bytes) -> None:
    """A value in the place of any field of a header: the rules say yes or no."""
    first = {
        "type": "game",
        "format": "vflog/1",
        "game": "g",
        "ruleset": "veiled-fate",
        "revision": "2026-12",
        "players": [{"id": "a"}, {"id": "b"}],
    }
    names = [*first, *ruleset("veiled-fate").header.__struct_fields__]
    key = names[data[0] % len(names)] if data else "game"
    plain = json.dumps({k: v for k, v in first.items() if k != key}).encode()
    reader(plain[:-1] + b',"' + key.encode() + b'":' + data[1:] + b"}\n")


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (reader, referee, seal, key, chain, pack, header)
}
