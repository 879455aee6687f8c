"""Show what vflog does on sample logs: judge them, load them, write the pages, and say where they are."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.exits import no_access
from vflog.cli.judging import Watch
from vflog.cli.outputs import output
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write
from vflog.log.output import folder


def demo(
    logs: Annotated[str, typer.Argument(metavar="LOGS", help="A folder of logs.")] = "sample_logs",
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for database and pages.")] = "demo",
    force: options.Force = False,
    content: options.Content = None,
) -> int:
    """Show what vflog does on sample logs."""
    if not os.path.isdir(logs):
        raise no_access(f"There is no folder {logs!r} of sample logs; name one, or run this where the project lies.")
    packs = options.content(content)
    with folder(out, force=force, inputs=[logs, *packs]) as files:
        db = files.place("demo.duckdb")
        verdicts = output("text")
        watch = Watch(verdicts)
        with Progress([logs]) as progress:
            verdicts.end(services.validate(logs, content=packs, visitor=watch, collect=False, progress=progress))
        if watch.unread:
            raise no_access("Nothing is written, as not all of the logs can be read.")
        services.load(logs, db, content=packs, count_simulated=True)
        services.report(db=db, out=files.under("pages"))
    made = safe(os.path.join(out, "demo.duckdb"))
    write(f"\ndatabase: {made}\npages: {safe(os.path.join(out, 'pages', 'index.html'))}\n")
    write(f'try: vflog query "SELECT * FROM v_seat_win_rates" --db {made}\n')
    return exits.OK


COMMAND = demo
