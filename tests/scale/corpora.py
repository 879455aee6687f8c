"""Random corpora: games after and between one another, told in several ways, damaged, packed; in many files."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

from backports import zstd

from tests.engine.toy_ruleset import END, head, line, steps
from tests.reading.told import tellings

_ODD = (
    b"no record\n",
    b"\n",
    b'{"type":"game","format":"vflog/1"}\n',
    b'{"type":"game","format":"vflog/9","game":"late","ruleset":"toy","players":[]}\n',
    b'{"type":"step","by":1,"game":"nobody"}\n',
    b'{"type":"step","by":"x","game":"g3"}\n',
    b'{"type":"note","text":"after","game":"g1"}\n',
    b'{"type":"note","text":"after","game":"g4"}\n',
    b'{"type":"step","by":1,"game":"g2"}\r\n',
    b'{"type":"step"\n',
)


def games(chance: random.Random, count: int) -> list[list[bytes]]:
    """The lines of so many logs; some ids and some games come more than once."""
    out: list[list[bytes]] = []
    while len(out) < count:
        id = f"g{chance.randrange(2 * count)}"
        if chance.random() < 0.3:
            out += [list(log) for log in tellings(chance, id, chance.randrange(1, 4))]
            continue
        carries = {"game": id} if chance.random() < 0.4 else {}
        table = {"table": str(chance.randrange(3))} if chance.random() < 0.5 else {}
        log = head(id, **table)
        log += steps(*(chance.randrange(-1, 9) for _ in range(chance.randrange(8))), **carries)
        if chance.random() < 0.7:
            log += line(type="end", **carries) if carries else END
        if chance.random() < 0.2:
            log += line(type="claim", total=chance.randrange(20), **carries)
        out.append(log.splitlines(keepends=True))
    chance.shuffle(out)
    return out


def text(chance: random.Random, count: int) -> bytes:
    """One file: logs one after the other, now and then some of them line by line among each other."""
    logs = games(chance, count)
    out: list[bytes] = []
    mixed, odd = chance.choice((0.0, 0.0, 0.15)), chance.choice((0.0, 0.02, 0.1))
    while logs:
        some = [logs.pop() for _ in range(min(len(logs), chance.choice((1, 2, 3)) if chance.random() < mixed else 1))]
        while some:
            log = chance.choice(some)
            out.append(log.pop(0))
            some = [each for each in some if each]
            if chance.random() < odd:
                out.append(chance.choice(_ODD))
    data = b"".join(out)
    match chance.randrange(12):
        case 0:
            return b"\xef\xbb\xbf" + data
        case 1:
            return data[: chance.randrange(len(data) + 1)]
        case 2:
            return data.replace(b"\n", b"\r\n")
        case 3:
            return b"[\n" + data
        case _:
            return data


def files(chance: random.Random, folder: Path, count: int) -> list[Path]:
    """Files with about so many logs."""
    out = []
    for number in range(chance.randrange(1, 6)):
        data = text(chance, chance.randrange(1, 2 + count))
        match chance.randrange(8):
            case 0:
                data = gzip.compress(data, mtime=0)
                if chance.random() < 0.5 and len(data) > 40:
                    at = chance.randrange(20, len(data))
                    data = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            case 1:
                data = zstd.compress(data)
        path = folder / f"{chance.randrange(10**6)}-{number}.jsonl"
        path.write_bytes(data)
        out.append(path)
    if chance.random() < 0.2:
        out.insert(chance.randrange(len(out) + 1), folder / "missing.jsonl")
    return out
