"""Put parts together that were judged apart (--shard): the same report, or database, as from all logs at once.

The parts may come in any order. Parts of “vflog validate” become its report, those of “vflog load” go into a database.
The logs themselves are read again only where a game is told more than once, or where the parts of one large file depend
on each other.
"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from vflog.cli import exits, options
from vflog.cli.commands import load
from vflog.cli.exits import wrong_usage
from vflog.cli.judging import Watch
from vflog.cli.outputs import COLLECTED, output
from vflog.log.output import may_write


def merge(
    parts: Annotated[list[str], typer.Argument(metavar="PART", help="The files of all parts.")],
    db: Annotated[
        str | None, typer.Option("--db", metavar="FILE", help="The database to load into.", show_default=False)
    ] = None,
    format: options.Verdicts = "text",
    allow: options.Allow = None,
    every: Annotated[bool, typer.Option("--all", help="List every game and every problem, however many.")] = False,
    wait: options.Wait = options.LOAD_WAITS,
    memory: options.Memory = "512MB",
    count_simulated: Annotated[
        bool, typer.Option("--count-simulated", help="Let simulated games count in the statistics.")
    ] = False,
    strict: options.Strict = False,
) -> int:
    """Put parts together."""
    from vflog import shards

    try:
        rows = shards.shards_are_rows(parts)
        if rows and db is None:
            raise wrong_usage("These are parts of “vflog load”: give --db, the database to load them into.")
        if db is not None and not rows:
            raise wrong_usage("These are parts of “vflog validate”: they hold no rows for a database.")
        if db is not None:
            if format not in ("text", "json", "jsonl"):
                raise wrong_usage(f"A load tells as text, json or jsonl, not as {format}.")
            may_write(db, force=True, inputs=parts)
            more: dict[str, Any] = {"memory": options.size(memory), "wait": wait, "count_simulated": count_simulated}
            return load.tell(shards.load_shards(parts, db, **more), format, strict=strict)
        allowed = options.allowed(allow)
        told = output(format, every=every, allowed=allowed)
        watch = Watch(told)
        report = shards.merge_shards(parts, visitor=watch, collect=format in COLLECTED)
    except shards.BadShard as why:
        raise exits.no_access(str(why)) from None
    told.end(report)
    return watch.code(report, allowed)


COMMAND = merge
