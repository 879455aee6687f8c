"""What is promised to stay is there."""

from __future__ import annotations

import re

import pytest

from vflog.cli import main
from vflog.engine import knowledge
from vflog.version import VERSION

from .codes_since import promised


def _parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_no_code_is_lost_or_older_than_it_was() -> None:
    there = {name: code.since for name, code in knowledge.codes().items()}
    assert len(promised()) > 250
    assert {name: since for name, since in promised().items() if there.get(name) != since} == {}


def test_a_new_code_says_since_when() -> None:
    """A code that is in no list yet came with the version that is made now."""
    known = promised()
    new = {name: code.since for name, code in knowledge.codes().items() if name not in known}
    assert {name: since for name, since in new.items() if since != VERSION} == {}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", code.since) for code in knowledge.codes().values())
    assert all(_parts(code.since) <= _parts(VERSION) for code in knowledge.codes().values())


def test_explain_says_since_when(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "n.gap"]) == 0
    assert "n.gap (error, since 0.1.0): " in capsys.readouterr().out
