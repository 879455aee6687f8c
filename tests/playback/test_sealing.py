"""Seals: whatever is done to a sealed log is named exactly."""

from __future__ import annotations

import gzip
import json
import os
import random
from pathlib import Path

import pytest
from backports import zstd

from tests.cli.attacker import written
from tests.cli.conftest import ROOT
from vflog import services
from vflog.playback.sealing import pinned

Change = tuple[str, int | None, int | None]
#: So many edits of each kind, of eight kinds.
EDITS = int(os.environ.get("VFLOG_SEAL_EDITS", "250"))
LINES = (ROOT / "sample_logs" / "base-2p.jsonl").read_bytes().splitlines()[:60]


class Edits:
    """Edits of a sealed log, by kind: the lines after it, and what must be said (several where they are equal)."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def new(self) -> bytes:
        """A line that is nowhere else."""
        return b'{"type":"note","text":"%d"}' % self.random.getrandbits(60)

    def at(self) -> int:
        """The place of a line."""
        return self.random.randrange(len(LINES))

    def change(self) -> tuple[list[bytes], list[list[Change]]]:
        """A line reads another way, or is another one."""
        k = self.at()
        line = LINES[k]
        place = self.random.randrange(len(line))
        other = self.random.choice([self.new(), line[:place] + b"~" + line[place + 1 :], b"", line + b" "])
        return [*LINES[:k], other, *LINES[k + 1 :]], [[("changed", k + 1, k + 1)]]

    def drop(self) -> tuple[list[bytes], list[list[Change]]]:
        """A line, or some together, are gone."""
        k, many = self.at(), self.random.randint(1, 5)
        gone = range(k + 1, min(k + many, len(LINES)) + 1)
        return [*LINES[:k], *LINES[k + many :]], [[("missing", n, None) for n in gone]]

    def insert(self) -> tuple[list[bytes], list[list[Change]]]:
        """A new line, or one that is there elsewhere already."""
        k = self.at()
        copied = self.at()
        line = self.random.choice([self.new(), LINES[copied]])
        places = {k + 1} if line != LINES[copied] else {k + 1, *((k, k + 2) if copied in (k - 1, k) else ())}
        return [*LINES[:k], line, *LINES[k:]], [[("added", None, n)] for n in sorted(places)]

    def swap(self) -> tuple[list[bytes], list[list[Change]]]:
        """Two lines stand in each other's place."""
        i, j = sorted(self.random.sample(range(len(LINES)), 2))
        lines = [*LINES]
        lines[i], lines[j] = lines[j], lines[i]
        to, back = ("moved", j + 1, i + 1), ("moved", i + 1, j + 1)
        if j - i == 1:
            return lines, [[to], [back]]
        middle = ("moved", i + 2, i + 2)
        return lines, [[to, back], *([[to, middle], [middle, back]] if j - i == 2 else [])]

    def cut(self) -> tuple[list[bytes], list[list[Change]]]:
        """The end is gone."""
        k = self.at()
        return LINES[:k], [[("missing", n, None) for n in range(k + 1, len(LINES) + 1)]]

    def extend(self) -> tuple[list[bytes], list[list[Change]]]:
        """The log goes on."""
        more = [self.new() for _ in range(self.random.randint(1, 5))]
        return [*LINES, *more], [[("added", None, len(LINES) + n) for n in range(1, len(more) + 1)]]

    def encode_line(self) -> tuple[list[bytes], list[list[Change]]]:
        """A line says the same in other bytes."""
        k = self.at()
        plain = json.loads(LINES[k])
        again = self.random.choice([json.dumps(plain).encode(), written(dict(reversed(plain.items())))])
        return [*LINES[:k], again, *LINES[k + 1 :]], [[("changed", k + 1, k + 1)]]

    def two(self) -> tuple[list[bytes], list[list[Change]]]:
        """A line is gone early, and a new one came late."""
        k, j = self.random.randrange(20), self.random.randrange(30, 50)
        lines = [*LINES[:k], *LINES[k + 1 : j], self.new(), *LINES[j:]]
        return lines, [[("missing", k + 1, None), ("added", None, j)]]


KINDS = ("change", "drop", "insert", "swap", "cut", "extend", "encode_line", "two")


@pytest.mark.parametrize("kind", KINDS)
def test_each_edit_of_a_sealed_log_is_named_exactly(tmp_path: Path, kind: str) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"\n".join(LINES) + b"\n")
    sealed = services.seal(log)
    edits = Edits(KINDS.index(kind))
    for _ in range(EDITS):
        lines, right = getattr(edits, kind)()
        log.write_bytes(b"".join(line + b"\n" for line in lines))
        found = services.verify(log, sealed.seal, sealed.key)
        assert found.intact is False
        assert [(c.what, c.sealed, c.line) for c in found.changes] in right
        # What is not sealed again is found; what is sealed again, by the noted head.
        again = services.seal(log, key=sealed.key.key)
        assert services.verify(log, again.seal, again.key).intact is True
        assert pinned(again.seal, sealed.seal.head, None) != []


@pytest.mark.parametrize(
    "encoded",
    [
        b"\n".join(LINES),
        b"\r\n".join(LINES) + b"\r\n",
        b"\xef\xbb\xbf" + b"\n".join(LINES) + b"\n",
        gzip.compress(b"\n".join(LINES) + b"\n", mtime=0),
        gzip.compress(b"\n".join(LINES[:30]) + b"\n", mtime=0) + gzip.compress(b"\n".join(LINES[30:]), mtime=0),
        zstd.compress(b"\r\n".join(LINES)),
    ],
)
def test_packing_line_ends_and_the_mark_are_not_what_is_sealed(tmp_path: Path, encoded: bytes) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(b"\n".join(LINES) + b"\n")
    sealed = services.seal(log, key=bytes(32))
    log.write_bytes(encoded)
    assert services.verify(log, sealed.seal, sealed.key).intact is True
    assert services.seal(log, key=bytes(32)) == sealed
