"""Counts of legal records after some steps from fixed positions are as they were committed."""

from __future__ import annotations

from tests.conformance.perft import FILE, lines


def test_counts_of_legal_records() -> None:
    assert lines() == FILE.read_text(encoding="utf-8").splitlines(), "run: python -m tests.conformance.perft"
