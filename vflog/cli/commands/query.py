"""Ask a database one question in SQL; it is only read, and nothing but it can be reached."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

import typer

from vflog import api
from vflog.cli import exits, options
from vflog.cli.outputs import model
from vflog.cli.terminal import on_terminal, safe, table, write
from vflog.cli.usage import none_of

#: So many rows at a time are brought into columns.
_TOGETHER = 1000
_NUMBERS = ("INT", "DECIMAL", "DOUBLE", "FLOAT", "HUGEINT")


def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="One statement.")],
    db: options.Database,
    format: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text, json, jsonl or csv.", show_default=False)
    ] = "text",
    view: options.View = "all",
    wait: options.Wait = 0.0,
    memory: options.Memory = "512MB",
) -> int:
    """Ask a database."""
    from vflog.store.query import plain
    from vflog.store.query import query as asked

    if format not in _FORMATS:
        raise exits.wrong_usage(none_of("--format", format, _FORMATS))
    api.seen_in(db, view, wait)
    csv = format == "csv"
    with asked(db, sql, wait=wait, memory=options.size(memory), as_text=csv) as answer:
        _FORMATS[format](answer.columns, answer.types, ([*map(plain, row)] for row in answer.rows))
    return exits.OK


def _text(columns: list[str], types: list[str], rows: Iterator[list[Any]]) -> None:
    numbers = [i for i, kind in enumerate(types) if any(name in kind for name in _NUMBERS)]
    first = True
    while (some := list(islice(rows, _TOGETHER))) or first:
        lines = table(columns, ([_cell(value) for value in row] for row in some), numbers)
        for line in lines if first else lines[1:]:
            write(f"{line}\n")
        first = False


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return model.line(value).strip() if isinstance(value, bool | list | dict) else str(value)


def _json(columns: list[str], types: list[str], rows: Iterator[list[Any]]) -> None:
    before = "["
    for row in rows:
        write(f"{before}\n{_object(columns, row).strip()}")
        before = ","
    write("[]\n" if before == "[" else "\n]\n")


def _jsonl(columns: list[str], types: list[str], rows: Iterator[list[Any]]) -> None:
    for row in rows:
        write(_object(columns, row))


def _csv(columns: list[str], types: list[str], rows: Iterator[list[Any]]) -> None:
    """As `export` writes it; the values are texts. Only on a terminal is written out what would steer it."""
    from vflog.store.export import TEXT
    from vflog.store.spreadsheet import field

    texts, shown = [kind in TEXT for kind in types], safe if on_terminal(sys.stdout) else str
    for values in ([columns], rows):
        for row in values:
            write(shown(",".join(field(value, text=text) for value, text in zip(row, texts, strict=True))) + "\n")


def _object(columns: Sequence[str], row: Sequence[Any]) -> str:
    return model.line(dict(zip(columns, row, strict=True)))


_FORMATS = {"text": _text, "json": _json, "jsonl": _jsonl, "csv": _csv}
COMMAND = query
