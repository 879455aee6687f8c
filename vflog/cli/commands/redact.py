"""Print a log as one eye sees it: `?` for every secret of another seat, the front end's own fields left out."""

from __future__ import annotations

from heapq import merge
from operator import attrgetter
from typing import Annotated

import typer

from vflog import services
from vflog.cli import exits, options
from vflog.cli.files import packed
from vflog.cli.terminal import safe, write, write_bytes
from vflog.log.output import whole


def redact(
    log: options.Log,
    view: options.View,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="The file; else standard output.")] = None,
    force: options.Force = False,
    game: options.Game = None,
    content: options.Content = None,
) -> int:
    """Print a log as one eye sees it."""
    packs = options.content(content)
    cursors = services.cursors(log, game, content=packs, view=view)
    lines = (entry.raw + b"\n" for entry in merge(*(c.log.entries for c in cursors), key=attrgetter("line")))
    if out is None:
        for line in lines:
            write_bytes(line)
        return exits.OK
    with whole(out, force=force, inputs=[log, *packs]) as file, packed(file, out) as all_lines:
        all_lines.writelines(lines)
    write(f"{safe(out)}\n")
    return exits.OK


COMMAND = redact
