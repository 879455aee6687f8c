"""Draw the board as it stood right after a record (--at), or right before it (--before); else at the end.

With --diff N it is told too what differs from the board right after record N.
"""

from __future__ import annotations

from typing import Annotated

import typer

from vflog import api, disputes, services
from vflog.cli import exits, options
from vflog.cli.board import changed, drawn
from vflog.cli.exits import Stop, wrong_usage
from vflog.cli.outputs import model
from vflog.cli.outputs.wording import after
from vflog.cli.terminal import Paint, safe, say, write
from vflog.playback.cursor import Cursor

At = Annotated[int | None, typer.Option("--at", metavar="N", help="Right after record N.")]
Before = Annotated[int | None, typer.Option("--before", metavar="N", help="Right before record N.")]


def show(
    log: options.Log,
    at: At = None,
    before: Before = None,
    diff: Annotated[
        int | None, typer.Option("--diff", metavar="N", help="Tell what differs from right after record N.")
    ] = None,
    game: options.Game = None,
    format: options.Plain = "text",
    content: options.Content = None,
    ruling: options.Rulings = None,
    keep_going: options.KeepGoing = False,
    view: options.View = "all",
    no_text: options.NoText = False,
) -> int:
    """Draw the board."""
    cursor = api.replay(
        log,
        game,
        content=options.content(content),
        rulings=options.rulings(ruling),
        keep_going=keep_going,
        view=view,
        text=not no_text,
    )
    place(cursor, at, before)
    if format != "text":
        if diff is None:
            write(model.line(cursor.state))
        else:
            comparison, (_, state) = disputes.compared(cursor, diff, None)
            write(model.line({"state": state, "board": comparison.board, "values": comparison.values}))
        return exits.OK
    _head(cursor)
    for line in drawn(services.board(cursor)):
        write(f"{line}\n")
    if diff is not None:
        comparison, _ = disputes.compared(cursor, diff, None)
        write(f"What differs from right after record {diff}:\n")
        for line in changed(comparison.board):
            write(f"  {line}\n")
    return exits.OK


def place(cursor: Cursor, at: int | None, before: int | None) -> None:
    """Bring a cursor to where `--at` or `--before` says, else to the end; there must be a position to look at."""
    if cursor.state is None:
        raise not_judged(cursor)
    if at is not None and before is not None:
        raise wrong_usage("Give --at or --before, not both.")
    where = len(cursor) - 1
    if at is not None:
        where = cursor.place_of(at)
    elif before is not None:
        where = cursor.place_of(before) - 1
    if where < 0:
        raise wrong_usage("There is nothing before the first record.")
    cursor.to_place(where)
    if cursor.here.judged == "unjudged":
        say(f"vflog: record {cursor.n} was not judged; the board is the one that an earlier problem left.")


def _head(cursor: Cursor) -> None:
    paint = Paint()
    here = cursor.here
    where = f"{cursor.game}, after record {here.n}" if here.n is not None else cursor.game
    write(f"{paint(safe(where), 'bold')}: {safe(services.in_words(here, cursor.header))}\n")
    for problem in here.problems:
        write(f"  {problem.severity}: {safe(' '.join([problem.message, *after(problem)]))}\n")
    write("\n")


def not_judged(cursor: Cursor) -> Stop:
    """What to raise where a game has no position, for it cannot be judged or its header was refused."""
    errors = [p.message for p in cursor.verdict.problems if p.severity == "error"]
    why = errors[0] if errors else "its first record was refused."
    return Stop(exits.FOUND, f"The game {cursor.game} cannot be judged: {why}")


COMMAND = show
