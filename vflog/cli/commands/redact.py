"""Print a log as one eye sees it: `?` for every secret of another seat, the front end's own fields left out.

With --openings FILE the lines that are shown whole are opened: whoever has the log's published seal sees that they are
the sealed ones (see seal, verify).
"""

from __future__ import annotations

import os
from heapq import merge
from operator import attrgetter
from typing import Annotated

import typer

from vflog import api
from vflog.cli import exits, options
from vflog.cli.commands.seal import KeyFile, SealFile, places, sealed_by
from vflog.cli.exits import wrong_usage
from vflog.cli.files import packed
from vflog.cli.terminal import safe, safe_json, write, write_bytes
from vflog.log.output import both, may_write
from vflog.playback.openings import open_lines, shown_lines
from vflog.playback.seals import Seal, SealKey, openings_bytes


def redact(
    log: options.Log,
    view: options.View,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE", help="The file; else standard output.")] = None,
    force: options.Force = False,
    game: options.Game = None,
    openings: Annotated[
        str | None,
        typer.Option("--openings", metavar="FILE", help="Write here the openings of all lines that are shown whole."),
    ] = None,
    seal: SealFile = None,
    key: KeyFile = None,
    no_text: options.NoText = False,
    content: options.Content = None,
) -> int:
    """Print a log as one eye sees it."""
    packs = options.content(content)
    sealed = _sealed(log, openings, out, force, seal, key)
    logs = api.games_of(log, game, content=packs, view=view, text=not no_text)
    entries = list(merge(*(each.entries for each in logs), key=attrgetter("line")))
    # With the same content, but with nothing in it that steers a terminal.
    lines = [safe_json(entry.raw).encode() + b"\n" for entry in entries]
    opened = None
    if sealed is not None:
        opened = open_lines(log, *sealed, None, shown_lines(logs, view))
    inputs = [log, *packs, *(places(log, seal, key) if openings is not None else ())]
    targets = [place for place in (out, openings) if place is not None]
    with both(targets, force=force, inputs=inputs) as opened_files:
        files = dict(zip(targets, opened_files, strict=True))
        if opened is not None and openings is not None:
            files[openings].write(openings_bytes(opened))
        if out is not None:
            with packed(files[out], out) as all_lines:
                all_lines.writelines(lines)
    if out is None:
        for line in lines:
            write_bytes(line)
    else:
        write(f"{safe(out)}\n")
    return exits.OK


def _sealed(
    log: str, openings: str | None, out: str | None, force: bool, seal: str | None, key: str | None
) -> tuple[Seal, SealKey] | None:
    """What is needed to open lines, where that is asked for."""
    if openings is None:
        if seal is not None or key is not None:
            raise wrong_usage("--seal and --key go with --openings FILE only.")
        return None
    if out is not None and os.path.abspath(out) == os.path.abspath(openings):
        raise wrong_usage("--out and --openings name the same file.")
    for place in filter(None, (out, openings)):
        may_write(place, force=force, inputs=[log, *places(log, seal, key)])
    return sealed_by(log, seal, key)


COMMAND = redact
