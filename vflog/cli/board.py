"""Draws a board in the terminal: sections of text and tables, one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vflog.cli.terminal import Paint, safe, table
from vflog.dispute.comparing import Change
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


def changed(changes: Iterable[Change]) -> Iterator[str]:
    """The lines that tell where two boards differ; one that says so where they do not."""
    paint, nothing = Paint(), True
    for change in changes:
        nothing = False
        where = f"{change.part}, {change.what}" if change.what else change.part
        before, after = safe(change.before) or "–", safe(change.after) or "–"
        yield f"{paint(safe(where), 'bold')}: {paint(before, 'red')} → {paint(after, 'green')}"
    if nothing:
        yield "Nothing differs."
