"""Draws a board in the terminal: sections of text and tables, one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vflog.cli.terminal import Paint, safe, table
from vflog.engine.board import Section


def drawn(sections: Iterable[Section]) -> Iterator[str]:
    """The lines of a board."""
    paint = Paint()
    for section in sections:
        yield paint(safe(section.title), "bold")
        for line in section.lines:
            yield f"  {safe(line)}"
        if section.rows:
            head, *rows = table(section.columns, section.rows)
            yield f"  {paint(head, 'dim')}"
            for row in rows:
                yield f"  {row}"
        yield ""
