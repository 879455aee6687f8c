"""The named rulings, where tables really play differently: `vflog rulings list`, or those of a log.

Of a log it is tried what each other value of each ruling changes, one at a time: the same winner, another winner, or
the log cannot go on from some record. What two of them do together is not tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from vflog import api, disputes, services
from vflog.cli import exits, options
from vflog.cli.commands.show import not_judged
from vflog.cli.outputs import model
from vflog.cli.terminal import safe, table, write
from vflog.dispute.outcomes import plain_outcome
from vflog.engine.knowledge import rulings_there_are


def rulings(
    what: Annotated[str, typer.Argument(metavar="list|LOG", help="“list” for all there are, or a log.")],
    game: options.Game = None,
    content: options.Content = None,
    view: options.View = "all",
    format: options.Plain = "text",
) -> int:
    """Tell the named rulings."""
    if what == "list":
        rows = rulings_there_are()
        columns: tuple[str, ...] = ("name", "values", "rule", "source", "text")
    else:
        cursor = api.replay(what, game, content=options.content(content), view=view)
        if cursor.play is None:
            raise not_judged(cursor)
        rows = services.rulings_of(cursor)
        tried = disputes.rulings_tried(cursor.log, content=options.content(content))
        for row in rows:
            mine = [each for each in tried if each.ruling is not None and each.ruling[0] == row["name"]]
            row["tried"] = [plain_outcome(each) for each in mine]
        columns = ("name", "value", "others", "changes", "rule", "text")
        if format == "text":
            for row in rows:
                row["changes"] = "; ".join(f"{one['other']}: {_changes(one)}" for one in row["tried"])
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


def _changes(tried: dict[str, Any]) -> str:
    """What another value changes, in a few words."""
    if tried["result"] == "cannot go on":
        return f"the log cannot go on from record {tried['stops']}"
    said = "the game is not over" if tried["result"] == "not over" else str(tried["result"])
    return said if tried["parts"] is None else f"{said} (another position from record {tried['parts']})"


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


COMMAND = rulings
