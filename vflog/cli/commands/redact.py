"""Print a log as one eye sees it: `?` for every secret of another seat, the front end's own fields left out."""

from __future__ import annotations

from heapq import merge
from operator import attrgetter

from vflog import api
from vflog.cli import exits, options
from vflog.cli.terminal import write_bytes


def redact(log: options.Log, view: options.View, game: options.Game = None, content: options.Content = None) -> int:
    """Print a log as one eye sees it."""
    cursors = api.cursors(log, game, content=options.content(content), view=view)
    for entry in merge(*(cursor.log.entries for cursor in cursors), key=attrgetter("line")):
        write_bytes(entry.raw + b"\n")
    return exits.OK


COMMAND = redact
