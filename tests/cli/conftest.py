"""Runs commands as a shell would, but within this process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from vflog.cli import main

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
LOGS = VECTORS / "veiled-fate"
PACKS = ("--content", str(VECTORS / "packs"))


class Ran(NamedTuple):
    """What a command left: its exit code, its data, what it said besides."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """The data as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def vflog(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command; `stdin` is what it reads (only where it reads through `sys.stdin`)."""

    def run(*arguments: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return run


def game(*lines: dict[str, Any], **header: Any) -> bytes:
    """A small log: a header for two players, and lines."""
    first = {
        "type": "game",
        "n": 0,
        "format": "vflog/1",
        "game": "g",
        "ruleset": "veiled-fate",
        "revision": "2026-12",
        "players": [{"id": "ann"}, {"id": "bo"}],
        **header,
    }
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in (first, *lines))
