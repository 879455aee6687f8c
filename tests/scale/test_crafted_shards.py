"""A file of a shard can come from anywhere: whatever stands in it, it is merged or refused in a sentence."""

from __future__ import annotations

import gzip
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.conftest import LOGS, ROOT, Run, vflog
from vflog.scale.shards import Reader

__all__ = ["vflog"]

CHANGES = int(os.environ.get("VFLOG_CRAFTED", "32"))
FIRST = int(os.environ.get("VFLOG_SEED", "0"))
_LENGTH = 8
#: What may stand in the place of a value.
_ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 1 << 31, 1 << 62, (1 << 64) - 1, -(1 << 63), 0.5, float("nan"), "", "g1", "none",
    "\x00", "x" * 300, b"", b"\x00" * 16, b"{}", [], [None], [0, 0], ["x"], {}, {"x": 1}, "valid", "message", "f",
)  # fmt: skip


def documents(path: Path) -> list[Any]:
    """What a file holds, one thing after the other."""
    data, at, out = gzip.decompress(path.read_bytes()), 0, []
    while at < len(data):
        length = int.from_bytes(data[at : at + _LENGTH], "little")
        out.append(msgspec.msgpack.decode(data[at + _LENGTH : at + _LENGTH + length]))
        at += _LENGTH + length
    return out


def written(path: Path, things: list[Any]) -> None:
    out = bytearray()
    for each in things:
        data = msgspec.msgpack.encode(each)
        out += len(data).to_bytes(_LENGTH, "little") + data
    path.write_bytes(gzip.compress(bytes(out), 1))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in some plain data where something stands: the container, and the index or key."""
    if isinstance(value, list | dict):
        for key, each in [*(enumerate(value) if isinstance(value, list) else value.items())]:
            yield value, key
            yield from places(each)


def change(chance: random.Random, things: list[Any]) -> None:
    """Something else in the place of a value, a value left out, told twice, at another place; a count changed."""
    within, key = chance.choice([*places(things)])
    value = within[key]
    match chance.randrange(7):
        case 6:  # another value of its type, which stood somewhere else
            same = [c[k] for c, k in places(things) if type(c[k]) is type(value) and not isinstance(value, list | dict)]
            within[key] = chance.choice(same or [value])
        case 0:
            del within[key]
        case 1 if isinstance(within, list):
            within.insert(key, msgspec.msgpack.decode(msgspec.msgpack.encode(value)))
        case 2 if isinstance(within, list):
            other = chance.randrange(len(within))
            within[key], within[other] = within[other], within[key]
        case 3 if isinstance(value, int) and not isinstance(value, bool):
            within[key] = value + chance.choice((-1, 1, 1000))
        case 4 if isinstance(value, str):
            within[key] = value[: len(value) // 2] + chance.choice(("", "x", "é\x1b"))
        case 4 if isinstance(value, bytes):
            at = chance.randrange(len(value) + 1)
            within[key] = value[:at] + bytes([chance.randrange(256)]) + value[at + 1 :]
        case _:
            within[key] = chance.choice(_ODD)


@pytest.fixture(scope="module", params=["validate", "load"])
def shards(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[Path]]:
    """Two shards of some logs: sound, refused, cut into parts; what they are for."""
    from vflog import shards

    place = tmp_path_factory.mktemp("crafted")
    sample = (ROOT / "sample_logs" / "base-3p.jsonl").read_bytes()
    lines = sample.splitlines(keepends=True)
    logs = [lines, lines[:30], [*lines[:60], *lines[90:]], [*lines[:5], b"no record\n", *lines[5:20]]]
    for i, log in enumerate(logs):
        (place / f"{i}.jsonl").write_bytes(b"".join(log).replace(b'"game":"', b'"game":"%d' % (i // 2), 1))
    (place / "udacha.jsonl").write_bytes(next(LOGS.parent.rglob("udacha/*.jsonl")).read_bytes())
    paths = [place / "a.part", place / "b.part"]
    for i, path in enumerate(paths, 1):
        shards.write_shard([place], path, i, 2, rows=request.param == "load", jobs=1)
    return request.param, paths


@pytest.mark.parametrize("seed", range(FIRST, FIRST + CHANGES))
def test_a_changed_shard_is_merged_or_refused(
    vflog: Run, shards: tuple[str, list[Path]], tmp_path: Path, seed: int
) -> None:
    what, (one, other) = shards
    chance = random.Random(f"crafted {what} {seed}")
    things = documents(one)
    for _ in range(chance.choice((1, 1, 2, 5))):
        change(chance, things)
    written(tmp_path / "changed.part", things)
    if what == "load":
        if seed % 4 != FIRST % 4:
            pytest.skip("of loads one in four is tried")
        told = vflog("merge", tmp_path / "changed.part", other, "--db", tmp_path / "x.duckdb")
    else:
        form = chance.choice(("text", "json", "jsonl", "junit", "github"))
        told = vflog("merge", tmp_path / "changed.part", other, "--format", form)
    assert told.code in (0, 1, 2, 3), told.err
    assert "Traceback" not in told.err
    assert "fault of vflog" not in told.err
    if told.code in (2, 3):
        assert told.err or told.out


def test_an_unchanged_shard_is_merged(vflog: Run, shards: tuple[str, list[Path]], tmp_path: Path) -> None:
    what, (one, other) = shards
    written(tmp_path / "same.part", documents(one))
    Reader("same", gzip.GzipFile(tmp_path / "same.part"))  # its beginning
    more = ["--db", tmp_path / "x.duckdb"] if what == "load" else []
    assert vflog("merge", tmp_path / "same.part", other, *more).code == (0 if more else 1)
