"""The named rulings, where tables really play differently: `vflog rulings list`, or those of a log's games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.commands.show import not_judged
from vflog.cli.outputs import model
from vflog.cli.terminal import safe, table, write


def rulings(
    what: Annotated[str, typer.Argument(metavar="list|LOG", help="“list” for all there are, or a log.")],
    game: options.Game = None,
    content: options.Content = None,
    view: options.View = "all",
    format: options.Plain = "text",
) -> int:
    """Tell the named rulings."""
    if what == "list":
        rows = services.rulings_there_are()
        columns = ("name", "values", "rule", "source", "text")
    else:
        cursor = services.replay(what, game, content=options.content(content), view=view)
        if cursor.play is None:
            raise not_judged(cursor)
        rows = services.rulings_of(cursor)
        columns = ("name", "value", "others", "rule", "text")
    _print(rows, columns, format)
    return exits.OK


def _print(rows: list[dict[str, Any]], columns: Iterable[str], form: options.Form) -> None:
    if form == "json":
        write(model.line(rows))
    elif form == "jsonl":
        for row in rows:
            write(model.line(row))
    else:
        texts = ([_text(row[column]) for column in columns] for row in rows)
        for line in table(columns, texts):
            write(f"{safe(line)}\n")


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


COMMAND = rulings
