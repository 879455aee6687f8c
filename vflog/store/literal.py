"""Texts in SQL."""

from __future__ import annotations


def literal(text: str) -> str:
    """A text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"
