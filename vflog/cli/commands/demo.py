"""Show what vflog does on sample logs: judge them, load them, write the pages, and say where they are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from vflog import api
from vflog.cli import exits, options
from vflog.cli.exits import no_access
from vflog.cli.judging import Watch
from vflog.cli.outputs import output
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write


def demo(
    logs: Annotated[str, typer.Argument(metavar="LOGS", help="A folder of logs.")] = "sample_logs",
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for database and pages.")] = "demo",
    content: options.Content = None,
) -> int:
    """Show what vflog does on sample logs."""
    if not os.path.isdir(logs):
        raise no_access(f"There is no folder {logs!r} of sample logs; name one, or run this where the project lies.")
    packs = options.content(content)
    verdicts = output("text")
    watch = Watch(verdicts)
    with Progress([logs]) as progress:
        verdicts.end(api.validate(logs, content=packs, visitor=watch, collect=False, progress=progress))
    if watch.unread:
        return exits.INPUT_OUTPUT
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    db = folder / "demo.duckdb"
    loaded = api.load(logs, db, content=packs, count_simulated=True)
    pages = api.report(db=db, out=folder / "pages")
    write("\n")
    for what, where in (("database", loaded.db), ("pages", str(pages.first))):
        write(f"{what}: {safe(where)}\n")
    write(f'try: vflog query "SELECT * FROM v_vote_outcomes" --db {safe(loaded.db)}\n')
    return exits.OK


COMMAND = demo
