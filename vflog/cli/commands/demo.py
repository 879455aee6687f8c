"""Show what vflog does on sample logs: judge them, load them, write the pages, and say where they are."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from vflog import api, services
from vflog.cli import exits, options
from vflog.cli.exits import no_access
from vflog.cli.judging import Watch
from vflog.cli.outputs import output
from vflog.cli.progress import Progress
from vflog.cli.terminal import safe, write
from vflog.log.output import Folder, folder
from vflog.log.sources import Source

#: Where the logs, the tournament and the disputes that come with vflog are put, in the folder of the demo.
LOGS, TOURNAMENT, DISPUTES = "logs", "tournament", "disputes"


def demo(
    logs: Annotated[
        str | None,
        typer.Argument(metavar="LOGS", help="A folder of logs; else those that come with vflog.", show_default=False),
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for database and pages.")] = "demo",
    force: options.Force = False,
    content: options.Content = None,
) -> int:
    """Show what vflog does on sample logs."""
    if logs is not None and not os.path.isdir(logs):
        raise no_access(f"There is no folder {logs!r} of logs.")
    packs = options.content(content)
    with folder(out, force=force, inputs=[*filter(None, [logs]), *packs]) as files:
        given = [logs] if logs is not None else _samples(out, files)
        db = files.place("demo.duckdb")
        verdicts = output("text")
        watch = Watch(verdicts)
        with Progress([logs] if logs is not None else []) as progress:
            verdicts.end(api.validate(given, content=packs, visitor=watch, collect=False, progress=progress))
        if watch.unread:
            raise no_access("Nothing is written, as not all of the logs can be read.")
        api.load(given, db, content=packs, count_simulated=True)
        api.report(db=db, out=files.under("pages"), content=packs)
    made = safe(os.path.join(out, "demo.duckdb"))
    write(f"\ndatabase: {made}\npages: {safe(os.path.join(out, 'pages', 'index.html'))}\n")
    if logs is None:
        for folder_of in (LOGS, TOURNAMENT, DISPUTES):
            write(f"{folder_of}: {safe(os.path.join(out, folder_of))}\n")
        write(f"try: vflog tournament {safe(os.path.join(out, TOURNAMENT, 'cup.toml'))}\n")
    write(f'try: vflog query "SELECT * FROM v_seat_win_rates ORDER BY ALL" --db {made}\n')
    return exits.OK


def _samples(out: str, files: Folder) -> list[Source]:
    """The logs that come with vflog, put beside what is made of them, by the names that they will have there."""
    sources = []
    for name, data in services.sample_logs():
        part = files.place(os.path.join(LOGS, name))
        part.write_bytes(data)
        sources.append(Source(os.path.join(out, LOGS, name), str(part), again=True, size=len(data)))
    for name, data in services.sample_tournament():
        files.write(os.path.join(TOURNAMENT, name), data)
    for name, data in services.sample_disputes():
        files.write(os.path.join(DISPUTES, name), data)
    return sources


COMMAND = demo
